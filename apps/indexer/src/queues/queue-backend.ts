import { createPostgresQueueBackend } from './postgres-backend.ts';
import type { QueueBackend, QueueBackendOptions } from './queue-types.ts';
import { createRedisQueueBackend } from './redis-backend.ts';

/** Redis where its URL is known, else the database. Nothing connects yet. */
export function createQueueBackend(options: QueueBackendOptions): QueueBackend {
  const { redisUrl, databaseUrl, prefix, answerTimeoutMs, onError } = options;
  const timeout = answerTimeoutMs === undefined ? {} : { answerTimeoutMs };
  if (redisUrl !== null) return createRedisQueueBackend({ redisUrl, prefix, onError, ...timeout });
  return createPostgresQueueBackend({ databaseUrl, onError, ...timeout });
}
