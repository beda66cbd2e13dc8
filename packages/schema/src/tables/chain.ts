import { boolean, text } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/** The one chain that this database is filled from. */
export const chain = lend.table('chain', {
  singleton: boolean('singleton').primaryKey().default(true),
  genesisHash: text('genesis_hash').notNull(),
  clusterLabel: text('cluster_label').notNull(),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
});

export type ChainRow = typeof chain.$inferSelect;
