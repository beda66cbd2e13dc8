import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, text } from 'drizzle-orm/pg-core';
import { bytea, instant, lend, transactionId } from './column-types.ts';

/** One row. A transaction that numbers a batch commit holds its lock until it ends. */
export const commitOrder = lend.table('commit_order', {
  onlyRow: boolean('only_row').primaryKey().default(true),
});

/** The one chain that this database is filled from. */
export const chain = lend.table('chain', {
  singleton: boolean('singleton').primaryKey().default(true),
  genesisHash: text('genesis_hash').notNull(),
  clusterLabel: text('cluster_label').notNull(),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
  isSimulated: boolean('is_simulated').notNull().default(false),
});

/** The past that was written of a simulated chain, the newest day first. */
export const simulatedHistory = lend.table('simulated_history', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  fromAt: instant('from_at').notNull(),
  toAt: instant('to_at').notNull(),
  filledFrom: instant('filled_from').notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  completedAt: instant('completed_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export type SimulatedHistoryRow = Omit<typeof simulatedHistory.$inferSelect, 'onlyRow'>;

export type ChainRow = typeof chain.$inferSelect;

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

/** The interval at which the indexer of a protocol polls, as the one that started last has it. */
export const pollSchedule = lend.table('poll_schedule', {
  protocol: text('protocol').primaryKey(),
  pollIntervalMs: integer('poll_interval_ms').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/**
 * One row per attempt at a poll batch that failed, whatever became of the batch later: evidence of why a reserve was not
 * observed. Rows are added and never changed. `reserveSet` is what was asked for, or `reserves` where no set is stored (`follow`);
 * slot and `observedAt` are null where no bank was read.
 */
export const failedAttempts = lend.table('failed_attempts', {
  attemptId: bigint('attempt_id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  batchId: text('batch_id').notNull(),
  protocol: text('protocol').notNull(),
  kind: text('kind').$type<PollBatchKind>().notNull(),
  batchIndex: integer('batch_index').notNull(),
  commitment: text('commitment').notNull(),
  slot: bigint('slot', { mode: 'bigint' }),
  observedAt: instant('observed_at'),
  requested: integer('requested').notNull(),
  reserveSet: bytea('reserve_set'),
  reserves: text('reserves').array(),
  startedAt: instant('started_at').notNull(),
  durationMs: integer('duration_ms').notNull(),
  errorCode: text('error_code').notNull(),
  rpcEndpoint: text('rpc_endpoint'),
  gapAfterMs: integer('gap_after_ms').notNull(),
  recordedAt: instant('recorded_at').notNull().defaultNow(),
  recordedXid: transactionId('recorded_xid').notNull().default(sql`pg_current_xact_id()`),
});

export type FailedAttemptRow = typeof failedAttempts.$inferSelect;

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

/** Accounts that could not be turned into a row, with the reason and the bytes, countable. */
export const quarantine = lend.table('quarantine', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  address: text('address').notNull(),
  accountKind: text('account_kind').notNull(),
  reasonCode: text('reason_code').notNull(),
  expected: text('expected'),
  actual: text('actual'),
  dataSha256: bytea('data_sha256').notNull(),
  dataLength: integer('data_length').notNull(),
  data: bytea('data').notNull(),
  firstSeenSlot: bigint('first_seen_slot', { mode: 'bigint' }).notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenSlot: bigint('last_seen_slot', { mode: 'bigint' }).notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  occurrences: bigint('occurrences', { mode: 'bigint' }).notNull(),
  lastBatchId: text('last_batch_id').notNull(),
  protocol: text('protocol'),
  lendingMarket: text('lending_market'),
  listed: boolean('listed'),
});

export type QuarantineRow = typeof quarantine.$inferSelect;
