import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LifeSigns } from './life-signs.ts';

let life: LifeSigns;
let pings = 0;
let deaths: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  pings = 0;
  deaths = [];
  const options = { timeoutMs: 1_000, silenceMs: 5_000, pingIntervalMs: 2_000 };
  life = new LifeSigns(options, {
    ping: () => (pings += 1),
    onDead(reason) {
      deaths.push(reason);
      life.stop();
    },
  });
});
afterEach(() => vi.useRealTimers());

/** Lets time pass in steps, with a sign of life after each. */
function pass(ms: number, sign: () => void = () => undefined): void {
  for (let passed = 0; passed < ms; passed += 500) {
    vi.advanceTimersByTime(500);
    sign();
  }
}

describe('the signs of life of a connection', () => {
  it('are waited for from the first moment, and again for the subscriptions', () => {
    pass(1_000);
    expect(deaths).toEqual(['connect_timeout']);
  });

  it('include the confirmation of the subscriptions', () => {
    pass(500);
    life.connected();
    pass(500);
    expect(deaths).toEqual([]);
    pass(500);
    expect(deaths).toEqual(['ack_timeout']);
  });

  it('include answers to pings', () => {
    life.connected();
    life.subscribed();
    pass(4_000, () => life.heard());
    expect([pings, deaths]).toEqual([1, ['ping_timeout']]);
  });

  it('are not only answers to pings where slots are told', () => {
    life.connected();
    life.subscribed();
    pass(5_000, () => life.answered(true));
    expect(deaths).toEqual(['silence']);
  });

  it('are answers to pings where no slots are told, and otherwise whatever is heard', () => {
    life.connected();
    life.subscribed();
    pass(60_000, () => life.answered(false));
    pass(60_000, () => {
      life.answered(true);
      life.heard();
    });
    expect(deaths).toEqual([]);
    life.stop();
    pass(60_000);
    expect(deaths).toEqual([]);
  });
});
