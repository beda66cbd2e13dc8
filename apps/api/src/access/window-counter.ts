import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedStore } from './shared-store.ts';

/** How often something happened in the window that is open. */
export interface WindowCount {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** Counts by name in windows that begin with the first event. Never rejects. */
export interface WindowCounter {
  /** Counts one event and says how many there are with it. */
  add(name: string): Promise<WindowCount>;
  /** The count as it is. */
  read(name: string): Promise<WindowCount>;
}

export interface WindowCounterOptions {
  /** Where all processes count together. Null: this process counts alone, as it does while Redis is away. */
  readonly store: SharedStore | null;
  readonly keyPrefix: string;
  readonly windowSeconds: number;
}

/** The library refuses beyond its points; here limits differ by key, so whoever asked compares. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** A counter over the shared store, with one in memory behind it. */
export function createWindowCounter({ store, keyPrefix, windowSeconds }: WindowCounterOptions): WindowCounter {
  const settings = { keyPrefix, points: UNLIMITED, duration: windowSeconds };
  const memory = new RateLimiterMemory(settings);
  const shared = store === null ? null : new RateLimiterRedis({ ...settings, storeClient: store.redis });
  const windowMs = windowSeconds * 1000;

  const toCount = (found: RateLimiterRes | null): WindowCount =>
    found === null || found.msBeforeNext <= 0
      ? { count: found?.consumedPoints ?? 0, resetMs: windowMs }
      : { count: found.consumedPoints, resetMs: Math.min(found.msBeforeNext, windowMs) };

  /** Redis gives null for a name without events, so its answer is put into a box. */
  const ask = async (work: (counter: RateLimiterMemory | RateLimiterRedis) => Promise<RateLimiterRes | null>) => {
    if (shared !== null && store !== null) {
      const box = await store.ask(async () => ({ found: await work(shared) }));
      if (box !== null) return toCount(box.found);
    }
    return toCount(await work(memory));
  };

  return {
    add: (name) => ask((counter) => counter.consume(name)),
    read: (name) => ask((counter) => counter.get(name)),
  };
}
