import { RATE_SCALE } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import { reserveHourly } from '../tables/index.ts';

/** How a mean rate weighs its reserves: by USD, or by base units, which only mean something for one token. */
export type RateWeight = 'usd' | 'amount';

export interface BucketTotalsFilter {
  readonly protocol: string;
  /** Null: all reserves of the protocol. */
  readonly reserves: readonly string[] | null;
  /** Start of the first period; periods follow each other from here. */
  readonly from: Date;
  /** End of the last period. */
  readonly to: Date;
  /** Length of a period: hours with the grain `hourly`, a day with `daily`. */
  readonly periodSeconds: number;
  readonly grain: 'hourly' | 'daily';
  readonly weight: RateWeight;
  /** Reserves whose price at the close lies outside count as if they had none. */
  readonly priceBand?: PriceBand;
  /** Also reads mean APRs and the tokens of the reserves with a price; left out, those are 0 and none. */
  readonly detailed?: boolean;
}

/** Prices in parts of a dollar, at the protocol's scale; both ends belong to it. */
export interface PriceBand {
  readonly min: bigint;
  readonly max: bigint;
}

/**
 * Sums over the reserves of one period, of listed markets or of others, whose tokens have the same decimals, at the close of their
 * buckets. `…Usd` are
 * amounts in parts of a base unit times prices in parts of a dollar, over those that have a price; `…Weighted` such a sum, or
 * one of amounts, times rates in parts of `RATE_SCALE`. All integers: nothing is rounded but each rate.
 */
export interface BucketTotals {
  readonly protocol: string;
  readonly periodStart: Date;
  readonly tokenDecimals: number;
  readonly listed: boolean;
  /** Reserves with a bucket, those observed in it, throughout, and with a price. */
  readonly rolledUp: number;
  readonly observed: number;
  readonly whole: number;
  readonly priced: number;
  readonly final: boolean;
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
  /** Reserves with a gap, and the reason that most of them have. */
  readonly gaps: number;
  readonly gapReason: string | null;
  readonly supplied: bigint;
  readonly borrowed: bigint;
  readonly availableRaw: bigint;
  readonly suppliedUsd: bigint;
  readonly borrowedUsd: bigint;
  readonly availableUsd: bigint;
  readonly supplyApyWeighted: bigint;
  readonly borrowApyWeighted: bigint;
  readonly supplyAprWeighted: bigint;
  readonly borrowAprWeighted: bigint;
  /** Tokens of the reserves with a price. */
  readonly pricedMints: readonly string[];
  /** Part of `suppliedUsd` whose price the program accepted. */
  readonly acceptedUsd: bigint;
  /** Reserves with a price of which it is not known whether the program accepted it, and those whose price has no time. */
  readonly unjudged: number;
  readonly undated: number;
  /** Age of the oldest price at the close, whole seconds; null where none has a time. */
  readonly oldestPriceAgeSeconds: number | null;
  /** Observed reserves that are not in the sums in USD, by address, and what is supplied in them. */
  readonly unpricedReserves: readonly string[];
  readonly unpricedSupplied: bigint;
}

const SUMS = [
  'supplied',
  'borrowed',
  'availableRaw',
  'suppliedUsd',
  'borrowedUsd',
  'availableUsd',
  'supplyApyWeighted',
  'borrowApyWeighted',
  'supplyAprWeighted',
  'borrowAprWeighted',
  'acceptedUsd',
  'unpricedSupplied',
] as const;
type DriverRow = Omit<BucketTotals, (typeof SUMS)[number] | 'protocol' | 'pricedMints' | 'unpricedReserves'> &
  Readonly<Record<(typeof SUMS)[number], string>> & {
    readonly pricedMints: readonly string[] | null;
    readonly unpricedReserves: readonly string[] | null;
  };

const TABLES = { hourly: 'lend.reserve_hourly', daily: 'lend.reserve_daily' } as const;
const BUCKET_SECONDS = { hourly: 3_600, daily: 86_400 } as const;
const SUPPLIED = reserveHourly.closeSupplied.name;
const BORROWED = reserveHourly.closeBorrowed.name;
const AVAILABLE = reserveHourly.closeAvailable.name;
const PRICE = reserveHourly.closePrice.name;
/** Columns of the close that sums are made of. */
const CLOSE = `b.close_at, b.${SUPPLIED}, b.${BORROWED}, b.${AVAILABLE}, b.${PRICE},
  b.price_usd_close_f, b.supply_apy_close_f, b.borrow_apy_close_f, b.supply_apr_close_f,
  b.borrow_apr_close_f, b.close_price_status, b.close_price_updated_at`;

/** Totals by period, decimals, and whether the market is listed. A period without any bucket has no row. */
export async function listBucketTotals(sql: Queryable, filter: BucketTotalsFilter): Promise<BucketTotals[]> {
  const { weight, priceBand: band, detailed = false } = filter;
  const supplied = weight === 'usd' ? `${SUPPLIED} * ${PRICE}` : SUPPLIED;
  const borrowed = weight === 'usd' ? `${BORROWED} * ${PRICE}` : BORROWED;
  const rates = weight === 'usd' ? 'is_priced' : 'is_observed';
  const protocol = protocolOf(filter.protocol);
  const statuses = Array.from({ length: 256 }, (_, status) => status);
  const accepted = statuses.filter((status) => protocol.acceptsPrice(status) === true).join(',');
  const rows = await sql<DriverRow[]>`
    WITH cells AS (
      SELECT c.*, r.token_decimals, r.token_mint, coalesce(m.listed, false) AS listed, c.close_at IS NOT NULL AS is_observed,
        c.price_usd_close_f IS NOT NULL ${band === undefined ? sql`` : inBand(sql, band)} AS is_priced
      FROM (${cells(sql, filter)}) AS c
      JOIN lend.reserves AS r ON r.address = c.reserve
      LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    )
    SELECT period_start AS "periodStart", token_decimals AS "tokenDecimals", listed, count(*)::int AS "rolledUp",
      count(*) FILTER (WHERE is_observed)::int AS observed, count(*) FILTER (WHERE is_whole)::int AS whole,
      count(*) FILTER (WHERE is_priced)::int AS priced, bool_and(is_final) AS final,
      sum(observed_seconds)::float8 AS "observedSeconds", sum(elapsed_seconds)::float8 AS "elapsedSeconds",
      count(gap_reason)::int AS gaps, mode() WITHIN GROUP (ORDER BY gap_reason) AS "gapReason",
      ${sum(sql, SUPPLIED, 'true')} AS "supplied",
      ${sum(sql, BORROWED, 'true')} AS "borrowed",
      ${sum(sql, AVAILABLE, 'true')} AS "availableRaw",
      ${sum(sql, `${SUPPLIED} * ${PRICE}`)} AS "suppliedUsd",
      ${sum(sql, `${BORROWED} * ${PRICE}`)} AS "borrowedUsd",
      ${sum(sql, `${AVAILABLE} * ${PRICE}`)} AS "availableUsd",
      ${sum(sql, weighted(supplied, 'supply_apy_close_f'), rates)} AS "supplyApyWeighted",
      ${sum(sql, weighted(borrowed, 'borrow_apy_close_f'), rates)} AS "borrowApyWeighted",
      ${detailed ? sum(sql, weighted(supplied, 'supply_apr_close_f'), rates) : sql`0`} AS "supplyAprWeighted",
      ${detailed ? sum(sql, weighted(borrowed, 'borrow_apr_close_f'), rates) : sql`0`} AS "borrowAprWeighted",
      ${detailed ? sql`array_agg(DISTINCT token_mint) FILTER (WHERE is_priced)` : sql`NULL::text[]`} AS "pricedMints",
      ${sum(sql, `${SUPPLIED} * ${PRICE}`, `is_priced AND close_price_status = ANY('{${accepted}}'::smallint[])`)} AS "acceptedUsd",
      count(*) FILTER (WHERE is_priced AND close_price_status IS NULL)::int AS unjudged,
      count(*) FILTER (WHERE is_priced AND close_price_updated_at IS NULL)::int AS undated,
      floor(extract(epoch FROM max(close_at - close_price_updated_at) FILTER (WHERE is_priced)))::float8
        AS "oldestPriceAgeSeconds",
      array_agg(reserve ORDER BY reserve) FILTER (WHERE is_observed AND NOT is_priced) AS "unpricedReserves",
      ${sum(sql, SUPPLIED, 'is_observed AND NOT is_priced')} AS "unpricedSupplied"
    FROM cells GROUP BY period_start, token_decimals, listed ORDER BY period_start, token_decimals, listed DESC`;
  return rows.map((row) => ({ ...withIntegers(row), protocol: filter.protocol }));
}

function inBand(sql: Queryable, { min, max }: PriceBand): PendingQuery<Row[]> {
  return sql`AND ${sql.unsafe(`c.${PRICE}`)} BETWEEN ${String(min)}::numeric AND ${String(max)}::numeric`;
}

/** Through text, because the cast of a double keeps fifteen digits only. */
function weighted(amount: string, rate: string): string {
  return `${amount} * round(${rate}::text::numeric * ${RATE_SCALE})`;
}

function sum(sql: Queryable, expression: string, condition = 'is_priced'): PendingQuery<Row[]> {
  return sql`coalesce(${sql.unsafe(`sum(${expression}) FILTER (WHERE ${condition})`)}, 0)`;
}

/** One row per reserve and period that has a bucket. */
function cells(sql: Queryable, filter: BucketTotalsFilter): PendingQuery<Row[]> {
  const { grain, from, periodSeconds } = filter;
  const bucketSeconds = BUCKET_SECONDS[grain];
  if (periodSeconds === bucketSeconds) {
    return buckets(
      sql,
      filter,
      `b.reserve, b.bucket_start AS period_start, b.observed_seconds, b.elapsed_seconds, b.gap_reason,
      b.final AS is_final, b.quality = 'ok' AS is_whole, ${CLOSE}`,
    );
  }
  const period = sql`make_interval(secs => ${periodSeconds}::int)`;
  // As buckets are folded: closes with the last one that was observed, whole where every one is.
  return sql`
    SELECT p.*, ${sql.unsafe(CLOSE)}
    FROM (
      SELECT h.reserve, h.period_start, sum(h.observed_seconds) AS observed_seconds,
        sum(h.elapsed_seconds) AS elapsed_seconds, mode() WITHIN GROUP (ORDER BY h.gap_reason) AS gap_reason,
        max(h.bucket_start) FILTER (WHERE h.close_at IS NOT NULL) AS last_start,
        bool_and(h.final) AND max(h.bucket_end) = h.period_start + ${period} AS is_final,
        bool_and(h.quality = 'ok') AND count(*) * make_interval(secs => ${bucketSeconds}::int)
          = max(h.bucket_end) - min(h.bucket_start) AS is_whole
      FROM (
        SELECT i.*, date_bin(${period}, i.bucket_start, ${from}::timestamptz) AS period_start
        FROM (${buckets(
          sql,
          filter,
          `b.reserve, b.bucket_start, b.bucket_end, b.observed_seconds, b.elapsed_seconds, b.gap_reason, b.final,
          b.quality, b.close_at`,
        )}) AS i
      ) AS h
      GROUP BY h.reserve, h.period_start
    ) AS p
    LEFT JOIN LATERAL (
      SELECT * FROM ${sql.unsafe(TABLES[grain])} AS b
      WHERE b.reserve = p.reserve AND b.bucket_start = p.last_start OFFSET 0
    ) AS b ON true`;
}

/**
 * Columns of the buckets `b` of the range. OFFSET 0 keeps the planner to one walk through an index for each reserve, or for
 * each start where all reserves are asked for: it would rather read the whole table, which grows with the years.
 */
function buckets(sql: Queryable, filter: BucketTotalsFilter, columns: string): PendingQuery<Row[]> {
  const { protocol, reserves, grain, from, to } = filter;
  const table = sql.unsafe(TABLES[grain]);
  if (reserves !== null) {
    return sql`
      SELECT b.* FROM unnest(${[...reserves]}::text[]) AS w(reserve)
      CROSS JOIN LATERAL (
        SELECT ${sql.unsafe(columns)} FROM ${table} AS b
        WHERE b.reserve = w.reserve AND b.protocol = ${protocol}
          AND b.bucket_start >= ${from}::timestamptz AND b.bucket_start < ${to}::timestamptz OFFSET 0
      ) AS b`;
  }
  const width = sql`make_interval(secs => ${BUCKET_SECONDS[grain]}::int)`;
  return sql`
    SELECT b.* FROM generate_series(${from}::timestamptz, ${to}::timestamptz - ${width}, ${width}) AS w(bucket_start)
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(columns)} FROM ${table} AS b
      WHERE b.bucket_start = w.bucket_start AND b.protocol = ${protocol} OFFSET 0
    ) AS b`;
}

function withIntegers(row: DriverRow): Omit<BucketTotals, 'protocol'> {
  const integer = (name: (typeof SUMS)[number]): bigint => BigInt(row[name]);
  return {
    ...row,
    pricedMints: row.pricedMints ?? [],
    unpricedReserves: row.unpricedReserves ?? [],
    acceptedUsd: integer('acceptedUsd'),
    unpricedSupplied: integer('unpricedSupplied'),
    supplied: integer('supplied'),
    borrowed: integer('borrowed'),
    availableRaw: integer('availableRaw'),
    suppliedUsd: integer('suppliedUsd'),
    borrowedUsd: integer('borrowedUsd'),
    availableUsd: integer('availableUsd'),
    supplyApyWeighted: integer('supplyApyWeighted'),
    borrowApyWeighted: integer('borrowApyWeighted'),
    supplyAprWeighted: integer('supplyAprWeighted'),
    borrowAprWeighted: integer('borrowAprWeighted'),
  };
}

/** A reserve that a price outside of the band, or none at all, keeps out of the sums. */
export interface BandExclusion {
  readonly reserve: string;
  /** True where it had no price, false where the price lay outside. */
  readonly unpriced: boolean;
  readonly buckets: number;
  readonly firstStart: Date;
  readonly lastStart: Date;
}

export type BandExclusionFilter = Pick<BucketTotalsFilter, 'protocol' | 'from' | 'to' | 'grain'> & {
  readonly reserves: readonly string[];
  readonly priceBand: PriceBand;
};

/** What `priceBand` leaves out, by reserve. */
export async function listBandExclusions(sql: Queryable, filter: BandExclusionFilter): Promise<BandExclusion[]> {
  const { priceBand: band } = filter;
  const rows = await sql<BandExclusion[]>`
    SELECT b.reserve, b.price_usd_close_f IS NULL AS unpriced, count(*)::int AS buckets,
      min(b.bucket_start) AS "firstStart", max(b.bucket_start) AS "lastStart"
    FROM ${sql.unsafe(TABLES[filter.grain])} AS b
    WHERE b.protocol = ${filter.protocol} AND b.reserve = ANY(${[...filter.reserves]}::text[])
      AND b.bucket_start >= ${filter.from}::timestamptz AND b.bucket_start < ${filter.to}::timestamptz
      AND b.close_at IS NOT NULL AND (b.price_usd_close_f IS NULL OR ${sql.unsafe(`b.${PRICE}`)}
        NOT BETWEEN ${String(band.min)}::numeric AND ${String(band.max)}::numeric)
    GROUP BY b.reserve, unpriced ORDER BY b.reserve, unpriced`;
  return rows.map((row) => ({ ...row }));
}
