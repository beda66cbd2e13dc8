import type { Queryable } from '../create-database.ts';

/** A commit that was traced. */
export interface CommitTrace {
  readonly commitSeq: bigint;
  readonly batchId: string;
  readonly traceparent: string;
}

/** What committed the newest state of a reserve. */
export interface LatestTrace extends CommitTrace {
  readonly reserve: string;
  /** Of the state: it tells whether somebody's state is this one. */
  readonly slot: bigint;
}

/** The traced commits that the latest rows of a protocol come from, one entry per reserve. */
export async function listLatestTraces(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<LatestTrace[]> {
  return sql<LatestTrace[]>`
    SELECT l.reserve, l.slot, c.commit_seq AS "commitSeq", c.batch_id AS "batchId", c.traceparent
    FROM lend.reserve_latest AS l
    JOIN lend.reserves AS r ON r.address = l.reserve
    JOIN lend.batch_commits AS c ON c.batch_id = l.poll_batch_id
    WHERE r.protocol = ${protocol} AND c.traceparent IS NOT NULL
    ORDER BY l.reserve COLLATE "C"`;
}

/** The traced ones of these commits, in their order. */
export async function listCommitTraces(sql: Queryable, commitSeqs: readonly bigint[]): Promise<CommitTrace[]> {
  return sql<CommitTrace[]>`
    SELECT commit_seq AS "commitSeq", batch_id AS "batchId", traceparent FROM lend.batch_commits
    WHERE commit_seq = ANY(${commitSeqs.map(String)}::text[]::bigint[]) AND traceparent IS NOT NULL
    ORDER BY commit_seq`;
}

/** The traced commit that a stored state of a reserve comes from; null where there is none. */
export async function findStateTrace(
  sql: Queryable,
  { reserve, slot, observedAt }: { readonly reserve: string; readonly slot: bigint; readonly observedAt: Date },
): Promise<CommitTrace | null> {
  const [row] = await sql<CommitTrace[]>`
    SELECT c.commit_seq AS "commitSeq", c.batch_id AS "batchId", c.traceparent
    FROM (
      SELECT s.poll_batch_id FROM lend.reserve_snapshots AS s
      WHERE s.reserve = ${reserve} AND s.observed_at = ${observedAt}::timestamptz AND s.slot = ${slot}::bigint
      UNION ALL
      SELECT l.poll_batch_id FROM lend.reserve_latest AS l
      WHERE l.reserve = ${reserve} AND l.observed_at = ${observedAt}::timestamptz AND l.slot = ${slot}::bigint
    ) AS state
    JOIN lend.batch_commits AS c ON c.batch_id = state.poll_batch_id
    WHERE c.traceparent IS NOT NULL
    ORDER BY c.commit_seq LIMIT 1`;
  return row ?? null;
}
