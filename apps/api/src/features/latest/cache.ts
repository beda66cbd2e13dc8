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
  /** How far the newest chain time lies behind the clock of the database, in milliseconds, 0 where it is ahead. Null without one. */
  readonly dataAgeMs: number | null;
  /** Milliseconds since that time was first stored, however often it was read again. Null without one. */
  readonly bankAgeMs: number | null;
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
  /** When the newest chain time was first stored, by the monotonic clock of this process. */
  #bankAt: number | null = null;
  /** The database's clock less the monotonic clock of this process. */
  #databaseClockMs = 0;
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
      dataAgeMs: this.#dataAgeMs(),
      bankAgeMs: this.#bankAgeMs(),
      sinceLoadMs: this.#loadedAt === null ? null : performance.now() - this.#loadedAt,
      failing: this.#cache.isFailing,
    };
  }

  /** The dataset to answer from, null until the first load. */
  current(): LatestDataset | null {
    return this.#cache.peek();
  }

  /** The age of the data in whole seconds, as text for a header. Null without any. */
  ageSecondsText(): string | null {
    const age = this.#dataAgeMs();
    return age === null ? null : String(Math.floor(age / 1000));
  }

  /**
   * What the clock of the chain says now, in unix milliseconds: it went on since the newest read as the other clocks did. The clock of
   * the world may be far from it. Null without data.
   */
  chainNowMs(): number | null {
    const seconds = this.current()?.asOfSeconds ?? null;
    const age = this.#bankAgeMs();
    return seconds === null || age === null ? null : seconds * 1000 + age;
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

  #bankAgeMs(): number | null {
    return this.#bankAt === null ? null : Math.max(0, performance.now() - this.#bankAt);
  }

  #dataAgeMs(): number | null {
    const seconds = this.current()?.asOfSeconds ?? null;
    return seconds === null ? null : Math.max(0, performance.now() + this.#databaseClockMs - seconds * 1000);
  }

  /** A bank that is written again is no younger for it. */
  #confirm({ ageMs, readAtMs }: LatestSummaries, seconds: number | null, previous: LatestDataset | null): void {
    const now = performance.now();
    const isSameBank = seconds === (previous?.asOfSeconds ?? null);
    const earliest = isSameBank ? (this.#bankAt ?? now) : now;
    this.#bankAt = ageMs === null ? null : Math.min(earliest, now - ageMs);
    if (readAtMs !== null) this.#databaseClockMs = readAtMs - now;
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
    this.#confirm(loaded, dataset.asOfSeconds, previous);
    this.#commitSeq = loaded.commitSeq;
    return dataset;
  }

  /** Null where all has to be loaded. */
  async #loadChanges(previous: LatestDataset, after: bigint): Promise<LatestDataset | null> {
    const loaded = await this.#options.loadChanges(after);
    const { reserves, commitSeq } = loaded;
    if (loaded.ageMs === null || commitSeq === null) return previous;
    const replaced = replaceRows(previous.rows, reserves);
    if (replaced === null) return null;
    const dataset = this.#prepare(replaced, previous);
    this.#confirm(loaded, dataset.asOfSeconds, previous);
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
