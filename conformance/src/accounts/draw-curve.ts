import type { Random } from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';

export interface Knot {
  readonly utilizationRateBps: number;
  readonly borrowRateBps: number;
}

const KNOTS = 11;

/** A curve that the program would store, its last knot repeated to the end. */
export function drawProperCurve(random: Random, flat = false): Knot[] {
  const inner = flat ? 0 : random.below(KNOTS - 1);
  const middle = new Set(Array.from({ length: inner }, () => 1 + random.below(9_999)));
  const utilizations = [0, ...[...middle].toSorted((a, b) => a - b), 10_000];
  let rate = random.pick([0, 1, random.below(2_000)]);
  const steepest = random.pick([1, 300, 3_000, 30_000, 500_000]);
  const knots = utilizations.map((utilizationRateBps, i) => {
    if (i > 0 && !flat) rate += random.below(steepest);
    return { utilizationRateBps, borrowRateBps: rate };
  });
  return padded(knots);
}

/** Any numbers at all; sometimes a proper curve with one knot changed. */
export function drawWildCurve(random: Random): Knot[] {
  const limit = random.pick([2, 10_001, 2 ** 32]);
  const wild = (): Knot => ({ utilizationRateBps: random.below(limit), borrowRateBps: random.below(limit) });
  if (random.chance(0.3)) return Array.from({ length: KNOTS }, wild);
  const curve = drawProperCurve(random);
  curve[random.below(KNOTS)] = wild();
  return curve;
}

function padded(knots: readonly Knot[]): Knot[] {
  const last = knots.at(-1) ?? { utilizationRateBps: 10_000, borrowRateBps: 0 };
  return Array.from({ length: KNOTS }, (_, i) => knots[i] ?? last);
}
