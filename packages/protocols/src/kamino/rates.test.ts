import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLendingError, thrownCode } from '@tidemark/core/testing';
import { bpsToSf, ONE_SF } from './fraction.ts';
import { annualisation, aprToApy, borrowApr, supplyApr } from './rates.ts';

const SLOTS = 63_072_000;
const UNADJUSTED = { numerator: 1n, denominator: 1n };

describe('annualisation', () => {
  it('is 500 / slot duration on the slot basis and 1 on the time basis', () => {
    const factor = (ms: number) => {
      const { numerator, denominator } = annualisation('legacy', ms);
      return Number(numerator) / Number(denominator);
    };
    expect(factor(500)).toBe(1);
    expect(factor(400)).toBe(1.25);
    expect(factor(312.5)).toBe(1.6);
    expect(annualisation('true_apr', 400)).toEqual(UNADJUSTED);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses a slot of %d ms on either basis',
    (ms) => {
      expect(thrownCode(() => annualisation('legacy', ms))).toBe('INVALID_SLOT_DURATION');
      expect(thrownCode(() => annualisation('true_apr', ms))).toBe('INVALID_SLOT_DURATION');
    },
  );
});

describe('rates', () => {
  it('adds the host rate to what borrowers pay', () => {
    expect(borrowApr(ONE_SF / 20n, ONE_SF / 100n, UNADJUSTED)).toBeCloseTo(0.06, 15);
    expect(borrowApr(ONE_SF / 16n, 0n, annualisation('legacy', 400))).toBe(0.078125);
  });

  it('leaves the host rate and the take out of what suppliers earn', () => {
    expect(supplyApr(ONE_SF / 2n, ONE_SF / 8n, 0, UNADJUSTED)).toBe(0.0625);
    expect(supplyApr(ONE_SF / 2n, ONE_SF / 8n, 100, UNADJUSTED)).toBe(0);
    expect(supplyApr(ONE_SF / 2n, ONE_SF / 8n, 50, annualisation('legacy', 250))).toBe(0.0625);
    // Above full utilization suppliers earn on more than they supply: not clamped.
    expect(supplyApr(2n * ONE_SF, ONE_SF / 8n, 0, UNADJUSTED)).toBe(0.25);
  });

  it('refuses rates that no double holds', () => {
    const tiny = annualisation('legacy', 1e-306);
    expect(expectLendingError('RATE_OUT_OF_RANGE', () => borrowApr(5n * ONE_SF, 0n, tiny))).toMatchObject({
      field: 'borrow APR',
      actual: 'Infinity',
    });
    expectLendingError('RATE_OUT_OF_RANGE', () => supplyApr(ONE_SF, 5n * ONE_SF, 0, tiny));
  });
});

describe('aprToApy', () => {
  it('compounds', () => {
    expect(aprToApy(0, SLOTS)).toBe(0);
    expect(aprToApy(1, 1)).toBeCloseTo(1, 15);
    expect(aprToApy(1, 2)).toBeCloseTo(1.25, 15);
    expect(aprToApy(0.1, SLOTS)).toBeCloseTo(Math.exp(0.1) - 1, 9);
  });

  it('keeps the digits of rates that a quantised power loses', () => {
    // (1 + 3.5e-11 / n)^n - 1 in plain doubles is exactly 0.
    expect(aprToApy(3.5e-11, SLOTS)).toBeCloseTo(3.5e-11, 20);
    expect((1 + 3.5e-11 / SLOTS) ** SLOTS - 1).toBe(0);
  });

  it('never falls below the APR and never shrinks as it grows', () => {
    const apr = fc.oneof(fc.constant(0), fc.double({ min: 1e-290, max: 100, noNaN: true }));
    fc.assert(
      fc.property(apr, apr, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(aprToApy(low, SLOTS)).toBeGreaterThanOrEqual(low * (1 - 1e-12));
        expect(aprToApy(high, SLOTS)).toBeGreaterThanOrEqual(aprToApy(low, SLOTS) * (1 - 1e-12));
      }),
    );
  });

  it('refuses what overflows or makes no sense', () => {
    expect(thrownCode(() => aprToApy(1_000, SLOTS))).toBe('RATE_OUT_OF_RANGE');
    expect(thrownCode(() => aprToApy(Number.NaN, SLOTS))).toBe('RATE_OUT_OF_RANGE');
    expect(thrownCode(() => aprToApy(-2 * SLOTS, SLOTS))).toBe('RATE_OUT_OF_RANGE');
  });

  it('reads basis points of the curve as a hair less', () => {
    expect(borrowApr(bpsToSf(1), 0n, UNADJUSTED)).toBeLessThan(0.0001);
    expect(borrowApr(bpsToSf(1), 0n, UNADJUSTED)).toBeCloseTo(0.0001, 17);
  });
});
