import { type Closers, createRepeatFilter, errorCode } from '@tidemark/runtime';
import { createDatabase, type Database, setPollSchedule, type Sql } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { IndexerConfig } from './config.ts';
import { MAX_FOLLOW_BATCHES } from './follow/changes.ts';
import { identifyChain } from './identify-chain.ts';
import type { IndexerMetrics } from './metrics.ts';
import { createQueueBackend } from './queues/postgres-backend.ts';
import type { QueueBackend } from './queues/queue-types.ts';
import { type CallTerms, RpcClient, type RpcError, standsAfterMs } from './rpc/index.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

/** What the indexer works with. */
export interface Connections {
  /** Of what stores polls. */
  readonly database: Database;
  /** Of rollups, audits and maintenance, whose transactions may take longer. */
  readonly maintenance: Database;
  readonly backend: QueueBackend;
  readonly rpc: RpcClient;
}

/** Of a transaction of rollups, rebuilds, audits and maintenance. */
export const MAINTENANCE_LIMITS = { statementTimeoutMs: 60_000, transactionTimeoutMs: 120_000 };

export interface ConnectionDeps {
  readonly config: IndexerConfig;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  readonly closers: Closers;
}

/** Opens everything and registers its closers. Nothing connects yet. */
export function openConnections(deps: ConnectionDeps): Connections {
  const { config, closers } = deps;
  const database = createDatabase({
    url: config.databaseUrl,
    // One per batch at once, and some for the short reads beside them.
    maxConnections: config.batchConcurrency + (config.follow === null ? 0 : MAX_FOLLOW_BATCHES) + 3,
    applicationName: 'tidemark-indexer',
    // A write takes milliseconds; what it locks, no other process can store meanwhile.
    limits: { transactionTimeoutMs: 20_000 },
  });
  closers.add('database', () => database.close());
  const maintenance = createDatabase({
    url: config.maintenanceDatabaseUrl,
    // Two each for rollup and audit, the lock and the work.
    maxConnections: 5,
    applicationName: 'tidemark-maintenance',
    limits: MAINTENANCE_LIMITS,
  });
  closers.add('maintenance database', () => maintenance.close());
  const backend = openBackend(deps);
  closers.add('queue backend', () => backend.close());
  const rpc = openRpc(deps);
  closers.add('rpc', () => rpc.close());
  return { database, maintenance, backend, rpc };
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

function openRpc({ config, logger, metrics }: ConnectionDeps): RpcClient {
  const { rpcUrls: urls, commitment, rpcTimeoutMs: timeoutMs, rpcMaxRetries: maxRetries } = config;
  return new RpcClient(
    {
      ...{ urls, commitment, timeoutMs, maxRetries },
      requestsPerSecond: config.rpcRequestsPerSecond,
      maxKeys: config.rpcMaxAccounts,
      stillMs: standsAfterMs(config.gapAfterMs),
    },
    {
      onAttempt({ method, endpoint, durationMs, outcome }) {
        metrics.rpcDuration.observe({ method, endpoint }, durationMs / 1000);
        if (outcome !== 'ok') metrics.rpcErrors.inc({ method, endpoint, code: outcome });
      },
      onFailure: createRpcReporter(logger),
      onStanding({ isLeft, ...facts }) {
        if (isLeft) logger.warn(facts, 'an RPC endpoint does not keep up with another and is left');
        else logger.info(facts, 'an RPC endpoint has caught up and serves again');
      },
    },
  );
}

/** Once a minute for each endpoint and method. */
const LIMIT_QUIET_MS = 60_000;

/** Says what is limited and what waits for it; other failures, which the next endpoint or round mends, are for whoever looks closer. */
export function createRpcReporter(logger: Logger): (error: RpcError, priority: CallTerms['priority']) => void {
  const repeats = createRepeatFilter(LIMIT_QUIET_MS);
  return (error, waits) => {
    const { code, context } = error;
    if (code !== 'RATE_LIMITED') return logger.debug({ err: error }, 'rpc attempt failed');
    const { method, endpoint, scope, retryAfterMs } = context;
    const suppressed = repeats(`${endpoint} ${method}`, performance.now());
    if (suppressed === null) return;
    const limited = scope === 'endpoint' ? 'all methods' : method;
    const facts = { endpoint, method, limited, waits, retryAfterMs, said: error.message, suppressed };
    logger.warn(facts, `the RPC provider limits ${limited}: calls for ${waits} wait, others go on`);
  };
}

/**
 * Waits until database, queue and chain answer, and makes sure that the database is this chain's. Returns the genesis hash;
 * throws StartError when the time is over or the database holds another chain.
 */
export async function waitForConnections(
  { database, backend, rpc }: Connections,
  { startTimeoutMs, rpcUrls, protocols, pollIntervalMs }: IndexerConfig,
  until: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<string> {
  const wait = { ...until, deadline: performance.now() + startTimeoutMs };
  const { sql } = database;
  await waitUntilAvailable(() => checkSchema(sql), { ...wait, what: 'the database' });
  await waitUntilAvailable(() => backend.prepare(), { ...wait, what: `the queue backend (${backend.kind})` });
  const genesisHash = await identifyChain({ database, rpc, endpoints: rpcUrls.length }, wait);
  // The steps before may have taken long: what answered at the first of them can be gone again.
  for (const { name: protocol } of protocols) {
    const set = () => setPollSchedule(sql, { protocol, pollIntervalMs });
    await waitUntilAvailable(set, { ...wait, what: 'the database' });
  }
  return genesisHash;
}

async function checkSchema(sql: Sql): Promise<void> {
  const [row] = await sql<{ ready: boolean }[]>`SELECT to_regclass('lend.poll_batches') IS NOT NULL AS ready`;
  if (row?.ready !== true) throw new Error('its tables are not there: run the migrations of @tidemark/schema first');
}

/** A connection that is away says so many times a second, through each queue that uses it. */
const QUIET_MS = 10_000;

/** Logs errors of connections, each kind at most once in ten seconds, with the number of those left out. */
export function createErrorReporter(logger: Logger): (source: string, error: Error) => void {
  const repeats = createRepeatFilter(QUIET_MS);
  return (source, error) => {
    const suppressed = repeats(errorCode(error) ?? error.message, performance.now());
    if (suppressed !== null) logger.warn({ source, err: error, suppressed }, 'connection trouble');
  };
}
