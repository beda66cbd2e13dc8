import { describe, expect, it } from 'vitest';
import { type ReserveSnapshotSource, toReserveSnapshot } from '../../generated/rows.ts';

const row: ReserveSnapshotSource = {
  reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  lendingMarket: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  lendingMarketName: 'Main Market',
  tokenSymbol: 'SOL',
  observedAt: new Date('2026-09-25T01:41:10.999Z'),
  availableAmountF: 1,
  availableAmountUsdF: 2,
  suppliedAmountF: 3,
  suppliedAmountUsdF: 4,
  utilizationF: 0.5,
  borrowApyF: 0.1,
  supplyApyF: 0.05,
};

describe('toReserveSnapshot', () => {
  it('rounds the time down to whole seconds', () => {
    expect(toReserveSnapshot(row).timestamp).toBe(Date.UTC(2026, 8, 25, 1, 41, 10) / 1000);
  });

  it.each([
    [1.0000000000000002, 1],
    [5, 1],
    [1, 1],
    [0, 0],
    [0.9999999999999999, 0.9999999999999999],
  ])('holds a utilization of %d to %d', (stored, published) => {
    expect(toReserveSnapshot({ ...row, utilizationF: stored }).utilization_f).toBe(published);
  });

  it.each([
    'availableAmountF',
    'suppliedAmountF',
    'availableAmountUsdF',
    'suppliedAmountUsdF',
    'utilizationF',
    'borrowApyF',
    'supplyApyF',
  ])('refuses a %s that JSON cannot carry, instead of publishing null', (name) => {
    expect(() => toReserveSnapshot({ ...row, [name]: Number.NaN })).toThrow(RangeError);
    expect(() => toReserveSnapshot({ ...row, [name]: Number.POSITIVE_INFINITY })).toThrow(RangeError);
  });
});
