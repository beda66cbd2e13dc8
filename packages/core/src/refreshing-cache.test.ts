import { describe, expect, it, vi } from 'vitest';
import { RefreshingCache, type RefreshingCacheOptions, SingleFlight } from './refreshing-cache.ts';

const turns = async () => {
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
};

/** A cache over loads that the test answers in their order, with a clock that the test moves. */
function controlled(options: Partial<RefreshingCacheOptions<string>> = {}) {
  const loads: { resolve: (value: string) => void; reject: (error: Error) => void; previous: string | null }[] = [];
  const clock = { ms: 0 };
  const cache = new RefreshingCache<string>({
    load: (previous) => new Promise((resolve, reject) => loads.push({ resolve, reject, previous })),
    maxAgeMs: 100,
    nowMs: () => clock.ms,
    ...options,
  });
  const loaded = async (value: string) => {
    const got = cache.get();
    loads.at(-1)?.resolve(value);
    expect(await got).toBe(value);
  };
  return { cache, loads, clock, loaded };
}

describe('a single flight', () => {
  it('runs once for the first, and exactly once more for all who come meanwhile', async () => {
    const ends: (() => void)[] = [];
    const flight = new SingleFlight(() => new Promise<void>((resolve) => ends.push(resolve)));
    const first = flight.run();
    const others = [flight.run(), flight.run(), flight.run()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await turns();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await Promise.all(others);
    expect([ends.length, flight.running]).toEqual([2, null]);
  });

  it('follows a run that failed as well', async () => {
    let runs = 0;
    const flight = new SingleFlight(async () => {
      runs += 1;
      if (runs === 1) throw new Error('away');
      return runs;
    });
    const failed = flight.run();
    const next = flight.run();
    await expect(failed).rejects.toThrow('away');
    expect(await next).toBe(2);
  });
});

describe('a value that is too old', () => {
  it('is handed out for a while, as the next one loads once, and not after that', async () => {
    const { cache, loads, clock, loaded } = controlled({ graceMs: 50 });
    await loaded('a');
    clock.ms = 149;
    expect(await Promise.all([cache.get(), cache.get()])).toEqual(['a', 'a']);
    expect(loads).toHaveLength(2);
    loads[1]?.resolve('b');
    await turns();
    expect(await cache.get()).toBe('b');
    clock.ms = 149 + 150;
    await loaded('c');
    expect(loads).toHaveLength(3);
  });

  it('says that it cannot be loaded to those who come after the while alone', async () => {
    const { cache, loads, clock, loaded } = controlled({ graceMs: 50 });
    await loaded('a');
    clock.ms = 120;
    expect(await cache.get()).toBe('a');
    loads[1]?.reject(new Error('away'));
    await turns();
    clock.ms = 150;
    const asked = cache.get();
    loads[2]?.reject(new Error('still away'));
    await expect(asked).rejects.toThrow('still away');
  });

  it('is not handed out once its source differs', async () => {
    const source = { of: 1 };
    const { clock, loads, loaded } = controlled({ graceMs: 50, source: () => source.of });
    await loaded('a');
    clock.ms = 120;
    source.of = 2;
    await loaded('b');
    expect(loads).toHaveLength(2);
  });
});

describe('a refreshing cache', () => {
  it('loads nothing before it is asked, and once for all who ask meanwhile and afterwards', async () => {
    const { cache, loads } = controlled();
    expect([loads.length, cache.peek()]).toEqual([0, null]);
    const asked = Array.from({ length: 500 }, () => cache.get());
    loads[0]?.resolve('one');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['one']));
    expect([await cache.get(), cache.peek(), loads.length]).toEqual(['one', 'one', 1]);
  });

  it('loads again when the value is too old, by its own age where values differ in that', async () => {
    const { cache, loads, clock, loaded } = controlled({ maxAgeMs: (value) => (value === 'brief' ? 10 : 100) });
    await loaded('lasting');
    clock.ms = 99;
    expect(await cache.get()).toBe('lasting');
    clock.ms = 100;
    await loaded('brief');
    expect(loads[1]?.previous).toBe('lasting');
    clock.ms = 110;
    await loaded('next');
  });

  it('throws a failure to everybody for a while before it loads again, and never gives an old value in its place', async () => {
    const { cache, loads, clock, loaded } = controlled({ retryAfterMs: 50 });
    await loaded('one');
    clock.ms = 100;
    const failed = cache.get();
    loads[1]?.reject(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    clock.ms = 149;
    await expect(cache.get()).rejects.toThrow('away');
    expect([loads.length, cache.isFailing]).toEqual([2, true]);
    clock.ms = 150;
    await loaded('two');
    expect(cache.isFailing).toBe(false);
  });

  it('lets the last value stand in where that is wanted, and loads again after a while', async () => {
    const onStale = vi.fn<(error: unknown) => void>();
    const { cache, loads, clock, loaded } = controlled({ retryAfterMs: 50, onStale });
    const early = cache.get();
    loads[0]?.reject(new Error('not yet'));
    await expect(early).rejects.toThrow('not yet');
    await loaded('one');
    clock.ms = 100;
    const failed = cache.get();
    loads[2]?.reject(new Error('away'));
    expect([await failed, await cache.get()]).toEqual(['one', 'one']);
    expect([loads.length, onStale.mock.calls.length]).toEqual([3, 1]);
    clock.ms = 150;
    await loaded('two');
  });

  it('follows its source, from a load that began after the change, but not more often than it may', async () => {
    const source = { now: 'a' };
    const { cache, loads, clock, loaded } = controlled({ source: () => source.now, minAgeMs: 20 });
    await loaded('of a');
    source.now = 'b';
    clock.ms = 19;
    expect(await cache.get()).toBe('of a');
    clock.ms = 20;
    const ofB = cache.get();
    source.now = 'c';
    clock.ms = 40;
    const ofC = cache.get();
    expect(loads).toHaveLength(2);
    loads[1]?.resolve('of b');
    expect(await ofB).toBe('of b');
    await turns();
    loads[2]?.resolve('of c');
    expect([await ofC, await cache.get(), loads.length]).toEqual(['of c', 'of c', 3]);
  });

  it('loads again for a source that it could not follow', async () => {
    const source = { now: 'a' };
    const { cache, loads, loaded } = controlled({ source: () => source.now });
    await loaded('of a');
    source.now = 'b';
    const failed = cache.get();
    loads[1]?.reject(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    await loaded('of b');
    await cache.get();
    expect(loads).toHaveLength(3);
  });

  it('refreshes at once on demand, after the load that is under way', async () => {
    const { cache, loads, loaded } = controlled();
    await loaded('one');
    const first = cache.refresh();
    const others = [cache.refresh(), cache.refresh()];
    loads[1]?.resolve('two');
    expect(await first).toBe('two');
    await turns();
    loads[2]?.resolve('three');
    expect([await Promise.all(others), cache.peek(), loads.length]).toEqual([['three', 'three'], 'three', 3]);
  });
});
