import { RefreshingCache } from '@tidemark/core';
import type { Logger } from '@tidemark/runtime';
import type { LatestSummaries } from '@tidemark/schema';
import type { RawHeaders } from '../../http/prepared.ts';
import { compressDataset, type LatestDataset, prepareDataset } from './dataset.ts';
import { replaceRows, type SerializedRows, serializeRows } from './rows.ts';

/** What happened in the cache, for metrics. */
export interface CacheEvents {
  /** A reload ended: the content was new, was the same, or could not be loaded. */
  reloaded(outcome: 'changed' | 'unchanged' | 'failed', durationMs: number): void;
}

export interface LatestCacheOptions {
  /** All reserves, in their order. */
  readonly load: () => Promise<LatestSummaries>;
  /** Those that batches after this number wrote. */
  readonly loadChanges: (commitSeq: bigint) => Promise<LatestSummaries>;
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

/**
 * Keeps the answers of the latest-reserve reads ready. A load replaces them at once and whole, and only when the content
 * differs; a load that fails leaves them as they are. One of changes alone writes the rows again that a batch has written, and the rest
 * stays. Compressed forms are made meanwhile: only requests for a form that is not there yet wait for it.
 */
export class LatestCache {
  readonly #options: LatestCacheOptions;
  readonly #cache: RefreshingCache<LatestDataset>;
  /** When the newest read of the chain was made, by the clock of this process. */
  #confirmedAt: number | null = null;
  #loadedAt: number | null = null;
  /** Up to which batch the dataset holds everything. */
  #commitSeq: bigint | null = null;
  /** Asked for, or due after a failure. */
  #isAllDue = false;

  constructor(options: LatestCacheOptions) {
    this.#options = options;
    this.#cache = new RefreshingCache({
      load: (previous) => this.#load(previous),
      maxAgeMs: Number.POSITIVE_INFINITY,
      nowMs: () => performance.now(),
    });
  }

  status(): CacheStatus {
    return {
      dataset: this.current(),
      ageMs: this.#ageMs(),
      sinceLoadMs: this.#loadedAt === null ? null : performance.now() - this.#loadedAt,
      failing: this.#cache.isFailing,
    };
  }

  /** The dataset to answer from, null until the first load. */
  current(): LatestDataset | null {
    return this.#cache.peek();
  }

  /** Whole seconds since the newest read of the chain behind the data, as text for a header. Null without one. */
  ageSecondsText(): string | null {
    const age = this.#ageMs();
    return age === null ? null : String(Math.max(0, Math.floor(age / 1000)));
  }

  /**
   * Loads now, or after the load that is under way. Resolves when a load begun after this call has ended; never rejects. `changes`: of
   * batches alone; names that discovery changed stay as they were.
   */
  async reload(what: 'all' | 'changes' = 'all'): Promise<void> {
    if (what === 'all') this.#isAllDue = true;
    // A failure has been logged and counted where it happened.
    await this.#cache.refresh().catch(() => undefined);
  }

  #ageMs(): number | null {
    return this.#confirmedAt === null ? null : performance.now() - this.#confirmedAt;
  }

  async #load(previous: LatestDataset | null): Promise<LatestDataset> {
    const { logger, events } = this.#options;
    const wasFailing = this.#cache.isFailing;
    const startedAt = performance.now();
    try {
      const after = this.#isAllDue ? null : this.#commitSeq;
      const changed = previous === null || after === null ? null : await this.#loadChanges(previous, after);
      const dataset = changed ?? (await this.#loadAll(previous));
      this.#loadedAt = performance.now();
      if (wasFailing) logger.info('latest reserves are loaded again');
      events.reloaded(dataset === previous ? 'unchanged' : 'changed', performance.now() - startedAt);
      return dataset;
    } catch (err) {
      if (!wasFailing) logger.warn({ err }, 'latest reserves could not be loaded; the last ones stay');
      this.#isAllDue = true;
      events.reloaded('failed', performance.now() - startedAt);
      throw err;
    }
  }

  async #loadAll(previous: LatestDataset | null): Promise<LatestDataset> {
    this.#isAllDue = false;
    const loaded = await this.#options.load();
    const dataset = this.#prepare(serializeRows(loaded.reserves), previous);
    this.#confirmedAt = loaded.ageMs === null ? null : performance.now() - loaded.ageMs;
    this.#commitSeq = loaded.commitSeq;
    return dataset;
  }

  /** Null where all has to be loaded. */
  async #loadChanges(previous: LatestDataset, after: bigint): Promise<LatestDataset | null> {
    const { reserves, ageMs, commitSeq } = await this.#options.loadChanges(after);
    if (ageMs === null || commitSeq === null) return previous;
    const replaced = replaceRows(previous.rows, reserves);
    if (replaced === null) return null;
    const dataset = this.#prepare(replaced, previous);
    this.#confirmedAt = performance.now() - ageMs;
    this.#commitSeq = commitSeq;
    return dataset;
  }

  #prepare(serialized: SerializedRows, previous: LatestDataset | null): LatestDataset {
    if (serialized.text === previous?.text) return previous;
    const dataset = prepareDataset(serialized, previous, this.#options);
    compressDataset(dataset).catch((err: unknown) =>
      this.#options.logger.error({ err }, 'latest reserves could not be compressed'),
    );
    return dataset;
  }
}
