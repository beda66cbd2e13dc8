import { bigint, primaryKey } from 'drizzle-orm/pg-core';
import { bytea, instant } from './column-types.ts';
import { lend } from './lend-schema.ts';
import { reserveStateColumns } from './reserve-state-columns.ts';

/** One row per reserve, at the newest slot it was seen; and which snapshot of it is the newest one kept. */
export const reserveLatest = lend.table(
  'reserve_latest',
  {
    ...reserveStateColumns(),
    snapshotSlot: bigint('snapshot_slot', { mode: 'bigint' }),
    snapshotObservedAt: instant('snapshot_observed_at'),
    snapshotAccountSha256: bytea('snapshot_account_sha256'),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reserve] })],
);

export type ReserveLatestRow = typeof reserveLatest.$inferSelect;

/** State of one reserve as the poll derives it: what a snapshot and the latest row have in common. */
export type ReserveState = Omit<
  ReserveLatestRow,
  'snapshotSlot' | 'snapshotObservedAt' | 'snapshotAccountSha256' | 'recordedAt' | 'pollBatchId'
>;
