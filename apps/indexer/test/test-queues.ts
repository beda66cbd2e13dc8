import { randomBytes } from 'node:crypto';
import type { QueueBackend as QueueBackendName } from '@tidemark/testing';
import { Redis } from 'ioredis';
import type { IndexerConfig } from '../src/config.ts';

export interface TestQueues {
  /** The part of the configuration that chooses the backend. */
  readonly config: Pick<IndexerConfig, 'redisUrl' | 'queuePrefix'>;
  /** Removes what the test left in Redis; the database goes as a whole. */
  readonly drop: () => Promise<void>;
}

/** Queues of a test's own on the given backend. */
export function openTestQueues(backend: QueueBackendName): TestQueues {
  const redisUrl = backend === 'redis' ? (process.env['REDIS_URL'] ?? null) : null;
  const queuePrefix = `tidemark-test-${randomBytes(6).toString('hex')}`;
  return {
    config: { redisUrl, queuePrefix },
    async drop() {
      if (redisUrl === null) return;
      const redis = new Redis(redisUrl);
      const keys = await redis.keys(`${queuePrefix}:*`);
      if (keys.length > 0) await redis.del(...keys);
      await redis.quit();
    },
  };
}
