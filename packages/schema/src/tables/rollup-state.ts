import { bigint, text } from 'drizzle-orm/pg-core';
import { instant, transactionId } from './column-types.ts';
import { lend } from './lend-schema.ts';

/**
 * How far the rollups of a protocol have come in the order of the commits, and which poll batches are deleted. Failed attempts
 * of transactions before `attemptsBefore` are in the reasons of gaps; null: none are.
 */
export const rollupState = lend.table('rollup_state', {
  protocol: text('protocol').primaryKey(),
  commitSeq: bigint('commit_seq', { mode: 'bigint' }).notNull(),
  purgedBefore: instant('purged_before'),
  attemptsBefore: transactionId('attempts_before'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export type RollupStateRow = typeof rollupState.$inferSelect;
