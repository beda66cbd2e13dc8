import type { MarketHistoryRow, ProtocolHistoryRow, TokenHistoryRow } from '@tidemark/contract';
import { exactToAmount } from '@tidemark/core';
import { EXACT_SCALE } from '../exact-scale.ts';
import { leftOutFields, sumsOf } from '../to-totals-rows.ts';
import { meanRate, shareOf } from '../totals.ts';
import type { Period } from './aggregate-pages.ts';
import type { PeriodTotals } from './period-totals.ts';

// No literal begins with a spread: V8 then adds each of the other properties slowly, 20 microseconds a row instead of one.

export function toMarketHistoryRow(
  period: Period,
  identity: Pick<MarketHistoryRow, 'lending_market' | 'lending_market_name'>,
): MarketHistoryRow {
  return {
    timestamp: period.startMs / 1000,
    ...identity,
    ...countsOf(period),
    ...valuesOf(period.totals),
    ...evidenceOf(period),
    ...qualityOf(period),
  };
}

export function toProtocolHistoryRow(period: Period, protocol: string): ProtocolHistoryRow {
  return {
    timestamp: period.startMs / 1000,
    protocol,
    ...countsOf(period),
    ...leftOutOf(period),
    ...valuesOf(period.totals),
    ...evidenceOf(period),
    ...qualityOf(period),
  };
}

/** The rates of the totals must be weighted by amounts. */
export function toTokenHistoryRow(
  period: Period,
  identity: Pick<TokenHistoryRow, 'token_address' | 'token_symbol' | 'token_decimals'>,
): TokenHistoryRow {
  const { totals } = period;
  const amount = (parts: bigint) =>
    totals.observed === 0 ? null : exactToAmount(parts, EXACT_SCALE, identity.token_decimals);
  return {
    timestamp: period.startMs / 1000,
    ...identity,
    ...countsOf(period),
    ...leftOutOf(period),
    supplied_amount_f: amount(totals.supplied),
    borrowed_amount_f: amount(totals.borrowed),
    available_amount_f: amount(totals.available),
    ...sumsOf(totals),
    utilization_f: totals.observed === 0 ? null : shareOf(totals.borrowed, totals.supplied, 0),
    supply_apy_wavg_f: meanRate(totals.supplyApyWeighted, totals.supplied),
    borrow_apy_wavg_f: meanRate(totals.borrowApyWeighted, totals.borrowed),
    ...evidenceOf(period),
    unpriced_supply_share_f: shareOf(totals.unpricedSupplied, totals.supplied, null),
    ...qualityOf(period),
  };
}

function countsOf({ totals }: Period) {
  return {
    reserves_expected: totals.expected,
    reserves_observed: totals.observed,
    missing_reserve_count: totals.expected - totals.observed,
    priced_reserve_count: totals.priced,
    unpriced_reserve_count: totals.observed - totals.priced,
  };
}

function leftOutOf({ unlisted, wrapped }: Period) {
  return leftOutFields(unlisted.expected, unlisted, wrapped);
}

function valuesOf(totals: PeriodTotals) {
  return {
    utilization_f: totals.priced === 0 ? null : shareOf(totals.borrowedUsd, totals.suppliedUsd, 0),
    supply_apy_wavg_f: meanRate(totals.supplyApyWeighted, totals.suppliedUsd),
    borrow_apy_wavg_f: meanRate(totals.borrowApyWeighted, totals.borrowedUsd),
    ...sumsOf(totals),
  };
}

function evidenceOf({ totals }: Period) {
  const { usableUsd, judgedUsd, unjudged, oldestPriceAgeSeconds, unpricedReserves } = totals;
  return {
    usable_price_share_f: shareOf(usableUsd, judgedUsd, null),
    unjudged_reserve_count: unjudged,
    oldest_price_age_seconds: oldestPriceAgeSeconds,
    unpriced_reserves: [...unpricedReserves],
  };
}

function qualityOf({ totals }: Period) {
  return {
    coverage_f: totals.coverage,
    quality_str: totals.quality,
    gap_reason_str: totals.gapReason,
    final_b: totals.final,
  };
}
