import type { Clock } from '../src/rpc/index.ts';

export interface ManualClock extends Clock {
  /** Everything that was slept, in order, in milliseconds. */
  readonly slept: readonly number[];
  advance(ms: number): void;
}

/** A clock that only moves when something sleeps (at once, without waiting) or when the test says so. */
export function createManualClock(): ManualClock {
  let now = 1_000;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    advance(ms) {
      now += ms;
    },
    sleep(ms) {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}
