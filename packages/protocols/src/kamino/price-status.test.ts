import { hasPrice } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { decodePriceStatus, isPriceUsableForBorrow, isPriceUsableForLiquidation } from './price-status.ts';

describe('price status', () => {
  it('names each bit', () => {
    expect(decodePriceStatus(63)).toEqual({
      priceLoaded: true,
      priceAgeChecked: true,
      twapChecked: true,
      twapAgeChecked: true,
      heuristicChecked: true,
      priceUsageAllowed: true,
    });
  });

  it.each([
    [53, ['priceAgeChecked', 'twapAgeChecked'], 'price and twap too old'],
    [31, ['priceUsageAllowed'], 'price usage blocked'],
    [59, ['twapChecked'], 'oracle price 0'],
    [61, ['priceAgeChecked'], 'price too old'],
    [63, [], 'all good'],
  ])('reads %d as the program wrote it: %j', (status, failed) => {
    const checks = Object.entries(decodePriceStatus(status));
    expect(checks.flatMap(([name, passed]) => (passed ? [] : [name]))).toEqual(failed);
  });

  it('wants every check for a borrow, and three for a liquidation', () => {
    expect(isPriceUsableForBorrow(63)).toBe(true);
    expect(isPriceUsableForBorrow(31)).toBe(false);
    expect(isPriceUsableForLiquidation(35)).toBe(true);
    expect(isPriceUsableForLiquidation(63)).toBe(true);
    for (const missing of [1, 2, 32]) expect(isPriceUsableForLiquidation(63 - missing)).toBe(false);
    for (const missing of [4, 8, 16]) expect(isPriceUsableForLiquidation(63 - missing)).toBe(true);
  });

  it('ignores bits that the program does not know either', () => {
    expect(isPriceUsableForBorrow(0xff)).toBe(true);
    expect(decodePriceStatus(0xc0 | 63)).toEqual(decodePriceStatus(63));
  });

  it('has a price wherever one is stored, and none at zero', () => {
    expect(hasPrice(1n)).toBe(true);
    expect(hasPrice(0n)).toBe(false);
  });
});
