import { type AccountBytes, ZERO_ADDRESS } from '@tidemark/core';
import { SAVE_PROGRAM_ADDRESS } from '../../constants.ts';
import { emptyReserve, encodeReserve } from '../../accounts.ts';
import type { Reserve, ReserveConfig, ReserveFields, ReserveLiquidity } from '../../reserve.ts';
import { WAD } from '../../wad.ts';

/** Address of the made-up reserve. */
export const ADDRESS = 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw';

/** What a test may change of the made-up reserve. */
export interface ReservePatch {
  readonly liquidity?: Partial<ReserveLiquidity>;
  readonly config?: Partial<ReserveConfig>;
  readonly mintTotalSupplyRaw?: bigint;
  readonly lastUpdate?: Partial<ReserveFields['lastUpdate']>;
  readonly rateLimiter?: Partial<ReserveFields['rateLimiter']>;
}

/**
 * A small reserve: 6 decimals, 600 available, 400 borrowed, no fees owed, utilization 40 %, curve 0 -> 10 % (at 80 %) -> 50 %
 * (at 90 %) -> 100 %, 10 % protocol take, 0.1 % borrow fee without a host, price 2 USD, last refreshed at slot 1000.
 */
export function makeReserve(patch: ReservePatch = {}): Reserve {
  const base = emptyReserve();
  return {
    ...base,
    address: ADDRESS,
    lendingMarket: ZERO_ADDRESS,
    lastUpdate: { slot: 1_000n, stale: false, ...patch.lastUpdate },
    liquidity: {
      ...base.liquidity,
      availableAmountRaw: 600_000_000n,
      borrowedAmountWads: 400_000_000n * WAD,
      marketPriceWads: 2n * WAD,
      smoothedMarketPriceWads: 2n * WAD,
      mintDecimals: 6,
      ...patch.liquidity,
    },
    collateral: { ...base.collateral, mintTotalSupplyRaw: patch.mintTotalSupplyRaw ?? 900_000_000n },
    config: {
      ...base.config,
      optimalBorrowRatePct: 10,
      maxBorrowRatePct: 50,
      superMaxBorrowRatePct: 100n,
      protocolTakeRatePct: 10,
      fees: { borrowFeeWad: WAD / 1_000n, flashLoanFeeWad: 0n, hostFeePct: 0 },
      depositLimitRaw: 5_000_000_000n,
      borrowLimitRaw: 3_000_000_000n,
      ...patch.config,
    },
    rateLimiter: { ...base.rateLimiter, ...patch.rateLimiter },
  };
}

/** The account bytes of a made-up reserve. */
export function makeReserveAccount(patch: ReservePatch = {}): AccountBytes {
  return { address: ADDRESS, owner: SAVE_PROGRAM_ADDRESS, data: encodeReserve(makeReserve(patch)) };
}
