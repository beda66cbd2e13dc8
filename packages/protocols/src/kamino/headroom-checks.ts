import { I64_MAX, I64_MIN } from '@tidemark/core';
import { type BorrowFee, borrowFeeRaw, type Check, REFUSED } from '../common/headroom.ts';
import { FRACTION_BITS, intToSf, ONE_SF, percentToSf } from './fraction.ts';
import { liquidityOf } from './collateral-exchange.ts';
import type { HeadroomState } from './headroom-state.ts';
import { withdrawalCapRoomRaw, withdrawalCapUsedRaw } from './limits.ts';
import type { WithdrawalCap } from './reserve.ts';

/** What bounds a borrow inside an elevation group, in the order in which the program checks it. */
export const GROUP_BORROW_CONSTRAINTS = [
  'emergency_mode',
  'reserve_status',
  'block_price_usage',
  'borrow_disabled',
  'borrow_limit',
  'minimum_fee',
  'debt_withdrawal_cap_starts_in_future',
  'debt_withdrawal_cap',
  'counter_overflow',
  'available_liquidity',
  'utilization_limit',
] as const;
type GroupBorrowConstraint = (typeof GROUP_BORROW_CONSTRAINTS)[number];

/** What bounds a borrow outside elevation groups: one check more, the last. */
export const BORROW_CONSTRAINTS = [...GROUP_BORROW_CONSTRAINTS, 'borrow_limit_outside_elevation_group'] as const;
type BorrowConstraint = (typeof BORROW_CONSTRAINTS)[number];

/** What bounds a redemption, or a withdrawal from a position without debt. */
export const WITHDRAW_CONSTRAINTS = [
  'emergency_mode',
  'total_supply',
  'available_liquidity',
  'deposit_withdrawal_cap_starts_in_future',
  'deposit_withdrawal_cap',
  'counter_overflow',
] as const;
type WithdrawConstraint = (typeof WITHDRAW_CONSTRAINTS)[number];

/** What bounds a deposit. */
export const DEPOSIT_CONSTRAINTS = [
  'emergency_mode',
  'reserve_status',
  'deposit_limit',
  'deposit_withdrawal_cap_starts_in_future',
  'counter_overflow',
  'none',
] as const;
type DepositConstraint = (typeof DEPOSIT_CONSTRAINTS)[number];

/** What the program adds to the debt beside the amount received. */
export function originationFeeOf({ originationFeeSf }: Pick<HeadroomState, 'originationFeeSf'>): BorrowFee {
  return { share: originationFeeSf, scale: ONE_SF, leastRaw: 1n };
}

/** The checks of every borrow, of the gross amount. */
export function borrowChecks(
  state: HeadroomState,
  freelyAvailableRaw: bigint,
  borrowLimitCountsNet: boolean,
): Check<GroupBorrowConstraint>[] {
  const limitRaw = (intToSf(state.borrowLimitRaw) - state.borrowedSf) >> FRACTION_BITS;
  const feeRaw = borrowLimitCountsNet && limitRaw > 0n ? borrowFeeRaw(limitRaw, originationFeeOf(state)) : 0n;
  return [
    ...switchedOff<GroupBorrowConstraint>(state.emergencyMode, 'emergency_mode'),
    ...switchedOff<GroupBorrowConstraint>(state.status === 'obsolete', 'reserve_status'),
    ...switchedOff<GroupBorrowConstraint>(state.blockPriceUsage, 'block_price_usage'),
    ...switchedOff<GroupBorrowConstraint>(state.borrowDisabled, 'borrow_disabled'),
    { constraint: 'borrow_limit', mostRaw: limitRaw + feeRaw },
    ...capChecks<GroupBorrowConstraint>(state.debtWithdrawalCap, state.unixTimestamp, {
      future: 'debt_withdrawal_cap_starts_in_future',
      capacity: 'debt_withdrawal_cap',
      overflow: 'counter_overflow',
    }),
    { constraint: 'available_liquidity', mostRaw: freelyAvailableRaw },
    ...utilizationCheck(state),
  ];
}

/** What a borrow outside elevation groups must pass beside the others. The program counts that debt without interest. */
export function outsideGroupsCheck(state: HeadroomState): Check<BorrowConstraint> {
  return {
    constraint: 'borrow_limit_outside_elevation_group',
    mostRaw: state.borrowLimitOutsideElevationGroupRaw - state.borrowedOutsideElevationGroupRaw,
  };
}

/** The checks of a redemption, of the amount paid out. */
export function redeemChecks(state: HeadroomState, freelyAvailableRaw: bigint): Check<WithdrawConstraint>[] {
  return [
    ...switchedOff<WithdrawConstraint>(state.emergencyMode, 'emergency_mode'),
    { constraint: 'total_supply', mostRaw: liquidityOf(state, state.mintTotalSupplyRaw) },
    { constraint: 'available_liquidity', mostRaw: freelyAvailableRaw },
    ...capChecks<WithdrawConstraint>(state.depositWithdrawalCap, state.unixTimestamp, {
      future: 'deposit_withdrawal_cap_starts_in_future',
      capacity: 'deposit_withdrawal_cap',
      overflow: 'counter_overflow',
    }),
  ];
}

/**
 * The checks of a deposit. A deposit lowers the counter of its cap, whose capacity does not bound it: only the counter's own
 * minimum does.
 */
export function depositChecks(state: HeadroomState): Check<DepositConstraint>[] {
  const { depositWithdrawalCap: cap, unixTimestamp: now } = state;
  const limitRaw = (intToSf(state.depositLimitRaw) - state.totalSupplySf) >> FRACTION_BITS;
  return [
    ...switchedOff<DepositConstraint>(state.emergencyMode, 'emergency_mode'),
    ...switchedOff<DepositConstraint>(state.status === 'obsolete', 'reserve_status'),
    { constraint: 'deposit_limit', mostRaw: limitRaw },
    ...startsInFuture<DepositConstraint>(cap, now, 'deposit_withdrawal_cap_starts_in_future'),
    ...(cap.intervalSeconds === 0n
      ? []
      : [{ constraint: 'counter_overflow', mostRaw: withdrawalCapUsedRaw(cap, now) - I64_MIN } as const]),
  ];
}

function switchedOff<Constraint>(isOff: boolean, constraint: Constraint): Check<Constraint>[] {
  return isOff ? [{ constraint, mostRaw: REFUSED }] : [];
}

/** The program refuses at the limit itself, and takes the debt with its fraction; 100 % is a limit like any other. */
function utilizationCheck(state: HeadroomState): Check<GroupBorrowConstraint>[] {
  const pct = state.utilizationLimitBlockBorrowingAbovePct;
  if (pct === 0) return [];
  const ceilingSf = (percentToSf(pct) * state.totalSupplySf - 1n) >> FRACTION_BITS;
  return [{ constraint: 'utilization_limit', mostRaw: (ceilingSf - state.borrowedSf) >> FRACTION_BITS }];
}

function capChecks<Constraint>(
  cap: WithdrawalCap,
  now: bigint,
  names: { readonly future: Constraint; readonly capacity: Constraint; readonly overflow: Constraint },
): Check<Constraint>[] {
  const roomRaw = withdrawalCapRoomRaw(cap, now);
  if (roomRaw === null) return [];
  const resetsAt = cap.intervalStartAt + cap.intervalSeconds;
  const overflow = { constraint: names.overflow, mostRaw: I64_MAX - withdrawalCapUsedRaw(cap, now), resetsAt };
  return [
    ...startsInFuture(cap, now, names.future),
    ...(cap.capacityRaw < 0n ? [] : [overflow]),
    { constraint: names.capacity, mostRaw: roomRaw, resetsAt },
  ];
}

function startsInFuture<Constraint>(cap: WithdrawalCap, now: bigint, constraint: Constraint): Check<Constraint>[] {
  if (cap.intervalSeconds === 0n || cap.intervalStartAt <= now) return [];
  return [{ constraint, mostRaw: REFUSED, resetsAt: cap.intervalStartAt }];
}
