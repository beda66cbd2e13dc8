import { randomUUID } from 'node:crypto';
import type { Logger } from '@tidemark/runtime';
import type { ApiKeyUsageBatch } from '@tidemark/schema';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { createUsageCounts, type KeyRequest, type UsageCounts } from './usage-counts.ts';

export type { KeyRequest } from './usage-counts.ts';

/** Uses of keys that are written now and then instead of one by one. */
export interface KeyUsage {
  record(request: KeyRequest): void;
  /** Writes all that was recorded before. Never rejects: what could not be written waits for the next time. */
  flush(): Promise<void>;
  /** Flushes at every interval until the returned function is called, which flushes once more. */
  start(): () => Promise<void>;
}

export interface KeyUsageOptions {
  /** Stores a batch; one that was stored before, by the same writer under the same number, changes nothing. */
  readonly write: (batch: ApiKeyUsageBatch) => Promise<void>;
  readonly intervalMs: number;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
}

/**
 * Counts requests by key, UTC day and route, and remembers the newest use of each key: memory is bounded by their number,
 * for only keys in force are counted, and a write costs two statements.
 */
export function createKeyUsage(options: KeyUsageOptions): KeyUsage {
  const counts = createUsageCounts();
  const flush = shareRuns(createUsageWriter(options, counts));
  return {
    record: (request) => counts.add(request),
    flush,
    start: () => {
      const timer = setInterval(() => void flush(), options.intervalMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await flush();
      };
    },
  };
}

/** Writes what waits. A batch that failed is repeated as it is, since it may have been stored all the same, before newer. */
function createUsageWriter({ write, metrics, logger }: KeyUsageOptions, counts: UsageCounts): () => Promise<void> {
  const writer = randomUUID();
  let sequence = 0n;
  let unconfirmed: ApiKeyUsageBatch | null = null;

  /** False where it failed; the batch then waits to be repeated. */
  const store = async (batch: ApiKeyUsageBatch): Promise<boolean> => {
    unconfirmed = batch;
    try {
      await write(batch);
      metrics.keyUsageFlushed('ok');
      unconfirmed = null;
      return true;
    } catch (err) {
      metrics.keyUsageFlushed('failed');
      logger.warn({ err, uses: batch.uses.length }, 'the use of keys could not be written; it waits');
      return false;
    }
  };

  return async () => {
    if (unconfirmed !== null && !(await store(unconfirmed))) return;
    const taken = counts.take();
    if (taken === null) return;
    sequence += 1n;
    await store({ writer, sequence, ...taken });
  };
}

/** Runs one after the other. The one under way does not see what came after it began, so one more follows, however many ask. */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  const begin = (): Promise<void> => {
    underWay = run().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  return () => {
    if (underWay === null) return begin();
    following ??= underWay.then(() => {
      following = null;
      return begin();
    });
    return following;
  };
}
