import type { ReserveSnapshot } from '@tidemark/contract';
import type { LatestSummary } from '@tidemark/schema';

/**
 * The twelve fields in the order of the specification. Utilization is held to 0..1 here and nowhere else. Throws a
 * RangeError for a number that JSON cannot carry: it would otherwise turn into a silent null.
 */
export function toReserveSnapshot(row: LatestSummary): ReserveSnapshot {
  const finite = (value: number): number => {
    if (Number.isFinite(value)) return value;
    throw new RangeError(`Reserve ${row.reserve} holds a number that is not finite`);
  };
  return {
    timestamp: unixSecondsOf(row.observedAt),
    lending_market: row.lendingMarket,
    reserve: row.reserve,
    lending_market_name: row.lendingMarketName,
    token_symbol: row.tokenSymbol,
    available_amount_f: finite(row.availableAmountF),
    available_amount_usd_f: row.availableAmountUsdF === null ? null : finite(row.availableAmountUsdF),
    supplied_amount_f: finite(row.suppliedAmountF),
    supplied_amount_usd_f: row.suppliedAmountUsdF === null ? null : finite(row.suppliedAmountUsdF),
    utilization_f: Math.min(1, Math.max(0, finite(row.utilizationF))),
    borrow_apy_f: finite(row.borrowApyF),
    supply_apy_f: finite(row.supplyApyF),
  };
}

/** Whole seconds since 1970, rounded down. */
export function unixSecondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
