import { collateralWithin, liquidityOf } from './collateral-exchange.ts';
import {
  type BorrowConstraint,
  borrowChecks,
  type Check,
  type DepositConstraint,
  depositChecks,
  type GroupBorrowConstraint,
  outsideGroupsCheck,
  redeemChecks,
  type WithdrawConstraint,
} from './headroom-checks.ts';
import type { HeadroomState } from './headroom-state.ts';
import { isUnlimited } from './limits.ts';
import { isBorrowTooSmall, originationFeeRaw, receivedWithin } from './origination-fee.ts';

/**
 * `since-1.12.4` is what runs today: the borrow limit counts the origination fee (source only, not executed). In the
 * executed binaries, `before-1.12.4`, it counts the amount received.
 */
export type LimitRules = 'before-1.12.4' | 'since-1.12.4';

/** Why not more can be done now. */
interface Binding<Constraint> {
  /** The first check in the program's order that refuses one base unit (or cToken) more. */
  readonly bindingConstraint: Constraint;
  /** Unix seconds at which the binding cap starts a new interval, or begins to allow anything; null where no cap binds. */
  readonly resetsAt: bigint | null;
}

/** The largest borrow that the program accepts, base units. */
export interface BorrowBound<Constraint = BorrowConstraint> extends Binding<Constraint> {
  /** What the borrower receives: the amount of the instruction. */
  readonly netRaw: bigint;
  /** What the debt grows by and what leaves the vault: the net amount and the origination fee. */
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
  /** For a position outside elevation groups. */
  readonly borrowable: BorrowBound;
  /**
   * For a position inside an elevation group, before the limits that each of its collateral reserves sets for the group:
   * they depend on the collateral, not on this reserve.
   */
  readonly borrowableInElevationGroup: BorrowBound<GroupBorrowConstraint>;
  readonly withdrawable: WithdrawBound;
  readonly depositable: DepositBound;
  /** Available minus what queued withdrawals are worth, base units. */
  readonly freelyAvailableRaw: bigint;
  /** Worth of the cTokens in the withdraw queue, base units. */
  readonly queuedLiquidityRaw: bigint;
}

/**
 * The largest borrow, redemption and deposit that the program accepts in a transaction that refreshes the reserve first,
 * by its own checks in its own order: the amount passes, one base unit more is refused. Limits of a single position (its
 * loan to value, its collateral's prices) are not part of it, and a price that a refresh can cure does not bind.
 */
export function deriveHeadroom(state: HeadroomState, rules: LimitRules = 'since-1.12.4'): Headroom {
  const queuedLiquidityRaw = liquidityOf(state, state.queuedCollateralRaw);
  const freeRaw = state.availableRaw - queuedLiquidityRaw;
  const freelyAvailableRaw = freeRaw < 0n ? 0n : freeRaw;
  const checks = borrowChecks(state, freelyAvailableRaw, rules === 'before-1.12.4');
  return {
    borrowable: deriveBorrowable<BorrowConstraint>([...checks, outsideGroupsCheck(state)], state.originationFeeSf),
    borrowableInElevationGroup: deriveBorrowable(checks, state.originationFeeSf),
    withdrawable: deriveWithdrawable(state, freelyAvailableRaw),
    depositable: deriveDepositable(state),
    freelyAvailableRaw,
    queuedLiquidityRaw,
  };
}

/** Compared by what is received: limits that differ by less than a fee step refuse the same amount. */
function deriveBorrowable<Constraint>(
  checks: readonly Check<Constraint>[],
  originationFeeSf: bigint,
): BorrowBound<Constraint | 'minimum_fee'> {
  const { most, mostRaw, ...binding } = tightest(checks, (grossRaw) => receivedWithin(grossRaw, originationFeeSf));
  const netRaw = floorAtZero(most);
  if (mostRaw > 0n && (netRaw === 0n || isBorrowTooSmall(netRaw, originationFeeSf))) {
    return { netRaw: 0n, grossRaw: 0n, bindingConstraint: 'minimum_fee', resetsAt: null };
  }
  return { netRaw, grossRaw: netRaw + originationFeeRaw(netRaw, originationFeeSf), ...binding };
}

/** cTokens are redeemed whole, so the amount paid out may stay below every limit. */
function deriveWithdrawable(state: HeadroomState, freelyAvailableRaw: bigint): WithdrawBound {
  const checks = redeemChecks(state, freelyAvailableRaw);
  const { most, bindingConstraint, resetsAt } = tightest(checks, (amountRaw) => collateralWithin(state, amountRaw));
  const collateralRaw = floorAtZero(most);
  return { amountRaw: liquidityOf(state, collateralRaw), collateralRaw, bindingConstraint, resetsAt };
}

/** u64::MAX in the limit is a number that nobody reaches: unlimited, unless something else binds first. */
function deriveDepositable(state: HeadroomState): DepositBound {
  const { most, bindingConstraint, resetsAt } = tightest(depositChecks(state), (amountRaw) => amountRaw);
  if (bindingConstraint === 'deposit_limit' && isUnlimited(state.depositLimitRaw)) {
    return { amountRaw: null, bindingConstraint: 'none', resetsAt: null };
  }
  return { amountRaw: floorAtZero(most), bindingConstraint, resetsAt };
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
  const { constraint, mostRaw, resetsAt } = binding;
  return { most, mostRaw, bindingConstraint: constraint, resetsAt: resetsAt ?? null };
}

function floorAtZero(value: bigint): bigint {
  return value < 0n ? 0n : value;
}
