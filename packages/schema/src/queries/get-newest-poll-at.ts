import type { Queryable } from '../create-database.ts';

/** When the newest attempt at a batch of a poll began, whatever became of it and whoever made it; null where there is none. */
export async function getNewestPollAt(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<Date | null> {
  const [row] = await sql<{ startedAt: Date }[]>`
    SELECT "startedAt" FROM (
      (SELECT started_at AS "startedAt" FROM lend.poll_batches
       WHERE protocol = ${protocol} AND kind = 'poll' ORDER BY started_at DESC LIMIT 1)
      UNION ALL
      (SELECT started_at FROM lend.failed_attempts
       WHERE protocol = ${protocol} AND kind = 'poll' ORDER BY started_at DESC LIMIT 1)
    ) AS newest ORDER BY 1 DESC LIMIT 1`;
  return row?.startedAt ?? null;
}
