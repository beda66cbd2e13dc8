import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { backoffDelayMs, CoolDown, ENDPOINT_COOL_DOWN, parseRetryAfterMs, TokenBucket } from './pacing.ts';

describe('backoffDelayMs', () => {
  it('doubles the ceiling with each retry up to the limit', () => {
    const ceiling = (retry: number) => backoffDelayMs(retry, { baseMs: 100, maxMs: 1_000, random: () => 1 });
    expect([0, 1, 2, 3, 4, 50].map(ceiling)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('uses the whole range below the ceiling', () => {
    const delay = (random: number) => backoffDelayMs(2, { baseMs: 100, maxMs: 1_000, random: () => random });
    expect([0, 0.25, 0.5].map(delay)).toEqual([0, 100, 200]);
  });
});

describe('parseRetryAfterMs', () => {
  const now = Date.parse('2026-11-21T03:00:00Z');

  it('reads seconds, whole or not', () => {
    expect(parseRetryAfterMs('7', now)).toBe(7_000);
    expect(parseRetryAfterMs(' 0.5 ', now)).toBe(500);
  });

  it('reads an HTTP date as the time left until it', () => {
    expect(parseRetryAfterMs('Sat, 21 Nov 2026 03:00:30 GMT', now)).toBe(30_000);
  });

  it('is never negative', () => {
    expect(parseRetryAfterMs('Sat, 21 Nov 2026 02:59:30 GMT', now)).toBe(0);
  });

  it('is undefined for an absent or unreadable header', () => {
    expect(parseRetryAfterMs(null, now)).toBeUndefined();
    expect(parseRetryAfterMs('soon', now)).toBeUndefined();
    expect(parseRetryAfterMs('-5', now)).toBeUndefined();
  });
});

describe('token bucket', () => {
  it('lets a second of requests out at once, then one per interval', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(4, clock);
    for (let i = 0; i < 4; i += 1) await bucket.take();
    expect(clock.slept).toEqual([]);
    await bucket.take();
    await bucket.take();
    expect(clock.slept).toEqual([250, 250]);
  });

  it('never lets more out in any stretch of time than a burst of a second and the rate allow', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(10, clock);
    const leftAt: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      if (i % 7 === 0) clock.advance(130);
      await bucket.take();
      leftAt.push(clock.now());
    }
    for (const [index, start] of leftAt.entries()) {
      const inSecond = leftAt.slice(index).filter((time) => time - start < 1_000).length;
      expect(inSecond).toBeLessThanOrEqual(20);
    }
  });

  it('lets nothing out while paused, and then one at a time', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(2, clock);
    bucket.pause(5_000);
    await bucket.take();
    await bucket.take();
    expect(clock.slept).toEqual([5_000, 500]);
  });

  it('takes rates below one per second', async () => {
    const clock = createManualClock();
    const bucket = new TokenBucket(0.5, clock);
    await bucket.take();
    await bucket.take();
    expect(clock.slept).toEqual([2_000]);
  });
});

describe('endpoint health', () => {
  const create = () => {
    const clock = createManualClock();
    return { clock, health: new CoolDown(clock, ENDPOINT_COOL_DOWN) };
  };

  it('cools down longer with each failure in a row, up to the limit', () => {
    const { clock, health } = create();
    const coolDowns = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
      health.failed();
      const ms = health.leftMs();
      clock.advance(ms);
      return ms;
    });
    expect(coolDowns).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('counts failures of requests in flight together as one', () => {
    const { clock, health } = create();
    health.failed();
    health.failed();
    health.failed();
    clock.advance(1_000);
    expect(health.leftMs()).toBe(0);
    health.failed();
    expect(health.leftMs()).toBe(2_000);
  });

  it('obeys a provider that asks for more, within the limit', () => {
    const { health } = create();
    health.failed(7_000);
    expect(health.leftMs()).toBe(7_000);
    health.failed(90_000);
    expect(health.leftMs()).toBe(60_000);
  });

  it('forgets failures at the first success', () => {
    const { clock, health } = create();
    health.failed();
    clock.advance(1_000);
    health.failed();
    health.succeeded();
    expect(health.leftMs()).toBe(0);
    health.failed();
    expect(health.leftMs()).toBe(1_000);
  });
});
