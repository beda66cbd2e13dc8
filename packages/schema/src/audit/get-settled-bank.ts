import type { Queryable } from '../create-database.ts';

/** A bank of which a batch was committed. */
export interface SettledBank {
  readonly slot: bigint;
  readonly observedAt: Date;
}

/**
 * Slots of commits in a row sway: batches of one poll come from nodes that are not equally far. The highest of so many is
 * what the stored slots reached.
 */
const COMMITS = 1_000;

/**
 * The newest bank among the last batches that were committed at least `ageMs` ago, by the clock of the database: whatever is
 * polled should have got beyond it by now. Null where no commit is so old.
 */
export async function getSettledBank(
  sql: Queryable,
  { protocol, ageMs }: { readonly protocol: string; readonly ageMs: number },
): Promise<SettledBank | null> {
  const [row] = await sql<SettledBank[]>`
    SELECT slot, observed_at AS "observedAt" FROM (
      SELECT slot, observed_at, commit_seq FROM lend.batch_commits
      WHERE protocol = ${protocol} AND committed_at <= now() - make_interval(secs => ${ageMs / 1000}::float8)
      ORDER BY commit_seq DESC LIMIT ${COMMITS}
    ) AS settled
    ORDER BY slot DESC, commit_seq DESC LIMIT 1`;
  return row === undefined ? null : { ...row };
}
