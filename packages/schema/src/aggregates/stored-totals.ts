import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import type { TotalsKind } from '../tables/index.ts';
import type { BandExclusion } from './list-bucket-totals.ts';
import { type BucketTotals, type BucketTotalsRow, toBucketTotals, totalColumns } from './bucket-totals.ts';
import { TOTALS_VERSION } from './totals-kinds.ts';

/** Whose totals are stored. */
export interface TotalsSubject {
  readonly kind: TotalsKind;
  /** Address; empty for the protocol. */
  readonly of: string;
  /** Whether reserves count that lend on through another one. */
  readonly withWrapping: boolean;
}

export interface StoredTotalsFilter {
  readonly protocol: string;
  readonly subject: TotalsSubject;
  /** Start of the first period and end of the last. */
  readonly from: Date;
  readonly to: Date;
  /** Length of a period: an hour, four or a day. */
  readonly periodSeconds: number;
}

export interface StoredTotals {
  /** As `listBucketTotals` makes them; the detailed ones of the benchmark alone. */
  readonly rows: readonly BucketTotals[];
  /** Starts of the periods of which they are not up to date, in order. */
  readonly due: readonly Date[];
}

const COLUMNS = totalColumns('usd')
  .map(([key, column]) => `t.${column} AS "${key}"`)
  .concat('t.supply_apr_weighted AS "supplyAprWeighted"', 't.borrow_apr_weighted AS "borrowAprWeighted"')
  .concat('t.priced_mints AS "pricedMints"')
  .join(', ');

/** Totals as the rollup has stored them, by period and part, and the periods that it has yet to come to. */
export async function listStoredTotals(sql: Queryable, filter: StoredTotalsFilter): Promise<StoredTotals> {
  const { protocol, subject, from, to, periodSeconds } = filter;
  // Read first: what is up to date now may be newer by the time that it is read, and never older.
  const due = await sql<{ start: Date }[]>`
    SELECT bucket_start AS start FROM lend.bucket_totals_due
    WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
      AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz
    ${subject.kind === 'benchmark' ? ofVersionBefore(sql, filter) : sql``}
    ORDER BY 1`;
  const rows = await sql<BucketTotalsRow[]>`
    SELECT t.bucket_start AS "periodStart", t.part <> 'unlisted' AS listed, ${sql.unsafe(COLUMNS)}
    FROM lend.bucket_totals AS t
    WHERE t.protocol = ${protocol} AND t.subject_kind = ${subject.kind} AND t.subject = ${subject.of}
      AND t.width_seconds = ${periodSeconds}::int
      AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
      AND (${subject.withWrapping} OR t.part <> 'wrapping')
    ORDER BY t.bucket_start, t.part`;
  return { rows: rows.map((row) => toBucketTotals(protocol, row)), due: due.map(({ start }) => start) };
}

/** What tells two states of stored totals apart, period by period. */
export interface TotalsRevision {
  readonly start: Date;
  /** Place of the subject among those that were asked for; null of a period of which nothing is up to date. */
  readonly subject: number | null;
  readonly revision: string | null;
}

export interface TotalsRevisionsFilter extends Omit<StoredTotalsFilter, 'subject'> {
  readonly subjects: readonly Pick<TotalsSubject, 'kind' | 'of'>[];
}

/**
 * The numbers of the last changes of the totals of each subject and period, and the periods that the rollup has yet to come to. All parts count, also
 * those that are left out of an answer.
 */
export async function listTotalsRevisions(sql: Queryable, filter: TotalsRevisionsFilter): Promise<TotalsRevision[]> {
  const { protocol, subjects, from, to, periodSeconds } = filter;
  const rows = await sql<TotalsRevision[]>`
    SELECT t.bucket_start AS start, (w.place - 1)::int AS subject, t.protocol || ' ' || string_agg(t.part || ' ' || t.change_id, ',' ORDER BY t.part) AS revision
    FROM unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ of }) => of)}::text[]) WITH ORDINALITY AS w(kind, subject, place)
    JOIN lend.bucket_totals AS t ON t.protocol = ${protocol} AND t.subject_kind = w.kind AND t.subject = w.subject
      AND t.width_seconds = ${periodSeconds}::int AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
    GROUP BY t.protocol, 1, 2
    UNION ALL
    SELECT d.start, NULL, NULL FROM (
      SELECT bucket_start AS start FROM lend.bucket_totals_due
      WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
        AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz
      ${ofVersionBefore(sql, filter)}
    ) AS d`;
  return rows.map((row) => ({ ...row }));
}

/** Periods whose totals a version made that knows nothing of the benchmark, and of fees. */
export function ofVersionBefore(
  sql: Queryable,
  { protocol, from, to, periodSeconds }: Omit<StoredTotalsFilter, 'subject'>,
): PendingQuery<Row[]> {
  return sql`
    UNION SELECT bucket_start FROM lend.bucket_totals
    WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int AND totals_version < ${sql.unsafe(String(TOTALS_VERSION))}
      AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz`;
}

export interface StoredExclusions {
  readonly rows: readonly BandExclusion[];
  /** Starts of hours or days of which they are not up to date, in order. */
  readonly due: readonly Date[];
}

/** What `listBandExclusions` finds for the benchmark, out of its stored totals of hours or days. */
export async function listStoredExclusions(
  sql: Queryable,
  filter: Omit<StoredTotalsFilter, 'subject'>,
): Promise<StoredExclusions> {
  const { protocol, from, to, periodSeconds } = filter;
  const due = await sql<{ start: Date }[]>`
    SELECT bucket_start AS start FROM lend.bucket_totals_due
    WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
      AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz
    ${ofVersionBefore(sql, filter)} ORDER BY 1`;
  const rows = await sql<BandExclusion[]>`
    WITH alike AS (
      -- The lists of most periods are the same: each is taken apart once.
      SELECT t.unpriced_reserves, t.off_peg_reserves, count(*) AS buckets, min(t.bucket_start) AS first_start, max(t.bucket_start) AS last_start
      FROM lend.bucket_totals AS t
      WHERE t.protocol = ${protocol} AND t.subject_kind = 'benchmark' AND t.subject = '' AND t.width_seconds = ${periodSeconds}::int
        AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
        AND t.bucket_start <> ALL(${due.map(({ start }) => start.toISOString())}::timestamptz[])
      GROUP BY 1, 2
    )
    SELECT u.reserve, NOT coalesce(u.reserve = ANY(a.off_peg_reserves), false) AS unpriced, sum(a.buckets)::int AS buckets,
      min(a.first_start) AS "firstStart", max(a.last_start) AS "lastStart"
    FROM alike AS a CROSS JOIN LATERAL unnest(a.unpriced_reserves) AS u(reserve)
    GROUP BY 1, 2`;
  return { rows: rows.map((row) => ({ ...row })), due: due.map(({ start }) => start) };
}
