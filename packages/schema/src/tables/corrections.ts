import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { changeId, instant, lend } from './column-types.ts';

/** Tables whose rows are corrected. */
export const CORRECTED_TABLES = [
  'reserve_snapshots',
  'reserve_quarter_hourly',
  'reserve_hourly',
  'reserve_daily',
] as const;
export type CorrectedTable = (typeof CORRECTED_TABLES)[number];

/**
 * Values that were published and have been replaced: each of one column of one row, as Postgres writes it. Those of buckets are written by a
 * trigger.
 */
export const corrections = lend.table(
  'corrections',
  {
    /** `observed_at` or `bucket_start` of the row. */
    at: instant('at').notNull(),
    correctedAt: instant('corrected_at').notNull().defaultNow(),
    id: bigint('id', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    /** Null of buckets. */
    slot: bigint('slot', { mode: 'bigint' }),
    changeId: changeId(),
    oldVersion: integer('old_version').notNull(),
    newVersion: integer('new_version').notNull(),
    reserve: text('reserve').notNull(),
    protocol: text('protocol').notNull(),
    ofTable: text('of_table').$type<CorrectedTable>().notNull(),
    /** The column. */
    field: text('field').notNull(),
    oldValue: text('old_value'),
    newValue: text('new_value'),
    reason: text('reason').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reserve, table.id] })],
);

export type CorrectionRow = typeof corrections.$inferSelect;

/** Days (UTC) of reserves whose buckets a correction is about to make again. */
export const openCorrections = lend.table(
  'open_corrections',
  {
    reserve: text('reserve').notNull(),
    day: instant('day').notNull(),
    begunAt: instant('begun_at').notNull().defaultNow(),
    reason: text('reason').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reserve, table.day] })],
);
