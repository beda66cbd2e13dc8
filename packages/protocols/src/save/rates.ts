import {
  annualisation,
  aprToApy,
  exactToDouble,
  expectFiniteRate,
  type Ratio,
  type RatePoint,
  ratioToDouble,
} from '@tidemark/core';
import type { InterestTerms } from './accrual.ts';
import { borrowRateAt } from './borrow-rate-curve.ts';
import { PROGRAM_SLOT_DURATION_MS, SLOTS_PER_YEAR } from './constants.ts';
import { WAD } from './wad.ts';

/** Where a reserve stands: what its lenders and borrowers see, and what the curve is fed with. Wads. */
export interface Utilizations {
  /** Borrowed / supplied; may exceed one. */
  readonly utilizationWads: bigint;
  /** Borrowed / (borrowed + available). */
  readonly curveUtilizationWads: bigint;
}

/**
 * The rates at a utilization, annualised by the measured duration of a slot: the program counts 63,072,000 slots a year
 * whatever the chain does. What suppliers earn is what their total supply grows by. Throws as `borrowRateAt`, and
 * `INVALID_SLOT_DURATION` and `RATE_OUT_OF_RANGE`.
 */
export function deriveRatePoint(terms: InterestTerms, at: Utilizations, slotDurationMs: number): RatePoint {
  const factor = annualisation('slots', slotDurationMs, PROGRAM_SLOT_DURATION_MS);
  const rateWads = borrowRateAt(terms, at.curveUtilizationWads);
  const borrow = borrowApr(rateWads, factor);
  const supply = supplyApr(at.utilizationWads, rateWads, terms.protocolTakeRatePct, factor);
  return {
    utilizationF: exactToDouble(at.utilizationWads, WAD),
    borrowAprF: borrow,
    borrowApyF: aprToApy(borrow, SLOTS_PER_YEAR),
    supplyAprF: supply,
    supplyApyF: aprToApy(supply, SLOTS_PER_YEAR),
  };
}

function borrowApr(rateWads: bigint, factor: Ratio): number {
  return expectFiniteRate(ratioToDouble(rateWads * factor.numerator, WAD * factor.denominator), 'borrow APR');
}

function supplyApr(utilizationWads: bigint, rateWads: bigint, takeRatePct: number, factor: Ratio): number {
  const numerator = utilizationWads * rateWads * BigInt(100 - takeRatePct) * factor.numerator;
  return expectFiniteRate(ratioToDouble(numerator, WAD * WAD * 100n * factor.denominator), 'supply APR');
}
