import type { Queryable } from '../create-database.ts';

export interface BucketRevisionFilter {
  readonly reserves: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/**
 * What tells two states of the buckets of each day (UTC) of a range apart, of any width: a digest of what was committed last to it of each
 * of the reserves. A day without is one that nothing was committed to. The largest number alone would not do: a transaction that
 * began earlier may commit later, to another reserve.
 */
export async function listDayRevisions(
  sql: Queryable,
  { reserves, from, to }: BucketRevisionFilter,
): Promise<{ readonly day: Date; readonly revision: string }[]> {
  const rows = await sql<{ day: Date; revision: string }[]>`
    SELECT day, md5(string_agg(reserve || ' ' || revision, ',' ORDER BY reserve)) AS revision
    FROM lend.bucket_revisions
    WHERE reserve = ANY(${[...reserves]}::text[])
      AND day >= date_trunc('day', ${from}::timestamptz, 'UTC') AND day < ${to}::timestamptz
    GROUP BY day ORDER BY day`;
  return rows.map((row) => ({ ...row }));
}
