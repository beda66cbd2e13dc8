import { bpsToSf } from './fraction.ts';
import { sfToDouble } from './usd.ts';
import type { RatePoint } from '@tidemark/core';
import { accrualUnitsPerYear } from './accrual-units.ts';
import { borrowRateAt } from './borrow-rate-curve.ts';
import { annualisation, aprToApy, borrowApr, supplyApr } from './rates.ts';
import type { CurvePoint, InterestRateBasis } from './reserve.ts';

/** What the rates of a reserve depend on beside its utilization. */
export interface RateTerms {
  readonly interestRateBasis: InterestRateBasis;
  readonly borrowRateCurve: readonly CurvePoint[];
  readonly hostFixedInterestRateBps: number;
  readonly protocolTakeRatePct: number;
  /** Measured milliseconds of a slot, > 0. */
  readonly slotDurationMs: number;
}

/** Rates at a utilization (60-bit fixed point). Throws as `borrowRateAt`, and `RATE_OUT_OF_RANGE`. */
export function deriveRatePoint(terms: RateTerms, utilizationSf: bigint): RatePoint {
  return ratesOf(terms, utilizationSf, borrowRateAt(terms.borrowRateCurve, utilizationSf));
}

/** The rates that follow from the curve's rate at a utilization. */
export function ratesOf(
  terms: Omit<RateTerms, 'borrowRateCurve'>,
  utilizationSf: bigint,
  curveRateSf: bigint,
): RatePoint {
  const factor = annualisation(terms.interestRateBasis, terms.slotDurationMs);
  const periods = Number(accrualUnitsPerYear(terms.interestRateBasis));
  const borrow = borrowApr(curveRateSf, bpsToSf(terms.hostFixedInterestRateBps), factor);
  const supply = supplyApr(utilizationSf, curveRateSf, terms.protocolTakeRatePct, factor);
  return {
    utilizationF: sfToDouble(utilizationSf),
    borrowAprF: borrow,
    borrowApyF: aprToApy(borrow, periods),
    supplyAprF: supply,
    supplyApyF: aprToApy(supply, periods),
  };
}
