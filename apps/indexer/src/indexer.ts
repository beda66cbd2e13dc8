import { errorCode, type OpsServer, type ReadyReport, startOpsServer } from '@tidemark/runtime';
import {
  createDatabase,
  type Database,
  ensurePartitions,
  getFreshness,
  registerChain,
  type Sql,
} from '@tidemark/schema';
import type { Logger } from 'pino';
import { clusterLabelOf } from './cluster-label.ts';
import { createCloserStack } from './closer-stack.ts';
import type { IndexerConfig } from './config.ts';
import { createPipeline } from './create-pipeline.ts';
import { createErrorReporter } from './error-reporter.ts';
import { createIndexerMetrics, type IndexerMetrics } from './metrics.ts';
import { PROTOCOL } from './pipeline/protocol.ts';
import { createQueueBackend } from './queues/create-queue-backend.ts';
import type { QueueBackend } from './queues/queue-backend.ts';
import { checkReadiness } from './readiness.ts';
import { createRpcClient, fetchGenesisHash, type RpcClient } from './rpc/index.ts';
import { EXIT_CHAIN_MISMATCH, EXIT_UNAVAILABLE, StartError } from './start-error.ts';
import { startJobs } from './start-jobs.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

export interface IndexerDeps {
  readonly logger: Logger;
  readonly metrics?: IndexerMetrics;
}

export interface Indexer {
  /** Resolves when jobs run. Fails with StartError, and then holds nothing open. */
  start(): Promise<void>;
  /** Finishes the jobs in hand and closes everything in order. Safe to call at any time, and twice. */
  stop(): Promise<void>;
  /** Where /health, /ready and /metrics are; null before the start. */
  opsUrl(): string | null;
  readonly metrics: IndexerMetrics;
}

/** Partitions are made for this month and so many after it. */
const PARTITION_MONTHS_AHEAD = 2;

/** The only writer of chain data. Several may run at once, in one process or in many, on one queue and one database. */
export function createIndexer(
  config: IndexerConfig,
  { logger, metrics = createIndexerMetrics() }: IndexerDeps,
): Indexer {
  const closers = createCloserStack(logger);
  const stopping = new AbortController();
  let ops: OpsServer | undefined;
  let rpc: RpcClient | undefined;
  let checkReady: () => Promise<ReadyReport> = async () => ({ ready: false, checks: { started: { ok: false } } });
  let starting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function begin(): Promise<void> {
    ops = await openOps();
    const database = openDatabase(config);
    closers.add('database', () => database.close());
    const backend = openBackend();
    closers.add('queue backend', () => backend.close());
    const client = openRpc();
    rpc = client;
    closers.add('rpc', () => client.close());
    checkReady = () => readinessOf(config, database, backend);

    const genesisHash = await waitForAll({ database, backend, rpc: client });
    const pipeline = createPipeline({ config, database, rpc: client, genesisHash, logger, metrics });
    const { sql } = database;
    await makePartitions(sql);
    stopping.signal.throwIfAborted();
    const work = { pipeline, ensurePartitions: () => makePartitions(sql) };
    await startJobs({ config, backend, ...work, logger, metrics, closers, signal: stopping.signal });
    logger.info(
      { queue: backend.kind, genesisHash, rpcEndpoints: config.rpcUrls.length, ops: ops.url },
      'indexer started',
    );
  }

  async function openOps(): Promise<OpsServer> {
    const { opsPort: port, opsHost: host } = config;
    const server = await startOpsServer({ port, host, ready: () => checkReady(), metrics: metrics.metrics }).catch(
      (error: unknown) => {
        if (errorCode(error) !== 'EADDRINUSE') throw error;
        throw new StartError(`port ${port} of ${host} is taken (INDEXER_PORT)`, EXIT_UNAVAILABLE, error);
      },
    );
    closers.add('ops server', () => server.close());
    return server;
  }

  function openBackend(): QueueBackend {
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

  function openRpc(): RpcClient {
    const { rpcUrls: urls, commitment, rpcTimeoutMs: timeoutMs, rpcMaxRetries: maxRetries } = config;
    return createRpcClient(
      { urls, commitment, timeoutMs, maxRetries, requestsPerSecond: config.rpcRequestsPerSecond },
      {
        onAttempt({ method, endpoint, durationMs, outcome }) {
          metrics.rpcDuration.observe({ method, endpoint }, durationMs / 1000);
          if (outcome !== 'ok') metrics.rpcErrors.inc({ method, endpoint, code: outcome });
        },
        onFailure: (error) => logger.debug({ err: error }, 'rpc attempt failed'),
      },
    );
  }

  /** Waits for what the indexer cannot do without, and makes sure that the database is this chain's. */
  async function waitForAll(deps: { database: Database; backend: QueueBackend; rpc: RpcClient }): Promise<string> {
    const deadline = performance.now() + config.startTimeoutMs;
    const wait = { deadline, logger, signal: stopping.signal };
    const { sql } = deps.database;
    await waitUntilAvailable(() => checkSchema(sql), { ...wait, what: 'the database' });
    await waitUntilAvailable(() => deps.backend.prepare(), {
      ...wait,
      what: `the queue backend (${deps.backend.kind})`,
    });
    const what = 'the Solana RPC endpoint';
    const genesisHash = await waitUntilAvailable(() => fetchGenesisHash(deps.rpc), { ...wait, what });
    await claimChain(sql, genesisHash);
    deps.rpc.pinGenesisHash(genesisHash);
    return genesisHash;
  }

  async function end(): Promise<void> {
    stopping.abort();
    rpc?.stopRetrying();
    await starting?.catch(() => undefined);
    await closers.closeAll();
  }

  return {
    metrics,
    opsUrl: () => ops?.url ?? null,
    start() {
      starting ??= begin().catch(async (error: unknown) => {
        await closers.closeAll();
        throw error;
      });
      return starting;
    },
    stop: () => (stopped ??= end()),
  };
}

function openDatabase(config: IndexerConfig): Database {
  return createDatabase({
    url: config.databaseUrl,
    // One per batch at once, and some for the short reads beside them.
    maxConnections: config.batchConcurrency + 3,
    applicationName: 'tidemark-indexer',
  });
}

async function checkSchema(sql: Sql): Promise<void> {
  const [row] = await sql<{ ready: boolean }[]>`SELECT to_regclass('lend.poll_batches') IS NOT NULL AS ready`;
  if (row?.ready !== true) throw new Error('its tables are not there: run the migrations of @tidemark/schema first');
}

async function claimChain(sql: Sql, genesisHash: string): Promise<void> {
  try {
    await registerChain(sql, { genesisHash, clusterLabel: clusterLabelOf(genesisHash) });
  } catch (error) {
    if (errorCode(error) !== 'CHAIN_MISMATCH' || !(error instanceof Error)) throw error;
    throw new StartError(`wrong chain: ${error.message}`, EXIT_CHAIN_MISMATCH, error);
  }
}

async function makePartitions(sql: Sql): Promise<readonly string[]> {
  const { created } = await ensurePartitions(sql, { now: new Date(), monthsAhead: PARTITION_MONTHS_AHEAD });
  return created;
}

function readinessOf(config: IndexerConfig, database: Database, backend: QueueBackend): Promise<ReadyReport> {
  const { pollIntervalMs } = config;
  const lastCommittedAt = async (): Promise<Date | null> =>
    (await getFreshness(database.sql, { protocol: PROTOCOL }))?.newestRecordedAt ?? null;
  return checkReadiness({ lastCommittedAt, pingQueue: () => backend.ping(), pollIntervalMs }, Date.now());
}
