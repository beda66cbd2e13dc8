import type { Logger } from '@tidemark/runtime';
import type { RawHeaders } from '../prepared/prepared-resource.ts';
import { compressDataset, type LatestDataset, prepareDataset } from './latest-dataset.ts';
import type { LatestSummaries } from '@tidemark/schema';
import { serializeRows } from './serialize-rows.ts';

/** What happened in the cache, for metrics. */
export interface CacheEvents {
  /** A reload ended: the content was new, was the same, or could not be loaded. */
  reloaded(outcome: 'changed' | 'unchanged' | 'failed', durationMs: number): void;
}

export interface LatestCacheOptions {
  readonly load: () => Promise<LatestSummaries>;
  readonly commonHeaders: RawHeaders;
  readonly cacheControl: string;
  readonly vary: string;
  readonly logger: Logger;
  readonly events: CacheEvents;
}

/** What the cache knows about itself. */
export interface CacheStatus {
  /** Null until the first load. Stays when later loads fail. */
  readonly dataset: LatestDataset | null;
  /** Milliseconds since the newest read of the chain behind the data; grows while nothing new comes. Null without one. */
  readonly ageMs: number | null;
  /** Milliseconds since the database last answered a load. Null before the first time. */
  readonly sinceLoadMs: number | null;
  /** Whether the last load failed. */
  readonly failing: boolean;
}

/** The latest reserves in memory. */
export interface LatestCache {
  status(): CacheStatus;
  /** The dataset to answer from, null until the first load. */
  current(): LatestDataset | null;
  /** Whole seconds since the newest read of the chain behind the data, as text for a header. Null without one. */
  ageSecondsText(): string | null;
  /** Loads now, or after the load that is under way. Resolves when a load begun after this call has ended; never rejects. */
  reload(): Promise<void>;
}

/**
 * Keeps the answers of the latest-reserve reads ready. A load replaces them at once and whole, and only when the content
 * differs; a load that fails leaves them as they are. Compressed forms are made meanwhile: who asks for one before it is
 * there waits for it, and nobody else does.
 */
export function createLatestCache(options: LatestCacheOptions): LatestCache {
  const { logger, events } = options;
  let dataset: LatestDataset | null = null;
  let confirmedAt: number | null = null;
  let loadedAt: number | null = null;
  let failing = false;
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;

  const apply = (loaded: LatestSummaries): 'changed' | 'unchanged' => {
    const serialized = serializeRows(loaded.reserves);
    const changed = serialized.text !== dataset?.text;
    if (changed) {
      dataset = prepareDataset(serialized, dataset, options);
      compressDataset(dataset).catch((err: unknown) =>
        logger.error({ err }, 'latest reserves could not be compressed'),
      );
    }
    confirmedAt = loaded.ageMs === null ? null : performance.now() - loaded.ageMs;
    return changed ? 'changed' : 'unchanged';
  };

  const loadOnce = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      const outcome = apply(await options.load());
      loadedAt = performance.now();
      if (failing) logger.info('latest reserves are loaded again');
      failing = false;
      events.reloaded(outcome, performance.now() - startedAt);
    } catch (err) {
      if (!failing) logger.warn({ err }, 'latest reserves could not be loaded; the last ones stay');
      failing = true;
      events.reloaded('failed', performance.now() - startedAt);
    }
  };

  const reload = (): Promise<void> => {
    if (running === null) {
      running = loadOnce().finally(() => {
        running = null;
      });
      return running;
    }
    // The load under way may have read before the caller’s news: one more follows, however many ask for it.
    queued ??= running.then(() => {
      queued = null;
      return reload();
    });
    return queued;
  };

  const ageMs = () => (confirmedAt === null ? null : performance.now() - confirmedAt);
  return {
    status: () => ({
      dataset,
      ageMs: ageMs(),
      sinceLoadMs: loadedAt === null ? null : performance.now() - loadedAt,
      failing,
    }),
    current: () => dataset,
    ageSecondsText: () => {
      const age = ageMs();
      return age === null ? null : String(Math.max(0, Math.floor(age / 1000)));
    },
    reload,
  };
}
