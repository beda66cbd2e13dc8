import type { Queryable } from '../create-database.ts';
import { firstFailureOf } from './gap-evidence.ts';

/** Gaps of the ledger whose reason another one may have to take the place of. */
export interface GapsToExplain {
  readonly gaps: readonly { readonly reserve: string; readonly from: Date }[];
  /** What was read: attempts of transactions before this one, and others. For `setAttemptsTakenIn` once the gaps are explained. */
  readonly attemptsBefore: string;
}

/**
 * Gaps on record of which an attempt was recorded that the rollups have not taken in (an attempt may fail long after the look
 * that ended the gap it began in), and those of an earlier version, which did not go by attempts.
 *
 * Numbers and times of rows do not become visible in their order, but a transaction below the oldest one at work is over. In a
 * database that was restored from a dump transactions count from the beginning: then everything is read once again, and rows
 * of the cluster before are left out until their numbers are reached.
 */
export async function listGapsToExplainAgain(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<GapsToExplain> {
  const rows = await sql<{ before: string; reserve: string | null; from: Date | null }[]>`
    WITH now AS (
      SELECT pg_snapshot_xmin(pg_current_snapshot()) AS oldest, pg_snapshot_xmax(pg_current_snapshot()) AS next
    ), state AS (
      SELECT now.*, (SELECT r.attempts_before FROM lend.rollup_state AS r WHERE r.protocol = ${protocol}) AS taken_in FROM now
    ), bounds AS (
      SELECT *, coalesce(taken_in > next, true) AS is_first FROM state
    ), news AS (
      SELECT a.reserve_set, min(a.started_at) AS first_at, max(a.started_at) AS last_at
      FROM bounds AS b JOIN lend.failed_attempts AS a
        ON a.recorded_xid >= CASE WHEN b.is_first THEN '0'::xid8 ELSE b.taken_in END AND (b.is_first OR a.recorded_xid < b.next)
      WHERE a.protocol = ${protocol} AND a.kind <> 'follow' AND a.reserve_set IS NOT NULL
      GROUP BY 1
    ), touched AS (
      SELECT DISTINCT g.id FROM news AS n
      JOIN lend.reserve_sets AS s ON s.sha256 = n.reserve_set
      CROSS JOIN LATERAL unnest(s.reserves) AS asked(reserve)
      JOIN lend.ingest_gaps AS g ON g.protocol = ${protocol} AND coalesce(g.reserve, '') = asked.reserve
        AND g.from_started_at < n.last_at AND coalesce(g.to_started_at, 'infinity') > n.first_at
    ), found AS (
      SELECT g.reserve, g.from_at FROM touched JOIN lend.ingest_gaps AS g USING (id)
      LEFT JOIN LATERAL (${firstFailureOf(sql, protocol)}) AS f ON true
      WHERE g.reason_code NOT IN ('quarantined', 'account_missing') AND f.attempt_id IS DISTINCT FROM g.attempt_id
      UNION ALL
      SELECT reserve, from_at FROM lend.ingest_gaps
      WHERE protocol = ${protocol} AND from_started_at IS NULL AND reserve IS NOT NULL
    )
    SELECT now.oldest::text AS before, found.reserve, found.from_at AS "from"
    FROM now LEFT JOIN found ON true ORDER BY found.reserve, found.from_at`;
  return {
    gaps: rows.flatMap(({ reserve, from }) => (reserve === null || from === null ? [] : [{ reserve, from }])),
    attemptsBefore: rows[0]?.before ?? '0',
  };
}

/** Says that the reasons of gaps go by all attempts of transactions before this one. */
export async function setAttemptsTakenIn(
  sql: Queryable,
  { protocol, attemptsBefore }: { readonly protocol: string; readonly attemptsBefore: string },
): Promise<void> {
  await sql`
    UPDATE lend.rollup_state SET attempts_before = ${attemptsBefore}::text::xid8, updated_at = now()
    WHERE protocol = ${protocol} AND attempts_before IS DISTINCT FROM ${attemptsBefore}::text::xid8`;
}
