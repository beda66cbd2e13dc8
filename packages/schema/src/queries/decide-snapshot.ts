import type { SnapshotReason } from '../tables/index.ts';

/** What has to be known of the snapshot before a row. */
export interface PreviousSnapshot {
  readonly observedAt: Date;
  readonly accountSha256: Uint8Array;
}

/**
 * Whether a row is kept in the history, judged against the newest snapshot that is not newer than the row; null: it is not.
 * The rule is the same for a row that arrives late, so the first observation of each state is kept in whatever order the
 * batches come.
 */
export function decideSnapshot(
  row: PreviousSnapshot,
  previous: PreviousSnapshot | null,
  heartbeatMs: number,
): SnapshotReason | null {
  if (previous === null) return 'first';
  if (Buffer.compare(row.accountSha256, previous.accountSha256) !== 0) return 'changed';
  return row.observedAt.getTime() - previous.observedAt.getTime() >= heartbeatMs ? 'heartbeat' : null;
}
