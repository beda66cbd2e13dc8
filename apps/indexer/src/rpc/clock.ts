import { setTimeout as delay } from 'node:timers/promises';

/** Time as the RPC layer uses it; tests replace it to move time by hand. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};
