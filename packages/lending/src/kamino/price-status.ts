/** Checks that the last refresh of a price passed, as bits of `lastUpdate.priceStatus`. */
export const PRICE_STATUS_BITS = {
  priceLoaded: 1,
  priceAgeChecked: 2,
  twapChecked: 4,
  twapAgeChecked: 8,
  heuristicChecked: 16,
  priceUsageAllowed: 32,
} as const;

/** Name of one price check. */
export type PriceCheck = keyof typeof PRICE_STATUS_BITS;

/** Every check: what the program demands before anyone borrows or withdraws. */
export const PRICE_STATUS_ALL = 63;

/** Loaded, fresh and allowed: what the program demands before a liquidation. */
export const PRICE_STATUS_LIQUIDATION = 35;

const CHECKS: readonly PriceCheck[] = [
  'priceLoaded',
  'priceAgeChecked',
  'twapChecked',
  'twapAgeChecked',
  'heuristicChecked',
  'priceUsageAllowed',
];

/** Each check by name, true where it passed. Bits beyond the six known ones are ignored, as in the program. */
export function decodePriceStatus(status: number): Readonly<Record<PriceCheck, boolean>> {
  return {
    priceLoaded: has(status, PRICE_STATUS_BITS.priceLoaded),
    priceAgeChecked: has(status, PRICE_STATUS_BITS.priceAgeChecked),
    twapChecked: has(status, PRICE_STATUS_BITS.twapChecked),
    twapAgeChecked: has(status, PRICE_STATUS_BITS.twapAgeChecked),
    heuristicChecked: has(status, PRICE_STATUS_BITS.heuristicChecked),
    priceUsageAllowed: has(status, PRICE_STATUS_BITS.priceUsageAllowed),
  };
}

/** Names of the checks that failed, in bit order; empty where all passed. */
export function failedPriceChecks(status: number): PriceCheck[] {
  return CHECKS.filter((check) => !has(status, PRICE_STATUS_BITS[check]));
}

/** True where the program would let this price back a borrow: all six checks passed. */
export function isPriceUsableForBorrow(status: number): boolean {
  return has(status, PRICE_STATUS_ALL);
}

/** True where the program would liquidate on this price: loaded, fresh and allowed. */
export function isPriceUsableForLiquidation(status: number): boolean {
  return has(status, PRICE_STATUS_LIQUIDATION);
}

/**
 * True where the stored price can value an amount: it is not zero and was loaded. Says nothing about its age: a dead
 * oracle leaves the status frozen, so freshness is `marketPriceUpdatedAt` against the clock.
 */
export function isPriceUsable(marketPriceSf: bigint, status: number): boolean {
  return marketPriceSf !== 0n && has(status, PRICE_STATUS_BITS.priceLoaded);
}

function has(status: number, bits: number): boolean {
  return (status & bits) === bits;
}
