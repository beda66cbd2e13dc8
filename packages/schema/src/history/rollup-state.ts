import type { Queryable } from '../create-database.ts';
import type { RollupStateRow } from '../tables/index.ts';

/** How far the rollups of the protocol have come; null before the first. */
export async function getRollupState(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<RollupStateRow | null> {
  const [row] = await sql<RollupStateRow[]>`
    SELECT protocol, commit_seq AS "commitSeq", purged_before AS "purgedBefore", attempts_before AS "attemptsBefore", updated_at AS "updatedAt"
    FROM lend.rollup_state WHERE protocol = ${protocol}`;
  return row === undefined ? null : { ...row };
}

/** Says that everything up to this commit is in the buckets. Never goes back: a run that ends late changes nothing. */
export async function setRollupState(
  sql: Queryable,
  { protocol, commitSeq }: { readonly protocol: string; readonly commitSeq: bigint },
): Promise<void> {
  await sql`
    INSERT INTO lend.rollup_state AS s (protocol, commit_seq) VALUES (${protocol}, ${commitSeq}::bigint)
    ON CONFLICT (protocol) DO UPDATE SET commit_seq = excluded.commit_seq, updated_at = now()
    WHERE s.commit_seq < excluded.commit_seq`;
}
