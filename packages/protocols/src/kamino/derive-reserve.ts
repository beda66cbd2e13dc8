import { withAddress } from '@tidemark/core';
import { bpsToSf } from './fraction.ts';
import { sfToDouble } from './sf-to-double.ts';
import { accrueReserve } from './accrual.ts';
import { accrualUnitsPerYear } from './accrual-units.ts';
import type { AccruedReserve, AccruingReserve } from './accrued-reserve.ts';
import { borrowRateAt } from './borrow-rate-curve.ts';
import type { DerivedReserve, DeriveOptions } from './derived-reserve.ts';
import { hasPrice } from './price-status.ts';
import { annualisation, aprToApy, borrowApr, rewardsApr, supplyApr } from './rates.ts';
import { rawToAmount, rawToUsd, sfToAmount, sfToUsd } from './usd.ts';

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
  const factor = annualisation(accrued.interestRateBasis, options.slotDurationMs);
  const periods = Number(accrualUnitsPerYear(accrued.interestRateBasis));
  const borrowRateSf = borrowRateAt(config.borrowRateCurve, accrued.utilizationSf);
  const hostRateSf = bpsToSf(config.hostFixedInterestRateBps);
  const borrow = borrowApr(borrowRateSf, hostRateSf, factor);
  const supply = supplyApr(accrued.utilizationSf, borrowRateSf, config.protocolTakeRatePct, factor);
  return {
    borrowRateSf,
    hostRateSf,
    utilization: sfToDouble(accrued.utilizationSf),
    borrowApr: borrow,
    borrowApy: aprToApy(borrow, periods),
    supplyApr: supply,
    supplyApy: aprToApy(supply, periods),
    rewardsApr: rewardsApr(reserve, accrued, options.rewardsMaxAprBps ?? 0, factor),
  };
}

function deriveAmounts(reserve: AccruingReserve, accrued: AccruedReserve) {
  const { mintDecimals } = reserve.liquidity;
  return {
    availableAmount: rawToAmount(accrued.availableRaw, mintDecimals),
    suppliedAmount: sfToAmount(accrued.totalSupplySf, mintDecimals),
    borrowedAmount: sfToAmount(accrued.borrowedSf, mintDecimals),
  };
}

function deriveValues(reserve: AccruingReserve, accrued: AccruedReserve) {
  const { marketPriceSf, mintDecimals } = reserve.liquidity;
  const priceUsable = hasPrice(marketPriceSf);
  if (!priceUsable) {
    return {
      priceUsable,
      priceUsd: null,
      availableAmountUsd: null,
      suppliedAmountUsd: null,
      borrowedAmountUsd: null,
    };
  }
  return {
    priceUsable,
    priceUsd: sfToDouble(marketPriceSf),
    availableAmountUsd: rawToUsd(accrued.availableRaw, marketPriceSf, mintDecimals),
    suppliedAmountUsd: sfToUsd(accrued.totalSupplySf, marketPriceSf, mintDecimals),
    borrowedAmountUsd: sfToUsd(accrued.borrowedSf, marketPriceSf, mintDecimals),
  };
}
