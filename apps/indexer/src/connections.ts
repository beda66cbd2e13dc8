import type { Tracer } from '@tidemark/runtime';
import { createDatabase, type Database, type Sql } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { CloserStack } from './closer-stack.ts';
import type { IndexerConfig } from './config.ts';
import { createErrorReporter } from './error-reporter.ts';
import { MAX_FOLLOW_BATCHES } from './follow/change-queue.ts';
import { identifyChain } from './identify-chain.ts';
import type { IndexerMetrics } from './metrics.ts';
import { createQueueBackend } from './queues/create-queue-backend.ts';
import type { QueueBackend } from './queues/queue-backend.ts';
import { createRpcClient, type RpcClient } from './rpc/index.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

/** What the indexer works with. */
export interface Connections {
  readonly database: Database;
  readonly backend: QueueBackend;
  readonly rpc: RpcClient;
}

export interface ConnectionDeps {
  readonly config: IndexerConfig;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  readonly tracer: Tracer;
  readonly closers: CloserStack;
}

/** Opens everything and registers its closers. Nothing connects yet. */
export function openConnections(deps: ConnectionDeps): Connections {
  const { config, closers } = deps;
  const database = createDatabase({
    url: config.databaseUrl,
    // One per batch at once, two each for rollup and audit (the lock and the work), and some for the short reads beside them.
    maxConnections: config.batchConcurrency + (config.follow === null ? 0 : MAX_FOLLOW_BATCHES) + 7,
    applicationName: 'tidemark-indexer',
  });
  closers.add('database', () => database.close());
  const backend = openBackend(deps);
  closers.add('queue backend', () => backend.close());
  const rpc = openRpc(deps);
  closers.add('rpc', () => rpc.close());
  return { database, backend, rpc };
}

function openBackend({ config, logger, metrics }: ConnectionDeps): QueueBackend {
  const report = createErrorReporter(logger);
  return createQueueBackend({
    databaseUrl: config.databaseUrl,
    redisUrl: config.redisUrl,
    prefix: config.queuePrefix,
    onError(source, error) {
      metrics.backendErrors.inc();
      report(source, error);
    },
  });
}

function openRpc({ config, logger, metrics, tracer }: ConnectionDeps): RpcClient {
  const { rpcUrls: urls, commitment, rpcTimeoutMs: timeoutMs, rpcMaxRetries: maxRetries } = config;
  return createRpcClient(
    { urls, commitment, timeoutMs, maxRetries, requestsPerSecond: config.rpcRequestsPerSecond },
    {
      onAttempt({ method, endpoint, durationMs, outcome }) {
        metrics.rpcDuration.observe({ method, endpoint }, durationMs / 1000);
        if (outcome !== 'ok') metrics.rpcErrors.inc({ method, endpoint, code: outcome });
      },
      onFailure: (error) => logger.debug({ err: error }, 'rpc attempt failed'),
      tracer,
    },
  );
}

export interface WaitForConnectionsOptions {
  readonly timeoutMs: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** How many RPC endpoints there are. */
  readonly endpoints: number;
}

/**
 * Waits for what the indexer cannot do without, and makes sure that the database is this chain's. Returns the genesis hash;
 * throws StartError when the time is over or the database holds another chain.
 */
export async function waitForConnections(
  { database, backend, rpc }: Connections,
  { timeoutMs, logger, signal, endpoints }: WaitForConnectionsOptions,
): Promise<string> {
  const wait = { deadline: performance.now() + timeoutMs, logger, signal };
  const { sql } = database;
  await waitUntilAvailable(() => checkSchema(sql), { ...wait, what: 'the database' });
  await waitUntilAvailable(() => backend.prepare(), { ...wait, what: `the queue backend (${backend.kind})` });
  const genesisHash = await identifyChain({ database, rpc, endpoints }, wait);
  // The steps before may have taken long: what was there at the first of them can be gone again.
  await waitUntilAvailable(() => checkSchema(sql), { ...wait, what: 'the database' });
  return genesisHash;
}

async function checkSchema(sql: Sql): Promise<void> {
  const [row] = await sql<{ ready: boolean }[]>`SELECT to_regclass('lend.poll_batches') IS NOT NULL AS ready`;
  if (row?.ready !== true) throw new Error('its tables are not there: run the migrations of @tidemark/schema first');
}
