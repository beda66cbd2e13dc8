import { bigint, text } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/**
 * One row per committed batch, numbered in the order of the commits: who has seen n will never see a smaller number appear.
 * Numbers may be left out, where a transaction was undone. `snapshotReserves` are those of which a snapshot was written.
 */
export const batchCommits = lend.table('batch_commits', {
  commitSeq: bigint('commit_seq', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  batchId: text('batch_id').notNull().unique(),
  protocol: text('protocol').notNull(),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  observedAt: instant('observed_at').notNull(),
  snapshotReserves: text('snapshot_reserves').array().notNull(),
  committedAt: instant('committed_at').notNull().defaultNow(),
  /** W3C trace context of the span that committed the batch; null where the writer did not trace. */
  traceparent: text('traceparent'),
});

export type BatchCommitRow = typeof batchCommits.$inferSelect;
