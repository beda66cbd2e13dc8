import type { Queryable, Sql } from '../create-database.ts';

/** Gaps of reserves of listed markets that go on, for one reason. */
export interface OpenGapCount {
  readonly reason: string;
  /** Reserves that have one. */
  readonly gaps: number;
  readonly oldestFrom: Date;
}

/** How far observation and history of a protocol have come. */
export interface IngestStatus {
  /** When this was read, by the database's clock. */
  readonly readAt: Date;
  /** By reason (byte order). */
  readonly openGaps: readonly OpenGapCount[];
  /** Start of the newest hour that is final for any reserve; null before the first. */
  readonly finalHourAt: Date | null;
  /** Age of the oldest commit that hours and days do not hold, by the database's clock; null: nothing was committed. */
  readonly rollupLagMs: number | null;
  /** Time since the newest poll or discovery was committed, by the database's clock; null before the first. */
  readonly pollAgeMs: number | null;
  /** How often the indexer that started last polls; null before the first. */
  readonly pollIntervalMs: number | null;
  /** Code of the newest attempt at a poll, where it failed and none that began later was committed; null otherwise. */
  readonly failingWith: string | null;
  /** How far apart two reads may lie without a gap, as the newest batch has it; null before the first. */
  readonly gapAfterMs: number | null;
}

/** Notifications make many small commits; where all of these are theirs, no poll came for at least as long as they go back. */
const RECENT_COMMITS = 500;

type Progress = Omit<IngestStatus, 'openGaps'>;

/** Small however long the history is: a few milliseconds with 557 reserves and a month of it. */
export async function getIngestStatus(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<IngestStatus> {
  const openGaps = await listOpenGaps(sql, protocol);
  const [row] = await sql<Progress[]>`
    SELECT clock_timestamp() AS "readAt",
      (SELECT max(h.bucket_start) FROM lend.reserves AS r CROSS JOIN LATERAL (
          SELECT b.bucket_start FROM lend.reserve_hourly AS b WHERE b.reserve_id = r.id AND b.final
          ORDER BY b.bucket_start DESC LIMIT 1
        ) AS h WHERE r.protocol = ${protocol}) AS "finalHourAt",
      CASE WHEN EXISTS (SELECT FROM lend.batch_commits WHERE protocol = ${protocol}) THEN coalesce((
        SELECT greatest(0, extract(epoch FROM clock_timestamp() - c.committed_at) * 1000)::float8
        FROM lend.batch_commits AS c
        WHERE c.protocol = ${protocol} AND c.commit_seq > coalesce(
          (SELECT s.commit_seq FROM lend.rollup_state AS s WHERE s.protocol = ${protocol}), 0)
        ORDER BY c.commit_seq LIMIT 1), 0) END AS "rollupLagMs",
      (SELECT poll_interval_ms FROM lend.poll_schedule WHERE protocol = ${protocol}) AS "pollIntervalMs",
      (SELECT CASE WHEN count(*) > 0 THEN greatest(0, extract(epoch FROM clock_timestamp()
          - coalesce(max(c.committed_at) FILTER (WHERE p.kind <> 'follow'), min(c.committed_at))) * 1000)::float8 END
        FROM (
          SELECT batch_id, committed_at FROM lend.batch_commits
          WHERE protocol = ${protocol} ORDER BY commit_seq DESC LIMIT ${RECENT_COMMITS}::int
        ) AS c LEFT JOIN lend.poll_batches AS p ON p.id = c.batch_id) AS "pollAgeMs",
      (SELECT error_code FROM lend.failed_attempts
        WHERE protocol = ${protocol} AND kind = 'poll' AND started_at > coalesce((
          SELECT started_at FROM lend.poll_batches WHERE protocol = ${protocol} AND kind = 'poll'
          ORDER BY started_at DESC LIMIT 1), '-infinity')
        ORDER BY started_at DESC LIMIT 1) AS "failingWith",
      (SELECT gap_after_ms FROM lend.poll_batches
        WHERE protocol = ${protocol} AND observed_at IS NOT NULL
        ORDER BY observed_at DESC LIMIT 1) AS "gapAfterMs"`;
  if (row === undefined) throw new Error('a statement without FROM gives one row');
  return { ...row, openGaps };
}

/** Of reserves of listed markets: anybody can make a market, and let its reserves be refused. A gap goes on while no read of its reserve lies after its beginning. The ledger follows the rollups. */
export async function listOpenGaps(sql: Queryable, protocol: string): Promise<OpenGapCount[]> {
  const rows = await sql<OpenGapCount[]>`
    SELECT gap.reason_code AS reason, count(*)::int AS gaps, min(gap.from_at) AS "oldestFrom"
    FROM lend.reserves AS r
    JOIN lend.lending_markets AS m ON m.address = r.lending_market AND m.listed
    JOIN lend.reserve_latest AS l ON l.reserve = r.address
    CROSS JOIN LATERAL (
      SELECT g.reason_code, g.from_at FROM lend.ingest_gaps AS g
      WHERE g.protocol = ${protocol} AND coalesce(g.reserve, '') = r.address AND g.from_at >= l.observed_at
      ORDER BY g.from_at LIMIT 1
    ) AS gap
    WHERE r.protocol = ${protocol}
    GROUP BY gap.reason_code ORDER BY gap.reason_code COLLATE "C"`;
  return rows.map((row) => ({ ...row }));
}

/** Says how often the protocol is polled from now on: the age of its newest poll is judged by that. May be repeated. */
export async function setPollSchedule(
  sql: Sql,
  { protocol, pollIntervalMs }: { readonly protocol: string; readonly pollIntervalMs: number },
): Promise<void> {
  await sql`
    INSERT INTO lend.poll_schedule AS s (protocol, poll_interval_ms) VALUES (${protocol}, ${pollIntervalMs})
    ON CONFLICT (protocol) DO UPDATE SET poll_interval_ms = excluded.poll_interval_ms, updated_at = now()
    WHERE s.poll_interval_ms <> excluded.poll_interval_ms`;
}
