import type { Queryable } from '../create-database.ts';

/** A bucket, or where none was made of the time a row that says so: `elapsedSeconds` is then null. Prices are exact decimals. */
export interface PriceBucketRow {
  readonly bucketStart: Date;
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly close: string | null;
  /** Mean over the time in which there was a price. */
  readonly twavg: number | null;
  readonly observations: number;
  readonly elapsedSeconds: number | null;
  readonly observedSeconds: number;
  readonly pricedSeconds: number;
  readonly gapReason: string | null;
  readonly final: boolean;
}

/** Widths of buckets in seconds. */
export type PriceBucketWidth = 900 | 3_600 | 86_400;

interface Range {
  readonly mint: string;
  readonly from: Date;
  /** Does not belong to the range. */
  readonly to: Date;
  readonly limit: number;
}

/** Buckets that begin in a range, whole ones: both ends lie on edges. By time, every one of the range. */
export async function listPriceBuckets(
  sql: Queryable,
  { mint, from, to, limit, width }: Range & { readonly width: PriceBucketWidth },
): Promise<PriceBucketRow[]> {
  return sql<PriceBucketRow[]>`
    SELECT q.bucket_start AS "bucketStart", trim_scale(b.open_price)::text AS open, trim_scale(b.high_price)::text AS high,
      trim_scale(b.low_price)::text AS low, trim_scale(b.close_price)::text AS close,
      (b.price_seconds / nullif(b.priced_seconds, 0))::float8 AS twavg, coalesce(b.observations, 0) AS observations,
      b.elapsed_seconds AS "elapsedSeconds", coalesce(b.observed_seconds, 0) AS "observedSeconds",
      coalesce(b.priced_seconds, 0) AS "pricedSeconds", b.gap_reason AS "gapReason", coalesce(b.final, false) AS final
    FROM generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', make_interval(secs => ${width}::int))
      AS q(bucket_start)
    LEFT JOIN lend.price_buckets AS b
      ON b.token_mint = ${mint} AND b.width_seconds = ${width} AND b.bucket_start = q.bucket_start
    ORDER BY q.bucket_start LIMIT ${limit}`;
}

/** An aggregate as it was stored. */
export interface PriceAggregateRow {
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly status: string;
  readonly price: string | null;
}

/** Stored aggregates of a range by time, after a place where one is given. */
export async function listPriceAggregates(
  sql: Queryable,
  { mint, from, to, limit, after }: Range & { readonly after: { readonly at: Date; readonly slot: bigint } | null },
): Promise<PriceAggregateRow[]> {
  const start = after ?? { at: new Date(from.getTime() - 1), slot: 0n };
  return sql<PriceAggregateRow[]>`
    SELECT observed_at AS "observedAt", slot, status, trim_scale(price)::text AS price FROM lend.price_aggregates
    WHERE token_mint = ${mint} AND observed_at >= ${from}::timestamptz AND observed_at < ${to}::timestamptz
      AND (observed_at, slot) > (${start.at}::timestamptz, ${start.slot}::bigint)
    ORDER BY observed_at, slot LIMIT ${limit}`;
}
