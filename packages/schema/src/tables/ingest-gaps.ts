import { bigint, text } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/**
 * Stretches of time in which a reserve was not observed, with the reason. A slot is null where it is not known, `reserve`
 * where the gap is one of all reserves of the protocol. The work on the looks around it began at `fromStartedAt` and
 * `toStartedAt` (null while it goes on); `attemptId` is the failed attempt that the reason names.
 */
export const ingestGaps = lend.table('ingest_gaps', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  protocol: text('protocol').notNull(),
  fromSlot: bigint('from_slot', { mode: 'bigint' }),
  toSlot: bigint('to_slot', { mode: 'bigint' }),
  fromAt: instant('from_at').notNull(),
  toAt: instant('to_at').notNull(),
  reasonCode: text('reason_code').notNull(),
  detail: text('detail'),
  recordedAt: instant('recorded_at').notNull().defaultNow(),
  reserve: text('reserve'),
  fromStartedAt: instant('from_started_at'),
  toStartedAt: instant('to_started_at'),
  attemptId: bigint('attempt_id', { mode: 'bigint' }),
});

export type IngestGapRow = typeof ingestGaps.$inferSelect;
