import { hasPrice, withAddress } from '@tidemark/core';
import { bpsToSf } from './fraction.ts';
import { rawToAmount, rawToUsd, sfToAmount, sfToDouble, sfToUsd } from './usd.ts';
import { accrueReserve } from './accrual.ts';
import type { AccruedReserve, AccruingReserve } from './accrued-reserve.ts';
import { borrowRateAt } from './borrow-rate-curve.ts';
import type { DerivedReserve, DeriveOptions } from './derived-reserve.ts';
import { ratesOf } from './rate-point.ts';
import { annualisation, rewardsApr } from './rates.ts';

/**
 * Every published number of a reserve as of one bank: balances accrued as the program would, rates at the accrued
 * utilization, values at the price the account holds.
 * Throws what {@link accrueReserve} throws, `INVALID_SLOT_DURATION`, and `RATE_OUT_OF_RANGE` instead of ever giving
 * NaN or Infinity.
 */
export function deriveReserve(reserve: AccruingReserve, options: DeriveOptions): DerivedReserve {
  try {
    const accrued = accrueReserve(reserve, options);
    return {
      slot: options.slot,
      unixTimestamp: options.unixTimestamp,
      interestRateBasis: accrued.interestRateBasis,
      compounding: accrued.compounding,
      slotDurationMs: options.slotDurationMs,
      accrued,
      ...deriveRates(reserve, accrued, options),
      ...deriveAmounts(reserve, accrued),
      ...deriveValues(reserve, accrued),
    };
  } catch (error) {
    throw withAddress(error, reserve.address);
  }
}

function deriveRates(reserve: AccruingReserve, accrued: AccruedReserve, options: DeriveOptions) {
  const { config } = reserve;
  const { interestRateBasis } = accrued;
  const { hostFixedInterestRateBps, protocolTakeRatePct } = config;
  const { slotDurationMs } = options;
  const terms = { interestRateBasis, hostFixedInterestRateBps, protocolTakeRatePct, slotDurationMs };
  const borrowRateSf = borrowRateAt(config.borrowRateCurve, accrued.utilizationSf);
  const factor = annualisation(interestRateBasis, slotDurationMs);
  return {
    borrowRateSf,
    hostRateSf: bpsToSf(hostFixedInterestRateBps),
    ...ratesOf(terms, accrued.utilizationSf, borrowRateSf),
    rewardsAprF: rewardsApr(reserve, accrued, options.rewardsMaxAprBps ?? 0, factor),
  };
}

function deriveAmounts(reserve: AccruingReserve, accrued: AccruedReserve) {
  const { mintDecimals } = reserve.liquidity;
  return {
    availableAmountF: rawToAmount(accrued.availableRaw, mintDecimals),
    suppliedAmountF: sfToAmount(accrued.totalSupplySf, mintDecimals),
    borrowedAmountF: sfToAmount(accrued.borrowedSf, mintDecimals),
  };
}

function deriveValues(reserve: AccruingReserve, accrued: AccruedReserve) {
  const { marketPriceSf, mintDecimals } = reserve.liquidity;
  const priceUsable = hasPrice(marketPriceSf);
  if (!priceUsable) {
    return {
      priceUsable,
      priceUsdF: null,
      availableAmountUsdF: null,
      suppliedAmountUsdF: null,
      borrowedAmountUsdF: null,
    };
  }
  return {
    priceUsable,
    priceUsdF: sfToDouble(marketPriceSf),
    availableAmountUsdF: rawToUsd(accrued.availableRaw, marketPriceSf, mintDecimals),
    suppliedAmountUsdF: sfToUsd(accrued.totalSupplySf, marketPriceSf, mintDecimals),
    borrowedAmountUsdF: sfToUsd(accrued.borrowedSf, marketPriceSf, mintDecimals),
  };
}
