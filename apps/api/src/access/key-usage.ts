import { randomUUID } from 'node:crypto';
import { SingleFlight } from '@tidemark/core';
import type { Logger } from '@tidemark/runtime';
import type { ApiKeyUsageBatch } from '@tidemark/schema';
import type { ApiMetrics } from '../observability/api-metrics.ts';

/** What is noted of a request with a key. */
export interface KeyRequest {
  readonly keyId: string;
  readonly at: Date;
  /** Template of its path. */
  readonly route: string;
  /** 1; or 0 where a request that was noted before is now refused. */
  readonly requests: 0 | 1;
  readonly limited: boolean;
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
  readonly route: string;
  requests: number;
  limited: number;
}

/**
 * Uses of keys that are written now and then instead of one by one: requests by key, UTC day and route, and the newest use of each key.
 * Memory is bounded by their number, for only keys in force are counted, and a write costs two statements.
 */
export class KeyUsage {
  readonly #options: KeyUsageOptions;
  readonly #writer = randomUUID();
  readonly #flushes = new SingleFlight(() => this.#flush());
  #counts = new Map<string, Count>();
  #newest = new Map<string, Date>();
  #sequence = 0n;
  /** A batch that failed is repeated as it is, since it may have been stored all the same, before newer ones. */
  #unconfirmed: ApiKeyUsageBatch | null = null;

  constructor(options: KeyUsageOptions) {
    this.#options = options;
  }

  record({ keyId, at, route, requests, limited }: KeyRequest): void {
    const day = at.toISOString().slice(0, 10);
    const name = `${keyId} ${day} ${route}`;
    const count = this.#counts.get(name) ?? { keyId, day, route, requests: 0, limited: 0 };
    count.requests += requests;
    count.limited += limited ? 1 : 0;
    this.#counts.set(name, count);
    const known = this.#newest.get(keyId);
    if (known === undefined || known < at) this.#newest.set(keyId, at);
  }

  /** Writes all that was recorded before. Never rejects: what could not be written waits for the next time. */
  flush(): Promise<void> {
    return this.#flushes.run();
  }

  /** Flushes at every interval until the returned function is called, which flushes once more. */
  start(): () => Promise<void> {
    const timer = setInterval(() => void this.flush(), this.#options.intervalMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await this.flush();
    };
  }

  async #flush(): Promise<void> {
    if (this.#unconfirmed !== null && !(await this.#store(this.#unconfirmed))) return;
    if (this.#counts.size === 0) return;
    const batch = {
      writer: this.#writer,
      sequence: (this.#sequence += 1n),
      uses: [...this.#newest].map(([id, usedAt]) => ({ id, usedAt })),
      counts: [...this.#counts.values()],
    };
    this.#counts = new Map();
    this.#newest = new Map();
    await this.#store(batch);
  }

  /** False where it failed; the batch then waits to be repeated. */
  async #store(batch: ApiKeyUsageBatch): Promise<boolean> {
    const { write, metrics, logger } = this.#options;
    this.#unconfirmed = batch;
    try {
      await write(batch);
      metrics.keyUsageFlushes.inc({ outcome: 'ok' });
      this.#unconfirmed = null;
      return true;
    } catch (err) {
      metrics.keyUsageFlushes.inc({ outcome: 'failed' });
      logger.warn({ err, uses: batch.uses.length }, 'the use of keys could not be written; it waits');
      return false;
    }
  }
}
