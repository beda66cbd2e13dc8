import { createLogger, createMetrics } from '@tidemark/runtime';
import type { ApiKeyUsageBatch } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { createApiMetrics } from '../observability/api-metrics.ts';
import { type KeyRequest, KeyUsage } from './key-usage.ts';

const create = (write: (batch: ApiKeyUsageBatch) => Promise<void>) =>
  new KeyUsage({
    write,
    intervalMs: 3_600_000,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createApiMetrics(createMetrics({ prefix: 'test', defaultMetrics: false })),
  });
const at = (seconds: number) => new Date(Date.UTC(2026, 5, 15, 23, 59, seconds));
const FEES = '/v1/{protocol}/lend/fees';
const use = (keyId: string, seconds: number, more: Partial<KeyRequest> = {}): KeyRequest => ({
  keyId,
  at: at(seconds),
  route: FEES,
  requests: 1,
  limited: false,
  ...more,
});

describe('the buffer of key uses', () => {
  it('writes the newest use of each key and its counts by day and route, and nothing when there is nothing', async () => {
    const written: ApiKeyUsageBatch[] = [];
    const usage = create(async (batch) => void written.push(batch));
    usage.record(use('a', 2));
    usage.record(use('a', 1, { limited: true }));
    usage.record(use('a', 60));
    usage.record(use('b', 1, { route: '/auth/verify' }));
    await usage.flush();
    await usage.flush();
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({
      sequence: 1n,
      uses: [
        { id: 'a', usedAt: at(60) },
        { id: 'b', usedAt: at(1) },
      ],
      counts: [
        { keyId: 'a', day: '2026-06-15', route: FEES, requests: 2, limited: 1 },
        { keyId: 'a', day: '2026-06-16', route: FEES, requests: 1, limited: 0 },
        { keyId: 'b', day: '2026-06-15', route: '/auth/verify', requests: 1, limited: 0 },
      ],
    });
  });

  it('repeats what failed as it was, since it may have arrived, and only then writes what came since', async () => {
    const tried: ApiKeyUsageBatch[] = [];
    let failing = true;
    const usage = create(async (batch) => {
      tried.push(batch);
      if (failing) throw new Error('gone');
    });
    usage.record(use('a', 1));
    const flushed = usage.flush();
    usage.record(use('a', 5));
    usage.record(use('b', 1));
    await flushed;
    await usage.flush();
    expect(tried.map(({ sequence }) => sequence)).toEqual([1n, 1n]);
    failing = false;
    await usage.flush();
    expect(tried.map(({ sequence }) => sequence)).toEqual([1n, 1n, 1n, 2n]);
    expect(tried[2]).toBe(tried[0]);
    expect(tried[0]?.counts).toMatchObject([{ keyId: 'a', requests: 1 }]);
    expect(tried[3]?.counts).toMatchObject([
      { keyId: 'a', requests: 1 },
      { keyId: 'b', requests: 1 },
    ]);
    expect(new Set(tried.map(({ writer }) => writer)).size).toBe(1);
  });

  it('writes also what came while a write was under way: for a reader at that time, and when it stops', async () => {
    const written: string[] = [];
    const releases: (() => void)[] = [];
    const usage = create(async (batch) => {
      written.push(...batch.uses.map(({ id }) => id));
      await new Promise<void>((resolve) => releases.push(resolve));
    });
    const stop = usage.start();
    usage.record(use('first', 1));
    void usage.flush();
    usage.record(use('second', 1));
    const asked = usage.flush();
    releases.shift()?.();
    await Promise.resolve();
    const stopped = stop();
    const release = setInterval(() => releases.shift()?.(), 1);
    await Promise.all([asked, stopped]);
    clearInterval(release);
    expect(written).toEqual(['first', 'second']);
  });
});
