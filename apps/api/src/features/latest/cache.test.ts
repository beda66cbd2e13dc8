import { setImmediate } from 'node:timers/promises';
import { createLogger } from '@tidemark/runtime';
import type { LatestSummaries, LatestSummary } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { LatestCache } from './cache.ts';

const OBSERVED_AT = 1_790_000_000_000;
const READ_AT = OBSERVED_AT + 1_000;

const summary = (suppliedAmountF: number): LatestSummary => ({
  reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  lendingMarket: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  lendingMarketName: 'Main Market',
  tokenMint: 'So11111111111111111111111111111111111111112',
  tokenSymbol: 'SOL',
  slot: 400_000_000n,
  observedAt: new Date(OBSERVED_AT),
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
  /** Numbers after which changes were asked for. */
  const asked: bigint[] = [];
  const cache = new LatestCache({
    load: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    loadChanges: (commitSeq) => {
      asked.push(commitSeq);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    commonHeaders: [],
    cacheControl: 'no-cache',
    vary: 'Accept-Encoding',
    logger: createLogger({ name: 'test', level: 'silent' }),
    events: { reloaded: (outcome) => void outcomes.push(outcome) },
  });
  const load = async (loaded: Partial<LatestSummaries>) => {
    const done = cache.reload();
    waiting.pop()?.resolve({ reserves: [summary(1)], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n, ...loaded });
    await done;
  };
  return { cache, waiting, outcomes, asked, load };
};

describe('the cache of latest reserves', () => {
  it('runs one load at a time, and exactly one more for all who ask meanwhile', async () => {
    const { cache, waiting, outcomes } = createControlled();
    const first = cache.reload();
    const others = [cache.reload(), cache.reload(), cache.reload()];
    expect(waiting).toHaveLength(1);
    waiting[0]?.resolve({ reserves: [summary(1)], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n });
    await first;
    await setImmediate();
    expect(waiting).toHaveLength(2);
    waiting[1]?.resolve({ reserves: [summary(2)], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n });
    await Promise.all(others);
    expect(waiting).toHaveLength(2);
    expect(outcomes).toEqual(['changed', 'changed']);
  });

  it('keeps the very same answers when the content is the same', async () => {
    const { cache, load, outcomes } = createControlled();
    await load({});
    const before = cache.current();
    await load({});
    expect(cache.current()).toBe(before);
    expect(outcomes).toEqual(['changed', 'unchanged']);
  });

  it('lets the data grow old with the clock of the database while one bank is read again and again', async () => {
    const { cache, load } = createControlled();
    await load({ ageMs: 500, readAtMs: OBSERVED_AT + 4_000 });
    expect(Number(cache.ageSecondsText())).toBeGreaterThanOrEqual(4);
    // Each time the same bank was just written.
    await load({ ageMs: 0, readAtMs: OBSERVED_AT + 64_000 });
    expect(Number(cache.ageSecondsText())).toBeGreaterThanOrEqual(64);
    expect(cache.status().bankAgeMs).toBeGreaterThanOrEqual(500);
    await load({ ageMs: 86_400_000, readAtMs: OBSERVED_AT + 64_000 });
    expect(cache.status().bankAgeMs).toBeGreaterThanOrEqual(86_400_000);
    // The clock of the chain lies an hour behind, and goes on.
    const observedAt = new Date(OBSERVED_AT + 10_000);
    await load({ ageMs: 0, readAtMs: OBSERVED_AT + 3_610_000, reserves: [{ ...summary(1), observedAt }] });
    const { bankAgeMs, dataAgeMs } = cache.status();
    expect(bankAgeMs).toBeLessThan(3_600_000);
    expect(dataAgeMs).toBeGreaterThanOrEqual(3_600_000);
    expect(cache.chainNowMs()).toBeGreaterThanOrEqual(OBSERVED_AT + 10_000);
    expect(cache.chainNowMs()).toBeLessThan(OBSERVED_AT + 3_610_000);
  });

  it('keeps what it has when a load fails or brings a number that JSON cannot carry', async () => {
    const { cache, waiting, outcomes } = createControlled();
    const done = cache.reload();
    waiting[0]?.resolve({ reserves: [summary(1)], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n });
    await done;
    const before = cache.current();

    const failing = cache.reload();
    waiting[1]?.reject(new Error('gone'));
    await failing;
    expect(cache.status().failing).toBe(true);

    const corrupt = cache.reload();
    waiting[2]?.resolve({ reserves: [summary(Number.NaN)], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n });
    await corrupt;
    expect(cache.current()).toBe(before);
    expect(outcomes).toEqual(['changed', 'failed', 'failed']);

    const recovered = cache.reload();
    waiting[3]?.resolve({ reserves: [summary(1)], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n });
    await recovered;
    expect(cache.status()).toMatchObject({ failing: false, dataset: before });
  });

  it('asks a batch for its rows alone, writes those again, and asks for all where that would move a row or after a failure', async () => {
    const { cache, waiting, asked } = createControlled();
    const other = { ...summary(1), reserve: 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59', tokenSymbol: 'USDC' };
    const step = async (what: 'all' | 'changes', loaded: LatestSummaries | Error) => {
      const done = cache.reload(what);
      await setImmediate();
      const next = waiting.shift();
      if (loaded instanceof Error) next?.reject(loaded);
      else next?.resolve(loaded);
      return done;
    };
    const served = () => cache.current()?.rows.map(({ reserve, text }) => [reserve.slice(0, 3), text]) ?? [];
    // Nothing is there yet: changes are not asked for.
    await step('changes', { reserves: [summary(1), other], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n });
    expect(asked).toEqual([]);
    const [first, second] = served();
    await step('changes', { reserves: [{ ...other, suppliedAmountF: 9 }], ageMs: 0, readAtMs: READ_AT, commitSeq: 9n });
    expect(asked).toEqual([7n]);
    expect(served()[0]).toEqual(first);
    expect(served()[1]).toEqual([second?.[0], second?.[1]?.replace('"supplied_amount_f":1', '"supplied_amount_f":9')]);
    const before = cache.current();
    await step('changes', { reserves: [], ageMs: null, readAtMs: null, commitSeq: null });
    expect(asked).toEqual([7n, 9n]);
    expect(cache.current()).toBe(before);

    const renamed = { ...other, tokenSymbol: 'AAA' };
    const moving = step('changes', { reserves: [renamed], ageMs: 0, readAtMs: READ_AT, commitSeq: 10n });
    await setImmediate();
    await setImmediate();
    waiting.shift()?.resolve({ reserves: [renamed, summary(1)], ageMs: 0, readAtMs: READ_AT, commitSeq: 11n });
    await moving;
    expect(served().map(([reserve]) => reserve)).toEqual(['D6q', 'd4A']);

    await step('changes', new Error('gone'));
    const askedBefore = asked.length;
    await step('changes', { reserves: [summary(3)], ageMs: 0, readAtMs: READ_AT, commitSeq: 12n });
    expect(asked).toHaveLength(askedBefore);
    expect(served()).toHaveLength(1);
  });

  it('does not lose a wish for all to changes that are under way', async () => {
    const { cache, waiting, asked } = createControlled();
    const first = cache.reload();
    waiting.shift()?.resolve({ reserves: [summary(1)], ageMs: 0, readAtMs: READ_AT, commitSeq: 7n });
    await first;
    const changes = cache.reload('changes');
    const all = cache.reload();
    waiting.shift()?.resolve({ reserves: [summary(2)], ageMs: 0, readAtMs: READ_AT, commitSeq: 8n });
    await changes;
    await setImmediate();
    waiting.shift()?.resolve({ reserves: [summary(3)], ageMs: 0, readAtMs: READ_AT, commitSeq: 8n });
    await all;
    expect(asked).toEqual([7n]);
    expect(cache.current()?.text).toContain('"supplied_amount_f":3');
  });

  it('serves new content before its compressed forms are made, and makes those without being asked', async () => {
    const { cache, waiting } = createControlled();
    const done = cache.reload();
    waiting[0]?.resolve({
      reserves: Array.from({ length: 100 }, () => summary(1)),
      ageMs: 0,
      readAtMs: READ_AT,
      commitSeq: 7n,
    });
    await done;
    const list = cache.current()?.all.bare;
    expect(list?.representation('identity')).not.toBeInstanceOf(Promise);
    const being = list?.representation('br');
    expect(being).toBeInstanceOf(Promise);
    const made = await being;
    expect(list?.representation('br')).toBe(made);
  });
});
