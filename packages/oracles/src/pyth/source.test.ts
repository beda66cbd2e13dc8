import { thrownCode } from '@tidemark/core/testing';
import { describe, expect, it } from 'vitest';
import { PYTH_ACCOUNT, pythAccount } from '../../test/fixtures.ts';
import { CLOCK, observeOne } from '../../test/observations.ts';
import { decodeAccounts } from '../oracles.ts';
import { decodePriceUpdate, type PriceUpdate, PYTH_PRO_RECEIVER_ADDRESS } from './price-update.ts';
import { pythFeed } from './source.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const feed = pythFeed(MINT, PYTH_ACCOUNT, { maxAgeSeconds: 60n, maxAverageAgeSeconds: null });
const observe = (change: Partial<PriceUpdate>, owner?: string) => {
  const account = pythAccount(change);
  return observeOne(feed, decodeAccounts([[PYTH_ACCOUNT, { ...account, owner: owner ?? account.owner }]]));
};

describe('a price of Pyth', () => {
  it('has a confidence, a moving average with its own, and the time of its publication', () => {
    expect(observe({})).toMatchObject({
      price: { mantissa: 15_000_000_000n, exponent: -8 },
      confidence: { mantissa: 5_000_000n, exponent: -8 },
      average: { kind: 'ema', price: { mantissa: 14_900_000_000n }, confidence: { mantissa: 6_000_000n } },
      publishedAt: CLOCK.unixTimestamp - 2n,
      isTimeEstimated: false,
      // The slot of the posting is not that of the price.
      publishedSlot: null,
      ageSeconds: 2n,
      maxAgeSeconds: 60n,
      verification: 'full',
      roots: [`pyth:${'ab'.repeat(32)}`, `pyth:${PYTH_ACCOUNT}`],
      verdict: { isUsable: true },
    });
  });

  it('is the same from either receiver', () => {
    expect(observe({}, PYTH_PRO_RECEIVER_ADDRESS)).toEqual(observe({}));
  });

  it.each([
    ['not_verified', { verification: 'partial', signatures: 5 }],
    ['not_positive', { price: 0n }],
    ['not_positive', { price: -1n }],
    ['uncertain', { confidence: 300_000_000n }],
    [null, { confidence: 299_999_999n }],
    ['invalid_exponent', { exponent: 1 }],
    ['invalid_exponent', { exponent: -37 }],
    [null, { exponent: 0 }],
    ['stale', { publishTime: CLOCK.unixTimestamp - 61n }],
    [null, { publishTime: CLOCK.unixTimestamp - 60n }],
    ['in_future', { publishTime: CLOCK.unixTimestamp + 61n }],
    [null, { publishTime: CLOCK.unixTimestamp + 60n }],
  ] as const)('%s: %o', (reason, change) => {
    expect(observe(change).verdict.reason).toBe(reason);
  });

  it('of too few signatures is shown, with how many there are', () => {
    expect(observe({ verification: 'partial', signatures: 5 })).toMatchObject({
      price: { mantissa: 15_000_000_000n },
      verification: 'partial',
      verdict: { detail: '5 signatures' },
    });
  });

  it('has no average of a moving average that is not positive', () => {
    expect(observe({ emaPrice: 0n }).average).toBeNull();
  });

  it('must be of the feed that a known account holds', () => {
    const sol = '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE';
    const known = pythFeed(MINT, sol, { maxAgeSeconds: null, maxAverageAgeSeconds: null });
    const at = (feedId: string) => {
      const account = { ...pythAccount({ feedId }), address: sol };
      return observeOne(known, decodeAccounts([[sol, account]])).verdict.reason;
    };
    expect(at('ab'.repeat(32))).toBe('wrong_feed');
    expect(at('ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d')).toBeNull();
  });

  it('is refused where its level of verification is neither of the two', () => {
    const account = pythAccount();
    account.data[40] = 2;
    expect(thrownCode(() => decodePriceUpdate(account))).toBe('INVALID_FLAG');
  });

  it('is not written where a number does not fit', () => {
    expect(thrownCode(() => pythAccount({ price: 2n ** 63n }))).toBe('INVALID_ARGUMENT');
    expect(thrownCode(() => pythAccount({ confidence: -1n }))).toBe('INVALID_ARGUMENT');
    expect(thrownCode(() => pythAccount({ exponent: 0.5 }))).toBe('INVALID_ARGUMENT');
  });
});
