import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import { type IngestGapFilter, ingestGapsOf } from './gap-ledger.ts';

export interface BucketRevisionFilter {
  readonly reserves: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** Numbers of the last commits to days (UTC) of reserves, from FROM on. */
function revisionsOf(sql: Queryable, { reserves, from, to }: BucketRevisionFilter): PendingQuery<Row[]> {
  return sql`
    FROM lend.bucket_revisions
    WHERE reserve = ANY(${[...reserves]}::text[])
      AND day >= date_trunc('day', ${from}::timestamptz, 'UTC') AND day < ${to}::timestamptz`;
}

/**
 * Of rows of `bucket_revisions`, in any order: null of none. Each hash is of all three values, so that the sum is the same only by chance (1 in 2^64)
 * where reserves or days have exchanged their numbers. A digest of their texts in order took four times as long.
 */
const DIGEST = `count(*) || ' ' || sum(hashint8extended(revision, hashtextextended(reserve, date_part('epoch', day)::bigint)))`;

/**
 * What tells two states of the buckets of each day (UTC) of a range apart, of any width: a digest of what was committed last to it of each
 * of the reserves. A day without is one that nothing was committed to. The largest number alone would not do: a transaction that
 * began earlier may commit later, to another reserve.
 */
export async function listDayRevisions(
  sql: Queryable,
  filter: BucketRevisionFilter,
): Promise<{ readonly day: Date; readonly revision: string }[]> {
  const rows = await sql<{ day: Date; revision: string }[]>`
    SELECT day, ${sql.unsafe(DIGEST)} AS revision
    ${revisionsOf(sql, filter)}
    GROUP BY day ORDER BY day`;
  return rows.map((row) => ({ ...row }));
}

/** The number of what was committed last to the buckets of a day (UTC) of a reserve, of any width. */
export interface ReserveDayRevision {
  readonly reserve: string;
  readonly day: Date;
  readonly revision: string;
}

/** Reserve by reserve. A day without is one that nothing was committed to. */
export async function listReserveDayRevisions(
  sql: Queryable,
  filter: BucketRevisionFilter,
): Promise<ReserveDayRevision[]> {
  const rows = await sql<ReserveDayRevision[]>`
    SELECT reserve, day, revision::text AS revision ${revisionsOf(sql, filter)}`;
  return [...rows];
}

/** Digests of what an answer is made of; null where there is nothing. */
export interface HistoryRevision {
  /** As of `listDayRevisions`, of all days together. */
  readonly buckets: string | null;
  readonly gaps: string | null;
}

/** What tells two states of a history apart: of its buckets, and of the gaps that it names, cut to their range. Without `gaps`, none. */
export async function readHistoryRevision(
  sql: Queryable,
  { gaps, ...filter }: BucketRevisionFilter & { readonly gaps: IngestGapFilter | null },
): Promise<HistoryRevision> {
  const ofGaps = (wanted: IngestGapFilter) => sql`
    SELECT md5(string_agg(concat_ws(' ', reserve, extract(epoch FROM greatest(from_at, ${wanted.from}::timestamptz)),
      extract(epoch FROM least(to_at, ${wanted.to}::timestamptz)), reason_code), ',' ORDER BY coalesce(reserve, ''), from_at))
    FROM (SELECT reserve, from_at, to_at, reason_code ${ingestGapsOf(sql, wanted)}) AS g`;
  const [row] = await sql<HistoryRevision[]>`
    SELECT (
      SELECT ${sql.unsafe(DIGEST)}
      ${revisionsOf(sql, filter)}
    ) AS buckets, ${gaps === null ? sql`NULL::text` : sql`(${ofGaps(gaps)})`} AS gaps`;
  return { buckets: row?.buckets ?? null, gaps: row?.gaps ?? null };
}
