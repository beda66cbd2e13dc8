import { Closers, errorCode, type OpsServer, type ReadyReport, startOpsServer, type Watchdog } from '@tidemark/runtime';
import { markChainSimulated } from '@tidemark/schema';
import type { Logger } from 'pino';
import { Audits } from './audit/audits.ts';
import type { IndexerConfig } from './config.ts';
import { type Connections, openConnections, waitForConnections } from './connections.ts';
import { Follower } from './follow/follower.ts';
import { startJobs } from './jobs/start-jobs.ts';
import {
  dropOldPrices,
  makePartitions,
  moveOldHistory,
  purgeOldAudits,
  purgeOldBatches,
  purgeOldLiquidityBatches,
  purgeOldPriceBatches,
  sealOldHistory,
} from './jobs/upkeep.ts';
import { watchPolls } from './jobs/watch-polls.ts';
import { createLiquidity, type Liquidity } from './liquidity/liquidity.ts';
import { PoolFollower } from './liquidity/pool-follower.ts';
import { createIndexerMetrics, type IndexerMetrics } from './metrics.ts';
import { askSimulatedStart, expectPastChain, fetchLocalnetStart } from './past/localnet-start.ts';
import { PastFiller, type WantedPast } from './past/past-filler.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { createPrices } from './prices/prices.ts';
import { checkReadiness, readCommitAgeMs } from './readiness.ts';
import { Rollups } from './rollup/rollups.ts';
import { inTurn } from './run-alone.ts';
import { startContainment } from './start-containment.ts';
import { EXIT_UNAVAILABLE, StartError, waitUntilAvailable } from './wait-until-available.ts';

export interface IndexerDeps {
  readonly logger: Logger;
  readonly metrics?: IndexerMetrics;
  /** Ends the process when no poll ends any more; not watched when left out. */
  readonly watchdog?: Watchdog;
}

/** Of each part, unless it says otherwise. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Of all of it together: below the 25 s after which the process ends itself with 1. */
const CLOSE_ALL_TIMEOUT_MS = 20_000;
/** A batch in flight may wait for one RPC answer and one commit. */
const FINISH_TIMEOUT_MS = 20_000;

/** The only writer of chain data. Several may run at once, in one process or in many, on one queue and one database. */
export class Indexer {
  readonly metrics: IndexerMetrics;
  readonly #config: IndexerConfig;
  readonly #logger: Logger;
  readonly #watchdog: Watchdog | undefined;
  readonly #closers: Closers;
  readonly #stopping = new AbortController();
  #ops: OpsServer | undefined;
  #connections: Connections | undefined;
  #starting: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(config: IndexerConfig, { logger, metrics = createIndexerMetrics(), watchdog }: IndexerDeps) {
    this.metrics = metrics;
    this.#config = config;
    this.#logger = logger;
    this.#watchdog = watchdog;
    this.#closers = new Closers(logger, { timeoutMs: CLOSE_TIMEOUT_MS, totalMs: CLOSE_ALL_TIMEOUT_MS });
    watchdog?.addMetrics(metrics.metrics);
  }

  /** Where /health, /ready and /metrics are; null before the start. */
  opsUrl(): string | null {
    return this.#ops?.url ?? null;
  }

  /** Resolves when jobs run. Fails with StartError, and then holds nothing open. */
  start(): Promise<void> {
    this.#starting ??= this.#begin().catch(async (error: unknown) => {
      await this.#closers.closeAll();
      throw error;
    });
    return this.#starting;
  }

  /** Finishes the jobs that run and closes everything in order. Safe to call at any time, and twice. */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#stopping.abort();
    this.#connections?.rpc.stopRetrying();
    await this.#starting?.catch(() => undefined);
    await this.#closers.closeAll();
  }

  async #begin(): Promise<void> {
    const { metrics } = this;
    const [config, logger, closers, { signal }] = [this.#config, this.#logger, this.#closers, this.#stopping];
    const ops = await this.#openOps();
    closers.add('ops server', () => ops.close());
    const connections = openConnections({ config, logger, metrics, closers });
    this.#connections = connections;
    const { database, maintenance, backend, rpc } = connections;
    const genesisHash = await waitForConnections(connections, config, { logger, signal });
    signal.throwIfAborted();
    // Rows of a month without a partition are stored all the same. A dump that reads the table keeps new partitions away and must
    // not keep an indexer from starting.
    await makePartitions(maintenance.sql).catch((error: unknown) =>
      logger.warn({ err: error }, 'partitions of the coming months could not be made: the maintenance tries again'),
    );
    const shared = { config, genesisHash, logger, metrics };
    const pipelines = config.protocols.map((protocol) => new Pipeline({ ...shared, protocol, database, rpc }));
    const protocols = config.protocols.map(({ name }) => name);
    const rollups = new Rollups({ sql: maintenance.sql, protocols, signal, logger, metrics });
    const past = await this.#preparePast(genesisHash, connections);
    const audits = new Audits({ ...shared, database: maintenance, closers, signal });
    const prices = createPrices({ ...shared, pipelines, rpc, sql: database.sql, maintenance: maintenance.sql });
    closers.add('services of prices', () => prices?.close());
    const liquidity = createLiquidity({ ...shared, signal, rpc, sql: database.sql, maintenance: maintenance.sql });
    const work = {
      prices,
      liquidity,
      rollUp: () => rollups.run(),
      audit: () => audits.run(),
      maintain: {
        partitionsMade: () => makePartitions(maintenance.sql),
        batchesPurged: () => purgeOldBatches(maintenance.sql, config),
        auditsPurged: () => purgeOldAudits(maintenance.sql, config),
        historyMoved: () => moveOldHistory(maintenance.sql, signal),
        historySealed: () => sealOldHistory(maintenance.sql, signal),
        priceBatchesPurged: () => purgeOldPriceBatches(maintenance.sql, config),
        liquidityBatchesPurged: () => purgeOldLiquidityBatches(maintenance.sql, config),
        priceMonthsDropped: () => dropOldPrices(maintenance.sql, config),
        unknownSizes: () => inTurn(pipelines, (pipeline) => pipeline.countUnknownSizes()),
      },
    };
    const watchdog = this.#watchdog;
    const onEnd = watchdog && watchPolls({ watchdog, config, backend, sql: database.sql });
    const jobs = await startJobs({ ...shared, backend, pipelines, work, closers, signal, ...(onEnd && { onEnd }) });
    if (past !== null) {
      const rollUp = () => rollups.run();
      const filler = new PastFiller({ ...past, sql: maintenance.sql, pipelines, rollUp, logger, signal });
      closers.add('simulated history', () => filler.stop(), FINISH_TIMEOUT_MS);
      filler.start();
    }
    startContainment({ sql: maintenance.sql, config, logger, closers });
    this.#follow(pipelines, jobs);
    if (liquidity !== null) this.#followPools(liquidity, jobs);
    const rpcEndpoints = config.rpcUrls.length;
    logger.info({ queue: backend.kind, genesisHash, rpcEndpoints, ops: ops.url }, 'indexer started');
  }

  /** What is written of the time before the chain began: nothing but of a localnet, and where it is asked for. */
  async #preparePast(genesisHash: string, { rpc, database }: Connections): Promise<WantedPast | null> {
    const { localnetHistoryDays: days, startTimeoutMs } = this.#config;
    const start = await fetchLocalnetStart(() => askSimulatedStart(rpc), genesisHash).catch((error: unknown) => {
      if (days > 0) throw new StartError('the start of the localnet could not be read', EXIT_UNAVAILABLE, error);
      // Nothing depends on it: the next start asks again.
      return null;
    });
    if (start !== null) {
      // The database answered a moment ago, and can be gone again.
      const wait = { what: 'the database', deadline: performance.now() + startTimeoutMs, logger: this.#logger };
      const mark = () => markChainSimulated(database.sql, genesisHash);
      await waitUntilAvailable(mark, { ...wait, signal: this.#stopping.signal });
    }
    return days === 0 ? null : { days, chain: expectPastChain(genesisHash, start) };
  }

  #follow(pipelines: readonly Pipeline[], jobs: Awaited<ReturnType<typeof startJobs>>): void {
    const { metrics } = this;
    const [config, logger] = [this.#config, this.#logger];
    const { follow } = config;
    if (follow === null) return;
    const followers = pipelines.map(
      (pipeline) => new Follower({ protocol: pipeline.protocol, config, follow, pipeline, jobs, logger, metrics }),
    );
    this.#closers.add('followers', () => Promise.all(followers.map((one) => one.stop())), FINISH_TIMEOUT_MS);
  }

  #followPools(liquidity: Liquidity, { requestLiquidity }: Awaited<ReturnType<typeof startJobs>>): void {
    const { follow, liquidity: settings, ...config } = this.#config;
    if (follow === null || settings.followPools === 0) return;
    const follower = new PoolFollower({
      config,
      follow,
      minIntervalMs: settings.followMinIntervalMs,
      requestRead: async (pools, slot) => {
        liquidity.noteChanged(pools, slot);
        await requestLiquidity();
      },
      logger: this.#logger,
      metrics: this.metrics,
    });
    liquidity.watchLargest((pools) => follower.follow(pools));
    this.#closers.add('follower of pools', () => follower.stop());
  }

  async #openOps(): Promise<OpsServer> {
    const { opsPort: port, opsHost: host } = this.#config;
    try {
      const ready = () => this.#readiness();
      this.#ops = await startOpsServer({ port, host, ready, metrics: this.metrics.metrics });
      return this.#ops;
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error;
      throw new StartError(`port ${port} of ${host} is taken (INDEXER_PORT)`, EXIT_UNAVAILABLE, error);
    }
  }

  async #readiness(): Promise<ReadyReport> {
    if (this.#connections === undefined) return { ready: false, checks: { started: { ok: false } } };
    const { backend, database } = this.#connections;
    const { pollIntervalMs, protocols } = this.#config;
    return checkReadiness({
      commitAgeMs: () =>
        readCommitAgeMs(
          database.sql,
          protocols.map(({ name }) => name),
        ),
      pingQueue: () => backend.ping(),
      pollIntervalMs,
    });
  }
}
