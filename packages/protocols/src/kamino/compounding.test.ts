import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownCode } from '@tidemark/core/testing';
import { bpsToSf, ONE_SF } from './fraction.ts';
import { compoundedInterestSf, COMPOUNDING } from './compounding.ts';

const SLOTS = 63_072_000n;
const SECONDS = 31_536_000n;

/** A yearly rate whose share of one slot is exactly 2^exponent units of 2^-60. */
const rateWithBase = (exponent: bigint) => SLOTS * (1n << exponent);

describe('compounded interest', () => {
  it('is since-1.17 unless told otherwise', () => {
    expect(COMPOUNDING[0]).toBe('since-1.17');
  });

  // base = 2^-20: every power is exact, so both orders of the terms agree.
  // n = 5: 1 + 5 * 2^40 + 10 * 2^20 + 10 in units of 2^-60.
  it.each([
    [0n, 0n],
    [1n, 1n << 40n],
    [2n, 2n * (1n << 40n) + (1n << 20n)],
    [3n, 3n * (1n << 40n) + 3n * (1n << 20n) + 1n],
    [4n, 4n * (1n << 40n) + 6n * (1n << 20n) + 4n],
    [5n, 5n * (1n << 40n) + 10n * (1n << 20n) + 10n],
    [6n, 6n * (1n << 40n) + 15n * (1n << 20n) + 20n],
  ])('worked by hand, base 2^-20: %d units', (units, interest) => {
    for (const variant of ['before-1.17', 'since-1.17'] as const) {
      expect(compoundedInterestSf(rateWithBase(40n), units, SLOTS, variant) - ONE_SF).toBe(interest);
    }
  });

  // base = 2^-31, so its square is 2^-62 and is cut off to nothing. For n = 5 the first term is 5 * 2^29; its product
  // with the base is 5/4, cut off to 1, times (5 - 1) / 2 gives a second term of 2 that the older order loses.
  // n = 4 squares twice: (1 + 2b)^2 = 1 + 4b + 4b^2, and 4b^2 is exactly one unit.
  it.each([
    [1n, 1n << 29n, 1n << 29n],
    [2n, 2n << 29n, 2n << 29n],
    [3n, 3n << 29n, 3n << 29n],
    [4n, (4n << 29n) + 1n, (4n << 29n) + 1n],
    [5n, 5n << 29n, (5n << 29n) + 2n],
    [6n, 6n << 29n, (6n << 29n) + 2n],
  ])('worked by hand, base 2^-31, where the versions part: %d units', (units, before, since) => {
    expect(compoundedInterestSf(rateWithBase(29n), units, SLOTS, 'before-1.17') - ONE_SF).toBe(before);
    expect(compoundedInterestSf(rateWithBase(29n), units, SLOTS, 'since-1.17') - ONE_SF).toBe(since);
  });

  it('was linear before 1.17 for every rate under 5.87 % a year', () => {
    const rate = bpsToSf(587);
    const units = 1_000_000n;
    const base = rate / SLOTS;
    expect(compoundedInterestSf(rate, units, SLOTS, 'before-1.17')).toBe(ONE_SF + base * units);
    expect(compoundedInterestSf(bpsToSf(588), units, SLOTS, 'before-1.17')).toBeGreaterThan(
      ONE_SF + (bpsToSf(588) / SLOTS) * units,
    );
    expect(compoundedInterestSf(rate, units, SLOTS, 'since-1.17')).toBeGreaterThan(ONE_SF + base * units);
  });

  it('counts a year in the units it is given', () => {
    const rate = bpsToSf(1_000);
    expect(compoundedInterestSf(rate, 1n, SECONDS, 'since-1.17') - ONE_SF).toBe(rate / SECONDS);
    expect(compoundedInterestSf(rate, 1n, SLOTS, 'since-1.17') - ONE_SF).toBe(rate / SLOTS);
  });

  it('stays within the cut-off of the same cubic in exact rationals since 1.17', () => {
    const rate = fc.bigInt({ min: 0n, max: 20n * ONE_SF });
    const units = fc.bigInt({ min: 5n, max: SLOTS });
    fc.assert(
      fc.property(rate, units, fc.constantFrom(SLOTS, SECONDS), (rateSf, n, perYear) => {
        // 1 + bn + b^2 n(n-1)/2 + b^3 n(n-1)(n-2)/6 with b = rate / perYear, over the common denominator 6 d^3.
        const d = perYear * ONE_SF;
        const exact =
          6n * d ** 3n +
          6n * rateSf * n * d ** 2n +
          3n * rateSf ** 2n * n * (n - 1n) * d +
          rateSf ** 3n * n * (n - 1n) * (n - 2n);
        const denominator = 6n * d ** 3n;
        const growth = compoundedInterestSf(rateSf, n, perYear, 'since-1.17');
        const gap = exact * ONE_SF - growth * denominator;
        expect(gap >= 0n).toBe(true);
        // At most one unit per slot or second, grown like the debt, is lost in the base, and one more in the terms.
        const bound = (n * (growth + 2n * ONE_SF)) / ONE_SF + 2n;
        expect(gap <= bound * denominator).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('differs between the versions by less than 4e-8 a day and 8e-6 a week at 150 %', () => {
    const rate = bpsToSf(15_000);
    for (const [units, bound] of [
      [216_000n, 4e-8],
      [7n * 216_000n, 8e-6],
    ] as const) {
      const gap =
        compoundedInterestSf(rate, units, SLOTS, 'since-1.17') -
        compoundedInterestSf(rate, units, SLOTS, 'before-1.17');
      expect(gap).toBeGreaterThan(0n);
      expect(Number(gap) / 2 ** 60).toBeLessThan(bound);
    }
  });

  it('never shrinks as time or rate grow', () => {
    const rate = fc.bigInt({ min: 0n, max: 20n * ONE_SF });
    const units = fc.bigInt({ min: 0n, max: SLOTS });
    fc.assert(
      fc.property(rate, rate, units, units, (r1, r2, n1, n2) => {
        const [low, high] = r1 < r2 ? [r1, r2] : [r2, r1];
        const [short, long] = n1 < n2 ? [n1, n2] : [n2, n1];
        for (const variant of ['before-1.17', 'since-1.17'] as const) {
          const least = compoundedInterestSf(low, short, SLOTS, variant);
          expect(least >= ONE_SF).toBe(true);
          // Squaring twice for four units can round up to a unit past the series for five.
          expect(compoundedInterestSf(high, short, SLOTS, variant) >= least).toBe(true);
          expect(compoundedInterestSf(low, long, SLOTS, variant) + 8n >= least).toBe(true);
        }
      }),
    );
  });

  it.each(['before-1.17', 'since-1.17'] as const)('refuses what the program cannot hold: %s', (variant) => {
    const rate = bpsToSf(10_000);
    const aeons = 1n << 63n;
    expect(thrownCode(() => compoundedInterestSf(rate, aeons, SLOTS, variant))).toBe('ARITHMETIC_OVERFLOW');
    expect(thrownCode(() => compoundedInterestSf(rate << 60n, 3n, SLOTS, variant))).toBe('ARITHMETIC_OVERFLOW');
  });
});
