import type { Queryable } from '../create-database.ts';
import type { RollupStateRow } from '../tables/index.ts';

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

/** How far the rollups of the protocol have come; null before the first. */
export async function getRollupState(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<RollupStateRow | null> {
  const [row] = await sql<RollupStateRow[]>`
    SELECT protocol, commit_seq AS "commitSeq", purged_before AS "purgedBefore", attempts_before AS "attemptsBefore", updated_at AS "updatedAt",
      quarter_hours_seq AS "quarterHoursSeq", quarter_hours_from AS "quarterHoursFrom"
    FROM lend.rollup_state WHERE protocol = ${protocol}`;
  return row === undefined ? null : { ...row };
}

/** Says that everything up to this commit is in the buckets. Never goes back: a run that ends late changes nothing. */
export async function setRollupState(
  sql: Queryable,
  { protocol, commitSeq }: { readonly protocol: string; readonly commitSeq: bigint },
): Promise<void> {
  await sql`
    INSERT INTO lend.rollup_state AS s (protocol, commit_seq, quarter_hours_seq)
    VALUES (${protocol}, ${commitSeq}::bigint, ${commitSeq}::bigint)
    ON CONFLICT (protocol) DO UPDATE
      SET commit_seq = excluded.commit_seq, quarter_hours_seq = excluded.commit_seq, updated_at = now()
    WHERE s.commit_seq < excluded.commit_seq`;
}

/** Says that of the commits up to this one quarters of an hour that begin before a time are still to be made; null: none are. */
export async function setQuarterHoursFrom(
  sql: Queryable,
  { protocol, from, commitSeq }: { readonly protocol: string; readonly from: Date | null; readonly commitSeq: bigint },
): Promise<void> {
  await sql`
    UPDATE lend.rollup_state
    SET quarter_hours_from = ${from}::timestamptz, quarter_hours_seq = ${commitSeq}::bigint, updated_at = now()
    WHERE protocol = ${protocol}`;
}
