import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLendingError, thrownCode } from '@tidemark/core/testing';
import { ADDRESS, makeReserve, storedCurve } from './test/support/reserve-fixtures.ts';
import { bpsToSf, ONE_SF } from './fraction.ts';
import { accrueReserve } from './accrual.ts';
import type { AccrualOptions } from './accrued-reserve.ts';
import { totalSupplySf, utilizationSf } from './total-supply.ts';

const at = (slots: bigint, more: Partial<AccrualOptions> = {}): AccrualOptions => ({
  slot: 1_000n + slots,
  unixTimestamp: 1_790_300_470n,
  referralFeeBps: 0,
  ...more,
});

describe('accrual by slots', () => {
  // 40 % utilization on 0 -> 80 %, 0 -> 10 % gives 5 % a year = 57646075230342348 units; one slot is 913972527 of
  // them. 1000 slots on a debt of 400,000,000 base units; 10 % of the interest is taken, 20 % of that is referred.
  it('adds the interest worked by hand since 1.17', () => {
    const accrued = accrueReserve(makeReserve(), at(1_000n, { referralFeeBps: 2_000 }));
    expect(accrued).toEqual({
      slot: 2_000n,
      unixTimestamp: 1_790_300_470n,
      interestRateBasis: 'legacy',
      compounding: 'since-1.17',
      elapsedUnits: 1_000n,
      availableRaw: 600_000_000n,
      borrowedSf: 461_168_967_431_894_245_600_000_000n,
      totalSupplySf:
        600_000_000n * ONE_SF +
        461_168_967_431_894_245_600_000_000n -
        29_247_132_436_415_999_974n -
        7_311_783_109_103_999_835n,
      utilizationSf: accrued.utilizationSf,
      cumulativeBorrowRateBsf: 1_152_922_418_579_735_614n,
      accumulatedProtocolFeesSf: 29_247_132_436_415_999_974n,
      accumulatedReferrerFeesSf: 0n,
      pendingReferrerFeesSf: 7_311_783_109_103_999_835n,
      absoluteReferralRateSf: 23_058_430_092_136_939n,
      rewardsRaw: 0n,
      rewardsAvailableRaw: 0n,
    });
    expect(accrued.utilizationSf).toBe((accrued.borrowedSf << 60n) / accrued.totalSupplySf);
  });

  it('adds the interest worked by hand before 1.17: linear at this rate', () => {
    const accrued = accrueReserve(makeReserve(), at(1_000n, { referralFeeBps: 2_000, compounding: 'before-1.17' }));
    expect(accrued.compounding).toBe('before-1.17');
    expect(accrued.cumulativeBorrowRateBsf).toBe(ONE_SF + 1_000n * 913_972_527n + 1_000n * 0n);
    expect(accrued.borrowedSf).toBe(461_168_967_431_749_590_400_000_000n);
    expect(accrued.accumulatedProtocolFeesSf).toBe(29_247_120_863_999_999_974n);
    expect(accrued.pendingReferrerFeesSf).toBe(7_311_780_215_999_999_835n);
  });

  it('gives all of the host fee to the protocol, worked by hand', () => {
    const reserve = makeReserve({ config: { hostFixedInterestRateBps: 100 } });
    const accrued = accrueReserve(reserve, at(1_000n));
    expect(accrued.cumulativeBorrowRateBsf).toBe(1_152_922_601_374_399_954n);
    expect(accrued.borrowedSf).toBe(461_169_040_549_759_981_600_000_000n);
    expect(accrued.accumulatedProtocolFeesSf).toBe(109_676_728_954_079_999_809n);
  });

  it('changes nothing in the slot of the last refresh, the referral rate included', () => {
    const reserve = makeReserve({ liquidity: { absoluteReferralRateSf: 7n } });
    const accrued = accrueReserve(reserve, at(0n, { referralFeeBps: 2_000 }));
    expect(accrued).toMatchObject({
      elapsedUnits: 0n,
      availableRaw: 600_000_000n,
      borrowedSf: 400_000_000n * ONE_SF,
      utilizationSf: bpsToSf(4_000),
      cumulativeBorrowRateBsf: ONE_SF,
      absoluteReferralRateSf: 7n,
    });
  });

  it('charges the rate of the utilization at the last refresh, not of the one it leads to', () => {
    const steep = makeReserve({ config: { borrowRateCurve: storedCurve([0, 0], [10_000, 40_000]) } });
    const year = accrueReserve(steep, at(63_072_000n));
    // 40 % utilization: 160 % a year; the cubic gives 1 + 1.6 + 1.28 + 0.6826...
    expect(Number(year.cumulativeBorrowRateBsf) / 2 ** 60).toBeCloseTo(1 + 1.6 + 1.28 + 4.096 / 6, 5);
  });

  it('lets the referral fee move the fee between its two pots and nothing else', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 63_072_000n }), fc.integer({ min: 0, max: 10_000 }), (slots, bps) => {
        const without = accrueReserve(makeReserve(), at(slots));
        const referred = accrueReserve(makeReserve(), at(slots, { referralFeeBps: bps }));
        expect(referred.borrowedSf).toBe(without.borrowedSf);
        expect(referred.totalSupplySf).toBe(without.totalSupplySf);
        expect(referred.accumulatedProtocolFeesSf + referred.pendingReferrerFeesSf).toBe(
          without.accumulatedProtocolFeesSf,
        );
      }),
    );
  });
});

describe('accrual of any reserve', () => {
  const amount = fc.bigInt({ min: 0n, max: 1n << 60n });
  const fee = fc.bigInt({ min: 0n, max: 1n << 100n });
  const anyReserve = fc
    .record({
      available: amount,
      borrowed: amount,
      fees: fc.tuple(fee, fee, fee),
      take: fc.nat(100),
      host: fc.nat(2_000),
    })
    .map(({ available, borrowed, fees, take, host }) =>
      makeReserve({
        liquidity: {
          availableAmountRaw: available,
          borrowedAmountSf: borrowed << 60n,
          accumulatedProtocolFeesSf: fees[0],
          accumulatedReferrerFeesSf: fees[1],
          pendingReferrerFeesSf: fees[2],
        },
        config: { protocolTakeRatePct: take, hostFixedInterestRateBps: host },
      }),
    )
    .filter(({ liquidity }) => {
      const owed =
        liquidity.accumulatedProtocolFeesSf + liquidity.accumulatedReferrerFeesSf + liquidity.pendingReferrerFeesSf;
      return (liquidity.availableAmountRaw << 60n) + liquidity.borrowedAmountSf >= owed;
    });
  const slots = fc.bigInt({ min: 0n, max: 63_072_000n });
  const variant = fc.constantFrom('before-1.17' as const, 'since-1.17' as const);

  it('keeps supply = available + borrowed - fees', () => {
    fc.assert(
      fc.property(anyReserve, slots, variant, (reserve, n, compounding) => {
        const accrued = accrueReserve(reserve, at(n, { compounding, referralFeeBps: 1_500 }));
        expect(accrued.totalSupplySf).toBe(
          (accrued.availableRaw << 60n) +
            accrued.borrowedSf -
            accrued.accumulatedProtocolFeesSf -
            accrued.accumulatedReferrerFeesSf -
            accrued.pendingReferrerFeesSf,
        );
      }),
    );
  });

  it('never lets debt, supply, fees or the cumulative rate shrink with time', () => {
    fc.assert(
      fc.property(anyReserve, slots, slots, variant, (reserve, a, b, compounding) => {
        const [soon, late] = a < b ? [a, b] : [b, a];
        fc.pre(soon > 4n || soon === 0n);
        const first = accrueReserve(reserve, at(soon, { compounding, referralFeeBps: 2_000 }));
        const then = accrueReserve(reserve, at(late, { compounding, referralFeeBps: 2_000 }));
        expect(then.borrowedSf >= first.borrowedSf).toBe(true);
        expect(then.totalSupplySf >= first.totalSupplySf).toBe(true);
        expect(then.accumulatedProtocolFeesSf >= first.accumulatedProtocolFeesSf).toBe(true);
        expect(then.pendingReferrerFeesSf >= first.pendingReferrerFeesSf).toBe(true);
        expect(then.cumulativeBorrowRateBsf >= first.cumulativeBorrowRateBsf).toBe(true);
      }),
    );
  });
});

describe('accrual by seconds', () => {
  const timed = (lastTimestamp: number) =>
    makeReserve({ config: { interestRateBasis: 'true_apr' }, lastUpdate: { timestamp: lastTimestamp } });

  it('counts wall-clock seconds in a year of 31,536,000, worked by hand', () => {
    const accrued = accrueReserve(timed(1_790_299_470), at(5n));
    expect(accrued.interestRateBasis).toBe('true_apr');
    expect(accrued.elapsedUnits).toBe(1_000n);
    expect(accrued.cumulativeBorrowRateBsf).toBe(1_152_923_332_553_348_527n);
    expect(accrued.borrowedSf).toBe(461_169_333_021_339_410_800_000_000n);
    expect(accrued.accumulatedProtocolFeesSf).toBe(73_117_860_062_039_999_619n);
  });

  it('adds nothing where no time was ever written, however many slots have passed', () => {
    const accrued = accrueReserve(timed(0), at(1_000_000n));
    expect(accrued.elapsedUnits).toBe(0n);
    expect(accrued.borrowedSf).toBe(400_000_000n * ONE_SF);
  });

  it('adds nothing at a clock before the last refresh, and does not ask the slot, as klend 1.25.0 subtracts saturating', () => {
    const before = accrueReserve(timed(1_790_300_471), at(5n));
    expect(before).toMatchObject({ elapsedUnits: 0n, borrowedSf: 400_000_000n * ONE_SF });
    expect(accrueReserve(timed(1_790_300_470), at(5n)).elapsedUnits).toBe(0n);
    expect(accrueReserve(timed(1_790_299_470), at(-1n)).elapsedUnits).toBe(1_000n);
    expect(accrueReserve(timed(1_790_300_471), at(-1n)).elapsedUnits).toBe(0n);
  });
});

describe('what the program would refuse', () => {
  it('a slot before the last refresh', () => {
    const context = expectLendingError('SLOT_BEFORE_LAST_UPDATE', () => accrueReserve(makeReserve(), at(-1n)));
    expect(context).toMatchObject({ address: ADDRESS, expected: '1000 or later', actual: '999' });
  });

  it('fees that exceed everything else, in the slot of the refresh and later', () => {
    const owing = makeReserve({
      liquidity: { availableAmountRaw: 10n, borrowedAmountSf: 10n * ONE_SF, accumulatedProtocolFeesSf: 100n * ONE_SF },
    });
    for (const slots of [0n, 1n]) {
      const context = expectLendingError('NEGATIVE_SUPPLY', () => accrueReserve(owing, at(slots)));
      expect(context).toMatchObject({ address: ADDRESS, actual: String(-80n * ONE_SF) });
    }
  });

  it('sums and products beyond its types', () => {
    const full = makeReserve({ liquidity: { borrowedAmountSf: (1n << 128n) - 1n } });
    expectLendingError('ARITHMETIC_OVERFLOW', () => accrueReserve(full, at(0n)));
    const grown = makeReserve({ liquidity: { cumulativeBorrowRateBsf: (1n << 256n) - 1n } });
    expect(expectLendingError('ARITHMETIC_OVERFLOW', () => accrueReserve(grown, at(1n)))).toMatchObject({
      address: ADDRESS,
      field: 'cumulative borrow rate',
    });
    // The 256-bit product overflows before the shift brings it back: 2^196 * 2^60 is one too many.
    const edge = makeReserve({ liquidity: { cumulativeBorrowRateBsf: 1n << 196n, borrowedAmountSf: 0n } });
    expectLendingError('ARITHMETIC_OVERFLOW', () => accrueReserve(edge, at(1n)));
  });

  it('a curve without a segment for the utilization', () => {
    const flat = makeReserve({ config: { borrowRateCurve: storedCurve([0, 0]) } });
    expect(expectLendingError('INVALID_CURVE', () => accrueReserve(flat, at(1n))).address).toBe(ADDRESS);
  });

  it.each([-1, 65_536, 0.5, Number.NaN])('a referral fee or ceiling of %d, which no market holds', (bps) => {
    expect(thrownCode(() => accrueReserve(makeReserve(), at(1n, { referralFeeBps: bps })))).toBe('INVALID_ARGUMENT');
    expect(thrownCode(() => accrueReserve(makeReserve(), at(1n, { rewardsMaxAprBps: bps })))).toBe('INVALID_ARGUMENT');
  });

  it('a referral share above everything that the protocol takes', () => {
    expect(thrownCode(() => accrueReserve(makeReserve(), at(1_000n, { referralFeeBps: 20_000 })))).toBe(
      'ARITHMETIC_OVERFLOW',
    );
  });
});

describe('total supply and utilization', () => {
  it('subtracts all three fees', () => {
    const balances = {
      availableAmountRaw: 10n,
      borrowedAmountSf: 5n * ONE_SF,
      accumulatedProtocolFeesSf: ONE_SF,
      accumulatedReferrerFeesSf: 2n * ONE_SF,
      pendingReferrerFeesSf: 4n * ONE_SF,
    };
    expect(totalSupplySf(balances)).toBe(8n * ONE_SF);
  });

  it('is 0 without supply and may exceed one', () => {
    expect(utilizationSf(0n, 0n)).toBe(0n);
    expect(utilizationSf(5n, 0n)).toBe(0n);
    expect(utilizationSf(10n * ONE_SF, 9n * ONE_SF)).toBe((10n * ONE_SF) / 9n);
  });
});
