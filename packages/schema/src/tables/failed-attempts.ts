import { sql } from 'drizzle-orm';
import { bigint, integer, text } from 'drizzle-orm/pg-core';
import { bytea, instant, transactionId } from './column-types.ts';
import { lend } from './lend-schema.ts';
import type { PollBatchKind } from './poll-batches.ts';

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
