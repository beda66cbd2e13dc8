import { TOKEN_2022_PROGRAM_ADDRESS } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import {
  type Database,
  getDatabaseTime,
  getFreshness,
  getSlotClockPair,
  listMarketInfo,
  listMarketConfigs,
  listQuarantineCounts,
  listReserveMints,
  listReservesToPoll,
  type QuarantineCount,
  type Sql,
} from '@tidemark/schema';
import type { Logger } from 'pino';
import { followOf, type IndexerConfig, isFollowedBy } from './config.ts';
import type { PlannedBatch } from './jobs/poll.ts';
import type { IndexerMetrics } from './metrics.ts';
import { createConfigChangeTeller, observeBatches, observeDiscovery } from './pipeline/observe.ts';
import { createDatabaseClock } from './pipeline/database-clock.ts';
import { type DiscoverDeps, discover, type DiscoverReport } from './pipeline/discover.ts';
import { CompanionBook } from './pipeline/companions.ts';
import { createMarketDirectory, type MarketDirectory } from './pipeline/market-directory.ts';
import { createQuarantineTeller } from './pipeline/quarantine.ts';
import {
  type PollBatchDeps,
  type PollBatchReport,
  type PollBatchWork,
  runPollBatch,
} from './pipeline/run-poll-batch.ts';
import { createSlotDurationSource, type SlotDurationSource } from './pipeline/slot-duration.ts';
import { createSlotFloor } from './pipeline/slot-floor.ts';
import { type StoredMarkets, storeMarkets } from './pipeline/store-markets.ts';
import { storeMints } from './pipeline/store-mints.ts';
import { fetchPerformanceSamples, type RpcClient, systemClock } from './rpc/index.ts';

export interface PipelineDeps {
  readonly protocol: Protocol;
  readonly config: IndexerConfig;
  readonly database: Database;
  readonly rpc: RpcClient;
  readonly genesisHash: string;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
}

/** The work that jobs do for one protocol, bound to what it works on. */
export interface Pipeline {
  /** Of the protocol. */
  readonly name: string;
  /** Addresses of the reserves to poll, in the order of their bytes. */
  readonly listAddresses: () => Promise<readonly string[]>;
  /** The same in batches of one call each, companions included. */
  readonly listBatches: () => Promise<readonly PlannedBatch[]>;
  readonly runBatch: (work: PollBatchWork) => Promise<PollBatchReport>;
  readonly discover: (id: string) => Promise<DiscoverReport>;
}

/** About ten minutes. */
const PERFORMANCE_SAMPLES = 10;
const CLOCK_PAIR_SPAN_MS = 30 * 60_000;
/** Lending markets are read by discovery only, every ten minutes unless configured otherwise. */
const QUARANTINE_SPAN_MS = 3_600_000;

/** Binds the steps to one protocol, one database, one RPC client and one configuration. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { protocol, config, database, rpc, logger, metrics } = deps;
  const { sql, db } = database;
  const tellQuarantined = createQuarantineTeller({ logger, metrics });
  const tellConfigChanges = createConfigChangeTeller({ logger, metrics });
  metrics.observeQuarantine(() => countQuarantined(sql, config.protocols));
  metrics.observeDatabase(() => getDatabaseTime(sql));

  const follow = followOf(config, protocol);
  const isFollowed = isFollowedBy(follow);
  const companions = new CompanionBook();
  const listFollowed = async () =>
    (await listReservesToPoll(db, { protocol: protocol.name })).filter(({ lendingMarket }) =>
      isFollowed(lendingMarket),
    );

  const readMarkets = async (addresses: readonly string[], sightingId: string): Promise<StoredMarkets> => {
    const stored = await storeMarkets({ protocol, rpc, sql }, addresses, sightingId);
    tellQuarantined(stored.quarantined);
    tellConfigChanges(stored.configChanges);
    return stored;
  };

  const batchDeps: PollBatchDeps = {
    protocol,
    arithmetic: config.arithmetics[protocol.name] ?? protocol.arithmetics[0],
    companions,
    rpc,
    sql,
    slotDuration: createSlotDuration(deps),
    markets: createMarkets(deps, readMarkets),
    slotFloor: createSlotFloor(systemClock),
    wallClock: createDatabaseClock({
      read: async () => (await getDatabaseTime(sql)).getTime(),
      clock: systemClock,
      machineMs: () => Date.now(),
    }),
    heartbeatMs: config.heartbeatMs,
    gapAfterMs: config.gapAfterMs,
    onFloorGivenUp: (lane) => logger.warn({ lane }, 'all nodes are behind: slots may go back'),
  };
  const observers = { metrics, tellQuarantined, tellConfigChanges };
  const runBatch = observeBatches((work) => runPollBatch(batchDeps, work), observers);

  const discoverDeps: DiscoverDeps = {
    protocol,
    rpc,
    follow,
    genesisHash: deps.genesisHash,
    listKnownReserves: async () =>
      (await listFollowed()).map(({ address, missingSinceSlot }) => ({
        address,
        isMissing: missingSinceSlot !== null,
      })),
    listKnownMarkets: async () =>
      (await listMarketInfo(db, { protocol: protocol.name })).map(({ address }) => address).filter(isFollowed),
    storeMarkets: readMarkets,
    listMints: async () => {
      const mints = await listReserveMints(sql, { protocol: protocol.name, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS });
      return mints.filter(({ lendingMarkets }) => lendingMarkets.some(isFollowed)).map(({ mint }) => mint);
    },
    storeMints: async (addresses, sightingId) => {
      const { stored, quarantined } = await storeMints({ rpc, sql }, addresses, sightingId);
      tellQuarantined(quarantined);
      return stored;
    },
    runBatch,
  };

  const listAddresses = async () => (await listFollowed()).map(({ address }) => address);
  return {
    name: protocol.name,
    listAddresses,
    listBatches: async () =>
      companions.split(await listAddresses()).map((addresses) => ({ protocol: protocol.name, addresses })),
    runBatch,
    discover: observeDiscovery((id) => discover(discoverDeps, id), { logger, metrics }),
  };
}

function createSlotDuration({ protocol, config, database, rpc, logger, metrics }: PipelineDeps): SlotDurationSource {
  return createSlotDurationSource({
    fetchSamples: () => fetchPerformanceSamples(rpc, PERFORMANCE_SAMPLES),
    loadClockPair: () => getSlotClockPair(database.sql, { protocol: protocol.name, spanMs: CLOCK_PAIR_SPAN_MS }),
    configuredMs: config.slotDurationMs,
    clock: systemClock,
    onRefused(source, reason) {
      metrics.slotDurationRefused.inc({ source });
      logger.warn({ source, reason }, 'no slot duration from this source');
    },
  });
}

function createMarkets({ database }: PipelineDeps, readMarkets: DiscoverDeps['storeMarkets']): MarketDirectory {
  return createMarketDirectory({
    clock: systemClock,
    async load(addresses) {
      const rows = await listMarketConfigs(database.sql, addresses);
      return new Map(rows.map(({ address, config }) => [address, config]));
    },
    fetch: async (addresses) => (await readMarkets(addresses, `markets-${Date.now()}`)).configs,
  });
}

/** Accounts refused within the hour before the newest stored bank, by the time of the chain. */
async function countQuarantined(sql: Sql, protocols: readonly Protocol[]): Promise<QuarantineCount[]> {
  const known = await Promise.all(protocols.map(({ name }) => getFreshness(sql, { protocol: name })));
  const [newest] = known
    .flatMap((freshness) => freshness?.newestObservedAt ?? [])
    .toSorted((a, b) => b.getTime() - a.getTime());
  return listQuarantineCounts(
    sql,
    newest === undefined ? {} : { since: new Date(newest.getTime() - QUARANTINE_SPAN_MS) },
  );
}
