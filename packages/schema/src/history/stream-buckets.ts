import { tableAsOf } from '../corrections/as-of.ts';
import type { Queryable } from '../create-database.ts';
import { parseNumerics } from '../rows/column-specs.ts';
import type { ReserveBucketRow, ReserveStatus } from '../tables/index.ts';
import { BUCKET_TABLES, type BucketGrain, WHOLE_BUCKET } from './bucket-selection.ts';
import { pageByReserve } from './page-by-reserve.ts';

/** A bucket as it is stored: integers as bigint, the 65 summaries under the names of their columns. */
export type StoredBucket = ReserveBucketRow;

/** Place of a bucket in the order in which they are streamed. */
export interface BucketPosition {
  readonly reserve: string;
  readonly bucketStart: Date;
}

export interface StreamBucketsOptions {
  readonly grain: BucketGrain;
  readonly protocol: string;
  /** Each filter leaves out what is not of it; those that are not given let everything pass. */
  readonly reserves?: readonly string[];
  readonly lendingMarket?: string;
  readonly tokenMint?: string;
  readonly status?: ReserveStatus;
  /** Buckets that begin in the range; `to` does not belong to it. */
  readonly from: Date;
  readonly to: Date;
  /** Only what comes after this place. */
  readonly after?: BucketPosition;
  /** No more than this many in all. */
  readonly limit?: number;
  /** Buckets a page. Default 1,000. */
  readonly pageSize?: number;
  /** The moment at which the values were published; null: now. */
  readonly asOf?: Date | null;
}

/** Stored buckets by reserve (byte order) and start, in pages that keep nothing between them, see `pageByReserve`. */
export function streamBuckets(
  sql: Queryable,
  options: StreamBucketsOptions,
): AsyncGenerator<readonly StoredBucket[], void, undefined> {
  return pageByReserve<BucketPosition, StoredBucket>(
    {
      rest: (place, size) => readRest(sql, options, place, size),
      beyond: (reserve, size) => readBeyond(sql, options, reserve, size),
    },
    {
      after: options.after ?? null,
      limit: options.limit ?? Number.POSITIVE_INFINITY,
      pageSize: options.pageSize ?? 1_000,
    },
  );
}

/** How many buckets of the reserves begin in the range. */
export async function countBuckets(
  sql: Queryable,
  {
    grain,
    reserves,
    from,
    to,
  }: Pick<StreamBucketsOptions, 'grain' | 'from' | 'to'> & {
    readonly reserves: readonly string[];
  },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${sql.unsafe(BUCKET_TABLES[grain])} AS b
    WHERE b.reserve = ANY(${[...reserves]}::text[])
      AND b.bucket_start >= ${from}::timestamptz AND b.bucket_start < ${to}::timestamptz`;
  return row?.count ?? 0;
}

async function readRest(
  sql: Queryable,
  options: StreamBucketsOptions,
  { reserve, bucketStart }: BucketPosition,
  size: number,
): Promise<readonly StoredBucket[]> {
  const rows = await sql<StoredBucket[]>`
    SELECT ${sql.unsafe(WHOLE_BUCKET.columns)}
    FROM ${sql.unsafe(tableAsOf(BUCKET_TABLES[options.grain], options.asOf ?? null).text)} AS b
    WHERE b.reserve_id = (SELECT i.id FROM lend.reserves AS i WHERE i.address = ${reserve})
      AND EXISTS (SELECT FROM lend.reserves AS r WHERE r.address = ${reserve} AND ${isWanted(sql, options)})
      AND b.bucket_start > ${bucketStart}::timestamptz
      AND b.bucket_start >= ${options.from}::timestamptz AND b.bucket_start < ${options.to}::timestamptz
    ORDER BY b.bucket_start
    LIMIT ${size}`;
  return parseNumerics(WHOLE_BUCKET.numerics, rows);
}

async function readBeyond(
  sql: Queryable,
  options: StreamBucketsOptions,
  reserve: string,
  size: number,
): Promise<readonly StoredBucket[]> {
  const rows = await sql<StoredBucket[]>`
    SELECT s.*
    FROM lend.reserves AS r
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(WHOLE_BUCKET.columns)}
      FROM ${sql.unsafe(tableAsOf(BUCKET_TABLES[options.grain], options.asOf ?? null).text)} AS b
      WHERE b.reserve_id = r.id
        AND b.bucket_start >= ${options.from}::timestamptz AND b.bucket_start < ${options.to}::timestamptz
      ORDER BY b.bucket_start
      LIMIT ${size}
    ) AS s
    WHERE r.address > ${reserve} AND ${isWanted(sql, options)}
    ORDER BY r.address, s."bucketStart"
    LIMIT ${size}`;
  return parseNumerics(WHOLE_BUCKET.numerics, rows);
}

/** The filters, of `reserves AS r`. */
function isWanted(sql: Queryable, { protocol, reserves, lendingMarket, tokenMint, status }: StreamBucketsOptions) {
  return sql`r.protocol = ${protocol}
    ${reserves === undefined ? sql`` : sql`AND r.address = ANY(${[...reserves]}::text[])`}
    ${lendingMarket === undefined ? sql`` : sql`AND r.lending_market = ${lendingMarket}`}
    ${tokenMint === undefined ? sql`` : sql`AND r.token_mint = ${tokenMint}`}
    ${status === undefined ? sql`` : sql`AND r.status = ${status}`}`;
}
