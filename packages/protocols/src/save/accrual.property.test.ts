import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accrueBalances, compoundedGrowthWads, type InterestState, type InterestTerms } from './accrual.ts';
import { borrowRateAt, curveKnots } from './borrow-rate-curve.ts';
import { curveUtilizationWads } from './supply.ts';
import { percentToWad, WAD } from './wad.ts';

const upTo = (max: bigint) => fc.bigInt({ min: 0n, max });
const percent = fc.integer({ min: 0, max: 100 });

/** Rates that never fall, utilizations in order: what the program lets an owner set. */
const terms: fc.Arbitrary<InterestTerms> = fc
  .tuple(
    fc.tuple(percent, percent),
    fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 })),
    upTo(2_000n),
    percent,
  )
  .map(([utilizations, rates, above, protocolTakeRatePct]) => {
    const [optimalUtilizationPct = 0, maxUtilizationPct = 0] = utilizations.toSorted((a, b) => a - b);
    const [minBorrowRatePct = 0, optimalBorrowRatePct = 0, maxBorrowRatePct = 0] = rates.toSorted((a, b) => a - b);
    const superMaxBorrowRatePct = BigInt(maxBorrowRatePct) + above;
    return {
      optimalUtilizationPct,
      maxUtilizationPct,
      minBorrowRatePct,
      optimalBorrowRatePct,
      maxBorrowRatePct,
      superMaxBorrowRatePct,
      protocolTakeRatePct,
    };
  });

const state: fc.Arbitrary<InterestState> = fc
  .record({
    lastUpdateSlot: upTo(10n ** 9n),
    availableRaw: upTo(10n ** 15n),
    borrowedWads: upTo(10n ** 33n),
    cumulativeBorrowRateWads: fc.bigInt({ min: WAD, max: 100n * WAD }),
    fees: percent,
  })
  .map(({ fees, ...rest }) => ({ ...rest, accumulatedProtocolFeesWads: (rest.borrowedWads * BigInt(fees)) / 200n }));

describe('accrual', () => {
  it('changes nothing where no slot has passed', () => {
    fc.assert(
      fc.property(state, terms, (given, curve) => {
        const accrued = accrueBalances(given, curve, given.lastUpdateSlot);
        expect(accrued).toMatchObject({
          elapsedSlots: 0n,
          availableRaw: given.availableRaw,
          borrowedWads: given.borrowedWads,
          accumulatedProtocolFeesWads: given.accumulatedProtocolFeesWads,
          cumulativeBorrowRateWads: given.cumulativeBorrowRateWads,
        });
      }),
    );
  });

  it('never lowers debt, fees or the index, keeps the balance sheet, and gives the protocol its part of the interest', () => {
    fc.assert(
      fc.property(state, terms, upTo(1_000_000n), (given, curve, slots) => {
        const accrued = accrueBalances(given, curve, given.lastUpdateSlot + slots);
        const interest = accrued.borrowedWads - given.borrowedWads;
        const fees = accrued.accumulatedProtocolFeesWads - given.accumulatedProtocolFeesWads;
        expect(interest >= 0n && accrued.cumulativeBorrowRateWads >= given.cumulativeBorrowRateWads).toBe(true);
        expect(fees).toBe((interest * BigInt(curve.protocolTakeRatePct)) / 100n);
        expect(accrued.totalSupplyWads).toBe(
          accrued.availableRaw * WAD + accrued.borrowedWads - accrued.accumulatedProtocolFeesWads,
        );
      }),
    );
  });

  it('compounds slot by slot: the power of two parts is the product of their powers, but for what is cut off', () => {
    fc.assert(
      fc.property(upTo(2n * WAD), upTo(500_000n), upTo(500_000n), (rate, first, second) => {
        fc.pre(first > 0n && second > 0n);
        const whole = compoundedGrowthWads(rate, first + second);
        const parts = (compoundedGrowthWads(rate, first) * compoundedGrowthWads(rate, second)) / WAD;
        const difference = whole > parts ? whole - parts : parts - whole;
        // Each of some forty steps cuts less than one unit off, and later squares multiply what was lost by the exponent.
        expect(difference <= 4n * (first + second)).toBe(true);
      }),
    );
  });
});

describe('borrow rate curve', () => {
  it('never falls, and begins at the minimum', () => {
    fc.assert(
      fc.property(terms, upTo(WAD), upTo(WAD), (curve, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(borrowRateAt(curve, low) <= borrowRateAt(curve, high)).toBe(true);
        expect(borrowRateAt(curve, 0n)).toBe(percentToWad(curve.minBorrowRatePct));
      }),
    );
  });

  it('lies between the rates of the knots around it', () => {
    fc.assert(
      fc.property(terms, upTo(WAD), (curve, utilization) => {
        const knots = curveKnots(curve);
        const rate = borrowRateAt(curve, utilization);
        const below = knots.findLast(({ utilizationPct }) => percentToWad(utilizationPct) < utilization) ?? knots[0];
        const above = knots.find(({ utilizationPct }) => percentToWad(utilizationPct) >= utilization) ?? knots.at(-1);
        expect(rate >= percentToWad(below?.borrowRatePct ?? 0n)).toBe(true);
        expect(rate <= percentToWad(above?.borrowRatePct ?? 0n)).toBe(true);
      }),
    );
  });

  it('sees no fees owed: what the curve is fed with never exceeds one', () => {
    fc.assert(
      fc.property(state, (given) => {
        const utilization = curveUtilizationWads(given);
        expect(utilization <= WAD).toBe(true);
      }),
    );
  });
});
