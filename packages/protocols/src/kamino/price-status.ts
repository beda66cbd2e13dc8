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

/**
 * The program's verdict at the last refresh: true where the price may back a borrow or a withdrawal, all six checks passed. It says
 * nothing of whether there is a price: a refresh that brings none sets the status to 0 once the price is too old, and keeps the price.
 * Nor of its age now: a reserve that nobody refreshes keeps its last status.
 */
export function isPriceUsableForBorrow(status: number): boolean {
  return has(status, PRICE_STATUS_ALL);
}

/** True where the program would liquidate on this price: loaded, fresh and allowed. */
export function isPriceUsableForLiquidation(status: number): boolean {
  return has(status, PRICE_STATUS_LIQUIDATION);
}

function has(status: number, bits: number): boolean {
  return (status & bits) === bits;
}
