import { expect } from 'vitest';
import {
  bpsToSf,
  collateralExchangeRateSf,
  compoundedInterestSf,
  mulSf,
  ONE_SF,
  percentToSf,
  type Reserve,
  type ReserveBalances,
  totalSupplySf,
  utilizationSf,
} from '../../index.ts';
import { annualisation, aprToApy, borrowApr, supplyApr } from '../../rates.ts';
import { expectNumberWithin, expectSfWithin } from './decimal.ts';
import { expectApy } from './expect-apy.ts';
import type { SdkEstimate } from './golden-types.ts';
import { unsnappedRate } from './unsnapped-rate.ts';

/** When and how the SDK was asked. */
export interface Moment {
  readonly slots: bigint;
  readonly slotDurationMs: number;
  readonly referralFeeBps: number;
}

const SLOTS_PER_YEAR = 63_072_000n;
/** The SDK's sums keep 20 significant digits. */
const DIGITS = 10n ** 18n;
const ULP = 2 ** -52;

/**
 * The SDK's estimate at a slot, rebuilt from our parts with the SDK's inputs: the variable rate is multiplied by the
 * slot factor before it compounds over slots (FACTS 3.1), the curve is not snapped (3.4), supply APR uses the
 * utilization of the last refresh (3.3). What then differs is what integers cut off: at most one unit per slot in the
 * growth and one in the host's, which `cutOff` counts twice.
 */
export function checkEstimate(reserve: Reserve, golden: SdkEstimate, moment: Moment): void {
  const { liquidity, config } = reserve;
  const units = moment.slots > 0n ? moment.slots : 0n;
  const cutOff = 2n * units + 8n;
  const factor = annualisation('legacy', moment.slotDurationMs);
  const adjusted = (rateSf: bigint) => (rateSf * factor.numerator) / factor.denominator;
  expect(Number(factor.numerator) / Number(factor.denominator)).toBe(Number(golden.slotAdjustmentFactor));

  const staleUsedSf = utilizationSf(liquidity.borrowedAmountSf, totalSupplySf(liquidity));
  const staleRateSf = unsnappedRate(config.borrowRateCurve, staleUsedSf);
  expectNumberWithin(Number(staleUsedSf) / 2 ** 60, golden.staleUtilization, 2 * ULP, 'stale utilization');
  expectNumberWithin(Number(adjusted(staleRateSf)) / 2 ** 60, golden.borrowRateStale, 1e-13, 'stale borrow rate');

  const after = compounded(reserve, adjusted(staleRateSf), units, moment.referralFeeBps);
  checkBalances(reserve, golden, after, cutOff);

  const relative = Number(cutOff) * 2 ** -60 + 1e-13;
  const supplySf = totalSupplySf(after);
  const usedSf = utilizationSf(after.borrowedAmountSf, supplySf);
  expectNumberWithin(Number(usedSf) / 2 ** 60, golden.estUtilization, relative, 'estimated utilization');

  // The steepest curves turn an error of utilization into one of the rate that is some tens of times larger.
  const steep = 100 * relative;
  const rateSf = unsnappedRate(config.borrowRateCurve, usedSf);
  const hostSf = bpsToSf(config.hostFixedInterestRateBps);
  const borrow = borrowApr(rateSf, hostSf, factor);
  const supply = supplyApr(staleUsedSf, rateSf, config.protocolTakeRatePct, factor);
  expectNumberWithin(Number(adjusted(rateSf)) / 2 ** 60, golden.borrowRateEst, steep, 'estimated borrow rate');
  expectNumberWithin(borrow, golden.borrowAPR, steep, 'borrow APR');
  expectNumberWithin(supply, golden.supplyAPR, steep, 'supply APR');
  expectApy(aprToApy(borrow, Number(SLOTS_PER_YEAR)), golden.borrowAPY, golden.borrowAPY_f64be);
  expectApy(aprToApy(supply, Number(SLOTS_PER_YEAR)), golden.supplyAPY, golden.supplyAPY_f64be);

  checkCumulative(reserve, golden.estCumulativeBorrowRate, adjusted(rateSf + hostSf), units);
  checkCumulative(reserve, golden.futureCumulativeBorrowRate, staleRateSf + hostSf, units);
}

function growth(rateSf: bigint, units: bigint): bigint {
  return compoundedInterestSf(rateSf, units, SLOTS_PER_YEAR, 'since-1.17');
}

/** Balances after compounding a variable rate, split as program and SDK split it. */
function compounded(reserve: Reserve, rateSf: bigint, units: bigint, referralFeeBps: number): ReserveBalances {
  const { liquidity, config } = reserve;
  const debtSf = liquidity.borrowedAmountSf;
  const hostSf = bpsToSf(config.hostFixedInterestRateBps);
  const newDebtSf = mulSf(debtSf, growth(rateSf + hostSf, units));
  const hostFeeSf = mulSf(debtSf, growth(hostSf, units)) - debtSf;
  const variableSf = newDebtSf - debtSf - hostFeeSf;
  const takeSf = percentToSf(config.protocolTakeRatePct);
  const referrerSf = mulSf(variableSf, mulSf(takeSf, bpsToSf(referralFeeBps)));
  return {
    ...liquidity,
    borrowedAmountSf: newDebtSf,
    accumulatedProtocolFeesSf: liquidity.accumulatedProtocolFeesSf + hostFeeSf + mulSf(variableSf, takeSf) - referrerSf,
    pendingReferrerFeesSf: liquidity.pendingReferrerFeesSf + referrerSf,
  };
}

function checkBalances(reserve: Reserve, golden: SdkEstimate, after: ReserveBalances, cutOff: bigint): void {
  const debtSf = after.borrowedAmountSf;
  const feesSf = after.accumulatedProtocolFeesSf;
  const supplySf = totalSupplySf(after);
  const cutOffSf = (debtSf * cutOff) / ONE_SF;
  expectSfWithin(debtSf, golden.estBorrowRaw, cutOffSf + debtSf / DIGITS, 'estimated borrow');
  expectSfWithin(feesSf, golden.estProtocolFeesRaw, cutOffSf + feesSf / DIGITS, 'estimated protocol fees');
  expectSfWithin(supplySf, golden.estTotalSupplyRaw, 2n * cutOffSf + supplySf / DIGITS + 1n, 'estimated supply');
  const exchangeSf = collateralExchangeRateSf(reserve.collateral.mintTotalSupplyRaw, supplySf);
  const exchangeToleranceSf = (exchangeSf * 2n * cutOff) / ONE_SF + exchangeSf / DIGITS + 2n;
  expectSfWithin(exchangeSf, golden.estCollateralExchangeRate, exchangeToleranceSf, 'estimated exchange rate');
}

function checkCumulative(reserve: Reserve, golden: string, rateSf: bigint, units: bigint): void {
  const cumulativeSf = mulSf(reserve.liquidity.cumulativeBorrowRateBsf, growth(rateSf, units));
  const toleranceSf = (cumulativeSf * (4n * units + 16n)) / ONE_SF + 2n;
  expectSfWithin(cumulativeSf, golden, toleranceSf, 'cumulative borrow rate');
}
