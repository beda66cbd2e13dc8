import { isLendingError } from '../../../packages/core/src/index.ts';
import {
  type AccrualOptions,
  type AccruedReserve,
  accrueReserve,
} from '../../../packages/protocols/src/kamino/index.ts';
import { type Exact, Exact as ExactDecimal, exactSf } from '../exact.ts';
import {
  type Comparison,
  commonReading,
  FRACTION_DIGIT,
  H,
  S,
  sdkHoldsSupply,
  supplyTolerance,
  utilizationTolerance,
} from './comparison.ts';
import { expectProgramRate } from './compare-rates.ts';
import { type CurveReading, rateTolerance, snapDistance } from './curve.ts';
import { growth, growthTolerance, olderProgramOverflows, olderProgramGrowth } from './growth.ts';

/** Tolerances of the accrued state, each the sum of what its parts may lose. */
interface AccruedTolerances {
  readonly growth: Exact;
  readonly debt: Exact;
  readonly fees: Exact;
  readonly supply: Exact;
}

/**
 * The state n slots on, the SDK's slot-time factor being 1: interest on both sides is the same cubic at the same rate.
 * Only for reserves on slots.
 */
export function compareAccrued(comparison: Comparison): void {
  const { ledger, where, reserve, state, ours, sdk } = comparison;
  const reading = commonReading(reserve, state.utilizationSf);
  if (reading === null || !sdkHoldsSupply(state.supply, state.held)) return;
  const { accrued } = ours;
  const rate = reading.rate.plus(state.hostRate);
  const rateError = startingRateTolerance(comparison, reading);
  const tolerances = accruedTolerances(comparison, rate, rateError + snapDistance(reading));
  const debt = exactSf(accrued.borrowedSf);
  const cumulative = exactSf(accrued.cumulativeBorrowRateBsf);
  const cumulativeTolerance = state.cumulative.times(tolerances.growth).plus(S);
  const isSnapped = reading.snapped !== null;
  ledger.compare(
    isSnapped ? 'knotAccrual' : 'growth',
    cumulative,
    sdk.futureCumulativeBorrowRate,
    cumulativeTolerance,
    where,
  );
  ledger.compare(isSnapped ? 'knotAccrual' : 'accruedDebt', debt, sdk.estimated.debt, tolerances.debt, where);
  compareOlderProgram(comparison, reading, rateError);
  if (isSnapped) return;
  const fees = exactSf(accrued.accumulatedProtocolFeesSf);
  ledger.compare('accruedFees', fees, sdk.estimated.protocolFees, tolerances.fees, where);
  const supply = exactSf(accrued.totalSupplySf);
  ledger.compare('accruedSupply', supply, sdk.estimated.supply, tolerances.supply, where);
  compareRewards(comparison, tolerances.supply);
  compareAccruedRates(comparison, debt, supply, tolerances);
}

/** How far the rate of the last refresh may be off, read in doubles at a utilization that is itself rounded. */
export function startingRateTolerance({ state, sdk }: Comparison, reading: CurveReading): number {
  const relative = state.supply.isZero() ? 0 : supplyTolerance(state.held).div(state.supply).toNumber();
  return rateTolerance(reading, utilizationTolerance(sdk.utilization, relative));
}

function accruedTolerances({ state, slots }: Comparison, rate: Exact, rateError: number): AccruedTolerances {
  const { borrowed, hostRate, takeRate, available } = state;
  const grown = growth(rate, slots);
  const grownDebt = borrowed.times(grown);
  const growthError = growthTolerance(rate, slots, rateError);
  const debtError = borrowed
    .times(growthError)
    .plus(S)
    .plus(grownDebt.times(FRACTION_DIGIT * 4));
  const hostError = borrowed.times(growthTolerance(hostRate, slots, 4 * S)).plus(S);
  const interest = grownDebt.minus(borrowed);
  const take = ExactDecimal.max(takeRate, 1);
  const feeError = take
    .times(debtError.plus(hostError))
    .plus(hostError)
    .plus(interest.times(4 * S))
    .plus(4 * S);
  const supplyError = debtError.plus(feeError.times(2)).plus(supplyTolerance(available.plus(grownDebt)));
  return { growth: growthError, debt: debtError, fees: feeError, supply: supplyError };
}

/** The cumulative rate as the program computed it before 1.17: the same cubic, cut off earlier, so below the SDK's. */
function compareOlderProgram(comparison: Comparison, reading: CurveReading, rateError: number): void {
  const { ledger, where, state, sdk, slots } = comparison;
  const rate = (reading.snapped ?? reading.rate).plus(state.hostRate);
  const older = accrueOrExplain(comparison, { compounding: 'before-1.17' }, olderProgramOverflows(rate, slots));
  if (older === null) return;
  const ours = exactSf(older.cumulativeBorrowRateBsf);
  const lowest = olderProgramGrowth(ExactDecimal.max(rate.minus(rateError), 0), slots);
  const highest = olderProgramGrowth(rate.plus(rateError), slots);
  const predicted = state.cumulative.times(lowest.plus(highest).div(2));
  const spread = highest
    .minus(lowest)
    .div(2)
    .plus(8 * S);
  ledger.explain(
    'before117',
    sdk.futureCumulativeBorrowRate,
    ours,
    predicted,
    state.cumulative.times(spread).plus(S),
    where,
  );
}

/** With rewards switched on, supply grows by what is paid out; the SDK pays nothing out. */
function compareRewards(comparison: Comparison, tolerance: Exact): void {
  const { ledger, where, reserve, sdk, ours } = comparison;
  const { availableAmountRaw, rewardsAvailableRaw } = reserve.liquidity;
  const overflows = availableAmountRaw + rewardsAvailableRaw >= 2n ** 64n;
  const paid = accrueOrExplain(comparison, { rewardsMaxAprBps: 5_000 }, overflows);
  if (paid === null || paid.rewardsRaw === 0n) return;
  const [withRewards, without] = [exactSf(paid.totalSupplySf), exactSf(ours.accrued.totalSupplySf)];
  const predicted = withRewards.minus(paid.rewardsRaw.toString());
  ledger.explain('rewards', withRewards, sdk.estimated.supply, predicted, tolerance, where);
  ledger.expect('rewards', predicted.eq(without), where, () => 'rewards changed more than the available amount', 0);
}

/** Null where ours overflows, which must then be so. */
function accrueOrExplain(
  { ledger, where, reserve, ours, referralFeeBps }: Comparison,
  changes: Partial<AccrualOptions>,
  overflows: boolean,
): AccruedReserve | null {
  const { slot, unixTimestamp } = ours;
  try {
    return accrueReserve(reserve, { slot, unixTimestamp, referralFeeBps, ...changes });
  } catch (error) {
    if (!isLendingError(error) || error.code !== 'ARITHMETIC_OVERFLOW') throw error;
    ledger.expect('overflow', overflows, where, () => `${error.message} (${Object.keys(changes).join()})`);
    return null;
  }
}

function compareAccruedRates(comparison: Comparison, debt: Exact, supply: Exact, tolerances: AccruedTolerances): void {
  const { ledger, where, reserve, state, ours, sdk } = comparison;
  if (!supply.gt(tolerances.supply.times(1_000))) return;
  const { accrued } = ours;
  const debtError = debt.isZero() ? 0 : tolerances.debt.div(debt).toNumber();
  const relative = debtError + tolerances.supply.div(supply).toNumber();
  const utilizationError = utilizationTolerance(ours.utilizationF, relative);
  ledger.compare('accruedUtilization', ours.utilizationF, sdk.estimated.utilization, utilizationError, where);
  const reading = commonReading(reserve, accrued.utilizationSf);
  if (reading === null) {
    expectProgramRate(comparison);
    return;
  }
  const rateError = rateTolerance(reading, utilizationError);
  const straight = reading.rate.plus(state.hostRate).toNumber();
  const aprError = rateError + 6 * H * straight;
  if (reading.snapped === null) ledger.compare('accruedApr', ours.borrowAprF, sdk.borrowApr, aprError, where);
  else ledger.explain('knotRate', ours.borrowAprF, sdk.borrowApr, straight, aprError, where);
  compareSupplyApr(comparison, reading, rateError);
}

/** The SDK multiplies by the utilization of the last refresh, ours by the accrued one. */
function compareSupplyApr(comparison: Comparison, reading: CurveReading, rateError: number): void {
  const { ledger, where, state, ours, sdk } = comparison;
  const kept = 1 - state.takeRate.toNumber();
  const [stale, accrued] = [state.utilization.toNumber(), ours.utilizationF];
  if (accrued === 0) return;
  const rate = reading.rate.toNumber();
  const staleError = Math.abs(sdk.utilization - stale) + 4 * H * stale;
  const relative = stale === 0 ? 0 : staleError / stale;
  const scale = stale * Math.abs(kept);
  const tolerance = scale * (2 * rateError + snapDistance(reading) + rate * (relative + 16 * H)) + 4 * H * stale * rate;
  // Ours loses up to 2^-60 of its utilization, which counts where there is hardly any.
  const cutOff = (S / accrued) * Math.abs(sdk.supplyApr);
  const predicted = (ours.supplyAprF * stale) / accrued;
  ledger.explain('staleUtilization', ours.supplyAprF, sdk.supplyApr, predicted, tolerance + cutOff, where);
}
