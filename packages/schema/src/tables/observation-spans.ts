import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/**
 * Runs of looks at one set of reserves without a gap, cut at the edges of UTC hours. The set is `reserveSet`, or where a
 * batch of an earlier version did not say, everything from `firstReserve` to `lastReserve`; in both without `notObserved`,
 * of which `refused` were there. The work on its first and last look began at `fromStartedAt` and `toStartedAt`. These three are null
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
