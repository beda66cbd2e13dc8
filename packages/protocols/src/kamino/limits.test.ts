import { describe, expect, it } from 'vitest';
import { makeReserve } from './test/support/reserve-fixtures.ts';
import { ZERO_ADDRESS } from '@tidemark/core';
import { isEmptyAddress } from '../common/account-fields.ts';
import { ONE_SF } from './fraction.ts';
import {
  borrowFactor,
  collateralExchangeRateSf,
  flashLoanFeeSfOf,
  isUnlimited,
  withdrawalCapRoomRaw,
  withdrawalCapUsedRaw,
} from './limits.ts';

const U64_MAX = (1n << 64n) - 1n;
const config = (change: Parameters<typeof makeReserve>[0] = {}) => makeReserve(change).config;

describe('limits', () => {
  it('reads u64::MAX as unlimited and nothing else', () => {
    expect(isUnlimited(U64_MAX)).toBe(true);
    expect(isUnlimited(U64_MAX - 1n)).toBe(false);
    expect(isUnlimited(0n)).toBe(false);
  });

  it('tells disabled flash loans from free ones', () => {
    expect(flashLoanFeeSfOf({ originationFeeSf: 0n, flashLoanFeeSf: U64_MAX })).toBeNull();
    expect(flashLoanFeeSfOf({ originationFeeSf: 0n, flashLoanFeeSf: 0n })).toBe(0n);
    expect(flashLoanFeeSfOf({ originationFeeSf: 0n, flashLoanFeeSf: 5n })).toBe(5n);
  });

  it('never lets a borrow factor lighten debt', () => {
    const of = (borrowFactorPct: bigint) => config({ config: { borrowFactorPct } });
    expect([0n, 50n, 100n, 125n, 500n].map((pct) => borrowFactor(of(pct)))).toEqual([1, 1, 1, 1.25, 5]);
  });

  it('knows both ways to write no address', () => {
    expect(isEmptyAddress(ZERO_ADDRESS)).toBe(true);
    expect(isEmptyAddress('nu11111111111111111111111111111111111111111')).toBe(true);
    expect(isEmptyAddress('So11111111111111111111111111111111111111112')).toBe(false);
  });

  it('exchanges collateral tokens one to one where either side is empty', () => {
    expect(collateralExchangeRateSf(0n, 5n * ONE_SF)).toBe(ONE_SF);
    expect(collateralExchangeRateSf(5n, 0n)).toBe(ONE_SF);
    expect(collateralExchangeRateSf(3n, 4n * ONE_SF)).toBe((3n * ONE_SF) / 4n);
  });
});

describe('withdrawal cap', () => {
  const cap = { capacityRaw: 100n, currentTotalRaw: 30n, intervalStartAt: 1_000n, intervalSeconds: 60n };

  it('leaves the capacity minus what left in the running interval', () => {
    expect(withdrawalCapRoomRaw(cap, 1_059n)).toBe(70n);
    expect(withdrawalCapUsedRaw(cap, 1_059n)).toBe(30n);
  });

  it('counts what came in against what left', () => {
    expect(withdrawalCapRoomRaw({ ...cap, currentTotalRaw: -250n }, 1_059n)).toBe(350n);
  });

  it('starts over when the interval is over, whatever the counter says', () => {
    for (const currentTotalRaw of [30n, -250n, 1_000n]) {
      expect(withdrawalCapRoomRaw({ ...cap, currentTotalRaw }, 1_060n)).toBe(100n);
      expect(withdrawalCapUsedRaw({ ...cap, currentTotalRaw }, 1_060n)).toBe(0n);
    }
  });

  it('is none for an interval of 0', () => {
    expect(withdrawalCapRoomRaw({ ...cap, intervalSeconds: 0n, capacityRaw: -1n }, 0n)).toBeNull();
    expect(withdrawalCapUsedRaw({ ...cap, intervalSeconds: 0n }, 1n << 40n)).toBe(30n);
  });

  it('refuses even 0 for a negative capacity, a counter above the capacity and a start in the future', () => {
    expect(withdrawalCapRoomRaw({ ...cap, capacityRaw: -1n }, 1_060n)).toBe(-1n);
    expect(withdrawalCapRoomRaw({ ...cap, capacityRaw: -1n, currentTotalRaw: -250n }, 1_059n)).toBe(-1n);
    expect(withdrawalCapRoomRaw({ ...cap, currentTotalRaw: 130n }, 1_059n)).toBe(-30n);
    expect(withdrawalCapRoomRaw(cap, 999n)).toBe(-1n);
    expect(withdrawalCapRoomRaw(cap, 1_000n)).toBe(70n);
  });
});
