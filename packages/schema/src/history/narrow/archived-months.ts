import { DAY_MS, type TimeRange } from '@tidemark/core';
import type { Queryable } from '../../create-database.ts';

/** A month whose observations lie in a file. */
export interface ArchivedMonth extends TimeRange {
  /** Below the folder of the archive. */
  readonly file: string;
}

/** The oldest first; a row a month, so there are few. */
export async function listArchivedMonths(sql: Queryable): Promise<ArchivedMonth[]> {
  const rows = await sql<{ from: Date; to: Date; file: string }[]>`
    SELECT h.month::timestamp AT TIME ZONE 'UTC' AS "from", (h.month + interval '1 month') AT TIME ZONE 'UTC' AS "to",
      h.archived_file AS file
    FROM lend.history_months AS h WHERE h.archived_at IS NOT NULL ORDER BY h.month`;
  return rows.map((row) => ({ ...row }));
}

/** Those of which a range holds something. */
export function archivedWithin<Month extends TimeRange>(months: readonly Month[], { from, to }: TimeRange): Month[] {
  return months.filter((month) => month.from < to && from < month.to);
}

/** Those on which buckets of a range rest that stay as they are, see `isFrozen`. */
export function frozenWithin<Month extends TimeRange>(months: readonly Month[], { from, to }: TimeRange): Month[] {
  return archivedWithin(months, { from: new Date(from.getTime() - DAY_MS), to });
}

/**
 * Whether buckets that begin then stay as they are: what they were made of is not here. The day after a month is one of them, because its first
 * states lie before it.
 */
export function isFrozen(months: readonly TimeRange[], start: Date): boolean {
  return months.some(({ from, to }) => start >= from && start.getTime() < to.getTime() + DAY_MS);
}
