import { exact, type Exact, exactDouble, exactSf, Exact as ExactDecimal } from '../exact.ts';
import {
  type Comparison,
  commonReading,
  DIGIT,
  FRACTION_DIGIT,
  H,
  S,
  sdkHoldsSupply,
  supplyTolerance,
} from './comparison.ts';
import { startingRateTolerance } from './compare-accrued.ts';
import { type CurveReading, rateTolerance, readAsSdk } from './curve.ts';
import { growth, growthSlope, sdkGrowthTolerance } from './growth.ts';

/**
 * The SDK's estimate where a slot does not take 500 ms: it grows debt by the curve's rate times f over slots that it has
 * already counted as slots. Everything it then says is predicted from the account and f, and must come out so.
 */
export function compareSlotFactor(comparison: Comparison, otherPrice: Exact): void {
  const { reserve, state } = comparison;
  const reading = commonReading(reserve, state.utilizationSf);
  if (reading === null || !sdkHoldsSupply(state.supply, state.held)) return;
  compareOtherPrice(comparison, otherPrice);
  compareEstimate(comparison, reading);
  compareEstimatedRates(comparison);
  compareEstimatedCumulative(comparison);
}

function compareEstimate(comparison: Comparison, reading: CurveReading): void {
  const { ledger, where, state, ours, sdk, factor, slots } = comparison;
  const { borrowed, hostRate, takeRate, available, protocolFees, referrerFees, pendingReferrerFees } = state;
  const curveRate = reading.rate.times(factor);
  const rate = curveRate.plus(hostRate);
  const rateError = startingRateTolerance(comparison, reading) * factor + 4 * H * curveRate.toNumber();
  const debt = borrowed.times(growth(rate, slots));
  const debtError = borrowed.times(sdkGrowthTolerance(rate, slots, rateError)).plus(debt.times(FRACTION_DIGIT * 4));
  const hostFee = borrowed.times(growth(hostRate, slots).minus(1));
  const hostError = borrowed.times(sdkGrowthTolerance(hostRate, slots, 0));
  const interest = debt.minus(borrowed).minus(hostFee);
  // Protocol and referrers share the take; how they share it leaves the supply alone.
  const fees = protocolFees.plus(referrerFees).plus(pendingReferrerFees);
  const owed = fees.plus(hostFee).plus(interest.times(takeRate));
  const supply = available.plus(debt).minus(owed);
  const take = ExactDecimal.max(takeRate, 1);
  const supplyError = debtError
    .plus(take.times(debtError.plus(hostError)).times(2))
    .plus(hostError.times(2))
    .plus(supplyTolerance(available.plus(debt)))
    .plus(debt.times(DIGIT));
  const [ourDebt, ourSupply] = [exactSf(ours.accrued.borrowedSf), exactSf(ours.accrued.totalSupplySf)];
  ledger.explain('slotFactor', ourDebt, sdk.estimated.debt, debt, debtError, where);
  ledger.explain('slotFactor', ourSupply, sdk.estimated.supply, supply, supplyError, where);
  if (reading.snapped === null) expectRatio(comparison, ourDebt, debtError.plus(S));
}

/** Each of the three terms of the cubic carries the rate once to three times, so interest is f to f³ times too much. */
function expectRatio({ ledger, where, state, sdk, factor }: Comparison, ourDebt: Exact, error: Exact): void {
  const [ours, theirs] = [ourDebt.minus(state.borrowed), exact(sdk.estimated.debt).minus(state.borrowed)];
  // Interest of a few units is all truncation.
  if (ours.lt(error.times(1e6)) || ours.lt(1)) return;
  const ratio = theirs.div(ours).toNumber();
  const [low, high] = [Math.min(1, factor ** 3), Math.max(1, factor ** 3)];
  ledger.expect(
    'slotFactor',
    ratio >= low * (1 - 1e-5) && ratio <= high * (1 + 1e-5),
    where,
    () => `ratio ${ratio}`,
    0,
  );
}

function compareEstimatedRates({ ledger, where, reserve, state, ours, sdk, factor }: Comparison): void {
  const { utilization } = sdk.estimated;
  if (!(utilization >= 0)) return;
  const reading = readAsSdk(reserve.config.borrowRateCurve, exactDouble(utilization));
  if (typeof reading === 'string') return;
  const curveApr = reading.rate.times(factor).toNumber();
  const hostApr = state.hostRate.times(factor).toNumber();
  const error = factor * rateTolerance(reading, 0) + 6 * H * (curveApr + hostApr);
  ledger.explain('slotFactorApr', ours.borrowAprF, sdk.borrowApr, curveApr + hostApr, error, where);
  const kept = 1 - state.takeRate.toNumber();
  const predicted = sdk.utilization * curveApr * kept;
  const supplyError = sdk.utilization * (Math.abs(kept) * (error + 8 * H * curveApr) + 4 * H * curveApr);
  ledger.explain('staleUtilization', ours.supplyAprF, sdk.supplyApr, predicted, supplyError, where);
}

function compareEstimatedCumulative({ ledger, where, state, ours, sdk, slots }: Comparison): void {
  const apr = exactDouble(sdk.borrowApr);
  if (apr.lt(0)) return;
  const predicted = state.cumulative.times(growth(apr, slots));
  const aprError = growthSlope(apr, slots).times(2 * H * sdk.borrowApr);
  const tolerance = state.cumulative.times(sdkGrowthTolerance(apr, slots, 0).plus(aprError));
  const ourCumulative = exactSf(ours.accrued.cumulativeBorrowRateBsf);
  ledger.explain('estimatedCumulative', ourCumulative, sdk.estimatedCumulativeBorrowRate, predicted, tolerance, where);
}

/** The SDK was handed another price than the account's, and values with that. */
function compareOtherPrice({ ledger, where, state, sdk, ours }: Comparison, otherPrice: Exact): void {
  const { supply, borrowed, held, unit } = state;
  const worth = (amount: Exact, price: Exact): Exact => amount.times(price).div(unit);
  const explain = (amount: Exact, theirs: Exact, inputTolerance: Exact): void => {
    const predicted = worth(amount, otherPrice);
    const tolerance = predicted.times(3 * DIGIT).plus(worth(inputTolerance, otherPrice));
    ledger.explain('oraclePrice', worth(amount, state.price), theirs, predicted, tolerance, where);
  };
  if (ours.priceUsdF === null) return;
  explain(supply, sdk.depositTvlUsd, supplyTolerance(held));
  explain(borrowed, sdk.borrowTvlUsd, exact(0n));
}
