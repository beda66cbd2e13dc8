import { bpsToSf, FRACTION_BITS, intToSf } from './fraction.ts';
import { sfToDouble } from './sf-to-double.ts';
import { LendingError, type RatePoint } from '@tidemark/core';
import { accrualUnitsPerYear } from './accrual-units.ts';
import { borrowRateAt } from './borrow-rate-curve.ts';
import { annualisation, aprToApy, borrowApr, supplyApr } from './rates.ts';
import type { CurvePoint, InterestRateBasis } from './reserve.ts';
import { utilizationSf as utilizationOf } from './total-supply.ts';

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

/** Balances that a supply or a borrow changes. */
export interface WhatIfState {
  readonly availableRaw: bigint;
  readonly borrowedSf: bigint;
  readonly totalSupplySf: bigint;
}

/** A change of both sides in base units; negative = withdrawal, repayment. */
export interface WhatIfChange {
  readonly supplyDeltaRaw: bigint;
  readonly borrowDeltaRaw: bigint;
}

export interface WhatIfResult extends WhatIfState {
  readonly rates: RatePoint;
}

/**
 * The reserve after deposits and borrows of the given size, fees and limits left aside: a deposit adds to available and
 * supply, a borrow moves from available to borrowed. Throws `INVALID_ARGUMENT` where that would take more than there is
 * available, borrowed or supplied.
 */
export function deriveWhatIf(terms: RateTerms, state: WhatIfState, change: WhatIfChange): WhatIfResult {
  const availableRaw = state.availableRaw + change.supplyDeltaRaw - change.borrowDeltaRaw;
  const borrowedSf = state.borrowedSf + intToSf(change.borrowDeltaRaw);
  const totalSupplySf = state.totalSupplySf + intToSf(change.supplyDeltaRaw);
  expectNotNegative(availableRaw, 'available amount after the change');
  expectNotNegative(borrowedSf >> FRACTION_BITS, 'borrowed amount after the change');
  expectNotNegative(totalSupplySf >> FRACTION_BITS, 'supplied amount after the change');
  const rates = deriveRatePoint(terms, utilizationOf(borrowedSf, totalSupplySf));
  return { availableRaw, borrowedSf, totalSupplySf, rates };
}

function expectNotNegative(value: bigint, field: string): void {
  if (value >= 0n) return;
  throw new LendingError('INVALID_ARGUMENT', { address: '', field, expected: '0 or more', actual: String(value) });
}
