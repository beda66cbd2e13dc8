import { bigint, integer, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/** An attempt that failed is a row of `failed_attempts`; versions before had it here until the batch was committed. */
export type PollBatchOutcome = 'committed';
/** What made the batch: the schedule, the search for new reserves, or an account that was told to have changed. */
export type PollBatchKind = 'poll' | 'discover' | 'follow';

/**
 * One row per poll batch that was committed: the bank that it was read from, and what came of it. `firstReserve` and
 * `lastReserve` are the range of addresses asked for, `notObserved` those of them without a row, `refused` those of these whose
 * account was there (null in rows of earlier versions), and `reserveSet` is exactly what was asked for; null for `follow` and
 * in rows of earlier versions.
 */
export const pollBatches = lend.table('poll_batches', {
  id: text('id').primaryKey(),
  protocol: text('protocol').notNull(),
  batchIndex: integer('batch_index').notNull(),
  slot: bigint('slot', { mode: 'bigint' }),
  observedAt: instant('observed_at'),
  commitment: text('commitment').notNull(),
  requested: integer('requested').notNull(),
  received: integer('received').notNull(),
  snapshotsWritten: integer('snapshots_written').notNull(),
  latestWritten: integer('latest_written').notNull(),
  unchanged: integer('unchanged').notNull(),
  missing: integer('missing').notNull(),
  quarantined: integer('quarantined').notNull(),
  olderThanLatest: integer('older_than_latest').notNull(),
  firstReserve: text('first_reserve'),
  lastReserve: text('last_reserve'),
  notObserved: text('not_observed').array().notNull(),
  startedAt: instant('started_at').notNull(),
  durationMs: integer('duration_ms').notNull(),
  outcome: text('outcome').$type<PollBatchOutcome>().notNull(),
  errorCode: text('error_code'),
  rpcEndpoint: text('rpc_endpoint'),
  recordedAt: instant('recorded_at').notNull().defaultNow(),
  kind: text('kind').$type<PollBatchKind>().notNull().default('poll'),
  gapAfterMs: integer('gap_after_ms').notNull().default(30_000),
  reserveSet: bytea('reserve_set'),
  refused: text('refused').array(),
});

export type PollBatchRow = typeof pollBatches.$inferSelect;
