import {
  FRACTION_BITS,
  type ReserveFields,
  type ReserveLiquidity,
  totalSupplySf,
  type WithdrawalCap,
} from '../index.ts';
import type { Operation } from './operation.ts';

/** The reserve after an operation at `unixTime`; `reserve` must have been refreshed for the same slot. */
export function applyOperation(reserve: ReserveFields, operation: Operation, unixTime: number): ReserveFields {
  switch (operation.kind) {
    case 'deposit':
      return markStale(deposit(reserve, operation.amountRaw, unixTime));
    case 'withdraw':
      return markStale(withdraw(reserve, operation.amountRaw, unixTime));
    case 'borrow':
      return markStale(borrow(reserve, operation.amountRaw, unixTime));
    case 'repay':
      return markStale(repay(reserve, operation.amountRaw, unixTime));
    case 'collect_fees':
      return markStale(collectFees(reserve));
    case 'set_deposit_limit':
      return markStale(withConfig(reserve, { depositLimitRaw: operation.depositLimitRaw }));
    default:
      return reserve;
  }
}

function deposit(reserve: ReserveFields, amountRaw: bigint, unixTime: number): ReserveFields {
  const minted = collateralFor(reserve, amountRaw);
  const available = reserve.liquidity.availableAmountRaw + amountRaw;
  const moved = withLiquidity(reserve, { availableAmountRaw: available });
  const cap = countAgainstCap(reserve.config.depositWithdrawalCap, -amountRaw, unixTime);
  return withConfig(withCollateralSupply(moved, reserve.collateral.mintTotalSupplyRaw + minted), {
    depositWithdrawalCap: cap,
  });
}

function withdraw(reserve: ReserveFields, amountRaw: bigint, unixTime: number): ReserveFields {
  const burned = collateralFor(reserve, amountRaw) + 1n;
  const left = reserve.collateral.mintTotalSupplyRaw - burned;
  const moved = withLiquidity(reserve, { availableAmountRaw: reserve.liquidity.availableAmountRaw - amountRaw });
  const cap = countAgainstCap(reserve.config.depositWithdrawalCap, amountRaw, unixTime);
  return withConfig(withCollateralSupply(moved, left < 0n ? 0n : left), { depositWithdrawalCap: cap });
}

function borrow(reserve: ReserveFields, amountRaw: bigint, unixTime: number): ReserveFields {
  const { liquidity } = reserve;
  const moved = withLiquidity(reserve, {
    availableAmountRaw: liquidity.availableAmountRaw - amountRaw,
    borrowedAmountSf: liquidity.borrowedAmountSf + (amountRaw << FRACTION_BITS),
  });
  const cap = countAgainstCap(reserve.config.debtWithdrawalCap, amountRaw, unixTime);
  const outside = reserve.borrowedAmountOutsideElevationGroupRaw + amountRaw;
  return { ...withConfig(moved, { debtWithdrawalCap: cap }), borrowedAmountOutsideElevationGroupRaw: outside };
}

function repay(reserve: ReserveFields, amountRaw: bigint, unixTime: number): ReserveFields {
  const { liquidity } = reserve;
  // A borrower's refresh hands half of what is pending to the referrer that it belongs to.
  const settled = liquidity.pendingReferrerFeesSf / 2n;
  const moved = withLiquidity(reserve, {
    availableAmountRaw: liquidity.availableAmountRaw + amountRaw,
    borrowedAmountSf: liquidity.borrowedAmountSf - (amountRaw << FRACTION_BITS),
    pendingReferrerFeesSf: liquidity.pendingReferrerFeesSf - settled,
    accumulatedReferrerFeesSf: liquidity.accumulatedReferrerFeesSf + settled,
  });
  const cap = countAgainstCap(reserve.config.debtWithdrawalCap, -amountRaw, unixTime);
  const outside = reserve.borrowedAmountOutsideElevationGroupRaw - amountRaw;
  const outsideRaw = outside < 0n ? 0n : outside;
  return { ...withConfig(moved, { debtWithdrawalCap: cap }), borrowedAmountOutsideElevationGroupRaw: outsideRaw };
}

function collectFees(reserve: ReserveFields): ReserveFields {
  const { liquidity } = reserve;
  const owed = liquidity.accumulatedProtocolFeesSf >> FRACTION_BITS;
  const paid = owed < liquidity.availableAmountRaw ? owed : liquidity.availableAmountRaw;
  return withLiquidity(reserve, {
    availableAmountRaw: liquidity.availableAmountRaw - paid,
    accumulatedProtocolFeesSf: liquidity.accumulatedProtocolFeesSf - (paid << FRACTION_BITS),
  });
}

function collateralFor(reserve: ReserveFields, amountRaw: bigint): bigint {
  const supplySf = totalSupplySf(reserve.liquidity);
  const { mintTotalSupplyRaw } = reserve.collateral;
  if (supplySf === 0n || mintTotalSupplyRaw === 0n) return amountRaw;
  return ((amountRaw << FRACTION_BITS) * mintTotalSupplyRaw) / supplySf;
}

function countAgainstCap(cap: WithdrawalCap, amountRaw: bigint, unixTime: number): WithdrawalCap {
  if (cap.intervalSeconds === 0n) return cap;
  const now = BigInt(unixTime);
  const over = now - cap.intervalStartAt >= cap.intervalSeconds;
  if (over) return { ...cap, currentTotalRaw: amountRaw, intervalStartAt: now };
  return { ...cap, currentTotalRaw: cap.currentTotalRaw + amountRaw };
}

function markStale(reserve: ReserveFields): ReserveFields {
  return { ...reserve, lastUpdate: { ...reserve.lastUpdate, stale: true } };
}

function withLiquidity(reserve: ReserveFields, changed: Partial<ReserveLiquidity>): ReserveFields {
  return { ...reserve, liquidity: { ...reserve.liquidity, ...changed } };
}

function withCollateralSupply(reserve: ReserveFields, mintTotalSupplyRaw: bigint): ReserveFields {
  return { ...reserve, collateral: { ...reserve.collateral, mintTotalSupplyRaw } };
}

function withConfig(reserve: ReserveFields, changed: Partial<ReserveFields['config']>): ReserveFields {
  return { ...reserve, config: { ...reserve.config, ...changed } };
}
