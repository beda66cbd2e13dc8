import { withTimeout } from '@tidemark/core';
import type { Logger } from '@tidemark/runtime';
import { Redis } from 'ioredis';
import type { ApiMetrics } from '../observability/api-metrics.ts';

export interface SharedStoreOptions {
  readonly url: string;
  /** A request waits no longer than this for its count. 200 ms when left out. */
  readonly commandTimeoutMs?: number;
  /** What a start waits for Redis. A second when left out. */
  readonly startTimeoutMs?: number;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
}

/** A Redis that may be away at any time. What it holds is counted again in a minute, so nothing waits for it. */
export interface SharedStore {
  readonly redis: Redis;
  /** What `work` gives, or null where Redis is away, slow, or refuses. Never rejects, never takes longer than a command. */
  ask<Result>(work: (redis: Redis) => Promise<Result>): Promise<Result | null>;
  /** Resolves when Redis answers, or has not for the time that a start waits. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 2_000;
const START_TIMEOUT_MS = 1_000;
/** After a failure nobody is made to wait for the next one. */
const PAUSE_MS = 1_000;

/** Connects, and goes on trying for as long as the process lives. Says in the log when it is lost and when it is back. */
export function createSharedStore(options: SharedStoreOptions): SharedStore {
  const { url, logger, metrics } = options;
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    // A command that was cut off may have counted: it is not sent again.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
  });
  let away = false;
  let closing = false;
  let pausedUntil = 0;

  const lost = (err: unknown): void => {
    if (!away && !closing)
      logger.warn({ err }, 'redis does not answer; limits are counted in this process alone until it does');
    away = true;
  };
  redis.on('error', lost);
  redis.on('close', () => lost(new Error('the connection has ended')));
  const answered = (): void => {
    if (away) logger.info('redis answers again; limits are shared');
    away = false;
  };

  const failed = (err: unknown): null => {
    metrics.limitStoreFailed();
    lost(err);
    pausedUntil = performance.now() + PAUSE_MS;
    // A connection on which an answer is missing may never bring one: a new one shows whether Redis is there. One that
    // brought a refusal, such as that the memory is full, is good.
    const refused = err instanceof Error && err.name === 'ReplyError';
    if (!refused && redis.status === 'ready') redis.disconnect(true);
    return null;
  };

  return {
    redis,
    ask: async (work) => {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) {
        metrics.limitStoreFailed();
        return null;
      }
      try {
        const result = await work(redis);
        answered();
        return result;
      } catch (error) {
        return failed(error);
      }
    },
    start: async () => {
      if (redis.status === 'ready') return;
      const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
      await withTimeout(ready, options.startTimeoutMs ?? START_TIMEOUT_MS, 'the connection to Redis').catch(
        () => undefined,
      );
    },
    close: async () => {
      closing = true;
      if (redis.status === 'ready') await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}
