import { LendingError } from '@tidemark/core';
import type { BorrowRateTerms } from './reserve.ts';
import { checkRate, divRate, mulDecimal, mulRate, percentToWad, WAD } from './wad.ts';

/**
 * Borrow rate for a year of the program at a utilization of at most one, both wads, exactly as the program computes it: three
 * straight pieces that meet at the optimal and at the maximum utilization, each of which belongs to the piece below it.
 * Throws `INVALID_CURVE` where a rate falls along the piece, and `ARITHMETIC_OVERFLOW` where the program would fail.
 */
export function borrowRateAt(terms: BorrowRateTerms, utilizationWads: bigint): bigint {
  const optimalWads = percentToWad(terms.optimalUtilizationPct);
  const maxWads = percentToWad(terms.maxUtilizationPct);
  const optimalRate = BigInt(terms.optimalBorrowRatePct);
  const maxRate = BigInt(terms.maxBorrowRatePct);
  if (utilizationWads <= optimalWads) {
    const minRate = BigInt(terms.minBorrowRatePct);
    if (optimalWads === 0n) return percentToWad(minRate);
    const rangeWads = rateRange(minRate, optimalRate, terms);
    return mulRate(divRate(utilizationWads, optimalWads), rangeWads) + percentToWad(minRate);
  }
  if (utilizationWads <= maxWads) {
    const rangeWads = rateRange(optimalRate, maxRate, terms);
    return (
      mulRate(divRate(utilizationWads - optimalWads, maxWads - optimalWads), rangeWads) + percentToWad(optimalRate)
    );
  }
  const weight = divRate(utilizationWads - maxWads, WAD - maxWads);
  const rangeWads = rateRange(maxRate, terms.superMaxBorrowRatePct, terms);
  return checkRate(mulDecimal(weight, rangeWads) + percentToWad(maxRate), 'borrow rate');
}

/** One knot of the curve, both axes in percent. */
export interface CurveKnot {
  readonly utilizationPct: number;
  readonly borrowRatePct: bigint;
}

/**
 * Where the pieces of the curve begin and end, from 0 to 100 %. Where a piece has no length the rate jumps, and two knots have
 * the same utilization; the lower one counts there.
 */
export function curveKnots(terms: BorrowRateTerms): CurveKnot[] {
  const knot = (utilizationPct: number, rate: number | bigint): CurveKnot => {
    return { utilizationPct, borrowRatePct: BigInt(rate) };
  };
  const optimal = knot(terms.optimalUtilizationPct, terms.optimalBorrowRatePct);
  const max = knot(terms.maxUtilizationPct, terms.maxBorrowRatePct);
  const pieces = [
    [knot(0, terms.minBorrowRatePct), ...(optimal.utilizationPct > 0 ? [optimal] : [])],
    max.utilizationPct > optimal.utilizationPct ? [optimal, max] : [],
    max.utilizationPct < 100 ? [max, knot(100, terms.superMaxBorrowRatePct)] : [],
  ];
  const isRepeated = (point: CurveKnot, before: CurveKnot | undefined): boolean =>
    point.utilizationPct === before?.utilizationPct && point.borrowRatePct === before.borrowRatePct;
  return pieces.flat().filter((point, i, all) => !isRepeated(point, all[i - 1]));
}

function rateRange(fromPct: bigint, toPct: bigint, terms: BorrowRateTerms): bigint {
  if (fromPct <= toPct) return percentToWad(toPct - fromPct);
  throw new LendingError('INVALID_CURVE', {
    address: '',
    field: 'config.borrowRates',
    expected: 'rates that never fall',
    actual: [
      terms.minBorrowRatePct,
      terms.optimalBorrowRatePct,
      terms.maxBorrowRatePct,
      terms.superMaxBorrowRatePct,
    ].join(' '),
  });
}
