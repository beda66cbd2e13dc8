import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLendingError } from '@tidemark/core/testing';
import { ADDRESS, makeReserve, storedCurve } from './test/support/reserve-fixtures.ts';
import { LendingError } from '@tidemark/core';
import { ONE_SF } from './fraction.ts';
import { deriveReserve } from './derive-reserve.ts';

const options = { slot: 1_000n, unixTimestamp: 1_790_300_470n, slotDurationMs: 400, referralFeeBps: 0 };

describe('deriveReserve', () => {
  it('gives every number of a reserve whose numbers are easy', () => {
    const { accrued, ...derived } = deriveReserve(makeReserve(), options);
    // 600 available + 400 borrowed, 40 %, curve 5 % a program year, slots of 400 ms, 10 % take, 2 USD.
    expect(derived).toEqual({
      slot: 1_000n,
      unixTimestamp: 1_790_300_470n,
      interestRateBasis: 'legacy',
      compounding: 'since-1.17',
      slotDurationMs: 400,
      borrowRateSf: 57_646_075_230_342_348n,
      hostRateSf: 0n,
      availableAmountF: 600,
      suppliedAmountF: 1_000,
      borrowedAmountF: 400,
      utilizationF: 0.4,
      borrowAprF: 0.0625,
      borrowApyF: Math.expm1(63_072_000 * Math.log1p(0.0625 / 63_072_000)),
      supplyAprF: 0.0225,
      supplyApyF: Math.expm1(63_072_000 * Math.log1p(0.0225 / 63_072_000)),
      rewardsAprF: 0,
      priceUsdF: 2,
      priceUsable: true,
      availableAmountUsdF: 1_200,
      suppliedAmountUsdF: 2_000,
      borrowedAmountUsdF: 800,
    });
    expect(accrued.totalSupplySf).toBe(1_000_000_000n * ONE_SF);
  });

  it('uses seconds, no slot time and 31,536,000 periods on the time basis', () => {
    const reserve = makeReserve({
      config: { interestRateBasis: 'true_apr' },
      lastUpdate: { timestamp: 1_790_300_470 },
    });
    const derived = deriveReserve(reserve, { ...options, slot: 999_999n });
    expect(derived.borrowAprF).toBe(0.05);
    expect(derived.borrowApyF).toBe(Math.expm1(31_536_000 * Math.log1p(0.05 / 31_536_000)));
    expect(derived.accrued.elapsedUnits).toBe(0n);
  });

  it('computes both rates at the accrued utilization', () => {
    const steep = makeReserve({ config: { borrowRateCurve: storedCurve([0, 0], [10_000, 40_000]) } });
    const later = deriveReserve(steep, { ...options, slot: 1_000n + 6_307_200n });
    expect(later.utilizationF).toBeGreaterThan(0.42);
    expect(later.borrowAprF).toBeCloseTo(later.utilizationF * 4 * 1.25, 12);
    expect(later.supplyAprF).toBeCloseTo(later.utilizationF ** 2 * 4 * 1.25 * 0.9, 12);
  });

  it('has no USD value without a price, and every other number', () => {
    const derived = deriveReserve(makeReserve({ liquidity: { marketPriceSf: 0n } }), options);
    expect(derived).toMatchObject({
      priceUsable: false,
      priceUsdF: null,
      availableAmountUsdF: null,
      suppliedAmountUsdF: null,
      borrowedAmountUsdF: null,
      availableAmountF: 600,
      borrowAprF: 0.0625,
    });
  });

  it.each([0, 1, 31, 53, 62, 63])(
    'has the same USD values at price status %d: the verdict is another matter',
    (status) => {
      const derived = deriveReserve(makeReserve({ lastUpdate: { priceStatus: status } }), options);
      expect(derived).toMatchObject({ priceUsable: true, priceUsdF: 2, availableAmountUsdF: 1_200 });
    },
  );

  it('measures nothing as zero in an empty reserve', () => {
    const empty = makeReserve({ liquidity: { availableAmountRaw: 0n, borrowedAmountSf: 0n } });
    expect(deriveReserve(empty, { ...options, slot: 2_000n })).toMatchObject({
      availableAmountF: 0,
      suppliedAmountF: 0,
      borrowedAmountF: 0,
      utilizationF: 0,
      borrowAprF: 0,
      supplyAprF: 0,
      availableAmountUsdF: 0,
    });
  });

  it('does not clamp utilization above one', () => {
    const over = makeReserve({
      liquidity: { availableAmountRaw: 0n, accumulatedProtocolFeesSf: 40_000_000n * ONE_SF },
    });
    const derived = deriveReserve(over, options);
    expect(derived.utilizationF).toBeCloseTo(10 / 9, 15);
    expect(derived.borrowAprF).toBe(1.25);
    expect(derived.suppliedAmountF).toBe(360);
  });

  it('names the account in every refusal', () => {
    expect(
      expectLendingError('INVALID_SLOT_DURATION', () =>
        deriveReserve(makeReserve(), { ...options, slotDurationMs: 0 }),
      ),
    ).toMatchObject({ address: ADDRESS });
    expect(
      expectLendingError('SLOT_BEFORE_LAST_UPDATE', () => deriveReserve(makeReserve(), { ...options, slot: 999n })),
    ).toMatchObject({ address: ADDRESS });
    const absurd = makeReserve({ config: { borrowRateCurve: storedCurve([0, 0], [10_000, 0xffff_ffff]) } });
    expect(expectLendingError('RATE_OUT_OF_RANGE', () => deriveReserve(absurd, options))).toMatchObject({
      address: ADDRESS,
      field: 'APY',
    });
  });

  it('gives finite numbers or refuses, whatever the account holds', () => {
    const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
    const u128 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
    const size = <T>(wide: fc.Arbitrary<T>, narrow: fc.Arbitrary<T>) => fc.oneof(narrow, wide);
    const small = fc.bigInt({ min: 0n, max: 1n << 90n });
    const scenario = fc.record({
      available: u64,
      borrowed: size(u128, small),
      price: u128,
      fees: size(u128, small),
      decimals: fc.nat(19),
      rate: fc.nat(0xffff_ffff),
      take: fc.nat(255),
      host: fc.nat(0xffff),
      ms: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      slots: fc.bigInt({ min: 0n, max: 1n << 40n }),
    });
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(scenario, (s) => {
        const reserve = makeReserve({
          liquidity: {
            availableAmountRaw: s.available,
            borrowedAmountSf: s.borrowed,
            marketPriceSf: s.price,
            accumulatedProtocolFeesSf: s.fees,
            mintDecimals: s.decimals,
          },
          config: {
            borrowRateCurve: storedCurve([0, 0], [10_000, s.rate]),
            protocolTakeRatePct: s.take,
            hostFixedInterestRateBps: s.host,
          },
        });
        const outcome = outcomeOf(() => {
          return deriveReserve(reserve, { ...options, slot: 1_000n + s.slots, slotDurationMs: s.ms });
        });
        outcomes.add(outcome);
        expect(['finite', 'refused']).toContain(outcome);
      }),
      { numRuns: 1_000 },
    );
    expect([...outcomes].toSorted()).toEqual(['finite', 'refused']);
  });
});

function outcomeOf(run: () => object): string {
  try {
    const numbers = Object.values(run()).filter((value) => typeof value === 'number');
    return numbers.every(Number.isFinite) ? 'finite' : 'not finite';
  } catch (error) {
    return error instanceof LendingError && error.context.address === ADDRESS ? 'refused' : String(error);
  }
}
