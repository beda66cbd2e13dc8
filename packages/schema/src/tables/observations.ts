import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, instant, lend, transactionId } from './column-types.ts';

/**
 * Runs of observations of one set of reserves without a gap, cut at the edges of UTC hours. The set is `reserveSet`, or where a
 * batch of an earlier version did not say, everything from `firstReserve` to `lastReserve`; in both without `notObserved`,
 * of which `refused` were there. The work on its first and last observation began at `fromStartedAt` and `toStartedAt`. These three are null
 * in rows of earlier versions.
 */
export const observationSpans = lend.table(
  'observation_spans',
  {
    protocol: text('protocol').notNull(),
    hourStart: instant('hour_start').notNull(),
    spanIndex: integer('span_index').notNull(),
    fromAt: instant('from_at').notNull(),
    toAt: instant('to_at').notNull(),
    fromSlot: bigint('from_slot', { mode: 'bigint' }).notNull(),
    toSlot: bigint('to_slot', { mode: 'bigint' }).notNull(),
    observations: integer('observations').notNull(),
    gapAfterMs: integer('gap_after_ms').notNull(),
    reserveSet: bytea('reserve_set'),
    firstReserve: text('first_reserve').notNull(),
    lastReserve: text('last_reserve').notNull(),
    notObserved: text('not_observed').array().notNull(),
    refused: text('refused').array(),
    fromStartedAt: instant('from_started_at'),
    toStartedAt: instant('to_started_at'),
  },
  (table) => [primaryKey({ columns: [table.protocol, table.hourStart, table.spanIndex] })],
);

export type ObservationSpanRow = typeof observationSpans.$inferSelect;

/**
 * Stretches of time in which a reserve was not observed, with the reason. A slot is null where it is not known, `reserve`
 * where the gap is one of all reserves of the protocol. The work on the observations around it began at `fromStartedAt` and
 * `toStartedAt` (null while it goes on); `attemptId` is the first failed attempt in the gap.
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

/**
 * How far the rollups of a protocol have come in the order of the commits, and which poll batches are deleted. Failed attempts
 * of transactions before `attemptsBefore` are in the reasons of gaps; null: none are. Quarters of
 * an hour are in the buckets from `quarterHoursFrom` on (null: all), and of the commits up to `quarterHoursSeq`.
 */
export const rollupState = lend.table('rollup_state', {
  protocol: text('protocol').primaryKey(),
  commitSeq: bigint('commit_seq', { mode: 'bigint' }).notNull(),
  purgedBefore: instant('purged_before'),
  attemptsBefore: transactionId('attempts_before'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  quarterHoursSeq: bigint('quarter_hours_seq', { mode: 'bigint' }),
  quarterHoursFrom: instant('quarter_hours_from'),
});

export type RollupStateRow = typeof rollupState.$inferSelect;

/** Sets of addresses that batches asked for, each once: the hash is of the sorted addresses joined by line feeds. */
export const reserveSets = lend.table('reserve_sets', {
  sha256: bytea('sha256').primaryKey(),
  reserves: text('reserves').array().notNull(),
});

export type ReserveSetRow = typeof reserveSets.$inferSelect;
