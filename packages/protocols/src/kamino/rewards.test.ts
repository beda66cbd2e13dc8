import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeReserve } from './test/support/reserve-fixtures.ts';
import { ONE_SF } from './fraction.ts';
import { accrueReserve } from './accrual.ts';
import { deriveReserve } from './derive-reserve.ts';
import { distributedRewardsRaw, type RewardsState } from './rewards.ts';

const STATE: RewardsState = {
  elapsedUnits: 1_000n,
  unitsPerYear: 63_072_000n,
  perUnitRaw: 7n,
  availableRaw: 1_000_000n,
  mintTotalSupplyRaw: 1n,
  totalSupplySf: 1_000_000_000_000n * ONE_SF,
  maxAprBps: 10_000,
};

describe('reserve rewards of one refresh', () => {
  it('gives the configured rate for the units that passed', () => {
    expect(distributedRewardsRaw(STATE)).toBe(7_000n);
  });

  it('gives at most the budget', () => {
    expect(distributedRewardsRaw({ ...STATE, availableRaw: 6_999n })).toBe(6_999n);
  });

  it('gives at most the ceiling of the market, cut off', () => {
    // 1e12 * 1000 bps * 1000 slots / (10000 * 63072000) = 1585489.59...
    const capped = { ...STATE, perUnitRaw: 1n << 40n, availableRaw: 1n << 60n, maxAprBps: 1_000 };
    expect(distributedRewardsRaw(capped)).toBe(1_585_489n);
    expect(distributedRewardsRaw({ ...capped, unitsPerYear: 31_536_000n })).toBe(3_170_979n);
  });

  it('does not count a fraction of a base unit of supply', () => {
    // A whole year at 100 %: the ceiling is the supply itself.
    const year = { ...STATE, elapsedUnits: 63_072_000n, totalSupplySf: 2n * ONE_SF - 1n };
    expect(distributedRewardsRaw(year)).toBe(1n);
    expect(distributedRewardsRaw({ ...year, totalSupplySf: 2n * ONE_SF })).toBe(2n);
  });

  it.each([
    ['no time passed', { elapsedUnits: 0n }],
    ['the market switched rewards off', { maxAprBps: 0 }],
    ['none are configured', { perUnitRaw: 0n }],
    ['the budget is empty', { availableRaw: 0n }],
    ['nobody supplies', { mintTotalSupplyRaw: 0n }],
  ])('gives nothing where %s', (_, change) => {
    expect(distributedRewardsRaw({ ...STATE, ...change })).toBe(0n);
  });

  it('saturates where the program saturates', () => {
    const U64_MAX = (1n << 64n) - 1n;
    const huge = { ...STATE, perUnitRaw: U64_MAX, elapsedUnits: U64_MAX, availableRaw: U64_MAX, maxAprBps: 65_535 };
    expect(distributedRewardsRaw(huge)).toBe(U64_MAX);
  });
});

describe('reserve rewards in an accrued reserve', () => {
  const giving = (basis: 'legacy' | 'true_apr' = 'legacy') =>
    makeReserve({
      liquidity: { rewardsAvailableRaw: 10_000n },
      config: { rewardsPerAccrualUnitRaw: 3n, interestRateBasis: basis },
      lastUpdate: { timestamp: 1_790_300_000 },
    });
  const options = { slot: 2_000n, unixTimestamp: 1_790_300_500n, referralFeeBps: 0, rewardsMaxAprBps: 65_535 };

  it('moves them from the budget to the available amount, after interest', () => {
    const accrued = accrueReserve(giving(), options);
    const without = accrueReserve(giving(), { ...options, rewardsMaxAprBps: 0 });
    expect(accrued.rewardsRaw).toBe(3_000n);
    expect(accrued.rewardsAvailableRaw).toBe(7_000n);
    expect(accrued.availableRaw).toBe(600_003_000n);
    expect(accrued.borrowedSf).toBe(without.borrowedSf);
    expect(accrued.totalSupplySf).toBe(without.totalSupplySf + 3_000n * ONE_SF);
    expect(accrued.utilizationSf < without.utilizationSf).toBe(true);
  });

  it('gives none unless the ceiling of the market is told', () => {
    const { rewardsMaxAprBps: _, ...untold } = options;
    expect(accrueReserve(giving(), untold).rewardsRaw).toBe(0n);
  });

  it('counts seconds on the time basis', () => {
    expect(accrueReserve(giving('true_apr'), options).rewardsRaw).toBe(1_500n);
  });

  it('never gives more than the budget or makes tokens out of nothing', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1n << 40n }),
        fc.bigInt({ min: 0n, max: 1n << 50n }),
        fc.bigInt({ min: 0n, max: 63_072_000n }),
        (perUnit, budget, slots) => {
          const reserve = makeReserve({
            liquidity: { rewardsAvailableRaw: budget },
            config: { rewardsPerAccrualUnitRaw: perUnit },
          });
          const accrued = accrueReserve(reserve, { ...options, slot: 1_000n + slots });
          expect(accrued.rewardsRaw + accrued.rewardsAvailableRaw).toBe(budget);
          expect(accrued.availableRaw - accrued.rewardsRaw).toBe(600_000_000n);
        },
      ),
    );
  });

  it('has an APR of rate / supply, annualised by the measured slot time, at most the ceiling', () => {
    const supplied = (basis: 'legacy' | 'true_apr', maxAprBps: number) => {
      const derived = deriveReserve(giving(basis), { ...options, rewardsMaxAprBps: maxAprBps, slotDurationMs: 400 });
      return { apr: derived.rewardsAprF, supply: Number(derived.accrued.totalSupplySf) / 2 ** 60 };
    };
    const slots = supplied('legacy', 65_535);
    expect(slots.apr).toBeCloseTo(((3 * 63_072_000) / slots.supply) * 1.25, 12);
    const seconds = supplied('true_apr', 65_535);
    expect(seconds.apr).toBeCloseTo((3 * 31_536_000) / seconds.supply, 12);
    expect(supplied('legacy', 100).apr).toBe(0.0125);
    expect(supplied('true_apr', 100).apr).toBe(0.01);
    expect(supplied('legacy', 0).apr).toBe(0);
  });

  it('has an APR of 0 once the budget is empty', () => {
    const last = makeReserve({ liquidity: { rewardsAvailableRaw: 3_000n }, config: { rewardsPerAccrualUnitRaw: 3n } });
    const derived = deriveReserve(last, { ...options, slotDurationMs: 400 });
    expect(derived.accrued.rewardsRaw).toBe(3_000n);
    expect(derived.rewardsAprF).toBe(0);
  });
});
