import { bigint, primaryKey, text } from 'drizzle-orm/pg-core';
import { changeId, instant, jsonObject, jsonScalar, lend } from './column-types.ts';

/** What a parameter belongs to. */
export type ConfigAccountKind = 'reserve' | 'lending_market';

/** Log of the parameters that differed between two reads of an account. */
export const configChanges = lend.table(
  'config_changes',
  {
    account: text('account').notNull(),
    accountKind: text('account_kind').$type<ConfigAccountKind>().notNull(),
    protocol: text('protocol').notNull(),
    lendingMarket: text('lending_market').notNull(),
    field: text('field').notNull(),
    oldValue: jsonScalar('old_value').notNull(),
    newValue: jsonScalar('new_value').notNull(),
    slot: bigint('slot', { mode: 'bigint' }).notNull(),
    observedAt: instant('observed_at').notNull(),
    previousSlot: bigint('previous_slot', { mode: 'bigint' }).notNull(),
    previousObservedAt: instant('previous_observed_at').notNull(),
    pollBatchId: text('poll_batch_id'),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
    changeId: changeId(),
  },
  (table) => [primaryKey({ columns: [table.account, table.slot, table.field] })],
);

export type ConfigChangeRow = typeof configChanges.$inferSelect;

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
    changeId: changeId(),
  },
  (table) => [primaryKey({ columns: [table.account, table.fromSlot] })],
);
