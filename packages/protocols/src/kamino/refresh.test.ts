import { describe, expect, it } from 'vitest';
import { thrownCode } from '@tidemark/core/testing';
import { makeReserve } from './test/support/reserve-fixtures.ts';
import { ONE_SF } from './fraction.ts';
import { accrueReserve } from './accrual.ts';
import { refreshReserve } from './refresh.ts';

const U64_MAX = (1n << 64n) - 1n;
const options = { slot: 2_000n, unixTimestamp: 1_790_300_470n, referralFeeBps: 2_000, rewardsMaxAprBps: 65_535 };
const stale = makeReserve({
  lastUpdate: { stale: true, priceStatus: 53 },
  liquidity: { rewardsAvailableRaw: 10_000n, marketPriceUpdatedAt: 1_790_300_460n },
  config: { rewardsPerAccrualUnitRaw: 3n, depositLimitRaw: U64_MAX, borrowLimitRaw: U64_MAX },
});

describe('refreshReserve', () => {
  it('holds exactly what accrual gives, and leaves everything else as it was', () => {
    const refreshed = refreshReserve(stale, options);
    const accrued = accrueReserve(stale, options);
    expect(refreshed).toEqual({
      ...stale,
      lastUpdate: { slot: 2_000n, stale: false, priceStatus: 53, timestamp: 1_790_300_470 },
      liquidity: {
        ...stale.liquidity,
        availableAmountRaw: accrued.availableRaw,
        borrowedAmountSf: accrued.borrowedSf,
        cumulativeBorrowRateBsf: accrued.cumulativeBorrowRateBsf,
        accumulatedProtocolFeesSf: accrued.accumulatedProtocolFeesSf,
        pendingReferrerFeesSf: accrued.pendingReferrerFeesSf,
        absoluteReferralRateSf: accrued.absoluteReferralRateSf,
        rewardsAvailableRaw: 7_000n,
      },
    });
  });

  it.each([
    [119n, 53],
    [120n, 0],
    [1_000_000n, 0],
  ])('without a price keeps the price; at an age of %d of at most 120 seconds the status is %d', (age, status) => {
    const refreshed = refreshReserve(stale, { ...options, unixTimestamp: 1_790_300_460n + age });
    expect(refreshed.lastUpdate.priceStatus).toBe(status);
    expect(refreshed.liquidity).toMatchObject({
      marketPriceSf: stale.liquidity.marketPriceSf,
      marketPriceUpdatedAt: 1_790_300_460n,
    });
  });

  it('takes the price that it is given', () => {
    const price = { marketPriceSf: 3n * ONE_SF, updatedAt: 1_790_300_469n, status: 61 };
    const refreshed = refreshReserve(stale, { ...options, price });
    expect(refreshed.lastUpdate.priceStatus).toBe(61);
    expect(refreshed.liquidity).toMatchObject({
      marketPriceSf: 3n * ONE_SF,
      marketPriceUpdatedAt: 1_790_300_469n,
    });
  });

  it('accrues to one moment what two refreshes accrue from it', () => {
    const half = refreshReserve(stale, { ...options, slot: 1_500n });
    expect(accrueReserve(half, { ...options, slot: 1_500n }).elapsedUnits).toBe(0n);
    expect(refreshReserve(half, options).lastUpdate.slot).toBe(2_000n);
    expect(refreshReserve(half, options).liquidity.borrowedAmountSf > half.liquidity.borrowedAmountSf).toBe(true);
  });

  it('does not write the time of the refresh before 1.17', () => {
    expect(refreshReserve(stale, { ...options, compounding: 'before-1.17' }).lastUpdate.timestamp).toBe(0);
  });

  it('sets, keeps and clears the times at which limits were crossed', () => {
    const crossing = makeReserve({ config: { depositLimitRaw: 999_999_999n, borrowLimitRaw: 400_000_000n } });
    const first = refreshReserve(crossing, options);
    expect(first.liquidity.depositLimitCrossedAt).toBe(1_790_300_470n);
    expect(first.liquidity.borrowLimitCrossedAt).toBe(1_790_300_470n);
    const second = refreshReserve(first, { ...options, slot: 2_001n, unixTimestamp: 1_790_300_471n });
    expect(second.liquidity.depositLimitCrossedAt).toBe(1_790_300_470n);
    const raised = { ...second, config: { ...second.config, depositLimitRaw: U64_MAX, borrowLimitRaw: U64_MAX } };
    const third = refreshReserve(raised, { ...options, slot: 2_002n, unixTimestamp: 1_790_300_472n });
    expect(third.liquidity).toMatchObject({ depositLimitCrossedAt: 0n, borrowLimitCrossedAt: 0n });
  });

  it('refuses a time that the account has no room for', () => {
    expect(thrownCode(() => refreshReserve(stale, { ...options, unixTimestamp: 1n << 32n }))).toBe('INVALID_ARGUMENT');
    expect(thrownCode(() => refreshReserve(stale, { ...options, unixTimestamp: -1n }))).toBe('INVALID_ARGUMENT');
  });
});
