import { isLendingError, U64_MAX } from '@tidemark/core';
import { borrowFeeRaw, isBorrowTooSmall, receivedWithin } from './borrow-fee.ts';
import {
  type CollateralExchange,
  collateralExchangeRateWads,
  collateralWithin,
  liquidityOf,
} from './collateral-exchange.ts';
import {
  type BorrowConstraint,
  borrowChecks,
  type Check,
  type DepositConstraint,
  depositChecks,
  redeemChecks,
  type WithdrawConstraint,
} from './headroom-checks.ts';
import type { HeadroomState } from './headroom-state.ts';

/** Why not more can be done now. */
interface Binding<Constraint> {
  /** The first check in the program's order that refuses one base unit (or cToken) more. */
  readonly bindingConstraint: Constraint;
  /** First slot of the next window where an outflow limit binds; null elsewhere. */
  readonly resetsAtSlot: bigint | null;
}

/** The largest borrow that the program accepts, base units. */
export interface BorrowBound extends Binding<BorrowConstraint> {
  /** What the borrower receives: the amount of the instruction. */
  readonly netRaw: bigint;
  /** What the debt grows by and what leaves the vault: the net amount and the fee. */
  readonly grossRaw: bigint;
}

/** The largest redemption that the program accepts. */
export interface WithdrawBound extends Binding<WithdrawConstraint> {
  /** What is paid out, base units. */
  readonly amountRaw: bigint;
  /** What is burned for it, cToken base units: the amount of the instruction. */
  readonly collateralRaw: bigint;
}

/** The largest deposit that the program accepts. */
export interface DepositBound extends Binding<DepositConstraint> {
  /** Base units; null = unlimited. */
  readonly amountRaw: bigint | null;
}

export interface Headroom {
  readonly borrowable: BorrowBound;
  readonly withdrawable: WithdrawBound;
  readonly depositable: DepositBound;
}

/**
 * The largest borrow, redemption and deposit that the program accepts in a transaction that refreshes the reserve first, by its
 * own checks in its own order: the amount passes, one base unit more is refused. Limits of a single position (its loan to
 * value, what backs it) are not part of it.
 */
export function deriveHeadroom(state: HeadroomState): Headroom {
  const rateWads = exchangeRateOrNull(state);
  return {
    borrowable: deriveBorrowable(state),
    withdrawable: deriveWithdrawable(state, rateWads),
    depositable: deriveDepositable(state, rateWads),
  };
}

function exchangeRateOrNull(exchange: CollateralExchange): bigint | null {
  try {
    return collateralExchangeRateWads(exchange);
  } catch (error) {
    if (isLendingError(error) && error.code === 'ARITHMETIC_OVERFLOW') return null;
    throw error;
  }
}

/** Compared by what is received: limits that differ by less than a fee step refuse the same amount. */
function deriveBorrowable(state: HeadroomState): BorrowBound {
  const { fee } = state;
  const { most, mostRaw, ...binding } = tightest(borrowChecks(state), (grossRaw) => receivedWithin(grossRaw, fee));
  const netRaw = floorAtZero(most);
  if (mostRaw > 0n && (netRaw === 0n || isBorrowTooSmall(netRaw, fee))) {
    return { netRaw: 0n, grossRaw: 0n, bindingConstraint: 'minimum_fee', resetsAtSlot: null };
  }
  return { netRaw, grossRaw: netRaw + borrowFeeRaw(netRaw, fee), ...binding };
}

/** cTokens are redeemed whole, so the amount paid out may stay below every limit. */
function deriveWithdrawable(state: HeadroomState, rateWads: bigint | null): WithdrawBound {
  const collateralFor = (amountRaw: bigint): bigint => {
    const within = rateWads === null ? amountRaw : collateralWithin(rateWads, amountRaw);
    return within < state.mintTotalSupplyRaw ? within : state.mintTotalSupplyRaw;
  };
  const { most, bindingConstraint, resetsAtSlot } = tightest(redeemChecks(state, rateWads), collateralFor);
  const collateralRaw = floorAtZero(most);
  const amountRaw = collateralRaw === 0n || rateWads === null ? 0n : liquidityOf(rateWads, collateralRaw);
  return { amountRaw, collateralRaw, bindingConstraint, resetsAtSlot };
}

/** u64::MAX in the limit is a number that nobody reaches: unlimited, unless the program refuses every deposit. */
function deriveDepositable(state: HeadroomState, rateWads: bigint | null): DepositBound {
  const { most, bindingConstraint, resetsAtSlot } = tightest(depositChecks(state, rateWads), (amountRaw) => amountRaw);
  const isUnlimited = state.depositLimitRaw === U64_MAX && bindingConstraint !== 'exchange_rate';
  if (isUnlimited) return { amountRaw: null, bindingConstraint: 'none', resetsAtSlot: null };
  return { amountRaw: floorAtZero(most), bindingConstraint, resetsAtSlot };
}

interface Tightest<Constraint> extends Binding<Constraint> {
  /** What the binding check lets pass, base units, and the same as measured. */
  readonly mostRaw: bigint;
  readonly most: bigint;
}

/** The first of the checks that leaves the least; `measure` turns what a check lets pass into what is compared. */
function tightest<Constraint>(
  [first, ...others]: readonly Check<Constraint>[],
  measure: (mostRaw: bigint) => bigint,
): Tightest<Constraint> {
  if (first === undefined) throw new RangeError('no check to compare');
  let binding = first;
  let most = measure(first.mostRaw);
  for (const check of others) {
    const passes = measure(check.mostRaw);
    // What is below zero is refused like zero, so the first check that refuses everything is the one that the program names.
    if (passes >= most || most <= 0n) continue;
    binding = check;
    most = passes;
  }
  const { constraint, mostRaw, resetsAtSlot } = binding;
  return { most, mostRaw, bindingConstraint: constraint, resetsAtSlot: resetsAtSlot ?? null };
}

function floorAtZero(value: bigint): bigint {
  return value < 0n ? 0n : value;
}
