import type { ReserveSnapshot } from '@tidemark/contract';
import type { LatestSummary } from '@tidemark/schema';

/** One row as it will be sent, and as of when. */
export interface SerializedRow {
  readonly reserve: string;
  readonly text: string;
  readonly slot: bigint;
  readonly seconds: number;
}

/** All rows in the order of the API. */
export interface SerializedRows {
  readonly rows: readonly SerializedRow[];
  /** The bare array. */
  readonly text: string;
  /** Newest slot and chain time among the rows, null without rows. */
  readonly slot: bigint | null;
  readonly asOfSeconds: number | null;
}

/** Writes the JSON of rows, in the order given. Cheap next to preparing answers, so that unchanged content is recognised. */
export function serializeRows(reserves: readonly LatestSummary[]): SerializedRows {
  let slot: bigint | null = null;
  let asOfSeconds: number | null = null;
  const rows = reserves.map((row): SerializedRow => {
    const seconds = unixSecondsOf(row.observedAt);
    if (slot === null || row.slot > slot) slot = row.slot;
    if (asOfSeconds === null || seconds > asOfSeconds) asOfSeconds = seconds;
    return { reserve: row.reserve, text: JSON.stringify(toReserveSnapshot(row)), slot: row.slot, seconds };
  });
  return { rows, text: `[${rows.map((row) => row.text).join(',')}]`, slot, asOfSeconds };
}

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
