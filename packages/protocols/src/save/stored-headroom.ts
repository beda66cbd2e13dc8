import {
  type AccountState,
  type Accrued,
  baseUnitsPerToken,
  type ConfigJson,
  type Moment,
  readBigint,
  readInteger,
} from '@tidemark/core';
import type { Headroom } from '../protocol.ts';
import { deriveHeadroom } from './headroom.ts';
import type { SaveFields } from './own-fields.ts';
import type { RateLimiter } from './reserve.ts';

/**
 * What can be done with a stored reserve. What leaves it is unknown while its market was never read, and while the market has
 * an outflow limit whose counters were not read with the reserve. An outflow limit slides: there is no moment at which it
 * starts over.
 */
export function headroomOf(
  { own, price, receiptSupply }: AccountState<SaveFields>,
  accrued: Accrued<SaveFields>,
  config: ConfigJson,
  market: ConfigJson | null,
  { slot }: Moment,
): Headroom {
  const marketRateLimiter = market === null ? null : marketLimiterOf(own, market);
  const { borrowable, withdrawable, depositable } = deriveHeadroom({
    slot,
    availableRaw: accrued.available,
    borrowedWads: accrued.borrowed,
    totalSupplyWads: accrued.supplied,
    mintTotalSupplyRaw: receiptSupply,
    fee: { borrowFeeWad: readBigint(config, 'fees.borrowFeeWad'), hostFeePct: readInteger(config, 'fees.hostFeePct') },
    depositLimitRaw: readBigint(config, 'depositLimitRaw'),
    borrowLimitRaw: readBigint(config, 'borrowLimitRaw'),
    rateLimiter: limiterOf(config, {
      previousWads: own.outflowPreviousWads,
      currentWads: own.outflowCurrentWads,
      windowStartSlot: own.outflowWindowStartSlot,
    }),
    marketRateLimiter,
    upperPriceWads: price > own.smoothedPriceWads ? price : own.smoothedPriceWads,
    unitsPerToken: baseUnitsPerToken(readInteger(config, 'mintDecimals')),
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
    queuedRaw: 0n,
    own: {},
  };
}

type Counters = Pick<RateLimiter, 'previousWads' | 'currentWads' | 'windowStartSlot'>;

/** Null where the limit is on and its counters are unknown. */
function marketLimiterOf(own: SaveFields, market: ConfigJson): RateLimiter | null {
  const { marketOutflowPreviousWads, marketOutflowCurrentWads, marketOutflowWindowStartSlot } = own;
  const limiter = limiterOf(market, {
    previousWads: marketOutflowPreviousWads ?? 0n,
    currentWads: marketOutflowCurrentWads ?? 0n,
    windowStartSlot: marketOutflowWindowStartSlot ?? 0n,
  });
  return limiter.windowSlots !== 0n && marketOutflowWindowStartSlot === null ? null : limiter;
}

function limiterOf(config: ConfigJson, counters: Counters): RateLimiter {
  return {
    ...counters,
    maxOutflow: readBigint(config, 'rateLimiter.maxOutflow'),
    windowSlots: readBigint(config, 'rateLimiter.windowSlots'),
  };
}
