import { randomUUID } from 'node:crypto';
import { type RouteName, type RouteTemplate, routeTemplates } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import type { ApiKeyUsageBatch } from '@tidemark/schema';
import type { ApiMetrics } from '../observability/api-metrics.ts';

/** What is noted of a request with a key. */
export interface KeyRequest {
  readonly keyId: string;
  readonly at: Date;
  readonly route: RouteName;
  /** 1; or 0 where a request that was noted before is now refused. */
  readonly requests: 0 | 1;
  readonly limited: boolean;
}

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

interface Count {
  readonly keyId: string;
  readonly day: string;
  readonly route: RouteTemplate;
  requests: number;
  limited: number;
}

/**
 * Counts requests by key, UTC day and route, and remembers the newest use of each key: memory is bounded by their number,
 * for only keys in force are counted, and a write costs two statements. A batch that failed is repeated as it is, since it
 * may have been stored all the same, before anything newer.
 */
export function createKeyUsage(options: KeyUsageOptions): KeyUsage {
  const { metrics, logger } = options;
  const writer = randomUUID();
  let counts = new Map<string, Count>();
  let newest = new Map<string, Date>();
  let sequence = 0n;
  let unconfirmed: ApiKeyUsageBatch | null = null;
  let flushing: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  const take = (): ApiKeyUsageBatch | null => {
    if (counts.size === 0) return null;
    sequence += 1n;
    const uses = [...newest].map(([id, usedAt]) => ({ id, usedAt }));
    const batch = { writer, sequence, uses, counts: [...counts.values()] };
    counts = new Map();
    newest = new Map();
    return batch;
  };

  /** False where it failed; the batch then waits to be repeated. */
  const store = async (batch: ApiKeyUsageBatch): Promise<boolean> => {
    unconfirmed = batch;
    try {
      await options.write(batch);
      metrics.keyUsageFlushed('ok');
      unconfirmed = null;
      return true;
    } catch (err) {
      metrics.keyUsageFlushed('failed');
      logger.warn({ err, uses: batch.uses.length }, 'the use of keys could not be written; it waits');
      return false;
    }
  };

  const write = async (): Promise<void> => {
    if (unconfirmed !== null && !(await store(unconfirmed))) return;
    const batch = take();
    if (batch !== null) await store(batch);
  };

  const begin = (): Promise<void> => {
    flushing = write().finally(() => {
      flushing = null;
    });
    return flushing;
  };

  /** The one under way does not hold what came after it began, so another follows, however many ask. */
  const flush = (): Promise<void> => {
    if (flushing === null) return begin();
    following ??= flushing.then(() => {
      following = null;
      return begin();
    });
    return following;
  };

  return {
    record: ({ keyId, at, route, requests, limited }) => {
      const day = at.toISOString().slice(0, 10);
      const template = routeTemplates[route];
      const name = `${keyId} ${day} ${template}`;
      const count = counts.get(name) ?? { keyId, day, route: template, requests: 0, limited: 0 };
      count.requests += requests;
      count.limited += limited ? 1 : 0;
      counts.set(name, count);
      const known = newest.get(keyId);
      if (known === undefined || known < at) newest.set(keyId, at);
    },
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
