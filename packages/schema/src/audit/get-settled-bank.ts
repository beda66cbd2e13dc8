import type { Queryable } from '../create-database.ts';

/** A bank of which a batch was committed. */
export interface SettledBank {
  readonly slot: bigint;
  readonly observedAt: Date;
}

/**
 * The bank of the last batch that was committed at least `ageMs` ago, by the clock of the database: whatever is polled should
 * have got beyond it by now. Null where no commit is so old.
 */
export async function getSettledBank(
  sql: Queryable,
  { protocol, ageMs }: { readonly protocol: string; readonly ageMs: number },
): Promise<SettledBank | null> {
  const [row] = await sql<SettledBank[]>`
    SELECT slot, observed_at AS "observedAt" FROM lend.batch_commits
    WHERE protocol = ${protocol} AND committed_at <= now() - make_interval(secs => ${ageMs / 1000}::float8)
    ORDER BY commit_seq DESC LIMIT 1`;
  return row === undefined ? null : { ...row };
}
