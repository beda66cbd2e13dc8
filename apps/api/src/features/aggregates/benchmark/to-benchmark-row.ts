import type { BenchmarkExclusion, BenchmarkRateRow } from '@tidemark/contract';
import { usdPegBand } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import type { AggregateReserve, BenchmarkExclusionRow } from '@tidemark/schema';
import { addTotals, knownState, meanRate, NO_TOTALS, type Totals, totalsOf, usdToDouble } from '../totals.ts';

/** Reserves of listed stablecoins and the protocol that they belong to. */
export interface BenchmarkReserves {
  readonly protocol: string;
  readonly reserves: readonly AggregateReserve[];
}

/** The row as of the newest reads. Reserves that are not on chain any more are not expected. */
export function toLatestBenchmarkRow(all: readonly BenchmarkReserves[], asOfSeconds: number): BenchmarkRateRow {
  const expected = all.flatMap(({ reserves }) => reserves).filter(({ missingSinceAt }) => missingSinceAt === null);
  const observed = expected.filter((reserve) => knownState(reserve) !== null);
  const included = observed.filter(isInBand);
  const isIncluded = new Set(included);
  return {
    timestamp: asOfSeconds,
    kind_str: 'latest',
    ...ratesOf(included.map(totalsOf).reduce(addTotals, NO_TOTALS)),
    reserves_expected: expected.length,
    reserves_observed: observed.length,
    reserves_included: included.length,
    excluded_reserve_count: observed.length - included.length,
    missing_reserve_count: expected.length - observed.length,
    included_protocols: distinct(
      all.filter(({ reserves }) => reserves.some((reserve) => isIncluded.has(reserve))).map(({ protocol }) => protocol),
    ),
    included_token_addresses: distinct(included.map(({ tokenMint }) => tokenMint)),
    coverage_f: null,
    quality_str: observed.length === 0 ? 'missing' : observed.length < expected.length ? 'partial' : 'ok',
    gap_reason_str: null,
    final_b: false,
  };
}

function isInBand(reserve: AggregateReserve): boolean {
  const state = knownState(reserve);
  const { min, max } = usdPegBand(protocolOf(reserve.protocol).scale);
  return state?.priceUsable === true && state.price >= min && state.price <= max;
}

function ratesOf({ priced, suppliedUsd, borrowedUsd, ...weighted }: Totals) {
  return {
    tracked_supply_usd_f: priced === 0 ? null : usdToDouble(suppliedUsd),
    tracked_borrow_usd_f: priced === 0 ? null : usdToDouble(borrowedUsd),
    supply_apy_wavg_f: meanRate(weighted.supplyApyWeightedUsd, suppliedUsd),
    borrow_apy_wavg_f: meanRate(weighted.borrowApyWeightedUsd, borrowedUsd),
    supply_apr_wavg_f: meanRate(weighted.supplyAprWeightedUsd, suppliedUsd),
    borrow_apr_wavg_f: meanRate(weighted.borrowAprWeightedUsd, borrowedUsd),
  };
}

/** A reserve that buckets were made without. */
export function toExclusion(exclusion: BenchmarkExclusionRow): BenchmarkExclusion {
  return {
    reserve: exclusion.reserve,
    token_address: exclusion.tokenMint,
    exclusion_reason_str: exclusion.unpriced ? 'no_price' : 'price_out_of_band',
    excluded_buckets: exclusion.buckets,
    from: exclusion.firstStart.getTime() / 1000,
    to: exclusion.lastStart.getTime() / 1000,
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted((left, right) => (left < right ? -1 : 1));
}
