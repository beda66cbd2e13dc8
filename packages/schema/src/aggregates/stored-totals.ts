import type { Queryable } from '../create-database.ts';
import type { TotalsKind } from '../tables/index.ts';
import { type BucketTotals, type BucketTotalsRow, toBucketTotals, totalColumns } from './bucket-totals.ts';

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
  /** As `listBucketTotals` makes them, but without the detailed ones. */
  readonly rows: readonly BucketTotals[];
  /** Starts of the periods of which they are not up to date, in order. */
  readonly due: readonly Date[];
}

const COLUMNS = totalColumns('usd')
  .map(([key, column]) => `t.${column} AS "${key}"`)
  .join(', ');

/** Totals as the rollup has stored them, by period and part, and the periods that it has yet to come to. */
export async function listStoredTotals(sql: Queryable, filter: StoredTotalsFilter): Promise<StoredTotals> {
  const { protocol, subject, from, to, periodSeconds } = filter;
  // Read first: what is up to date now may be newer by the time that it is read, and never older.
  const due = await sql<{ start: Date }[]>`
    SELECT bucket_start AS start FROM lend.bucket_totals_due
    WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
      AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz
    ORDER BY bucket_start`;
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
