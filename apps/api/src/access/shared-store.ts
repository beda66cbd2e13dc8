import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@tidemark/core';
import type { Logger } from '@tidemark/runtime';
import { Redis } from 'ioredis';
import type { ApiMetrics } from '../observability/api-metrics.ts';

export interface SharedStoreOptions {
  readonly url: string;
  /** Names begin with this, and go on with what `identify` gives. */
  readonly keyPrefix: string;
  /** A name of the database that no other has. Rejects while it does not answer. */
  readonly identify: () => Promise<string>;
  /** A request waits no longer than this for its count. 200 ms when left out. */
  readonly commandTimeoutMs?: number;
  /** What a start waits for Redis. A second when left out. */
  readonly startTimeoutMs?: number;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
}

const COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 2_000;
const START_TIMEOUT_MS = 1_000;
/** While Redis is there and refuses, such as without memory, the log says so this often. */
const REMINDER_MS = 60_000;
const IDENTIFY_PAUSE_MS = 500;

/**
 * A Redis that may be away at any time. What it holds is counted again in a minute, so nothing waits for it. Its names carry the identity
 * of the database, so that deployments of two databases with one prefix count apart; until the database has said it, Redis is away.
 */
export class SharedStore {
  readonly redis: Redis;
  readonly #options: SharedStoreOptions;
  #toldAt = Number.NEGATIVE_INFINITY;
  #closing = false;
  #prefix: string | undefined;

  constructor(options: SharedStoreOptions) {
    this.#options = options;
    const timeoutMs = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
    this.redis = new Redis(options.url, {
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: timeoutMs,
      // A connection on which an answer is missing may never bring one: a new one shows whether Redis is there.
      socketTimeout: timeoutMs,
      keepAlive: 10_000,
      lazyConnect: true,
      enableOfflineQueue: false,
      // A command that was cut off may have counted: it is not sent again.
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
    });
    this.redis.on('error', (err) => this.#lost(err));
    this.redis.on('close', () => this.#lost(new Error('the connection has ended')));
    this.redis.on('ready', () => {
      if (this.#toldAt === Number.NEGATIVE_INFINITY) return;
      this.#toldAt = Number.NEGATIVE_INFINITY;
      options.logger.info('redis answers again; limits are shared');
    });
  }

  /** A count was made in this process alone. */
  failed(err: unknown = new Error('the command was refused, or not answered in time')): void {
    this.#options.metrics.limitStoreFailures.inc();
    this.#lost(err);
  }

  /** The name under which Redis has something. */
  nameOf(name: string): string {
    return `${this.#prefix ?? ''}${name}`;
  }

  /** What `work` on a name gives, or null where Redis is away, slow, or refuses. Never rejects, never takes longer than a command. */
  async ask<Result>(name: string, work: (redis: Redis, name: string) => Promise<Result>): Promise<Result | null> {
    try {
      if (this.#prefix === undefined) throw new Error('the database has not said yet which it is');
      return await work(this.redis, this.nameOf(name));
    } catch (error) {
      this.failed(error);
      return null;
    }
  }

  /**
   * Connects, and goes on trying for as long as the process lives. Resolves when Redis answers, or has not for the time that a start
   * waits.
   */
  async start(): Promise<void> {
    const ready = new Promise<void>((resolve) => this.redis.once('ready', () => resolve()));
    void this.#connect();
    const timeoutMs = this.#options.startTimeoutMs ?? START_TIMEOUT_MS;
    await withTimeout(ready, timeoutMs, 'the connection to Redis').catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing = true;
    if (this.redis.status === 'ready') await this.redis.quit().catch(() => undefined);
    this.redis.disconnect();
  }

  async #connect(): Promise<void> {
    const { keyPrefix, identify } = this.#options;
    while (this.#prefix === undefined && !this.#closing) {
      try {
        this.#prefix = `${keyPrefix}${await identify()}:`;
      } catch (error) {
        this.#lost(error);
        await delay(IDENTIFY_PAUSE_MS, undefined, { ref: false });
      }
    }
    // A failure is an `error` of the connection, which tries again.
    if (!this.#closing) await this.redis.connect().catch(() => undefined);
  }

  #lost(err: unknown): void {
    if (this.#closing || performance.now() - this.#toldAt < REMINDER_MS) return;
    this.#toldAt = performance.now();
    this.#options.logger.warn({ err }, 'limits are counted in this process alone until database and redis answer');
  }
}
