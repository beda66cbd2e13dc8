import { ZERO_ADDRESS } from '@tidemark/core';
import { addressFromLabel } from '@tidemark/core/testing/addresses';
import { describe, expect, it } from 'vitest';
import { SWITCHBOARD_ACCOUNT, switchboardAccount } from '../../test/fixtures.ts';
import { CLOCK, observeOne } from '../../test/observations.ts';
import { accountsOf, decodeAccounts } from '../oracles.ts';
import { decodePullFeed, type PullFeed } from './pull-feed.ts';
import { switchboardFeed } from './source.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const AVERAGE = addressFromLabel('average');
const feedOf = (averageAddress: string | null = null, maxAgeSeconds: bigint | null = null) =>
  switchboardFeed(MINT, SWITCHBOARD_ACCOUNT, averageAddress, { maxAgeSeconds, maxAverageAgeSeconds: null });
const observe = (change: Partial<PullFeed> = {}, result: Partial<PullFeed['result']> = {}, feed = feedOf()) =>
  observeOne(feed, decodeAccounts([[SWITCHBOARD_ACCOUNT, switchboardAccount(change, result)]]));

describe('a price of Switchboard', () => {
  it('has the deviation of its samples, its slot, and a time that is computed from it', () => {
    expect(observe()).toMatchObject({
      price: { mantissa: 150n * 10n ** 18n, exponent: -18 },
      confidence: { mantissa: 10n ** 17n, exponent: -18 },
      publishedSlot: CLOCK.slot - 20n,
      // 20 slots of 400 ms.
      publishedAt: CLOCK.unixTimestamp - 8n,
      isTimeEstimated: true,
      ageSeconds: 8n,
      verification: null,
      roots: [`switchboard:${'cd'.repeat(32)}`, `switchboard:${SWITCHBOARD_ACCOUNT}`],
      verdict: { isUsable: true },
    });
  });

  it.each([
    ['empty', {}, { slot: 0n }],
    ['not_positive', {}, { value: 0n }],
    ['not_positive', {}, { value: -5n }],
    ['few_samples', {}, { numSamples: 2 }],
    ['few_samples', { minSampleSize: 0 }, { numSamples: 0 }],
    [null, { minSampleSize: 0 }, { numSamples: 1 }],
    ['uncertain', {}, { stdDev: 3n * 10n ** 18n }],
    [null, {}, { stdDev: 3n * 10n ** 18n - 1n }],
    ['uncertain', {}, { stdDev: -1n }],
    ['stale', {}, { slot: CLOCK.slot - 101n }],
    [null, {}, { slot: CLOCK.slot - 100n }],
    ['stale', { maxStaleness: 19 }, {}],
    ['wrong_feed', { queue: ZERO_ADDRESS }, {}],
  ] as const)('%s: %o %o', (reason, change, result) => {
    expect(observe(change, result).verdict.reason).toBe(reason);
  });

  it('is as old as the sample that is its value, not as the newest or the oldest of the samples', () => {
    const slots = { minSlot: CLOCK.slot - 500n, slot: CLOCK.slot - 50n, maxSlot: CLOCK.slot - 2n };
    expect(observe({}, slots)).toMatchObject({
      publishedSlot: CLOCK.slot - 50n,
      ageSeconds: 20n,
      verdict: { reason: null },
    });
    expect(observe({ maxStaleness: 49 }, slots).verdict).toMatchObject({
      reason: 'stale',
      detail: '50 slots of 49',
    });
  });

  it('of a slot ahead of the clock is not old, whatever the feed allows', () => {
    const ahead = observe({ maxStaleness: 0 }, { slot: CLOCK.slot + 50n });
    expect(ahead).toMatchObject({ ageSeconds: 0n, publishedAt: CLOCK.unixTimestamp, verdict: { isUsable: true } });
  });

  it('is held to the seconds of its reserve as well', () => {
    expect(observe({}, {}, feedOf(null, 7n)).verdict.reason).toBe('stale');
    expect(observe({}, {}, feedOf(null, 8n)).verdict.reason).toBeNull();
  });

  it('has its average in another account, and without that none', () => {
    const feed = feedOf(AVERAGE);
    expect(accountsOf([feed])).toEqual([SWITCHBOARD_ACCOUNT, AVERAGE]);
    expect(observe({}, {}, feed).average).toBeNull();
    const reads = decodeAccounts([
      [SWITCHBOARD_ACCOUNT, switchboardAccount()],
      [AVERAGE, switchboardAccount({}, { value: 149n * 10n ** 18n }, AVERAGE)],
    ]);
    expect(observeOne(feed, reads).average).toMatchObject({
      kind: 'twap',
      price: { mantissa: 149n * 10n ** 18n },
    });
  });

  it('keeps the sign of its numbers', () => {
    const value = -123_456_789_012_345_678_901_234_567n;
    expect(decodePullFeed(switchboardAccount({}, { value })).result.value).toBe(value);
  });
});
