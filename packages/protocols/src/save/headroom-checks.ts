import { U64_MAX } from '@tidemark/core';
import { borrowFeeRaw, type Check, REFUSED } from '../common/headroom.ts';
import { liquidityOf } from './collateral-exchange.ts';
import { borrowFeeOf, type HeadroomState } from './headroom-state.ts';
import { outflowRoomWads } from './rate-limiter.ts';
import type { RateLimiter } from './reserve.ts';
import { WAD } from './wad.ts';

/** What bounds a borrow, in the order in which the program checks it. */
export const BORROW_CONSTRAINTS = [
  'borrow_limit',
  'minimum_fee',
  'market_outflow_limit',
  'reserve_outflow_limit',
  'available_liquidity',
] as const;
type BorrowConstraint = (typeof BORROW_CONSTRAINTS)[number];

/** What bounds a redemption, in the order in which the program checks it. */
export const WITHDRAW_CONSTRAINTS = [
  'exchange_rate',
  'total_supply',
  'available_liquidity',
  'market_outflow_limit',
  'reserve_outflow_limit',
] as const;
type WithdrawConstraint = (typeof WITHDRAW_CONSTRAINTS)[number];

/** What bounds a deposit. */
export const DEPOSIT_CONSTRAINTS = ['deposit_limit', 'exchange_rate', 'balance_overflow', 'none'] as const;
type DepositConstraint = (typeof DEPOSIT_CONSTRAINTS)[number];

/**
 * The checks of every borrow, of the amount that the debt grows by. The limit counts the amount received, so the fee that
 * belongs to what is left of it is added.
 */
export function borrowChecks(state: HeadroomState): Check<BorrowConstraint>[] {
  const limitRaw = state.borrowLimitRaw - state.borrowedWads / WAD;
  const feeRaw = limitRaw > 0n ? borrowFeeRaw(limitRaw, borrowFeeOf(state.fee)) : 0n;
  return [
    { constraint: 'borrow_limit', mostRaw: limitRaw + feeRaw },
    ...outflowChecks(state),
    { constraint: 'available_liquidity', mostRaw: state.availableRaw },
  ];
}

/** The checks of a redemption, of the amount paid out; `rateWads` is null where the program cannot compute it. */
export function redeemChecks(state: HeadroomState, rateWads: bigint | null): Check<WithdrawConstraint>[] {
  if (rateWads === null || rateWads === 0n) return [{ constraint: 'exchange_rate', mostRaw: REFUSED }];
  return [
    { constraint: 'total_supply', mostRaw: liquidityOf(rateWads, state.mintTotalSupplyRaw) },
    { constraint: 'available_liquidity', mostRaw: state.availableRaw },
    ...outflowChecks(state),
  ];
}

/** The checks of a deposit. */
export function depositChecks(state: HeadroomState, rateWads: bigint | null): Check<DepositConstraint>[] {
  const limit = { constraint: 'deposit_limit', mostRaw: state.depositLimitRaw - state.totalSupplyWads / WAD } as const;
  if (rateWads === null) return [limit, { constraint: 'exchange_rate', mostRaw: REFUSED }];
  const availableRoom = U64_MAX - state.availableRaw;
  const mintRoom = U64_MAX - state.mintTotalSupplyRaw;
  const mintable = rateWads === 0n ? availableRoom : ((mintRoom + 1n) * WAD - 1n) / rateWads;
  return [limit, { constraint: 'balance_overflow', mostRaw: mintable < availableRoom ? mintable : availableRoom }];
}

type OutflowConstraint = 'market_outflow_limit' | 'reserve_outflow_limit';

/** The market's limiter counts USD at the higher of the two prices, the reserve's base units. */
function outflowChecks(state: HeadroomState): Check<OutflowConstraint>[] {
  const { slot, upperPriceWads: price, unitsPerToken } = state;
  const check = (
    constraint: OutflowConstraint,
    limiter: RateLimiter | null,
    amountWithin: (roomWads: bigint) => bigint,
  ): Check<OutflowConstraint>[] => {
    const room = limiter === null ? null : outflowRoomWads(limiter, slot);
    if (room === null) return [];
    return [{ constraint, mostRaw: room < 0n ? REFUSED : amountWithin(room) }];
  };
  return [
    ...check('market_outflow_limit', state.marketRateLimiter, (room) =>
      price === 0n ? U64_MAX : ((room + 1n) * unitsPerToken - 1n) / price,
    ),
    ...check('reserve_outflow_limit', state.rateLimiter, (room) => room / WAD),
  ];
}
