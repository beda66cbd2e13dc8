import type { CurvePoint } from '../../../packages/protocols/src/kamino/index.ts';
import { type Exact, Exact as ExactDecimal, HALF_ULP, ONE } from '../exact.ts';

const FULL_BPS = 10_000;
const ONE_SF = 1n << 60n;

/** A straight piece of the curve, as fractions. */
interface Segment {
  readonly index: number;
  readonly fromUtilization: Exact;
  readonly toUtilization: Exact;
  readonly fromRate: Exact;
  readonly toRate: Exact;
}

/** A rate read from a curve at an exact utilization. */
export interface CurveReading {
  /** On the straight line, without snapping to a knot. */
  readonly rate: Exact;
  /** The knot's rate where the program snaps to one. */
  readonly snapped: Exact | null;
  /** Steepest change of the rate with utilization within reach. */
  readonly slope: number;
  /** The higher end of the piece, which the SDK's roundings are counted from. */
  readonly highestRate: number;
  readonly segment: number;
}

/** True for curves that the program stores: from 0 to 100 %, utilization rising, rates never falling. */
export function isProperCurve(points: readonly CurvePoint[]): boolean {
  const knots = knotsToFull(points);
  const [first] = knots;
  if (first?.utilizationRateBps !== 0 || knots.at(-1)?.utilizationRateBps !== FULL_BPS || knots.length < 2)
    return false;
  return knots.every((knot, i) => {
    const next = knots[i + 1];
    if (next === undefined) return true;
    return knot.utilizationRateBps < next.utilizationRateBps && knot.borrowRateBps <= next.borrowRateBps;
  });
}

/**
 * The program's rule: utilization capped at one, rounded half up to a basis point, and the first of the adjacent pairs
 * that contains it; the ends of the pair count as hit. Null where there is none, or where it falls.
 */
export function readAsProgram(points: readonly CurvePoint[], utilizationSf: bigint): CurveReading | null {
  const cappedSf = utilizationSf > ONE_SF ? ONE_SF : utilizationSf;
  const bps = Number((cappedSf * BigInt(FULL_BPS) + (ONE_SF >> 1n)) >> 60n);
  const index = points.findIndex((end, i) => {
    const start = points[i - 1];
    return start !== undefined && start.utilizationRateBps <= bps && bps <= end.utilizationRateBps;
  });
  const [start, end] = [points[index - 1], points[index]];
  if (start === undefined || end === undefined) return null;
  const hit = [start, end].find((knot) => knot.utilizationRateBps === bps);
  if (hit === undefined && end.borrowRateBps < start.borrowRateBps) return null;
  const utilization = new ExactDecimal(cappedSf.toString()).div(ONE_SF.toString());
  const segment = segmentOf(start, end, index);
  return {
    rate: segment.toUtilization.eq(segment.fromUtilization) ? segment.fromRate : onLine(segment, utilization),
    snapped: hit === undefined ? null : fromBps(hit.borrowRateBps),
    ...steepness(points, utilization),
    segment: index,
  };
}

/** Why the SDK finds no rate; the strings it throws. */
export type SdkCurveRefusal = 'only one point' | 'no interpolation points' | 'not uniformly increasing';

/**
 * The SDK's rule, on exact numbers: knots up to the first at 100 %, the first whose utilization is not below the given
 * one ends the segment. Where there is none it throws.
 */
export function readAsSdk(points: readonly CurvePoint[], utilization: Exact): CurveReading | SdkCurveRefusal {
  const knots = knotsToFull(points);
  if (knots.length < 2) return 'only one point';
  const capped = ExactDecimal.min(utilization, ONE);
  const index = knots.findIndex((knot, i) => i > 0 && capped.lte(fromBps(knot.utilizationRateBps)));
  const [start, end] = [knots[index - 1], knots[index]];
  if (start === undefined || end === undefined) return 'no interpolation points';
  const segment = segmentOf(start, end, index);
  const reading = { snapped: null, ...steepness(points, capped), segment: index };
  if (capped.eq(segment.toUtilization)) return { ...reading, rate: segment.toRate };
  const allZero = [start, end].every((knot) => knot.utilizationRateBps === 0 && knot.borrowRateBps === 0);
  if (allZero) return 'no interpolation points';
  if (segment.fromUtilization.gte(segment.toUtilization) || segment.fromRate.gt(segment.toRate)) {
    return 'not uniformly increasing';
  }
  return { ...reading, rate: onLine(segment, capped) };
}

/**
 * How far a rate read in doubles may be from the exact one, where the utilization itself is off by `utilizationTolerance`:
 * the distance to the knot, the rise and the run are each rounded, and so are the quotient and the sum.
 */
export function rateTolerance(reading: CurveReading, utilizationTolerance: number): number {
  return (
    reading.slope * (4 * HALF_ULP + utilizationTolerance + 2 ** -58) + 8 * HALF_ULP * reading.highestRate + 2 ** -58
  );
}

/** What snapping to a knot can change: half a basis point of utilization on the steepest piece within reach. */
export function snapDistance(reading: CurveReading): number {
  return reading.snapped === null ? 0 : reading.slope * 0.5e-4 * (1 + 1e-9);
}

function knotsToFull(points: readonly CurvePoint[]): readonly CurvePoint[] {
  const full = points.findIndex((point) => point.utilizationRateBps === FULL_BPS);
  return full === -1 ? points : points.slice(0, full + 1);
}

function segmentOf(start: CurvePoint, end: CurvePoint, index: number): Segment {
  return {
    index,
    fromUtilization: fromBps(start.utilizationRateBps),
    toUtilization: fromBps(end.utilizationRateBps),
    fromRate: fromBps(start.borrowRateBps),
    toRate: fromBps(end.borrowRateBps),
  };
}

function onLine({ fromUtilization, toUtilization, fromRate, toRate }: Segment, utilization: Exact): Exact {
  const run = toUtilization.minus(fromUtilization);
  return utilization.minus(fromUtilization).times(toRate.minus(fromRate)).div(run).plus(fromRate);
}

/** Of every piece within a basis point: a knot's neighbours count, because rounding may land on either side. */
function steepness(points: readonly CurvePoint[], utilization: Exact): { slope: number; highestRate: number } {
  const bps = utilization.times(FULL_BPS).toNumber();
  let [slope, highestRate] = [0, 0];
  points.forEach((end, i) => {
    const start = points[i - 1];
    if (start === undefined || end.utilizationRateBps <= start.utilizationRateBps) return;
    if (bps < start.utilizationRateBps - 1 || bps > end.utilizationRateBps + 1) return;
    const run = end.utilizationRateBps - start.utilizationRateBps;
    slope = Math.max(slope, Math.abs(end.borrowRateBps - start.borrowRateBps) / run);
    highestRate = Math.max(highestRate, start.borrowRateBps / FULL_BPS, end.borrowRateBps / FULL_BPS);
  });
  return { slope, highestRate };
}

function fromBps(bps: number): Exact {
  return new ExactDecimal(bps).div(FULL_BPS);
}
