import { expect } from 'vitest';
import { accrueReserve, deriveReserve, ONE_SF, type Reserve } from '../../index.ts';
import { decimalToSf, expectNumberWithin, expectSfWithin } from './decimal.ts';
import type { Moment } from './estimate-checks.ts';
import { expectApy } from './expect-apy.ts';
import type { SdkEstimate, SdkStatic } from './golden-types.ts';

/** The SDK's sums keep 20 significant digits. */
const DIGITS = 10n ** 18n;
/** Half an ulp of the SDK's double and half of ours. */
const ULP = 2 ** -52;

/** The published doubles at the slot of the last refresh, where SDK and program use the same formulas. */
export function checkDerivedAtRefresh(
  reserve: Reserve,
  golden: { static: SdkStatic; at: SdkEstimate },
  slotDurationMs: number,
): void {
  const derived = deriveReserve(reserve, {
    slot: reserve.lastUpdate.slot,
    unixTimestamp: 0n,
    slotDurationMs,
    referralFeeBps: 0,
  });
  expect(derived.availableAmountF).toBe(Number(golden.static.availableUi));
  expect(derived.borrowedAmountF).toBe(Number(golden.static.borrowedUi));
  expectNumberWithin(derived.suppliedAmountF, golden.static.totalSupplyUi, ULP, 'supplied');
  expectNumberWithin(derived.utilizationF, golden.static.utilization, 2 * ULP, 'utilization');
  if (derived.priceUsable) {
    expect(derived.priceUsdF).toBe(Number(golden.static.priceSaved));
    expectNumberWithin(derived.suppliedAmountUsdF ?? Number.NaN, golden.static.depositTvlUsd, ULP, 'supplied USD');
    expectNumberWithin(derived.borrowedAmountUsdF ?? Number.NaN, golden.static.borrowTvlUsd, ULP, 'borrowed USD');
  } else {
    expect([derived.suppliedAmountUsdF, derived.borrowedAmountUsdF]).toEqual([null, null]);
    expect([golden.static.depositTvlUsd, golden.static.borrowTvlUsd]).toEqual(['0', '0']);
  }
  // The SDK interpolates in doubles, where subtracting a knot costs digits.
  expectNumberWithin(derived.borrowAprF, golden.at.borrowAPR, 1e-13, 'borrow APR');
  expectNumberWithin(derived.supplyAprF, golden.at.supplyAPR, 1e-13, 'supply APR');
  expectApy(derived.borrowApyF, golden.at.borrowAPY, golden.at.borrowAPY_f64be);
  expectApy(derived.supplyApyF, golden.at.supplyAPY, golden.at.supplyAPY_f64be);
}

/**
 * Where the SDK does not adjust by slot time it agrees with the program: the future cumulative rate always, and the
 * whole estimate at 500 ms a slot.
 */
export function checkAgainstProgram(reserve: Reserve, golden: SdkEstimate, moment: Moment): void {
  const units = moment.slots > 0n ? moment.slots : 0n;
  const options = {
    slot: reserve.lastUpdate.slot + units,
    unixTimestamp: 0n,
    referralFeeBps: moment.referralFeeBps,
    slotDurationMs: moment.slotDurationMs,
  };
  const accrued = accrueReserve(reserve, options);
  const cumulativeSf = accrued.cumulativeBorrowRateBsf;
  const cutOff = 4n * units + 16n;
  const cumulativeToleranceSf = (cumulativeSf * cutOff) / ONE_SF + 2n;
  expectSfWithin(cumulativeSf, golden.futureCumulativeBorrowRate, cumulativeToleranceSf, 'cumulative rate');

  if (units > 0n && moment.slotDurationMs !== 500) {
    // FACTS 3.1: interest of the SDK is too high by the slot factor.
    expect(decimalToSf(golden.estBorrowRaw) > accrued.borrowedSf).toBe(true);
    return;
  }
  const cutOffSf = (accrued.borrowedSf * cutOff) / ONE_SF;
  expectSfWithin(accrued.borrowedSf, golden.estBorrowRaw, cutOffSf + accrued.borrowedSf / DIGITS, 'borrowed');
  const supplyToleranceSf = 2n * cutOffSf + accrued.totalSupplySf / DIGITS + 1n;
  expectSfWithin(accrued.totalSupplySf, golden.estTotalSupplyRaw, supplyToleranceSf, 'supplied');
  expectSfWithin(accrued.accumulatedProtocolFeesSf, golden.estProtocolFeesRaw, 2n * cutOffSf + 1n, 'protocol fees');
  const derived = deriveReserve(reserve, options);
  expectNumberWithin(derived.utilizationF, golden.estUtilization, 1e-11, 'utilization');
  expectNumberWithin(derived.borrowAprF, golden.borrowAPR, 1e-9, 'borrow APR');
  expectApy(derived.borrowApyF, golden.borrowAPY, golden.borrowAPY_f64be);
}
