import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { createMemoryWindows } from './memory-windows.ts';
import type { SharedStore } from './shared-store.ts';
import type { WindowCount } from './window-count.ts';

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
/** 13 MB where all are taken. The library's own counter in memory has no bound. */
const MOST_NAMES = 100_000;

/** A counter over the shared store, with one in memory behind it. */
export function createWindowCounter({ store, keyPrefix, windowSeconds }: WindowCounterOptions): WindowCounter {
  const windowMs = windowSeconds * 1000;
  const memory = createMemoryWindows({ windowMs, mostNames: MOST_NAMES });
  const shared =
    store === null
      ? null
      : new RateLimiterRedis({ storeClient: store.redis, keyPrefix, points: UNLIMITED, duration: windowSeconds });

  const toCount = (found: RateLimiterRes | null): WindowCount =>
    found === null || found.msBeforeNext <= 0
      ? { count: found?.consumedPoints ?? 0, resetMs: windowMs }
      : { count: found.consumedPoints, resetMs: Math.min(found.msBeforeNext, windowMs) };

  /** Null where Redis is away. It gives null for a name without events, so its answer is put into a box. */
  const ask = async (
    work: (counter: RateLimiterRedis) => Promise<RateLimiterRes | null>,
  ): Promise<WindowCount | null> => {
    if (shared === null || store === null) return null;
    const box = await store.ask(async () => ({ found: await work(shared) }));
    return box === null ? null : toCount(box.found);
  };

  return {
    add: async (name) => (await ask((counter) => counter.consume(name))) ?? memory.add(name),
    read: async (name) => (await ask((counter) => counter.get(name))) ?? memory.read(name),
  };
}
