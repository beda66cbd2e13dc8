import { createLogger, createMetrics } from '@tidemark/runtime';
import type { ApiKeyUse } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { createApiMetrics } from '../observability/api-metrics.ts';
import { createKeyUsage } from './key-usage.ts';

const create = (write: (uses: readonly ApiKeyUse[]) => Promise<void>) =>
  createKeyUsage({
    write,
    intervalMs: 3_600_000,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createApiMetrics(createMetrics({ prefix: 'test', defaultMetrics: false })),
  });
const at = (seconds: number) => new Date(seconds * 1000);

describe('the buffer of key uses', () => {
  it('writes the newest use of each key once, and nothing when there is nothing', async () => {
    const written: (readonly ApiKeyUse[])[] = [];
    const usage = create(async (uses) => void written.push(uses));
    usage.record('a', at(2));
    usage.record('a', at(1));
    usage.record('b', at(1));
    await usage.flush();
    await usage.flush();
    expect(written).toEqual([
      [
        { id: 'a', usedAt: at(2) },
        { id: 'b', usedAt: at(1) },
      ],
    ]);
  });

  it('keeps what could not be written for the next time, unless a newer use came', async () => {
    const written: (readonly ApiKeyUse[])[] = [];
    let failing = true;
    const usage = create(async (uses) => {
      if (failing) throw new Error('gone');
      written.push(uses);
    });
    usage.record('a', at(1));
    usage.record('b', at(1));
    const flushed = usage.flush();
    usage.record('a', at(5));
    await flushed;
    failing = false;
    await usage.flush();
    expect(written[0]?.toSorted((left, right) => left.id.localeCompare(right.id))).toEqual([
      { id: 'a', usedAt: at(5) },
      { id: 'b', usedAt: at(1) },
    ]);
  });

  it('writes, when it stops, also what came while a write was under way', async () => {
    const written: string[] = [];
    let release = (): void => undefined;
    const usage = create(async (uses) => {
      written.push(...uses.map((use) => use.id));
      if (written.length === 1) await new Promise<void>((resolve) => (release = resolve));
    });
    const stop = usage.start();
    usage.record('first', at(1));
    void usage.flush();
    usage.record('second', at(1));
    const stopped = stop();
    release();
    await stopped;
    expect(written).toEqual(['first', 'second']);
  });
});
