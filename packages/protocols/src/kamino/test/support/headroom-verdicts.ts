import type { HeadroomState } from '../../index.ts';

// The program's checks as FACTS.md §10 states them, each asked of one amount, in its order. Written apart from the code
// under test: no largest amount is ever computed here.

const ONE = 2n ** 60n;
const I64_MAX = 2n ** 63n - 1n;

type Verdict = string | null;

/** What refuses a borrow of this amount received, or null where it passes. */
export function borrowVerdict(
  state: HeadroomState,
  received: bigint,
  inGroup: boolean,
  limitCountsNet: boolean,
): Verdict {
  if (state.emergencyMode) return 'emergency_mode';
  if (state.status === 'obsolete') return 'reserve_status';
  if (state.blockPriceUsage) return 'block_price_usage';
  if (state.borrowDisabled) return 'borrow_disabled';
  const gross = withFee(received, state.originationFeeSf);
  const counted = limitCountsNet ? received : gross;
  const leftSf = state.borrowLimitRaw * ONE - state.borrowedSf;
  if (limitCountsNet && leftSf < counted * ONE) return 'borrow_limit';
  if (unroundedFeeSf(received, state.originationFeeSf) >= received * ONE) return 'minimum_fee';
  if (leftSf < counted * ONE) return 'borrow_limit';
  return (
    capVerdict(state.debtWithdrawalCap, state.unixTimestamp, gross, 'debt_withdrawal_cap') ??
    (gross > freelyAvailable(state) ? 'available_liquidity' : null) ??
    (isAboveUtilization(state, gross) ? 'utilization_limit' : null) ??
    (!inGroup && state.borrowedOutsideElevationGroupRaw + gross > state.borrowLimitOutsideElevationGroupRaw
      ? 'borrow_limit_outside_elevation_group'
      : null)
  );
}

/** What refuses a redemption of so many cTokens by the holder of all of them. */
export function redeemVerdict(state: HeadroomState, collateral: bigint): Verdict {
  if (state.emergencyMode) return 'emergency_mode';
  if (collateral > state.mintTotalSupplyRaw) return 'total_supply';
  const paid = worth(state, collateral);
  if (paid > freelyAvailable(state)) return 'available_liquidity';
  return capVerdict(state.depositWithdrawalCap, state.unixTimestamp, paid, 'deposit_withdrawal_cap');
}

/** What refuses a deposit of this amount. */
export function depositVerdict(state: HeadroomState, amount: bigint): Verdict {
  if (state.emergencyMode) return 'emergency_mode';
  if (state.status === 'obsolete') return 'reserve_status';
  if (state.totalSupplySf + amount * ONE > state.depositLimitRaw * ONE) return 'deposit_limit';
  const { intervalSeconds, intervalStartAt, currentTotalRaw } = state.depositWithdrawalCap;
  if (intervalSeconds === 0n) return null;
  if (intervalStartAt > state.unixTimestamp) return 'deposit_withdrawal_cap_starts_in_future';
  const counter = state.unixTimestamp - intervalStartAt >= intervalSeconds ? 0n : currentTotalRaw;
  return counter - amount < -I64_MAX - 1n ? 'counter_overflow' : null;
}

/** An amount received and its origination fee. */
export function withFee(received: bigint, originationFeeSf: bigint): bigint {
  return received + (unroundedFeeSf(received, originationFeeSf) + ONE / 2n) / ONE;
}

function unroundedFeeSf(received: bigint, originationFeeSf: bigint): bigint {
  return originationFeeSf === 0n || received === 0n ? 0n : larger(ONE, received * originationFeeSf);
}

/** Worth of cTokens, cut off. */
export function worth({ mintTotalSupplyRaw, totalSupplySf }: HeadroomState, collateral: bigint): bigint {
  if (mintTotalSupplyRaw === 0n || totalSupplySf === 0n) return collateral;
  return (collateral * totalSupplySf) / mintTotalSupplyRaw / ONE;
}

function freelyAvailable(state: HeadroomState): bigint {
  return larger(0n, state.availableRaw - worth(state, state.queuedCollateralRaw));
}

function isAboveUtilization(state: HeadroomState, gross: bigint): boolean {
  const pct = BigInt(state.utilizationLimitBlockBorrowingAbovePct);
  if (pct === 0n) return false;
  if (state.totalSupplySf === 0n) return true;
  return ((state.borrowedSf + gross * ONE) * ONE) / state.totalSupplySf >= (pct * ONE) / 100n;
}

function capVerdict(cap: HeadroomState['debtWithdrawalCap'], now: bigint, amount: bigint, name: string): Verdict {
  if (cap.intervalSeconds === 0n) return null;
  if (cap.intervalStartAt > now) return `${name}_starts_in_future`;
  if (cap.capacityRaw < 0n) return name;
  const counter = now - cap.intervalStartAt >= cap.intervalSeconds ? 0n : cap.currentTotalRaw;
  if (counter + amount > I64_MAX) return 'counter_overflow';
  return counter + amount > cap.capacityRaw ? name : null;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
