import { isPriceUsableForBorrow } from './price-status.ts';

/** What decides whether a refresh needs the oracle. */
export interface StoredPrice {
  readonly priceStatus: number;
  /** Unix seconds; 0 = never. */
  readonly marketPriceUpdatedAt: bigint;
  readonly maxAgePriceSeconds: bigint;
  /** `priceRefreshTriggerToMaxAgePct` of the market; null while its account has not been read. */
  readonly priceRefreshTriggerToMaxAgePct: number | null;
}

/**
 * True where a borrow first needs a refresh that brings a new price: a check of the stored verdict failed, or the stored
 * price has reached the age (maximum age × the market's percentage) from which the program refuses a refresh without the
 * oracle. Every borrow needs a refresh in its own transaction; where this is false that refresh may keep the stored price.
 * Null where the verdict is good and the market is unknown.
 */
export function requiresPriceRefresh(price: StoredPrice, unixTimestamp: bigint): boolean | null {
  if (!isPriceUsableForBorrow(price.priceStatus)) return true;
  if (price.priceRefreshTriggerToMaxAgePct === null) return null;
  const age = unixTimestamp - price.marketPriceUpdatedAt;
  return age >= (price.maxAgePriceSeconds * BigInt(price.priceRefreshTriggerToMaxAgePct)) / 100n;
}
