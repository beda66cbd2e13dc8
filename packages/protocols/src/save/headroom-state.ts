import type { AccruedBalances } from './accrual.ts';
import type { BorrowFee } from '../common/headroom.ts';
import type { CollateralExchange } from './collateral-exchange.ts';
import type { LendingMarket } from './lending-market.ts';
import type { RateLimiter, Reserve, ReserveFees } from './reserve.ts';
import { WAD } from './wad.ts';

/** State and settings that bound new activity; amounts accrued to `slot`. */
export interface HeadroomState extends CollateralExchange {
  readonly slot: bigint;
  readonly availableRaw: bigint;
  readonly borrowedWads: bigint;
  readonly fee: Pick<ReserveFees, 'borrowFeeWad' | 'hostFeePct'>;
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

/** At least 1 base unit, 2 with a host of the front end. */
export function borrowFeeOf({ borrowFeeWad, hostFeePct }: HeadroomState['fee']): BorrowFee {
  return { share: borrowFeeWad, scale: WAD, leastRaw: hostFeePct > 0 ? 2n : 1n };
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
