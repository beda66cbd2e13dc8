import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyProperCurve, highestRate } from './test/support/arbitrary-curve.ts';
import { makeReserve } from './test/support/reserve-fixtures.ts';
import { accrueReserve, accrualUnitsPerYear, deriveReserve, ONE_SF, type Reserve } from './index.ts';

const LAST_SECOND = 1_760_000_000;
const YEAR = 63_072_000n;
/** A double has 53 bits; the comparisons below add, multiply and raise a handful of them. */
const ROUNDING = 1e-12;

const amount = fc.oneof(fc.bigInt({ min: 0n, max: 1n << 50n }), fc.bigInt({ min: 0n, max: 1_000n }));
const share = fc.nat(1_000).map((thousandths) => BigInt(thousandths));
const variant = fc.constantFrom('before-1.17' as const, 'since-1.17' as const);
const units = fc.oneof(fc.bigInt({ min: 0n, max: 6n }), fc.bigInt({ min: 0n, max: YEAR }));

/** Any curve, either time basis, fees up to all that is available, rewards or none. */
const anyReserve: fc.Arbitrary<Reserve> = fc
  .record({
    curve: anyProperCurve,
    basis: fc.constantFrom('legacy' as const, 'true_apr' as const),
    available: amount,
    borrowed: amount,
    fees: fc.tuple(share, share, share),
    take: fc.nat(100),
    host: fc.nat(2_000),
    rewards: fc.tuple(amount, fc.bigInt({ min: 0n, max: 1n << 30n })),
  })
  .map(({ curve, basis, available, borrowed, fees, take, host, rewards }) => {
    const feeSf = (thousandths: bigint): bigint => (available * ONE_SF * thousandths) / 3_000n;
    return makeReserve({
      lastUpdate: { timestamp: LAST_SECOND },
      liquidity: {
        availableAmountRaw: available,
        borrowedAmountSf: borrowed * ONE_SF + 12_345n,
        accumulatedProtocolFeesSf: feeSf(fees[0]),
        accumulatedReferrerFeesSf: feeSf(fees[1]),
        pendingReferrerFeesSf: feeSf(fees[2]),
        rewardsAvailableRaw: rewards[0],
      },
      config: {
        borrowRateCurve: curve,
        interestRateBasis: basis,
        protocolTakeRatePct: take,
        hostFixedInterestRateBps: host,
        rewardsPerAccrualUnitRaw: rewards[1],
      },
    });
  });

/** Accrual over so many units of the reserve's own basis. */
function moment(reserve: Reserve, elapsed: bigint, compounding: 'before-1.17' | 'since-1.17') {
  return {
    slot: reserve.lastUpdate.slot + elapsed,
    unixTimestamp: BigInt(LAST_SECOND) + elapsed,
    referralFeeBps: 2_500,
    rewardsMaxAprBps: 1_000,
    compounding,
  };
}

test('interest never lowers a debt, and never raises it above continuous compounding at the highest rate of the curve', () => {
  fc.assert(
    fc.property(anyReserve, units, variant, (reserve, n, compounding) => {
      const { borrowedSf, elapsedUnits } = accrueReserve(reserve, moment(reserve, n, compounding));
      const before = reserve.liquidity.borrowedAmountSf;
      const highest = highestRate(reserve.config.borrowRateCurve) + reserve.config.hostFixedInterestRateBps / 10_000;
      const years = Number(n) / Number(accrualUnitsPerYear(reserve.config.interestRateBasis));
      expect(elapsedUnits).toBe(n);
      expect(borrowedSf).toBeGreaterThanOrEqual(before);
      expect(Number(borrowedSf) / Number(before)).toBeLessThanOrEqual(Math.exp(highest * years) * (1 + ROUNDING));
    }),
  );
});

test('debt and cumulative borrow rate never fall from one unit of time to any later one', () => {
  fc.assert(
    fc.property(anyReserve, units, units, variant, (reserve, a, b, compounding) => {
      const [soon, late] = a < b ? [a, b] : [b, a];
      const first = accrueReserve(reserve, moment(reserve, soon, compounding));
      const then = accrueReserve(reserve, moment(reserve, late, compounding));
      expect(then.borrowedSf).toBeGreaterThanOrEqual(first.borrowedSf);
      expect(then.cumulativeBorrowRateBsf).toBeGreaterThanOrEqual(first.cumulativeBorrowRateBsf);
      expect(then.rewardsRaw).toBeGreaterThanOrEqual(first.rewardsRaw);
    }),
  );
});

test('supplied is available + borrowed − fees, on both time bases, with rewards and without', () => {
  fc.assert(
    fc.property(anyReserve, units, variant, (reserve, n, compounding) => {
      const { accrued } = deriveReserve(reserve, { ...moment(reserve, n, compounding), slotDurationMs: 400 });
      const feesSf =
        accrued.accumulatedProtocolFeesSf + accrued.accumulatedReferrerFeesSf + accrued.pendingReferrerFeesSf;
      expect(accrued.totalSupplySf).toBe(accrued.availableRaw * ONE_SF + accrued.borrowedSf - feesSf);
    }),
  );
});

test('what interest adds to the debt, suppliers, protocol and referrers receive, to the last bit', () => {
  fc.assert(
    fc.property(anyReserve, units, variant, (reserve, n, compounding) => {
      const accrued = accrueReserve(reserve, moment(reserve, n, compounding));
      const before = accrueReserve(reserve, moment(reserve, 0n, compounding));
      const gained = (name: 'totalSupplySf' | 'accumulatedProtocolFeesSf' | 'pendingReferrerFeesSf'): bigint =>
        accrued[name] - before[name];
      const receivedSf =
        gained('totalSupplySf') + gained('accumulatedProtocolFeesSf') + gained('pendingReferrerFeesSf');
      expect(receivedSf - accrued.rewardsRaw * ONE_SF).toBe(accrued.borrowedSf - before.borrowedSf);
    }),
  );
});
