import type { InterestSplit } from '@tidemark/core';
import { sumInterest } from '@tidemark/model';
import type { Queryable } from '../create-database.ts';
import { listIngestStops } from '../coverage/coverage-facts.ts';
import { INTEREST_RECEIVERS } from '../tables/index.ts';
import { type InterestFilter, interestCells } from './interest-cells.ts';

export type { FeeReserve, InterestFilter } from './interest-cells.ts';

/** What borrowers paid to the reserves of one group in one period. */
export interface InterestRow {
  readonly group: number;
  readonly periodStart: Date;
  /** Sums over all that is known in base units; null where nothing is, or they were not asked for. */
  readonly interest: InterestSplit | null;
  /** Sums over all that is known and had a price; null where nothing has. */
  readonly interestUsd: InterestSplit | null;
  /** Places in `reserves` of those whose interest is not known throughout. */
  readonly unknown: readonly number[];
  /** Places in `reserves` of those whose interest is known in part of the period or all of it, and not all of that priced. */
  readonly unpriced: readonly number[];
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
  /** Buckets that are rolled up. */
  readonly buckets: number;
  /** Everything is rolled up and final. */
  readonly final: boolean;
  /** What is missing most: a reason of a gap, `not_rolled_up` or `interest_unknown`. */
  readonly gapReason: string | null;
}

const PARTS = ['supply_side', 'protocol', ...Object.values(INTEREST_RECEIVERS)] as const;
/** Base units of different tokens are no sum of anything, and sums of numerics are most of the work. */
const RAW_SUMS = PARTS.map((part) => `sum(interest_${part}_sf)::text AS raw_${part}`).join(', ');
const USD_SUMS = PARTS.map((part) => `sum(interest_${part}_usd_sf)::text AS usd_${part}`).join(', ');
const NO_RAW_SUMS = PARTS.map((part) => `NULL::text AS raw_${part}`).join(', ');

/** Sums of interest and its parts, in base units or in USD. */
export type SplitRow<Kind extends 'raw' | 'usd'> = Readonly<Record<`${Kind}_${(typeof PARTS)[number]}`, string | null>>;
type DriverRow = Omit<InterestRow, 'interest' | 'interestUsd' | 'unknown' | 'unpriced'> &
  SplitRow<'raw' | 'usd'> & { readonly unknown: readonly number[] | null; readonly unpriced: readonly number[] | null };

/**
 * Interest per group and period, by period, group. There is a row for every period that has begun and in which a reserve of
 * the group was on chain, as far as is known, with or without buckets. Sums are exact, so those of any partition of a range
 * into hours, days or periods add up to those of the range.
 */
export async function listInterest(sql: Queryable, filter: InterestFilter): Promise<InterestRow[]> {
  const stops = await listIngestStops(sql, filter);
  const rows = await sql<DriverRow[]>`
    WITH cells AS (${interestCells(sql, { ...filter, stops })})
    SELECT group_index AS "group",
      date_bin(make_interval(secs => ${filter.periodSeconds}::int), cell_start, ${filter.from}::timestamptz)
        AS "periodStart",
      ${filter.inBaseUnits ? sql.unsafe(RAW_SUMS) : sql.unsafe(NO_RAW_SUMS)},
      ${sql.unsafe(USD_SUMS)},
      array_agg(reserve_index) FILTER (WHERE is_unknown) AS unknown,
      array_agg(reserve_index) FILTER (WHERE is_unpriced) AS unpriced,
      sum(observed_seconds)::float8 AS "observedSeconds", sum(elapsed_seconds)::float8 AS "elapsedSeconds",
      count(final)::float8 AS buckets, bool_and(final IS TRUE) AS final, substr(max(missing COLLATE "C"), 11) AS "gapReason"
    FROM cells GROUP BY 1, 2 ORDER BY 2, 1`;
  return rows.map((row) => ({
    group: row.group,
    periodStart: row.periodStart,
    interest: readSplit(row, 'raw'),
    interestUsd: readSplit(row, 'usd'),
    unknown: [...new Set(row.unknown)],
    unpriced: [...new Set(row.unpriced)],
    observedSeconds: row.observedSeconds,
    elapsedSeconds: row.elapsedSeconds,
    buckets: row.buckets,
    final: row.final,
    gapReason: row.gapReason,
  }));
}

export function readSplit<Kind extends 'raw' | 'usd'>(row: SplitRow<Kind>, kind: Kind): InterestSplit | null {
  const [supplySide, protocol] = [row[`${kind}_supply_side`], row[`${kind}_protocol`]];
  if (supplySide === null || protocol === null) return null;
  const others = Object.entries(INTEREST_RECEIVERS).map(([receiver, part]) => [
    receiver,
    BigInt(row[`${kind}_${part}`] ?? 0),
  ]);
  return sumInterest(BigInt(supplySide), BigInt(protocol), Object.fromEntries(others));
}
