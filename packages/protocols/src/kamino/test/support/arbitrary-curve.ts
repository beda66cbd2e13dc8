import fc from 'fast-check';
import type { CurvePoint } from '../../index.ts';
import { storedCurve } from './reserve-fixtures.ts';

/** Curves that the program stores: 0 to 100 %, two to eleven knots, rates that never fall; up to 200 % a step. */
export const anyProperCurve: fc.Arbitrary<CurvePoint[]> = fc
  .record({
    inner: fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 9 }),
    steps: fc.array(fc.oneof(fc.constant(0), fc.nat(500), fc.nat(20_000)), { minLength: 11, maxLength: 11 }),
  })
  .map(({ inner, steps }) => {
    const utilizations = [0, ...inner.toSorted((a, b) => a - b), 10_000];
    let rate = 0;
    return storedCurve(
      ...utilizations.map((utilization, i): [number, number] => {
        rate += steps[i] ?? 0;
        return [utilization, rate];
      }),
    );
  });

/** Highest rate of a curve, a fraction per program year. */
export function highestRate(curve: readonly CurvePoint[]): number {
  return Math.max(...curve.map((knot) => knot.borrowRateBps)) / 10_000;
}

/** Steepest rise of a curve: rate per utilization, both fractions. */
export function steepestSlope(curve: readonly CurvePoint[]): number {
  const slopes = curve.map((end, i) => {
    const start = curve[i - 1];
    if (start === undefined || end.utilizationRateBps === start.utilizationRateBps) return 0;
    return (end.borrowRateBps - start.borrowRateBps) / (end.utilizationRateBps - start.utilizationRateBps);
  });
  return Math.max(...slopes);
}
