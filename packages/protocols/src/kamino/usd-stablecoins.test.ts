import { describe, expect, it } from 'vitest';
import { isAddress, USD_STABLECOINS, usdPegBand } from '@tidemark/core';
import { KNOWN_REGISTRY } from './registry.ts';

describe('the stablecoins of the benchmark', () => {
  it('are well-formed mints, each once', () => {
    const mints = USD_STABLECOINS.map(({ mint }) => mint);
    expect(mints.filter((mint) => !isAddress(mint))).toEqual([]);
    expect(new Set(mints).size).toBe(mints.length);
  });

  it('have the mints and symbols of the registry where it has them', () => {
    const known = new Map(KNOWN_REGISTRY.flatMap(({ reserves }) => reserves.map(({ mint, symbol }) => [mint, symbol])));
    for (const { mint, symbol } of USD_STABLECOINS) expect([mint, known.get(mint) ?? symbol]).toEqual([mint, symbol]);
    expect(USD_STABLECOINS.filter(({ mint }) => known.has(mint))).toHaveLength(5);
  });

  it('count while their price lies from 0.95 to 1.05', () => {
    const { min, max } = usdPegBand(2n ** 60n);
    expect([min * 100n >= 95n * 2n ** 60n, (min - 1n) * 100n >= 95n * 2n ** 60n]).toEqual([true, false]);
    expect([max * 100n <= 105n * 2n ** 60n, (max + 1n) * 100n <= 105n * 2n ** 60n]).toEqual([true, false]);
  });
});
