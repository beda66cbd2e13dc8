import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLendingError, thrownCode } from '@tidemark/core/testing';
import { storedCurve } from './test/support/reserve-fixtures.ts';
import { bpsToSf, ONE_SF } from './fraction.ts';
import { borrowRateAt, effectiveCurve } from './borrow-rate-curve.ts';

const CURVE = storedCurve([0, 100], [8_000, 1_000], [10_000, 10_000]);

/** Utilization of `hundredths / 100` basis points, exact where that is a whole number of Sf units. */
const at = (hundredths: number) => (BigInt(hundredths) * ONE_SF) / 1_000_000n;

describe('borrow rate curve', () => {
  it('gives the knots their own rates', () => {
    expect(borrowRateAt(CURVE, 0n)).toBe(bpsToSf(100));
    expect(borrowRateAt(CURVE, bpsToSf(8_000))).toBe(bpsToSf(1_000));
    expect(borrowRateAt(CURVE, ONE_SF)).toBe(ONE_SF);
  });

  it('interpolates with the unrounded utilization between knots', () => {
    // 40 % on the segment 0 -> 80 %, 1 % -> 10 %: 1 % + 40 % * 900 / 8000.
    const utilizationSf = bpsToSf(4_000);
    expect(borrowRateAt(CURVE, utilizationSf)).toBe((utilizationSf * 900n) / 8_000n + bpsToSf(100));
    expect(borrowRateAt(CURVE, utilizationSf + 80n)).toBe(borrowRateAt(CURVE, utilizationSf) + 9n);
  });

  it('is flat within half a basis point of a knot, and no further', () => {
    const knot = bpsToSf(1_000);
    expect(borrowRateAt(CURVE, at(799_951))).toBe(knot);
    expect(borrowRateAt(CURVE, at(800_049))).toBe(knot);
    expect(borrowRateAt(CURVE, at(799_940))).toBeLessThan(knot);
    expect(borrowRateAt(CURVE, at(800_060))).toBeGreaterThan(knot);
    expect(borrowRateAt(CURVE, at(49))).toBe(bpsToSf(100));
    expect(borrowRateAt(CURVE, at(60))).toBeGreaterThan(bpsToSf(100));
  });

  it('rounds half a basis point up', () => {
    // The first Sf value that rounds to 8000 bps is ceil(7999.5 / 10000).
    const firstAtKnot = (79_995n * ONE_SF + 99_999n) / 100_000n;
    expect(borrowRateAt(CURVE, firstAtKnot)).toBe(bpsToSf(1_000));
    expect(borrowRateAt(CURVE, firstAtKnot - 1n)).toBeLessThan(bpsToSf(1_000));
  });

  it('caps utilization at one', () => {
    expect(borrowRateAt(CURVE, 5n * ONE_SF)).toBe(ONE_SF);
  });

  it('takes the first of two segments that touch', () => {
    const stepped = storedCurve([0, 0], [5_000, 100], [5_000, 200], [10_000, 300]);
    expect(borrowRateAt(stepped, bpsToSf(5_000))).toBe(bpsToSf(100));
    expect(borrowRateAt(stepped, at(500_060))).toBeGreaterThan(bpsToSf(200));
  });

  it('refuses a curve of zeros, except where utilization rounds to nothing', () => {
    const zeros = storedCurve([0, 0]);
    expect(borrowRateAt(zeros, at(49))).toBe(0n);
    expect(expectLendingError('INVALID_CURVE', () => borrowRateAt(zeros, at(51))).expected).toContain('1 bps');
  });

  it('refuses a falling segment, but not the knots at its ends', () => {
    const falling = storedCurve([0, 500], [10_000, 400]);
    expect(borrowRateAt(falling, 0n)).toBe(bpsToSf(500));
    expect(borrowRateAt(falling, ONE_SF)).toBe(bpsToSf(400));
    expectLendingError('INVALID_CURVE', () => borrowRateAt(falling, bpsToSf(5_000)));
  });

  it('refuses a curve that ends below the utilization', () => {
    expect(thrownCode(() => borrowRateAt(storedCurve([0, 0], [5_000, 100]), ONE_SF))).toBe('INVALID_CURVE');
    expect(thrownCode(() => borrowRateAt([], 0n))).toBe('INVALID_CURVE');
  });

  it('never falls as utilization rises', () => {
    const utilization = fc.bigInt({ min: 0n, max: 2n * ONE_SF });
    fc.assert(
      fc.property(utilization, utilization, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        // Half a basis point around a knot the rate steps back to the knot's: at most that much of the slope.
        const step = (bpsToSf(1) * 9_000n) / 2_000n;
        expect(borrowRateAt(CURVE, low)).toBeLessThanOrEqual(borrowRateAt(CURVE, high) + step);
      }),
    );
  });

  it('drops the repeated tail and nothing else', () => {
    expect(effectiveCurve(CURVE)).toEqual([
      { utilizationRateBps: 0, borrowRateBps: 100 },
      { utilizationRateBps: 8_000, borrowRateBps: 1_000 },
      { utilizationRateBps: 10_000, borrowRateBps: 10_000 },
    ]);
    expect(effectiveCurve(storedCurve([0, 0])).length).toBe(11);
  });
});
