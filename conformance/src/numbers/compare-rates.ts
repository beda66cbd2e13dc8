import { exactSf } from '../exact.ts';
import {
  apyTolerance,
  type Comparison,
  commonReading,
  exactApy,
  H,
  sdkHoldsSupply,
  supplyTolerance,
  utilizationTolerance,
} from './comparison.ts';
import { type CurveReading, rateTolerance, readAsProgram, snapDistance } from './curve.ts';
import { SECONDS_PER_YEAR, SLOTS_PER_YEAR } from './growth.ts';

/** Utilization and rates of the stored state, no slot elapsed. */
export function compareStoredRates(comparison: Comparison): void {
  const { ledger, where, reserve, state, ours, sdk } = comparison;
  const { supply, held } = state;
  if (!sdkHoldsSupply(supply, held)) {
    ledger.expect('sdkDigits', supply.abs().lte(supplyTolerance(held).times(1_000)), where, () => supply.toString());
    return;
  }
  const relative = supply.isZero() ? 0 : supplyTolerance(held).div(supply).toNumber();
  const tolerance = utilizationTolerance(ours.utilizationF, relative);
  ledger.compare('utilization', ours.utilizationF, sdk.utilization, tolerance, where);
  const reading = commonReading(reserve, state.utilizationSf);
  if (reading === null) {
    expectProgramRate(comparison);
    return;
  }
  const expected = expectRates(comparison, reading, tolerance);
  if (reserve.config.interestRateBasis === 'legacy') compareOnSlots(comparison, reading, expected);
  else compareOnTime(comparison, reading, expected);
}

/** What the straight line gives at the exact utilization, annualised, and how far either side may be from it. */
interface ExpectedRates {
  readonly borrowApr: number;
  readonly supplyApr: number;
  readonly borrowAprTolerance: number;
  readonly supplyAprTolerance: number;
}

function expectRates(comparison: Comparison, reading: CurveReading, utilizationError: number): ExpectedRates {
  const { state, factor } = comparison;
  const utilization = state.utilization.toNumber();
  const rate = reading.rate.toNumber();
  const kept = 1 - state.takeRate.toNumber();
  const rateError = rateTolerance(reading, utilizationError);
  const borrowApr = reading.rate.plus(state.hostRate).times(factor).toNumber();
  const supplyApr = state.utilization.times(reading.rate).times(kept).times(factor).toNumber();
  return {
    borrowApr,
    supplyApr,
    borrowAprTolerance: factor * rateError + 6 * H * borrowApr,
    supplyAprTolerance:
      factor * Math.abs(kept) * (utilization * rateError + rate * utilizationError) +
      10 * H * Math.abs(supplyApr) +
      4 * H * utilization * rate * factor,
  };
}

function compareOnSlots(comparison: Comparison, reading: CurveReading, expected: ExpectedRates): void {
  const { ledger, where, ours, sdk, state, factor } = comparison;
  const { borrowApr, supplyApr, borrowAprTolerance, supplyAprTolerance } = expected;
  if (reading.snapped !== null) {
    ledger.explain('knotRate', ours.borrowAprF, sdk.borrowApr, borrowApr, borrowAprTolerance, where);
    ledger.explain('knotRate', ours.supplyAprF, sdk.supplyApr, supplyApr, supplyAprTolerance, where);
    const knot = reading.snapped.plus(state.hostRate).times(factor).toNumber();
    const isKnot = Math.abs(ours.borrowAprF - knot) <= factor * 2 ** -58 + 4 * H * knot;
    const isNear = Math.abs(ours.borrowAprF - sdk.borrowApr) <= factor * snapDistance(reading) + 2 * borrowAprTolerance;
    ledger.expect('knotRate', isKnot && isNear, where, () => `ours ${ours.borrowAprF}, knot ${knot}`, 0);
    return;
  }
  ledger.compare('borrowApr', ours.borrowAprF, sdk.borrowApr, borrowAprTolerance, where);
  ledger.compare('supplyApr', ours.supplyAprF, sdk.supplyApr, supplyAprTolerance, where);
  const apy = (own: number, theirs: number, aprTolerance: number): void =>
    ledger.explain('apy', own, theirs, own, apyTolerance(own, aprTolerance), where);
  apy(ours.borrowApyF, sdk.borrowApy, borrowAprTolerance);
  apy(ours.supplyApyF, sdk.supplyApy, supplyAprTolerance);
  compareFixedTerm(comparison, borrowAprTolerance);
}

/** 8.0.2 takes every reserve for one on slots. */
function compareOnTime(comparison: Comparison, reading: CurveReading, expected: ExpectedRates): void {
  const { ledger, where, ours, sdk, factor } = comparison;
  const snap = factor * snapDistance(reading);
  const borrowError = expected.borrowAprTolerance + snap;
  const supplyError = expected.supplyAprTolerance + snap * ours.utilizationF;
  ledger.explain('timeBasisApr', ours.borrowAprF, sdk.borrowApr, ours.borrowAprF * factor, borrowError, where);
  ledger.explain('timeBasisApr', ours.supplyAprF, sdk.supplyApr, ours.supplyAprF * factor, supplyError, where);
  if (factor !== 1) return;
  const apy = (apr: number, own: number, theirs: number, aprTolerance: number): void => {
    const fewer = ((1 + Math.abs(theirs)) * apr * apr) / (2 * SECONDS_PER_YEAR);
    ledger.explain('timeBasisApy', own, theirs, own, fewer + apyTolerance(theirs, aprTolerance), where);
  };
  apy(ours.borrowAprF, ours.borrowApyF, sdk.borrowApy, borrowError);
  apy(ours.supplyAprF, ours.supplyApyF, sdk.supplyApy, supplyError);
}

function compareFixedTerm({ ledger, where, reserve, ours, sdk }: Comparison, tolerance: number): void {
  const { borrowRateCurve, debtTermSeconds } = reserve.config;
  if (sdk.fixedBorrowApr === null || debtTermSeconds === 0n) return;
  const isFlat = borrowRateCurve.every((knot) => knot.borrowRateBps === borrowRateCurve[0]?.borrowRateBps);
  if (isFlat) ledger.compare('fixedTerm', ours.borrowAprF, sdk.fixedBorrowApr, tolerance, where);
}

/** On a curve that the SDK reads otherwise, ours must still be the program's rule. */
export function expectProgramRate({
  ledger,
  where,
  reserve,
  ours,
}: Pick<Comparison, 'ledger' | 'where' | 'reserve' | 'ours'>): void {
  const reading = readAsProgram(reserve.config.borrowRateCurve, ours.accrued.utilizationSf);
  if (reading === null) {
    ledger.expect('curveImproper', false, where, () => 'the program finds no rate, ours does');
    return;
  }
  const rate = reading.snapped ?? reading.rate;
  const tolerance = reading.slope * 2 ** -58 + 2 ** -58;
  ledger.compare('curveImproper', exactSf(ours.borrowRateSf), rate, tolerance, where);
}

/** APYs against APRs that are the SDK's own, for moments where the APRs differ for a known reason. */
export function compareApySteps({ ledger, where, sdk }: Comparison): void {
  const apy = (apr: number, theirs: number): void => {
    const predicted = exactApy(apr, SLOTS_PER_YEAR);
    if (!Number.isFinite(theirs) || !Number.isFinite(predicted)) return;
    ledger.explain('apy', predicted, theirs, predicted, apyTolerance(predicted, 4 * H * Math.abs(apr)), where);
  };
  apy(sdk.borrowApr, sdk.borrowApy);
  apy(sdk.supplyApr, sdk.supplyApy);
}
