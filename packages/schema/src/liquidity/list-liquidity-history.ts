import type { Queryable } from '../create-database.ts';

/** Widths of buckets in seconds. */
export type LiquidityBucketWidth = 3_600 | 86_400;

interface Range {
  readonly from: Date;
  /** Does not belong to the range. */
  readonly to: Date;
  readonly limit: number;
}
interface RawRange extends Range {
  readonly after: { readonly at: Date; readonly slot: bigint } | null;
}
interface DepthFilter {
  readonly mint: string;
  readonly side: 'sell' | 'buy';
  readonly bps: number;
}

/** How much of a bucket was observed; `elapsedSeconds` is null where nothing was made of the time. */
interface BucketFacts {
  readonly bucketStart: Date;
  readonly lowerBound: boolean;
  readonly observations: number;
  readonly known: number;
  readonly elapsedSeconds: number | null;
  readonly observedSeconds: number;
  readonly gapReason: string | null;
  readonly final: boolean;
}

/** The smallest depth of a bucket. Amounts are exact decimals. */
export interface DepthBucketRow extends BucketFacts {
  readonly minMarginalRaw: string | null;
  readonly minMarginalUsd: number | null;
  readonly minAverageRaw: string | null;
  readonly minAverageUsd: number | null;
  readonly closeAverageUsd: number | null;
}

/** Buckets that begin in a range, whole ones: both ends lie on edges. By time, every one of the range. */
export async function listDepthBuckets(
  sql: Queryable,
  { mint, side, bps, from, to, limit, width }: Range & DepthFilter & { readonly width: LiquidityBucketWidth },
): Promise<DepthBucketRow[]> {
  return sql<DepthBucketRow[]>`
    SELECT q.bucket_start AS "bucketStart", trim_scale(b.min_marginal_raw)::text AS "minMarginalRaw",
      b.min_marginal_usd::float8 AS "minMarginalUsd", trim_scale(b.min_average_raw)::text AS "minAverageRaw",
      b.min_average_usd::float8 AS "minAverageUsd", b.close_average_usd::float8 AS "closeAverageUsd",
      coalesce(b.lower_bound, false) AS "lowerBound", coalesce(b.observations, 0) AS observations, coalesce(b.known, 0) AS known,
      b.elapsed_seconds AS "elapsedSeconds", coalesce(b.observed_seconds, 0) AS "observedSeconds", b.gap_reason AS "gapReason",
      coalesce(b.final, false) AS final
    FROM generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', make_interval(secs => ${width}::int))
      AS q(bucket_start)
    LEFT JOIN lend.liquidity_depth_buckets AS b ON b.token_mint = ${mint} AND b.width_seconds = ${width}
      AND b.bucket_start = q.bucket_start AND b.side = ${side} AND b.bps = ${bps}
    ORDER BY q.bucket_start LIMIT ${limit}`;
}

/** Depth as it was read. */
export interface DepthRow {
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly marginalRaw: string | null;
  readonly marginalUsd: number | null;
  readonly averageRaw: string | null;
  readonly averageUsd: number | null;
  readonly lowerBound: boolean;
}

/** Reads of a range by time, after a place where one is given. */
export async function listDepthReads(
  sql: Queryable,
  { mint, side, bps, from, to, limit, after }: RawRange & DepthFilter,
): Promise<DepthRow[]> {
  const start = after ?? { at: new Date(from.getTime() - 1), slot: 0n };
  return sql<DepthRow[]>`
    SELECT observed_at AS "observedAt", slot_max AS slot, trim_scale(marginal_raw)::text AS "marginalRaw",
      marginal_usd::float8 AS "marginalUsd", trim_scale(average_raw)::text AS "averageRaw", average_usd::float8 AS "averageUsd",
      lower_bound AS "lowerBound"
    FROM lend.liquidity_depth
    WHERE token_mint = ${mint} AND side = ${side} AND bps = ${bps} AND observed_at >= ${from}::timestamptz
      AND observed_at < ${to}::timestamptz AND (observed_at, slot_max) > (${start.at}::timestamptz, ${start.slot}::bigint)
    ORDER BY observed_at, slot_max LIMIT ${limit}`;
}

/** The smallest coverage of a bucket. */
export interface CoverageBucketRow extends BucketFacts {
  readonly minCoverage: number | null;
  readonly minTokenCoverage: number | null;
  readonly minSellableRaw: string | null;
  readonly maxCollateralRaw: string | null;
}

/** As {@link listDepthBuckets}. */
export async function listCoverageBuckets(
  sql: Queryable,
  { reserve, from, to, limit, width }: Range & { readonly reserve: string; readonly width: LiquidityBucketWidth },
): Promise<CoverageBucketRow[]> {
  return sql<CoverageBucketRow[]>`
    SELECT q.bucket_start AS "bucketStart", b.min_coverage_at_min_bonus AS "minCoverage",
      b.min_token_coverage_at_min_bonus AS "minTokenCoverage", trim_scale(b.min_sellable_at_min_bonus_raw)::text AS "minSellableRaw",
      trim_scale(b.max_collateral_raw)::text AS "maxCollateralRaw", coalesce(b.lower_bound, false) AS "lowerBound",
      coalesce(b.observations, 0) AS observations, coalesce(b.known, 0) AS known, b.elapsed_seconds AS "elapsedSeconds",
      coalesce(b.observed_seconds, 0) AS "observedSeconds", b.gap_reason AS "gapReason", coalesce(b.final, false) AS final
    FROM generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', make_interval(secs => ${width}::int))
      AS q(bucket_start)
    LEFT JOIN lend.liquidity_coverage_buckets AS b
      ON b.reserve = ${reserve} AND b.width_seconds = ${width} AND b.bucket_start = q.bucket_start
    ORDER BY q.bucket_start LIMIT ${limit}`;
}

/** Coverage as it was read. */
export interface CoverageRow {
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly coverage: number | null;
  readonly tokenCoverage: number | null;
  readonly sellableRaw: string | null;
  readonly collateralRaw: string | null;
  readonly lowerBound: boolean;
}

/** As {@link listDepthReads}. */
export async function listCoverageReads(
  sql: Queryable,
  { reserve, from, to, limit, after }: RawRange & { readonly reserve: string },
): Promise<CoverageRow[]> {
  const start = after ?? { at: new Date(from.getTime() - 1), slot: 0n };
  return sql<CoverageRow[]>`
    SELECT observed_at AS "observedAt", slot_max AS slot, coverage_at_min_bonus AS coverage,
      token_coverage_at_min_bonus AS "tokenCoverage", trim_scale(sellable_at_min_bonus_raw)::text AS "sellableRaw",
      trim_scale(collateral_raw)::text AS "collateralRaw", lower_bound AS "lowerBound"
    FROM lend.liquidity_coverage
    WHERE reserve = ${reserve} AND observed_at >= ${from}::timestamptz AND observed_at < ${to}::timestamptz
      AND (observed_at, slot_max) > (${start.at}::timestamptz, ${start.slot}::bigint)
    ORDER BY observed_at, slot_max LIMIT ${limit}`;
}
