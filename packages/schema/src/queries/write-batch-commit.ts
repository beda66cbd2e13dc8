import type { Queryable } from '../create-database.ts';
import { LATEST_CHANNEL, type LatestNotification, type PollBatch } from './poll-batch.ts';

/**
 * Numbers the batch in the order of the commits, and announces it where it brings news. A trigger of the table takes the row
 * of `lend.commit_order` before the number is drawn, and holds it until the transaction is visible to others: who has read
 * up to n has missed nothing up to n. Must be the last statement, because everything that follows is done one batch after
 * the other.
 *
 * A queue of notifications that is full fails the commit, and any login may fill it: half full, nothing is announced, and
 * readers find the batch when they ask.
 *
 * `snapshotReserves` are those for which a snapshot was decided; recorded are the ones that this batch really wrote. Returns
 * the number.
 */
export async function writeBatchCommit(
  tx: Queryable,
  batch: PollBatch,
  { snapshotReserves, isNews }: { readonly snapshotReserves: readonly string[]; readonly isNews: boolean },
): Promise<bigint | null> {
  const payload: Omit<LatestNotification, 'commitSeq'> = {
    slot: Number(batch.slot),
    observedAt: batch.observedAt.toISOString(),
    batchId: batch.id,
  };
  const [row] = await tx<{ commitSeq: bigint }[]>`
    WITH numbered AS (
      INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves, traceparent)
      SELECT ${batch.id}, ${batch.protocol}, ${batch.slot}::bigint, ${batch.observedAt}::timestamptz, ARRAY(
        SELECT s.reserve FROM lend.reserve_snapshots AS s
        WHERE s.reserve = ANY(${[...snapshotReserves]}::text[]) AND s.observed_at = ${batch.observedAt}::timestamptz
          AND s.slot = ${batch.slot}::bigint AND s.poll_batch_id = ${batch.id}
        ORDER BY s.reserve), ${batch.traceparent ?? null}::text
      RETURNING commit_seq
    )
    SELECT commit_seq AS "commitSeq", CASE WHEN ${isNews} AND pg_notification_queue_usage() < 0.5 THEN pg_notify(${LATEST_CHANNEL},
      (${JSON.stringify(payload)}::text::jsonb || jsonb_build_object('commitSeq', commit_seq))::text) END
    FROM numbered`;
  return row?.commitSeq ?? null;
}
