import { describe, expect, it } from 'vitest';
import { createHeldClock, createManualClock } from '../../test/manual-clock.ts';
import { type Priority, TokenBucket } from './token-bucket.ts';

describe('token bucket', () => {
  it('lets one out at the start, and a second of requests at once after a quiet time', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(4, clock);
    expect(bucket.hasHeldBack(1_000)).toBe(false);
    for (let i = 0; i < 3; i += 1) await bucket.take('poll');
    expect(clock.slept).toEqual([250, 250]);
    expect(bucket.hasHeldBack(0)).toBe(true);
    clock.advance(10_000);
    expect(bucket.hasHeldBack(9_999)).toBe(false);
    expect(bucket.hasHeldBack(10_000)).toBe(true);
    for (let i = 0; i < 4; i += 1) await bucket.take('poll');
    expect(clock.slept).toEqual([250, 250]);
    await bucket.take('poll');
    expect(clock.slept).toEqual([250, 250, 250]);
  });

  it('lets out what is more urgent first, in the order of its coming, and what has waited for long before it', async () => {
    const clock = createHeldClock();
    const bucket = new TokenBucket(1, clock);
    const out: string[] = [];
    const take = (priority: Priority, name: string = priority) => bucket.take(priority).then(() => out.push(name));
    await take('search', 'at once');
    const rest = (['search', 'discovery', 'prices', 'poll'] as const).map((priority) => take(priority));
    const second = take('poll', 'second poll');
    for (let i = 0; i < 3; i += 1) await clock.pass(1_000);
    expect(out).toEqual(['at once', 'poll', 'second poll', 'prices']);
    // Polls keep coming, and discovery and search have waited for more than ten seconds.
    await clock.pass(12_000);
    const third = take('poll', 'third poll');
    for (let i = 0; i < 3; i += 1) await clock.pass(1_000);
    await Promise.all([...rest, second, third]);
    expect(out.slice(4, 6).toSorted()).toEqual(['discovery', 'search']);
  });

  it('ends the wait of one whose signal is aborted, and of no other', async () => {
    const clock = createHeldClock();
    const bucket = new TokenBucket(1, clock);
    await bucket.take('poll');
    const stopping = new AbortController();
    const ended = bucket.take('poll', stopping.signal);
    const other = bucket.take('search');
    stopping.abort();
    await expect(ended).rejects.toThrow('the wait was ended');
    await clock.pass(1_000);
    await expect(other).resolves.toBeUndefined();
  });

  it('never lets more out in any stretch of time than a burst of a second and the rate allow', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(10, clock);
    const leftAt: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      if (i % 7 === 0) clock.advance(130);
      await bucket.take('poll');
      leftAt.push(clock.now());
    }
    for (const [index, start] of leftAt.entries()) {
      const inSecond = leftAt.slice(index).filter((time) => time - start < 1_000).length;
      expect(inSecond).toBeLessThanOrEqual(20);
    }
  });

  it('lets out one at a time once it was emptied', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(2, clock);
    clock.advance(10_000);
    bucket.empty();
    await bucket.take('poll');
    await bucket.take('poll');
    await bucket.take('poll');
    expect(clock.slept).toEqual([500, 500]);
  });

  it('takes rates below one per second', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(0.5, clock);
    await bucket.take('poll');
    await bucket.take('poll');
    expect(clock.slept).toEqual([2_000]);
  });
});
