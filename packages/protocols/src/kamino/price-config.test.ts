import { thrownCode } from '@tidemark/core/testing';
import { describe, expect, it } from 'vitest';
import { toPriceConfig } from './price-config.ts';

const ZERO = '1'.repeat(32);
const FEED = '3t4JZcueEzTbVP6kLxXrL3VpWx45jDer4eqysweBchNH';
const AVERAGE = '3NJYftD5sjVfxSnUdZ1wVML8f3aC6mp1CXCL6L7TnU8C';
const NONE = 'nu11111111111111111111111111111111111111111';

const TOKEN_INFO = {
  pythPrice: NONE,
  switchboardPriceAggregator: ZERO,
  switchboardTwapAggregator: ZERO,
  scopePriceFeed: FEED,
  scopePriceChain: [13, 0, 65535, 65535],
  scopeTwapChain: [10, 0, 65535, 65535],
  maxAgePriceSeconds: '180',
  maxAgeTwapSeconds: '240',
  maxTwapDivergenceBps: '300',
};
const parse = (change: object) => toPriceConfig({ tokenInfo: { ...TOKEN_INFO, ...change } });

describe('the price configuration of a reserve', () => {
  it('has the chains as configured, index 0 included, and none of the sources that are switched off', () => {
    expect(parse({})).toEqual({
      sources: [
        {
          kind: 'scope',
          address: FEED,
          chain: [13, 0, 65535, 65535],
          averageChain: [10, 0, 65535, 65535],
          averageAddress: null,
        },
      ],
      maxAgeSeconds: 180n,
      maxAverageAgeSeconds: 240n,
      maxAverageDivergenceBps: 300n,
    });
  });

  it('names sources in the order in which the program prefers them on a tie', () => {
    const { sources } = parse({
      pythPrice: FEED,
      switchboardPriceAggregator: FEED,
      switchboardTwapAggregator: AVERAGE,
    });
    expect(sources.map(({ kind, averageAddress }) => [kind, averageAddress])).toEqual([
      ['pyth', null],
      ['switchboard', AVERAGE],
      ['scope', null],
    ]);
  });

  it('knows no bound of the divergence where the check is off', () => {
    expect(parse({ maxTwapDivergenceBps: '0' }).maxAverageDivergenceBps).toBeNull();
  });

  it('refuses a configuration without a chain', () => {
    expect(thrownCode(() => parse({ scopePriceChain: 'none' }))).toBe('INVALID_ARGUMENT');
    expect(thrownCode(() => parse({ scopePriceChain: [1.5] }))).toBe('INVALID_ARGUMENT');
    expect(thrownCode(() => parse({ pythPrice: 7 }))).toBe('INVALID_ARGUMENT');
  });
});
