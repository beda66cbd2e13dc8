import type { Queryable } from '../create-database.ts';
import { BUCKET_TABLES } from '../history/bucket-selection.ts';
import { bucketCells, type CellFilter, PRICE, type PriceBand } from './bucket-cells.ts';
import {
  type BucketTotals,
  type BucketTotalsRow,
  detailColumns,
  type RateWeight,
  toBucketTotals,
  totalColumns,
} from './bucket-totals.ts';

export type { BucketTotals, RateWeight } from './bucket-totals.ts';

export interface BucketTotalsFilter extends CellFilter {
  readonly weight: RateWeight;
  /** Also reads mean APRs and the tokens of the reserves with a price; left out, those are 0 and none. */
  readonly detailed?: boolean;
}

/** Totals of reserves, made from their buckets, by period and whether the market is listed. A period without any bucket has no row. */
export async function listBucketTotals(sql: Queryable, filter: BucketTotalsFilter): Promise<BucketTotals[]> {
  const { weight, detailed = false } = filter;
  const columns = totalColumns(weight).map(([key, , value]) => `${value} AS "${key}"`);
  const details = detailColumns(weight).map(([key, value]) => `${detailed ? value : 'NULL'} AS "${key}"`);
  const rows = await sql<BucketTotalsRow[]>`
    SELECT period_start AS "periodStart", listed, ${sql.unsafe([...columns, ...details].join(', '))}
    FROM (${bucketCells(sql, filter)}) AS cells
    GROUP BY period_start, listed ORDER BY period_start, listed DESC`;
  return rows.map((row) => toBucketTotals(filter.protocol, row));
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
    FROM ${sql.unsafe(BUCKET_TABLES[filter.grain])} AS b
    WHERE b.protocol = ${filter.protocol} AND b.reserve = ANY(${[...filter.reserves]}::text[])
      AND b.bucket_start >= ${filter.from}::timestamptz AND b.bucket_start < ${filter.to}::timestamptz
      AND b.close_at IS NOT NULL AND (b.price_usd_close_f IS NULL OR ${sql.unsafe(`b.${PRICE}`)}
        NOT BETWEEN ${String(band.min)}::numeric AND ${String(band.max)}::numeric)
    GROUP BY b.reserve, unpriced ORDER BY b.reserve, unpriced`;
  return rows.map((row) => ({ ...row }));
}
