import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { createEndpointHealth } from './endpoint-health.ts';

describe('endpoint health', () => {
  const create = () => {
    const clock = createManualClock();
    return { clock, health: createEndpointHealth({ clock, baseCoolDownMs: 100, maxCoolDownMs: 1_000 }) };
  };

  it('cools down longer with each failure in a row, up to the limit', () => {
    const { clock, health } = create();
    const coolDowns = [1, 2, 3, 4, 5].map(() => {
      health.failed();
      const ms = health.coolDownMs();
      clock.advance(ms);
      return ms;
    });
    expect(coolDowns).toEqual([100, 200, 400, 800, 1_000]);
  });

  it('counts failures of requests in flight together as one', () => {
    const { clock, health } = create();
    health.failed();
    health.failed();
    health.failed();
    clock.advance(100);
    expect(health.coolDownMs()).toBe(0);
    health.failed();
    expect(health.coolDownMs()).toBe(200);
  });

  it('obeys a provider that asks for more, within the limit', () => {
    const { health } = create();
    health.failed(700);
    expect(health.coolDownMs()).toBe(700);
    health.failed(90_000);
    expect(health.coolDownMs()).toBe(1_000);
  });

  it('forgets failures at the first success', () => {
    const { clock, health } = create();
    health.failed();
    clock.advance(100);
    health.failed();
    health.succeeded();
    expect(health.coolDownMs()).toBe(0);
    health.failed();
    expect(health.coolDownMs()).toBe(100);
  });
});
