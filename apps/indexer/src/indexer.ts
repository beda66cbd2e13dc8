import { Closers, errorCode, type OpsServer, type ReadyReport, startOpsServer, type Watchdog } from '@tidemark/runtime';
import { ensurePartitions, getDatabaseTime, getFreshness, type Sql } from '@tidemark/schema';
import type { Logger } from 'pino';
import { startAudits } from './audit/start-audits.ts';
import type { IndexerConfig } from './config.ts';
import { type Connections, openConnections, waitForConnections } from './connections.ts';
import { createPipeline } from './create-pipeline.ts';
import { startFollower } from './follow/start-follower.ts';
import { createIndexerMetrics, type IndexerMetrics } from './metrics.ts';
import { inTurn } from './in-turn.ts';
import { checkReadiness } from './readiness.ts';
import { startContainment } from './start-containment.ts';
import { createRollup } from './rollup/create-rollup.ts';
import { createSharedGauges } from './rollup/shared-gauges.ts';
import { EXIT_UNAVAILABLE, StartError } from './wait-until-available.ts';
import { watchPolls } from './jobs/watch-polls.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { purgeOldAudits, purgeOldBatches } from './jobs/upkeep.ts';

export interface IndexerDeps {
  readonly logger: Logger;
  readonly metrics?: IndexerMetrics;
  /** Ends the process when polls come to no end any more. Nobody watches when left out. */
  readonly watchdog?: Watchdog;
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

/** Of each part, unless it says otherwise. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Of all of it together: below the 25 s after which the process ends itself with 1. */
const CLOSE_ALL_TIMEOUT_MS = 20_000;
/** A batch in flight may wait for one RPC answer and one commit. */
const FINISH_PATIENCE_MS = 20_000;
/** Partitions are made for this month and so many after it. */
const PARTITION_MONTHS_AHEAD = 2;

/** The only writer of chain data. Several may run at once, in one process or in many, on one queue and one database. */
export function createIndexer(
  config: IndexerConfig,
  { logger, metrics = createIndexerMetrics(), watchdog }: IndexerDeps,
): Indexer {
  watchdog?.addMetrics(metrics.metrics);
  const closers = new Closers(logger, { timeoutMs: CLOSE_TIMEOUT_MS, totalMs: CLOSE_ALL_TIMEOUT_MS });
  const stopping = new AbortController();
  let ops: OpsServer | undefined;
  let connections: Connections | undefined;
  let starting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function begin(): Promise<void> {
    const server = await openOps(config, metrics, () => readinessOf(config, connections));
    ops = server;
    closers.add('ops server', () => server.close());
    const opened = openConnections({ config, logger, metrics, closers });
    connections = opened;
    const { signal } = stopping;
    const { database, maintenance, backend, rpc } = opened;
    const makePartitions = () => makeComingPartitions(maintenance.sql);
    const endpoints = config.rpcUrls.length;
    const { pollIntervalMs } = config;
    const protocols = config.protocols.map(({ name }) => name);
    const wait = { timeoutMs: config.startTimeoutMs, logger, signal, endpoints, pollIntervalMs, protocols };
    const genesisHash = await waitForConnections(opened, wait);
    signal.throwIfAborted();
    // Rows of a month without a partition have a place all the same; who reads the table for long, as a dump does, keeps new
    // partitions away and must not keep an indexer from starting.
    await makePartitions().catch((error: unknown) =>
      logger.warn({ err: error }, 'partitions of the coming months could not be made: the maintenance tries again'),
    );
    const pipelines = config.protocols.map((protocol) =>
      createPipeline({ protocol, config, database, rpc, genesisHash, logger, metrics }),
    );
    const onEnd = watchdog === undefined ? undefined : watchPolls({ watchdog, config, backend, sql: database.sql });
    const shares = createSharedGauges(metrics);
    const rollups = protocols.map((protocol) =>
      createRollup({ sql: maintenance.sql, protocol, signal, logger, metrics: shares.of(protocol) }),
    );
    const rollUp = () => inTurn(rollups, (run) => run());
    const audit = startAudits({ config, database: maintenance, genesisHash, logger, metrics, closers, signal });
    const upkeep = {
      makePartitions,
      purgeBatches: () => purgeOldBatches(maintenance.sql, config),
      purgeAudits: () => purgeOldAudits(maintenance.sql, config),
    };
    const work = { pipelines, maintenance: upkeep, rollUp, audit };
    const deps = { config, backend, ...work, logger, metrics, closers, signal };
    const jobs = await startJobs({ ...deps, ...(onEnd && { onEnd }) });
    startContainment({ sql: maintenance.sql, config, logger, closers });
    const { follow } = config;
    if (follow !== null) {
      const followers = config.protocols.flatMap((protocol, i) => {
        const pipeline = pipelines[i];
        if (pipeline === undefined) return [];
        return [startFollower({ protocol, config, follow, pipeline, ...jobs, logger, metrics })];
      });
      closers.add('followers', () => Promise.all(followers.map((one) => one.stop())), FINISH_PATIENCE_MS);
    }
    const rpcEndpoints = config.rpcUrls.length;
    logger.info({ queue: backend.kind, genesisHash, rpcEndpoints, ops: server.url }, 'indexer started');
  }

  async function end(): Promise<void> {
    stopping.abort();
    connections?.rpc.stopRetrying();
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

async function openOps(
  { opsPort: port, opsHost: host }: IndexerConfig,
  metrics: IndexerMetrics,
  ready: () => Promise<ReadyReport>,
): Promise<OpsServer> {
  try {
    return await startOpsServer({ port, host, ready, metrics: metrics.metrics });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new StartError(`port ${port} of ${host} is taken (INDEXER_PORT)`, EXIT_UNAVAILABLE, error);
  }
}

async function makeComingPartitions(sql: Sql): Promise<readonly string[]> {
  const now = await getDatabaseTime(sql);
  const { created } = await ensurePartitions(sql, { now, monthsAhead: PARTITION_MONTHS_AHEAD });
  return created;
}

async function readinessOf(
  { pollIntervalMs, protocols }: IndexerConfig,
  connections: Connections | undefined,
): Promise<ReadyReport> {
  if (connections === undefined) return { ready: false, checks: { started: { ok: false } } };
  const { backend, database } = connections;
  const { sql } = database;
  const commitAgeMs = async (): Promise<number | null> => {
    const known = await Promise.all(protocols.map(({ name }) => getFreshness(sql, { protocol: name })));
    const times = known.flatMap((freshness) => freshness?.newestRecordedAt.getTime() ?? []);
    return times.length === 0 ? null : (await getDatabaseTime(sql)).getTime() - Math.max(...times);
  };
  return checkReadiness({ commitAgeMs, pingQueue: () => backend.ping(), pollIntervalMs });
}
