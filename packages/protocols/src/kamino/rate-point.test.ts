import { describe, expect, it } from 'vitest';
import { ONE_SF } from './fraction.ts';
import { deriveRatePoint, type RateTerms } from './rate-point.ts';

/** 0 % at 0, 10 % at 80 %, 60 % at full use; slots of 500 ms, so a program year is a year. */
const TERMS: RateTerms = {
  interestRateBasis: 'legacy',
  borrowRateCurve: [
    { utilizationRateBps: 0, borrowRateBps: 0 },
    { utilizationRateBps: 8_000, borrowRateBps: 1_000 },
    { utilizationRateBps: 10_000, borrowRateBps: 6_000 },
  ],
  hostFixedInterestRateBps: 0,
  protocolTakeRatePct: 20,
  slotDurationMs: 500,
};

describe('deriveRatePoint', () => {
  it('follows the curve from empty to full, both ends included', () => {
    const points = [0n, 1n, 2n, 3n, 4n, 5n].map((fifths) => deriveRatePoint(TERMS, (ONE_SF * fifths) / 5n));
    expect(points.map((point) => point.utilizationF)).toEqual(
      [0, 0.2, 0.4, 0.6, 0.8, 1].map((u) => expect.closeTo(u, 15)),
    );
    expect(points.map((point) => point.borrowAprF)).toEqual(
      [0, 0.025, 0.05, 0.075, 0.1, 0.6].map((rate) => expect.closeTo(rate, 12)),
    );
  });

  it('counts the suppliers’ share: utilization × rate × (1 − take)', () => {
    expect(deriveRatePoint(TERMS, ONE_SF).supplyAprF).toBeCloseTo(0.48, 12);
  });

  it('annualises by the measured slot time, and not at all on the time basis', () => {
    const at = (terms: Partial<RateTerms>) => deriveRatePoint({ ...TERMS, ...terms }, (ONE_SF * 4n) / 10n).borrowAprF;
    expect(at({ slotDurationMs: 400 })).toBeCloseTo(0.0625, 12);
    expect(at({ slotDurationMs: 400, interestRateBasis: 'true_apr' })).toBeCloseTo(0.05, 12);
  });

  it('adds the host’s fixed rate to what borrowers pay and not to what suppliers earn', () => {
    const withHost = deriveRatePoint({ ...TERMS, hostFixedInterestRateBps: 100 }, (ONE_SF * 4n) / 10n);
    const without = deriveRatePoint(TERMS, (ONE_SF * 4n) / 10n);
    expect(withHost.borrowAprF - without.borrowAprF).toBeCloseTo(0.01, 12);
    expect(withHost.supplyAprF).toBe(without.supplyAprF);
  });
});
