import { describe, expect, it } from 'vitest';
import { isAddress } from '@tidemark/core';
import { displayLendingMarketName, KNOWN_REGISTRY } from './registry.ts';

describe('registry', () => {
  const reserves = KNOWN_REGISTRY.flatMap((market) => market.reserves);

  it('knows 26 reserves, and 23 markets of which 6 have some of them, each address once', () => {
    expect(KNOWN_REGISTRY.length).toBe(23);
    expect(KNOWN_REGISTRY.filter((market) => market.reserves.length > 0).length).toBe(6);
    expect(reserves.length).toBe(26);
    const addresses = [...KNOWN_REGISTRY, ...reserves].map((entry) => entry.address);
    expect(new Set(addresses).size).toBe(49);
    expect(addresses.every(isAddress)).toBe(true);
    expect(reserves.every((reserve) => isAddress(reserve.mint))).toBe(true);
  });

  it('gives one mint the same decimals wherever it appears', () => {
    const decimals = new Map(reserves.map((reserve) => [reserve.mint, reserve.decimals]));
    expect(reserves.every((reserve) => decimals.get(reserve.mint) === reserve.decimals)).toBe(true);
    expect(decimals.get('So11111111111111111111111111111111111111112')).toBe(9);
  });

  it('shows the name on chain, else the label, else nothing', () => {
    const main = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF';
    expect(displayLendingMarketName(main, 'On Chain')).toBe('On Chain');
    expect(displayLendingMarketName(main, '')).toBe('Main Market');
    expect(displayLendingMarketName('11111111111111111111111111111111', '')).toBe('');
  });
});
