import { bigint, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, jsonObject } from './column-types.ts';
import type { ConfigAccountKind } from './config-changes.ts';
import { lend } from './lend-schema.ts';

/** Configurations, each valid from a slot until the next one of the account. Triggers of `reserves` and `lending_markets` write them. */
export const configurations = lend.table(
  'configurations',
  {
    account: text('account').notNull(),
    accountKind: text('account_kind').$type<ConfigAccountKind>().notNull(),
    protocol: text('protocol').notNull(),
    lendingMarket: text('lending_market').notNull(),
    fromSlot: bigint('from_slot', { mode: 'bigint' }).notNull(),
    observedAt: instant('observed_at').notNull(),
    config: jsonObject('config').notNull(),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account, table.fromSlot] })],
);
