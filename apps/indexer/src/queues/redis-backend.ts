import { withTimeout } from '@tidemark/core';
import { createDatabase, identifyDatabase } from '@tidemark/schema';
import { createRedisBackend } from 'bullmq';
import { Redis } from 'ioredis';
import { type BackendBinding, createJobQueue, createJobWorker } from './job-queue.ts';
import type { QueueBackend, QueueBackendOptions } from './queue-types.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 10_000;
const MAX_RECONNECT_DELAY_MS = 2_000;
const QUIT_TIMEOUT_MS = 1_000;
/**
 * A connection that owes an answer and receives nothing for so long is half-open: another takes its place.
 * Workers wait up to ten seconds for a job, and their commands have no limit of their own, because they are sent again.
 */
const SILENCE_TIMEOUT_MS = 20_000;

/**
 * Jobs in Redis. Producers and workers have a connection each: a producer must fail when Redis is away, so that its
 * job fails and is seen; a worker must wait for Redis to come back. Its keys carry the identity of the database, which `prepare` asks for:
 * indexers of two databases never take each other's jobs, whatever prefix they have.
 */
export function createRedisQueueBackend(
  redisUrl: string,
  options: Omit<QueueBackendOptions, 'redisUrl'>,
): QueueBackend {
  const shared = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: 10_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 200, MAX_RECONNECT_DELAY_MS),
    lazyConnect: true,
    socketTimeout: options.answerTimeoutMs ?? SILENCE_TIMEOUT_MS,
  };
  const producer = new Redis(redisUrl, {
    ...shared,
    maxRetriesPerRequest: 2,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  const consumer = new Redis(redisUrl, { ...shared, maxRetriesPerRequest: null });
  producer.on('error', (error: Error) => options.onError('redis producer', error));
  consumer.on('error', (error: Error) => options.onError('redis consumer', error));
  let losses = 0;
  consumer.on('close', () => {
    losses += 1;
  });

  let identity: string | undefined;
  const prefix = (): string => {
    if (identity === undefined) throw new Error('the queue backend has to be prepared first');
    return `${options.prefix}:${identity}`;
  };
  const bindingOn = (connection: Redis): BackendBinding<ReturnType<typeof createRedisBackend>, Redis> => ({
    factory: createRedisBackend,
    connection,
    prefix: prefix(),
    onError: options.onError,
    countLosses: () => losses,
  });

  return {
    kind: 'redis',
    createQueue: (name) => createJobQueue(name, bindingOn(producer)),
    createWorker: (name, processor, settings) => createJobWorker(name, processor, settings, bindingOn(consumer)),
    async ping() {
      await producer.ping();
    },
    async prepare() {
      await producer.ping();
      identity ??= await askIdentity(options.databaseUrl);
    },
    async close() {
      await Promise.all([quit(producer), quit(consumer)]);
    },
  };
}

async function askIdentity(url: string): Promise<string> {
  const database = createDatabase({ url, maxConnections: 1, applicationName: 'tidemark-indexer-queue' });
  try {
    return await identifyDatabase(database.sql);
  } finally {
    await database.close();
  }
}

/** QUIT where Redis answers, a plain disconnect where it does not. */
async function quit(connection: Redis): Promise<void> {
  if (connection.status === 'ready') {
    await withTimeout(connection.quit(), QUIT_TIMEOUT_MS, 'QUIT').catch(() => undefined);
  }
  connection.disconnect();
}
