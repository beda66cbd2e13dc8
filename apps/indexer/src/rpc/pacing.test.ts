import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { backoffDelayMs, CoolDown, ENDPOINT_COOL_DOWN, LIMIT_PAUSE } from './pacing.ts';

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

  it('obeys a provider that asks for more: for ten seconds, and for longer where it refuses again, up to half a minute', () => {
    const { clock, health } = create();
    health.failed(7_000);
    expect(health.leftMs()).toBe(7_000);
    const pauses = [2, 3, 4, 5].map(() => {
      clock.advance(health.leftMs());
      health.failed(90_000);
      return health.leftMs();
    });
    expect(pauses).toEqual([20_000, 30_000, 30_000, 30_000]);
    health.succeeded();
    health.failed(90_000);
    // Another call was under way at the same time.
    health.failed(90_000);
    expect(health.leftMs()).toBe(10_000);
  });

  it('tries a limit of which the provider says no more than that it is one four times a minute at least', () => {
    const clock = createManualClock();
    const limit = new CoolDown(clock, LIMIT_PAUSE);
    const pauses = [1, 2, 3, 4, 5, 6].map(() => {
      limit.failed();
      const ms = limit.leftMs();
      clock.advance(ms);
      return ms;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
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
