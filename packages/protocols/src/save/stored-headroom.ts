import {
  type AccountState,
  baseUnitsPerToken,
  type ConfigJson,
  type Moment,
  readBigint,
  readInteger,
} from '@tidemark/core';
import type { Headroom, SuppliedBalances } from '../protocol.ts';
import { deriveHeadroom } from './headroom.ts';
import type { HeadroomState } from './headroom-state.ts';
import type { SaveFields } from './own-fields.ts';
import type { RateLimiter } from './reserve.ts';

type OutflowLimit = Pick<RateLimiter, 'maxOutflow' | 'windowSlots'>;
type Counters = Omit<RateLimiter, keyof OutflowLimit>;

/** The settings of a reserve and its market that bound what can be done. */
export interface SaveLimits {
  /** 10^decimals. */
  readonly unitsPerToken: bigint;
  readonly fee: HeadroomState['fee'];
  readonly depositLimitRaw: bigint;
  readonly borrowLimitRaw: bigint;
  readonly outflow: OutflowLimit;
  /** Null while the account of the market has not been read. */
  readonly marketOutflow: OutflowLimit | null;
}

/** Limits out of the stored configurations. Throws `INVALID_ARGUMENT` where they lack one. */
export function toLimits(config: ConfigJson, market: ConfigJson | null): SaveLimits {
  return {
    unitsPerToken: baseUnitsPerToken(readInteger(config, 'mintDecimals')),
    fee: { borrowFeeWad: readBigint(config, 'fees.borrowFeeWad'), hostFeePct: readInteger(config, 'fees.hostFeePct') },
    depositLimitRaw: readBigint(config, 'depositLimitRaw'),
    borrowLimitRaw: readBigint(config, 'borrowLimitRaw'),
    outflow: outflowLimitOf(config),
    marketOutflow: market === null ? null : outflowLimitOf(market),
  };
}

function outflowLimitOf(config: ConfigJson): OutflowLimit {
  return {
    maxOutflow: readBigint(config, 'rateLimiter.maxOutflow'),
    windowSlots: readBigint(config, 'rateLimiter.windowSlots'),
  };
}

/**
 * What can be done with a stored reserve. What leaves it is unknown while its market was never read, and while the market has
 * an outflow limit whose counters were not read with the reserve.
 */
export function headroomOf(
  { own, price, receiptSupply }: AccountState<SaveFields>,
  balances: SuppliedBalances<SaveFields>,
  { unitsPerToken, fee, depositLimitRaw, borrowLimitRaw, outflow, marketOutflow }: SaveLimits,
  { slot }: Moment,
): Headroom {
  const marketCounters = marketCountersOf(own);
  const isOff = marketOutflow?.windowSlots === 0n;
  const marketRateLimiter =
    marketOutflow === null || (marketCounters === null && !isOff)
      ? null
      : { ...marketOutflow, ...(marketCounters ?? NOTHING_COUNTED) };
  const { borrowable, withdrawable, depositable } = deriveHeadroom({
    slot,
    availableRaw: balances.available,
    borrowedWads: balances.borrowed,
    totalSupplyWads: balances.supplied,
    mintTotalSupplyRaw: receiptSupply,
    fee,
    depositLimitRaw,
    borrowLimitRaw,
    rateLimiter: {
      ...outflow,
      previousWads: own.outflowPreviousWads,
      currentWads: own.outflowCurrentWads,
      windowStartSlot: own.outflowWindowStartSlot,
    },
    marketRateLimiter,
    upperPriceWads: price > own.smoothedPriceWads ? price : own.smoothedPriceWads,
    unitsPerToken,
  });
  if (marketRateLimiter === null) return { borrowable: null, withdrawable: null, depositable, queuedRaw: null };
  return { borrowable, withdrawable, depositable, queuedRaw: null };
}

const NOTHING_COUNTED: Counters = { previousWads: 0n, currentWads: 0n, windowStartSlot: 0n };

/** Null where the market was not read with the reserve. */
function marketCountersOf({
  marketOutflowPreviousWads: previousWads,
  marketOutflowCurrentWads: currentWads,
  marketOutflowWindowStartSlot: windowStartSlot,
}: SaveFields): Counters | null {
  const isRead = previousWads !== null && currentWads !== null && windowStartSlot !== null;
  return isRead ? { previousWads, currentWads, windowStartSlot } : null;
}
