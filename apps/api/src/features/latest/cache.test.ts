import { setImmediate } from 'node:timers/promises';
import { createLogger } from '@tidemark/runtime';
import type { LatestSummaries, LatestSummary } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { LatestCache } from './cache.ts';

const summary = (suppliedAmountF: number): LatestSummary => ({
  reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  lendingMarket: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  lendingMarketName: 'Main Market',
  tokenMint: 'So11111111111111111111111111111111111111112',
  tokenSymbol: 'SOL',
  slot: 400_000_000n,
  observedAt: new Date(1_790_000_000_000),
  availableAmountF: 1,
  availableAmountUsdF: 2,
  suppliedAmountF,
  suppliedAmountUsdF: 4,
  borrowedAmountF: 2,
  borrowedAmountUsdF: 3,
  priceUsdF: 2,
  utilizationF: 0.5,
  borrowApyF: 0.1,
  supplyApyF: 0.05,
  borrowAprF: 0.09,
  supplyAprF: 0.04,
  rewardsAprF: 0,
});

/** A cache whose loads the test answers one by one. */
const createControlled = () => {
  const waiting: { resolve: (loaded: LatestSummaries) => void; reject: (error: Error) => void }[] = [];
  const outcomes: string[] = [];
  const cache = new LatestCache({
    load: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    commonHeaders: [],
    cacheControl: 'no-cache',
    vary: 'Accept-Encoding',
    logger: createLogger({ name: 'test', level: 'silent' }),
    events: { reloaded: (outcome) => void outcomes.push(outcome) },
  });
  return { cache, waiting, outcomes };
};

describe('the cache of latest reserves', () => {
  it('runs one load at a time, and exactly one more for all who ask meanwhile', async () => {
    const { cache, waiting, outcomes } = createControlled();
    const first = cache.reload();
    const others = [cache.reload(), cache.reload(), cache.reload()];
    expect(waiting).toHaveLength(1);
    waiting[0]?.resolve({ reserves: [summary(1)], ageMs: 0 });
    await first;
    await setImmediate();
    expect(waiting).toHaveLength(2);
    waiting[1]?.resolve({ reserves: [summary(2)], ageMs: 0 });
    await Promise.all(others);
    expect(waiting).toHaveLength(2);
    expect(outcomes).toEqual(['changed', 'changed']);
  });

  it('keeps the very same answers when the content is the same, and only renews its age', async () => {
    const { cache, waiting, outcomes } = createControlled();
    const load = async (ageMs: number) => {
      const done = cache.reload();
      waiting.at(-1)?.resolve({ reserves: [summary(1)], ageMs });
      await done;
      return cache.current();
    };
    const before = await load(90_000);
    expect(Number(cache.ageSecondsText())).toBeGreaterThanOrEqual(90);
    expect(await load(1_000)).toBe(before);
    expect(Number(cache.ageSecondsText())).toBeLessThan(90);
    expect(outcomes).toEqual(['changed', 'unchanged']);
  });

  it('keeps what it has when a load fails or brings a number that JSON cannot carry', async () => {
    const { cache, waiting, outcomes } = createControlled();
    const done = cache.reload();
    waiting[0]?.resolve({ reserves: [summary(1)], ageMs: 0 });
    await done;
    const before = cache.current();

    const failing = cache.reload();
    waiting[1]?.reject(new Error('gone'));
    await failing;
    expect(cache.status().failing).toBe(true);

    const corrupt = cache.reload();
    waiting[2]?.resolve({ reserves: [summary(Number.NaN)], ageMs: 0 });
    await corrupt;
    expect(cache.current()).toBe(before);
    expect(outcomes).toEqual(['changed', 'failed', 'failed']);

    const recovered = cache.reload();
    waiting[3]?.resolve({ reserves: [summary(1)], ageMs: 0 });
    await recovered;
    expect(cache.status()).toMatchObject({ failing: false, dataset: before });
  });

  it('serves new content before its compressed forms are made, and makes those without being asked', async () => {
    const { cache, waiting } = createControlled();
    const done = cache.reload();
    waiting[0]?.resolve({ reserves: Array.from({ length: 100 }, () => summary(1)), ageMs: 0 });
    await done;
    const list = cache.current()?.all.bare;
    expect(list?.representation('identity')).not.toBeInstanceOf(Promise);
    const being = list?.representation('br');
    expect(being).toBeInstanceOf(Promise);
    const made = await being;
    expect(list?.representation('br')).toBe(made);
  });
});
