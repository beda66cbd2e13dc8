import type { AccruedBalances } from './accrual.ts';
import type { BorrowFee } from './borrow-fee.ts';
import type { CollateralExchange } from './collateral-exchange.ts';
import type { LendingMarket } from './lending-market.ts';
import type { RateLimiter, Reserve } from './reserve.ts';

/** State and settings that bound new activity; amounts accrued to `slot`. */
export interface HeadroomState extends CollateralExchange {
  readonly slot: bigint;
  readonly availableRaw: bigint;
  readonly borrowedWads: bigint;
  readonly fee: BorrowFee;
  readonly depositLimitRaw: bigint;
  readonly borrowLimitRaw: bigint;
  /** Of the reserve: base units. */
  readonly rateLimiter: RateLimiter;
  /** Of the market: USD. Null while its account has not been read: then it does not bind. */
  readonly marketRateLimiter: RateLimiter | null;
  /** The higher of market and smoothed price, wads. */
  readonly upperPriceWads: bigint;
  /** 10^decimals. */
  readonly unitsPerToken: bigint;
}

/** The state of a reserve at the slot that it was accrued to. */
export function headroomStateOf(
  { liquidity, collateral, config, rateLimiter }: Reserve,
  accrued: AccruedBalances,
  slot: bigint,
  market: Pick<LendingMarket, 'rateLimiter'> | null,
): HeadroomState {
  const { marketPriceWads, smoothedMarketPriceWads } = liquidity;
  return {
    slot,
    availableRaw: accrued.availableRaw,
    borrowedWads: accrued.borrowedWads,
    totalSupplyWads: accrued.totalSupplyWads,
    mintTotalSupplyRaw: collateral.mintTotalSupplyRaw,
    fee: config.fees,
    depositLimitRaw: config.depositLimitRaw,
    borrowLimitRaw: config.borrowLimitRaw,
    rateLimiter,
    marketRateLimiter: market?.rateLimiter ?? null,
    upperPriceWads: marketPriceWads > smoothedMarketPriceWads ? marketPriceWads : smoothedMarketPriceWads,
    unitsPerToken: 10n ** BigInt(liquidity.mintDecimals),
  };
}
