import {
  type AccountState,
  baseUnitsPerToken,
  type ConfigJson,
  type Moment,
  readBigint,
  readInteger,
} from '@tidemark/core';
import type { Headroom, SuppliedBalances } from '../protocol.ts';
import type { BorrowFee } from './borrow-fee.ts';
import { deriveHeadroom } from './headroom.ts';
import type { SaveFields } from './own-fields.ts';
import type { RateLimiter } from './reserve.ts';

type OutflowLimit = Pick<RateLimiter, 'maxOutflow' | 'windowSlots'>;
type Counters = Omit<RateLimiter, keyof OutflowLimit>;

/** The settings of a reserve and its market that bound what can be done. */
export interface SaveLimits {
  /** 10^decimals. */
  readonly unitsPerToken: bigint;
  readonly fee: BorrowFee;
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
 * an outflow limit whose counters were not read with the reserve. An outflow limit slides: there is no moment at which it
 * starts over.
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
  const isOutflowKnown = marketRateLimiter !== null;
  const { netRaw, grossRaw, bindingConstraint } = borrowable;
  return {
    borrowable: isOutflowKnown ? { amountRaw: grossRaw, receivedRaw: netRaw, bindingConstraint, resetsAt: null } : null,
    withdrawable: isOutflowKnown
      ? {
          amountRaw: withdrawable.amountRaw,
          receiptRaw: withdrawable.collateralRaw,
          bindingConstraint: withdrawable.bindingConstraint,
          resetsAt: null,
        }
      : null,
    depositable: {
      amountRaw: depositable.amountRaw,
      bindingConstraint: depositable.bindingConstraint,
      resetsAt: null,
    },
    queuedRaw: null,
  };
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
