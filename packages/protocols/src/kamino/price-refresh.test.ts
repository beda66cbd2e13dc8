import { describe, expect, it } from 'vitest';
import { requiresPriceRefresh, type StoredPrice } from './price-refresh.ts';

const NOW = 1_730_000_000n;
const at = (age: bigint, overrides: Partial<StoredPrice> = {}) =>
  requiresPriceRefresh(
    {
      priceStatus: 63,
      marketPriceUpdatedAt: NOW - age,
      maxAgePriceSeconds: 180n,
      priceRefreshTriggerToMaxAgePct: 50,
      ...overrides,
    },
    NOW,
  );

describe('requiresPriceRefresh', () => {
  it('is true from the age on at which the program refuses a refresh without the oracle', () => {
    expect([at(0n), at(89n), at(90n), at(1_000n)]).toEqual([false, false, true, true]);
    expect(at(0n, { priceRefreshTriggerToMaxAgePct: 0 })).toBe(true);
    expect(at(-5n)).toBe(false);
  });

  it('is true for every verdict that lacks a check, however young the price', () => {
    for (const priceStatus of [0, 31, 53, 61, 62]) expect(at(0n, { priceStatus })).toBe(true);
    expect(at(0n, { priceStatus: 127 })).toBe(false);
  });

  it('is unknown for a good verdict while the market has not been read', () => {
    const unknown = { priceRefreshTriggerToMaxAgePct: null };
    expect([at(0n, unknown), at(0n, { ...unknown, priceStatus: 0 })]).toEqual([null, true]);
  });
});
