import { LendingError, refusal } from '@tidemark/core';
import { bpsToSf, checkSf, FRACTION_BITS, ONE_SF } from './fraction.ts';
import type { CurvePoint } from './reserve.ts';

const FULL_BPS = 10_000;
const FULL_BPS_BIG = 10_000n;
const HALF_SF = ONE_SF >> 1n;

/**
 * Borrow rate for a year at a utilization, both 60-bit fixed point, exactly as the program computes it: utilization is
 * capped at one and rounded to a basis point to find the segment, and a knot that this rounding hits gives its own
 * rate, so the rate is flat half a basis point around every knot.
 * Throws `INVALID_CURVE` where the program would: no segment, or a segment that does not rise.
 */
export function borrowRateAt(curve: readonly CurvePoint[], utilizationSf: bigint): bigint {
  const cappedSf = utilizationSf > ONE_SF ? ONE_SF : utilizationSf;
  const utilizationBps = Number((cappedSf * FULL_BPS_BIG + HALF_SF) >> FRACTION_BITS);
  let start = curve[0];
  for (let i = 1; i < curve.length && start !== undefined; i++) {
    const end = curve[i];
    if (end === undefined) break;
    if (utilizationBps >= start.utilizationRateBps && utilizationBps <= end.utilizationRateBps) {
      return rateInSegment(start, end, cappedSf, utilizationBps);
    }
    start = end;
  }
  throw refusal(
    'INVALID_CURVE',
    'config.borrowRateCurve',
    `a segment around ${utilizationBps} bps`,
    describeCurve(curve),
  );
}

/** The knots that count: up to and including the first at 100 %; the stored tail only repeats it. */
export function effectiveCurve(curve: readonly CurvePoint[]): CurvePoint[] {
  const last = curve.findIndex((point) => point.utilizationRateBps === FULL_BPS);
  return last === -1 ? [...curve] : curve.slice(0, last + 1);
}

function rateInSegment(start: CurvePoint, end: CurvePoint, utilizationSf: bigint, utilizationBps: number): bigint {
  if (utilizationBps === start.utilizationRateBps) return bpsToSf(start.borrowRateBps);
  if (utilizationBps === end.utilizationRateBps) return bpsToSf(end.borrowRateBps);
  const rise = end.borrowRateBps - start.borrowRateBps;
  if (rise < 0) throw fallingCurve(start, end);
  const run = end.utilizationRateBps - start.utilizationRateBps;
  const fromStartSf = utilizationSf - bpsToSf(start.utilizationRateBps);
  const risen = checkSf(fromStartSf * BigInt(rise), 'borrow rate') / BigInt(run);
  return risen + bpsToSf(start.borrowRateBps);
}

function fallingCurve(start: CurvePoint, end: CurvePoint): LendingError {
  return refusal('INVALID_CURVE', 'config.borrowRateCurve', 'rates that never fall', describeCurve([start, end]));
}

function describeCurve(curve: readonly CurvePoint[]): string {
  return curve.map((point) => `${point.utilizationRateBps}:${point.borrowRateBps}`).join(' ');
}
