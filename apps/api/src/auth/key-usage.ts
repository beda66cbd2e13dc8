import type { Logger } from '@tidemark/runtime';
import type { ApiKeyUse } from '@tidemark/schema';
import type { ApiMetrics } from '../observability/api-metrics.ts';

/** Uses of keys that are written now and then instead of one by one. */
export interface KeyUsage {
  record(id: string, usedAt: Date): void;
  /** Writes what is waiting. Never rejects: what could not be written waits for the next time. */
  flush(): Promise<void>;
  /** Flushes at every interval until the returned function is called, which flushes once more. */
  start(): () => Promise<void>;
}

export interface KeyUsageOptions {
  readonly write: (uses: readonly ApiKeyUse[]) => Promise<void>;
  readonly intervalMs: number;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
}

/** Remembers the newest use of each key: memory is bounded by the number of keys, and a write costs one statement. */
export function createKeyUsage(options: KeyUsageOptions): KeyUsage {
  const waiting = new Map<string, Date>();
  let flushing: Promise<void> | null = null;

  const record = (id: string, usedAt: Date): void => {
    const known = waiting.get(id);
    if (known === undefined || known < usedAt) waiting.set(id, usedAt);
  };

  const write = async (): Promise<void> => {
    const uses = [...waiting].map(([id, usedAt]) => ({ id, usedAt }));
    if (uses.length === 0) return;
    waiting.clear();
    try {
      await options.write(uses);
      options.metrics.keyUsageFlushed('ok');
    } catch (err) {
      for (const { id, usedAt } of uses) record(id, usedAt);
      options.metrics.keyUsageFlushed('failed');
      options.logger.warn({ err, uses: uses.length }, 'last-used times could not be written; they wait');
    }
  };

  const flush = (): Promise<void> => {
    flushing ??= write().finally(() => {
      flushing = null;
    });
    return flushing;
  };

  return {
    record,
    flush,
    start: () => {
      const timer = setInterval(() => void flush(), options.intervalMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        // The one under way does not hold what came after it began.
        await flushing;
        await flush();
      };
    },
  };
}
