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

export interface HeldClock extends Clock {
  /** Lets time pass: whoever sleeps until then goes on, before this resolves. */
  pass(ms: number): Promise<void>;
}

/** A clock under which sleepers stay asleep until the test lets time pass. */
export function createHeldClock(): HeldClock {
  let now = 1_000;
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms) =>
      new Promise((resolve) => {
        sleepers.push({ until: now + ms, wake: resolve });
      }),
    async pass(ms) {
      now += ms;
      const due = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of due) wake();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}
