import { gapReasonOf } from '@tidemark/model';
import type { Queryable } from '../create-database.ts';

/** A time in which nothing of a protocol was read, and why; `to` is null while it goes on. */
export interface IngestStop {
  readonly from: Date;
  readonly to: Date | null;
  readonly reason: string;
}

/**
 * The stops since the newest observation span, in their order: of the time before, the ledger of gaps speaks. A stop goes on
 * where the newest look is longer ago than another may come after it, by the clock of the database.
 */
export async function listIngestStops(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<IngestStop[]> {
  const rows = await sql<{ from: Date; to: Date | null; errorCode: string | null }[]>`
    WITH spans AS (
      SELECT max(to_at) AS to_at, max(coalesce(to_started_at, to_at)) AS to_started_at, max(gap_after_ms) AS gap_after_ms
      FROM lend.observation_spans WHERE protocol = ${protocol} AND hour_start = (
        SELECT max(hour_start) FROM lend.observation_spans WHERE protocol = ${protocol})
    ), looks AS (
      SELECT observed_at, started_at, gap_after_ms FROM lend.poll_batches
      WHERE protocol = ${protocol} AND kind <> 'follow'
        AND observed_at > coalesce((SELECT to_at FROM spans), '-infinity')
      UNION ALL
      SELECT to_at, to_started_at, gap_after_ms FROM spans WHERE to_at IS NOT NULL
    ), pairs AS (
      SELECT observed_at AS from_at, started_at AS from_started_at, lead(observed_at) OVER following AS to_at,
        lead(started_at) OVER following AS to_started_at,
        greatest(gap_after_ms, lead(gap_after_ms) OVER following) * interval '1 millisecond' AS patience
      FROM looks WINDOW following AS (ORDER BY observed_at, started_at)
    )
    SELECT p.from_at AS "from", p.to_at AS "to", (
        SELECT a.error_code FROM lend.failed_attempts AS a
        WHERE a.protocol = ${protocol} AND a.kind <> 'follow' AND a.started_at > p.from_started_at
          AND a.started_at < coalesce(p.to_started_at, 'infinity')
        ORDER BY a.started_at, a.attempt_id LIMIT 1) AS "errorCode"
    FROM pairs AS p
    WHERE CASE WHEN p.to_at IS NULL THEN now() - p.from_started_at > p.patience ELSE p.to_at - p.from_at > p.patience END
    ORDER BY p.from_at`;
  return rows.map(({ from, to, errorCode }) => ({
    from,
    to,
    reason: gapReasonOf({ vainLook: null, failure: errorCode === null ? null : { errorCode } }),
  }));
}
