import { primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { lend } from './lend-schema.ts';
import { reserveStateColumns } from './reserve-state-columns.ts';

/** Why a snapshot was kept, judged against the snapshot before it. */
export type SnapshotReason = 'first' | 'changed' | 'heartbeat';

/** History: partitioned by month of `observed_at` (UTC), append-only. */
export const reserveSnapshots = lend.table(
  'reserve_snapshots',
  {
    ...reserveStateColumns(),
    reason: text('reason').$type<SnapshotReason>().notNull(),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reserve, table.observedAt, table.slot] })],
);

export type ReserveSnapshotRow = typeof reserveSnapshots.$inferSelect;
