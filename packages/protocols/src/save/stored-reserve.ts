import {
  type AccountState,
  type Accrued,
  type ConfigJson,
  isLendingError,
  readBigint,
  readInteger,
  type Terms,
  toConfigJson,
  withAddress,
} from '@tidemark/core';
import type { FoundAccounts, ObservedState } from '../protocol.ts';
import { accrueBalances, type AccruedBalances, type InterestTerms } from './accrual.ts';
import { decodeLendingMarket } from './accounts.ts';
import type { SaveFields } from './own-fields.ts';
import type { RateLimiter, Reserve } from './reserve.ts';

/** The settings of a reserve that accrual and rates depend on; its market has none. */
export interface SaveTerms extends Terms, InterestTerms {}

export type SaveState = AccountState<SaveFields>;

/** The three-piece curve of 2023; before it the second and the third piece were one. */
export const SAVE_ARITHMETICS: readonly [string, ...string[]] = ['since-2.0'];

/** Terms out of the stored configuration. Throws `INVALID_ARGUMENT` where it lacks what accrual needs. */
export function toTerms(config: ConfigJson, tokenDecimals: number): SaveTerms {
  return {
    tokenDecimals,
    optimalUtilizationPct: readInteger(config, 'optimalUtilizationPct'),
    maxUtilizationPct: readInteger(config, 'maxUtilizationPct'),
    minBorrowRatePct: readInteger(config, 'minBorrowRatePct'),
    optimalBorrowRatePct: readInteger(config, 'optimalBorrowRatePct'),
    maxBorrowRatePct: readInteger(config, 'maxBorrowRatePct'),
    superMaxBorrowRatePct: readBigint(config, 'superMaxBorrowRatePct'),
    protocolTakeRatePct: readInteger(config, 'protocolTakeRatePct'),
  };
}

/** The whole configuration with decimals, oracles and the limit of the rate limiter; the limiter's counters are state. */
export function toReserveConfigJson({ config, liquidity, rateLimiter }: Reserve): ConfigJson {
  const { mintDecimals, pythOracle, switchboardOracle } = liquidity;
  return toConfigJson({
    ...config,
    mintDecimals,
    pythOracle,
    switchboardOracle,
    rateLimiter: limiterSettings(rateLimiter),
  });
}

/** The part of a limiter that its owner sets. */
export function limiterSettings({ maxOutflow, windowSlots }: RateLimiter) {
  return { maxOutflow, windowSlots };
}

/** What is stored of an observed account; the counters of its market's limiter where the market was read with it. */
export function toState(reserve: Reserve, found: FoundAccounts, arithmetic: string): ObservedState<SaveFields> {
  const { lastUpdate, liquidity, collateral, rateLimiter } = reserve;
  const market = marketLimiter(reserve, found);
  return {
    reserve: reserve.address,
    lastUpdateSlot: lastUpdate.slot,
    lastUpdateAt: null,
    stale: lastUpdate.stale,
    available: liquidity.availableAmountRaw,
    borrowed: liquidity.borrowedAmountWads,
    borrowIndex: liquidity.cumulativeBorrowRateWads,
    receiptSupply: collateral.mintTotalSupplyRaw,
    price: liquidity.marketPriceWads,
    priceUpdatedAt: null,
    priceStatus: null,
    timeBasis: 'slots',
    arithmetic,
    own: {
      accumulatedProtocolFeesWads: liquidity.accumulatedProtocolFeesWads,
      smoothedPriceWads: liquidity.smoothedMarketPriceWads,
      extraPriceWads: liquidity.extraMarketPriceWads,
      attributedBorrowValueWads: reserve.attributedBorrowValueWads,
      outflowPreviousWads: rateLimiter.previousWads,
      outflowCurrentWads: rateLimiter.currentWads,
      outflowWindowStartSlot: rateLimiter.windowStartSlot,
      marketOutflowPreviousWads: market?.previousWads ?? null,
      marketOutflowCurrentWads: market?.currentWads ?? null,
      marketOutflowWindowStartSlot: market?.windowStartSlot ?? null,
    },
  };
}

/** A market that is missing or cannot be decoded leaves its counters unknown, not the reserve; markets are refused elsewhere. */
function marketLimiter({ lendingMarket }: Reserve, found: FoundAccounts): RateLimiter | null {
  const account = found.get(lendingMarket) ?? null;
  if (account === null) return null;
  try {
    return decodeLendingMarket(account).rateLimiter;
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}

/** The stored balances after a refresh at `slot`. */
export function accrueState(state: SaveState, terms: SaveTerms, slot: bigint): AccruedBalances {
  try {
    return accrueBalances(
      {
        lastUpdateSlot: state.lastUpdateSlot,
        availableRaw: state.available,
        borrowedWads: state.borrowed,
        accumulatedProtocolFeesWads: state.own.accumulatedProtocolFeesWads,
        cumulativeBorrowRateWads: state.borrowIndex,
      },
      terms,
      slot,
    );
  } catch (error) {
    throw withAddress(error, state.reserve);
  }
}

/** The accrual under common names. */
export function toAccrued({ own }: SaveState, accrued: AccruedBalances): Accrued<SaveFields> {
  return {
    elapsedUnits: accrued.elapsedSlots,
    available: accrued.availableRaw,
    borrowed: accrued.borrowedWads,
    supplied: accrued.totalSupplyWads,
    utilization: accrued.utilizationWads,
    borrowIndex: accrued.cumulativeBorrowRateWads,
    own: { ...own, accumulatedProtocolFeesWads: accrued.accumulatedProtocolFeesWads },
  };
}
