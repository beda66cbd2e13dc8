import type { Queryable } from '../create-database.ts';

/** A committed batch in the order of the commits. */
export interface BatchCommit {
  readonly commitSeq: bigint;
  readonly batchId: string;
  readonly slot: bigint;
  readonly observedAt: Date;
  /** Reserves of which this batch wrote a snapshot, in byte order. */
  readonly snapshotReserves: readonly string[];
  /** By the clock of the database. */
  readonly committedAt: Date;
}

/**
 * Batches that were committed after the given one, the oldest first. Numbers can be left out, but none appears later below
 * one that was seen.
 */
export async function listCommitsAfter(
  sql: Queryable,
  { protocol, commitSeq, limit }: { readonly protocol: string; readonly commitSeq: bigint; readonly limit: number },
): Promise<BatchCommit[]> {
  const rows = await sql<BatchCommit[]>`
    SELECT commit_seq AS "commitSeq", batch_id AS "batchId", slot, observed_at AS "observedAt",
      snapshot_reserves AS "snapshotReserves", committed_at AS "committedAt"
    FROM lend.batch_commits
    WHERE protocol = ${protocol} AND commit_seq > ${commitSeq}::bigint
    ORDER BY commit_seq LIMIT ${limit}`;
  return rows.map((row) => ({ ...row }));
}

/** The range of commits that are kept; null where there is none. Older ones were deleted with their poll batches. */
export async function getCommitRange(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<{ readonly first: bigint; readonly last: bigint } | null> {
  const [row] = await sql<{ first: bigint; last: bigint }[]>`
    SELECT (SELECT commit_seq FROM lend.batch_commits WHERE protocol = ${protocol} ORDER BY commit_seq LIMIT 1) AS first,
      (SELECT commit_seq FROM lend.batch_commits WHERE protocol = ${protocol} ORDER BY commit_seq DESC LIMIT 1) AS last`;
  return row === undefined || row.first === null ? null : { ...row };
}
