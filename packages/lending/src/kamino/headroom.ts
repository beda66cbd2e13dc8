import { FRACTION_BITS, intToSf, percentToSf } from '../fixed-point/fraction.ts';
import { isUnlimited, withdrawalCapRemainingRaw } from './limits.ts';
import type { ReserveStatus, WithdrawalCap } from './reserve.ts';

/** What bounds a borrow: the program's five limits, and the switches that forbid one altogether. */
export type BorrowConstraint =
  | 'emergency_mode'
  | 'borrow_disabled'
  | 'reserve_status'
  | 'available_liquidity'
  | 'borrow_limit'
  | 'borrow_limit_outside_elevation_group'
  | 'utilization_limit'
  | 'debt_withdrawal_cap';

/** What bounds a withdrawal. */
export type WithdrawConstraint = 'emergency_mode' | 'available_liquidity' | 'deposit_withdrawal_cap' | 'total_supply';

/** What bounds a deposit. */
export type DepositConstraint = 'emergency_mode' | 'reserve_status' | 'deposit_limit' | 'none';

/** How much can be done now, and why not more. */
export interface Bound<Constraint> {
  /** Base units, never negative; null = unlimited. */
  readonly amountRaw: bigint | null;
  readonly bindingConstraint: Constraint;
  /** Unix seconds at which the binding cap starts a new interval; null where no cap binds. */
  readonly resetsAt: bigint | null;
}

export interface Headroom {
  /** For a position outside elevation groups. */
  readonly borrowable: Bound<BorrowConstraint>;
  readonly withdrawable: Bound<WithdrawConstraint>;
  readonly depositable: Bound<DepositConstraint>;
  /** Available minus what queued withdrawals are worth, base units. */
  readonly freelyAvailableRaw: bigint;
  /** Worth of the cTokens in the withdraw queue, base units. */
  readonly queuedLiquidityRaw: bigint;
}

/** State and settings that bound new activity; amounts accrued to `unixTimestamp`'s bank. */
export interface HeadroomState {
  readonly unixTimestamp: bigint;
  readonly availableRaw: bigint;
  readonly borrowedSf: bigint;
  readonly totalSupplySf: bigint;
  readonly mintTotalSupplyRaw: bigint;
  readonly queuedCollateralRaw: bigint;
  readonly borrowedOutsideElevationGroupRaw: bigint;
  readonly status: ReserveStatus;
  /** Emergency mode of the reserve or of its market. */
  readonly emergencyMode: boolean;
  /** `borrowDisabled` of the market. */
  readonly borrowDisabled: boolean;
  readonly depositLimitRaw: bigint;
  readonly borrowLimitRaw: bigint;
  readonly borrowLimitOutsideElevationGroupRaw: bigint;
  /** 0 = no limit. */
  readonly utilizationLimitBlockBorrowingAbovePct: number;
  readonly depositWithdrawalCap: WithdrawalCap;
  readonly debtWithdrawalCap: WithdrawalCap;
}

/**
 * Borrowable, withdrawable and depositable amounts as the program bounds them. Where two limits give the same amount the
 * first in the order of the type is named. Fractions of a base unit are cut off, so the amount itself is always allowed.
 * Limits of a single position (its own loan to value) and of elevation groups are not part of it.
 */
export function deriveHeadroom(state: HeadroomState): Headroom {
  const queuedLiquidityRaw = queuedLiquidity(state);
  const freelyAvailableRaw = floorAtZero(state.availableRaw - queuedLiquidityRaw);
  return {
    borrowable: deriveBorrowable(state, freelyAvailableRaw),
    withdrawable: deriveWithdrawable(state, freelyAvailableRaw),
    depositable: deriveDepositable(state),
    freelyAvailableRaw,
    queuedLiquidityRaw,
  };
}

type Limit<Constraint> = readonly [Constraint, bigint | null];

function deriveBorrowable(state: HeadroomState, freelyAvailableRaw: bigint): Bound<BorrowConstraint> {
  if (state.emergencyMode) return blocked('emergency_mode');
  if (state.borrowDisabled) return blocked('borrow_disabled');
  if (state.status === 'obsolete') return blocked('reserve_status');
  const limits: Limit<BorrowConstraint>[] = [
    ['available_liquidity', freelyAvailableRaw],
    ['borrow_limit', remainingOf(state.borrowLimitRaw, state.borrowedSf)],
    [
      'borrow_limit_outside_elevation_group',
      remainingOf(state.borrowLimitOutsideElevationGroupRaw, intToSf(state.borrowedOutsideElevationGroupRaw)),
    ],
    ['utilization_limit', remainingToUtilizationLimit(state)],
    ['debt_withdrawal_cap', withdrawalCapRemainingRaw(state.debtWithdrawalCap, state.unixTimestamp)],
  ];
  return tightest(limits, 'available_liquidity', { debt_withdrawal_cap: state.debtWithdrawalCap });
}

function deriveWithdrawable(state: HeadroomState, freelyAvailableRaw: bigint): Bound<WithdrawConstraint> {
  if (state.emergencyMode) return blocked('emergency_mode');
  const limits: Limit<WithdrawConstraint>[] = [
    ['available_liquidity', freelyAvailableRaw],
    ['deposit_withdrawal_cap', withdrawalCapRemainingRaw(state.depositWithdrawalCap, state.unixTimestamp)],
    ['total_supply', state.totalSupplySf >> FRACTION_BITS],
  ];
  return tightest(limits, 'available_liquidity', { deposit_withdrawal_cap: state.depositWithdrawalCap });
}

function deriveDepositable(state: HeadroomState): Bound<DepositConstraint> {
  if (state.emergencyMode) return blocked('emergency_mode');
  if (state.status === 'obsolete') return blocked('reserve_status');
  const remainingRaw = remainingOf(state.depositLimitRaw, state.totalSupplySf);
  if (remainingRaw === null) return { amountRaw: null, bindingConstraint: 'none', resetsAt: null };
  return { amountRaw: remainingRaw, bindingConstraint: 'deposit_limit', resetsAt: null };
}

/** The program values a cToken at total supply / cTokens in existence, one to one where either is zero. */
function queuedLiquidity(state: HeadroomState): bigint {
  if (state.mintTotalSupplyRaw === 0n || state.totalSupplySf === 0n) return state.queuedCollateralRaw;
  return (state.queuedCollateralRaw * state.totalSupplySf) / (state.mintTotalSupplyRaw << FRACTION_BITS);
}

function remainingOf(limitRaw: bigint, usedSf: bigint): bigint | null {
  return isUnlimited(limitRaw) ? null : floorAtZero((intToSf(limitRaw) - usedSf) >> FRACTION_BITS);
}

/** Without a limit of its own a reserve may be lent out whole: utilization 1. */
function remainingToUtilizationLimit(state: HeadroomState): bigint {
  const pct = state.utilizationLimitBlockBorrowingAbovePct;
  const ceilingSf = pct === 0 ? state.totalSupplySf : (state.totalSupplySf * percentToSf(BigInt(pct))) >> FRACTION_BITS;
  return floorAtZero((ceilingSf - state.borrowedSf) >> FRACTION_BITS);
}

function tightest<Constraint extends string>(
  limits: readonly Limit<Constraint>[],
  fallback: Constraint,
  caps: Partial<Record<Constraint, WithdrawalCap>>,
): Bound<Constraint> {
  let amountRaw: bigint | null = null;
  let bindingConstraint = fallback;
  for (const [constraint, limitRaw] of limits) {
    if (limitRaw === null || (amountRaw !== null && limitRaw >= amountRaw)) continue;
    amountRaw = limitRaw;
    bindingConstraint = constraint;
  }
  const cap = caps[bindingConstraint];
  return {
    amountRaw,
    bindingConstraint,
    resetsAt: cap === undefined ? null : cap.intervalStartAt + cap.intervalSeconds,
  };
}

function blocked<Constraint>(bindingConstraint: Constraint): Bound<Constraint> {
  return { amountRaw: 0n, bindingConstraint, resetsAt: null };
}

function floorAtZero(value: bigint): bigint {
  return value < 0n ? 0n : value;
}
