import { primaryKey } from 'drizzle-orm/pg-core';
import { bucketColumns } from './bucket-columns.ts';
import { lend } from './lend-schema.ts';

/** What happened to each reserve in each hour (UTC). */
export const reserveHourly = lend.table('reserve_hourly', bucketColumns(), (table) => [
  primaryKey({ columns: [table.reserve, table.bucketStart] }),
]);

/** The same per day (UTC). */
export const reserveDaily = lend.table('reserve_daily', bucketColumns(), (table) => [
  primaryKey({ columns: [table.reserve, table.bucketStart] }),
]);

export type ReserveBucketRow = typeof reserveHourly.$inferSelect;
