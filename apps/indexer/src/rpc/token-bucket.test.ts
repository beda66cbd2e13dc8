import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { createTokenBucket } from './token-bucket.ts';

describe('token bucket', () => {
  it('lets a second of requests out at once, then one per interval', async () => {
    const clock = createManualClock();
    const bucket = createTokenBucket({ ratePerSecond: 4, clock });
    for (let i = 0; i < 4; i += 1) await bucket.take();
    expect(clock.slept).toEqual([]);
    await bucket.take();
    await bucket.take();
    expect(clock.slept).toEqual([250, 250]);
  });

  it('never lets more out in any stretch of time than the burst and the rate allow', async () => {
    const clock = createManualClock();
    const bucket = createTokenBucket({ ratePerSecond: 10, burst: 3, clock });
    const leftAt: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      if (i % 7 === 0) clock.advance(130);
      await bucket.take();
      leftAt.push(clock.now());
    }
    for (const [index, start] of leftAt.entries()) {
      const inSecond = leftAt.slice(index).filter((time) => time - start < 1_000).length;
      expect(inSecond).toBeLessThanOrEqual(13);
    }
  });

  it('lets nothing out while paused, and then one at a time', async () => {
    const clock = createManualClock();
    const bucket = createTokenBucket({ ratePerSecond: 2, clock });
    bucket.pause(5_000);
    await bucket.take();
    await bucket.take();
    expect(clock.slept).toEqual([5_000, 500]);
  });

  it('takes rates below one per second', async () => {
    const clock = createManualClock();
    const bucket = createTokenBucket({ ratePerSecond: 0.5, clock });
    await bucket.take();
    await bucket.take();
    expect(clock.slept).toEqual([2_000]);
  });
});
