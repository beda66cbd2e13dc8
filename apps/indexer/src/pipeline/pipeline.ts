import { DAY_MS, TOKEN_2022_PROGRAM_ADDRESS } from '@tidemark/core';
import { listKnownSymbols, type Protocol } from '@tidemark/protocols';
import {
  type Database,
  getDatabaseTime,
  getFreshness,
  getSlotClockPair,
  listMarketConfigs,
  listMarketInfo,
  listQuarantineCounts,
  listReserveIdentities,
  listReserveMints,
  listReservesToPoll,
  nameReserves,
  type PollBatch,
  type QuarantineCount,
  type Sql,
  writePollBatches,
} from '@tidemark/schema';
import { errorCode } from '@tidemark/runtime';
import type { Logger } from 'pino';
import { followOf, type FollowSettings, type IndexerConfig, isFollowedBy, isListedBy } from '../config.ts';
import type { PlannedBatch } from '../jobs/poll.ts';
import type { IndexerMetrics } from '../metrics.ts';
import {
  ACCOUNTS_METHOD,
  cadenceTerms,
  fetchPerformanceSamples,
  type Rpc,
  type RpcClient,
  RpcError,
  standsAfterMs,
  systemClock,
} from '../rpc/index.ts';
import { type BankClock, openClocks } from './bank-clock.ts';
import { CompanionBook } from './companions.ts';
import { discover, type DiscoverReport } from './discover.ts';
import { batchSizeOf } from './fetch-batch.ts';
import { IdentityBook } from './identities.ts';
import { MarketDirectory } from './market-directory.ts';
import { PipelineObserver } from './observe.ts';
import { ReserveDecoder } from './reserve-decoder.ts';
import {
  beginAttempt,
  type PollBatchDeps,
  type PollBatchReport,
  type PollBatchWork,
  readPollBatch,
  recordWaiting,
  runPollBatch,
} from './run-poll-batch.ts';
import { SlotDurationSource } from './slot-duration.ts';
import { SlotFloor } from './slot-floor.ts';
import { type StoredAccounts, storeMarkets, storeMints } from './store-accounts.ts';
import { countUnknownSizes, type UnknownSize } from './unknown-sizes.ts';

export interface PipelineOptions {
  readonly protocol: Protocol;
  readonly config: IndexerConfig;
  readonly database: Database;
  readonly rpc: RpcClient;
  readonly genesisHash: string;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
}

/** In place of a node: what a bank held, how long its slots took, and when it is said to have been read. */
export interface PastBank extends Pick<PollBatchDeps, 'slotFloor' | 'slotDuration' | 'wallClock' | 'gapAfterMs'> {
  readonly work: PollBatchWork;
}

/** About ten minutes. */
const PERFORMANCE_SAMPLES = 10;
const CLOCK_PAIR_SPAN_MS = 30 * 60_000;
/** Lending markets are read by discovery only, every ten minutes unless configured otherwise. */
const QUARANTINE_SPAN_MS = 3_600_000;

/** The work that jobs do for one protocol: its steps over one database, one RPC client and one configuration. */
export class Pipeline {
  readonly protocol: Protocol;
  /** Of the protocol. */
  readonly name: string;
  readonly #options: PipelineOptions;
  readonly #follow: FollowSettings;
  readonly #isFollowed: (lendingMarket: string) => boolean;
  readonly #observer: PipelineObserver;
  readonly #companions = new CompanionBook();
  #sizesDueAt = 0;
  readonly #bankClock: BankClock;
  readonly #batchDeps: PollBatchDeps & { readonly slotDuration: SlotDurationSource };
  /** Of their own: accounts of a past must not take the place of those that the next poll compares with. */
  readonly #pastDeps: Pick<PollBatchDeps, 'decoder' | 'companions'>;

  constructor(options: PipelineOptions) {
    const { protocol, config, database, rpc, logger, metrics } = options;
    const { sql } = database;
    this.protocol = protocol;
    this.name = protocol.name;
    this.#options = options;
    this.#follow = followOf(config, protocol);
    this.#isFollowed = isFollowedBy(this.#follow);
    this.#observer = new PipelineObserver(logger, metrics);
    const polling = rpc.withTerms(cadenceTerms('poll', config.pollIntervalMs, config.rpcTimeoutMs));
    const { wallClock, bankClock } = openClocks(sql, config.clockToleranceMs);
    this.#bankClock = bankClock;
    this.#batchDeps = {
      protocol,
      isListed: isListedBy(config, protocol),
      arithmetic: config.arithmetics[protocol.name] ?? protocol.arithmetics[0],
      decoder: new ReserveDecoder(protocol),
      companions: this.#companions,
      identities: new IdentityBook({ clock: systemClock, load: (addresses) => listReserveIdentities(sql, addresses) }),
      rpc: polling,
      sql,
      slotDuration: createSlotDuration(options, polling),
      markets: new MarketDirectory({
        clock: systemClock,
        load: async (addresses) => {
          const rows = await listMarketConfigs(sql, addresses);
          return new Map(rows.map(({ address, config: stored }) => [address, stored]));
        },
        fetch: async (addresses) => (await this.#readMarkets(addresses, `markets-${Date.now()}`)).configs,
      }),
      slotFloor: new SlotFloor(
        systemClock,
        this.#bankClock,
        (lane) => logger.warn({ lane }, 'all nodes are behind: slots may go back'),
        standsAfterMs(config.gapAfterMs),
      ),
      wallClock,
      heartbeatMs: config.heartbeatMs,
      gapAfterMs: config.gapAfterMs,
    };
    this.#pastDeps = { decoder: new ReserveDecoder(protocol), companions: new CompanionBook() };
    metrics.quarantineCounts.observe(() => countQuarantined(sql, config.protocols));
    metrics.observeDatabase(() => getDatabaseTime(sql));
  }

  /** How long a slot takes on this chain. */
  get slotDuration(): SlotDurationSource {
    return this.#batchDeps.slotDuration;
  }

  /** Addresses of the reserves to poll, in the order of their bytes. */
  async listAddresses(): Promise<readonly string[]> {
    return (await this.#listReserves()).map(({ address }) => address);
  }

  /** The same in batches of one call each, companions included. */
  async listBatches(): Promise<readonly PlannedBatch[]> {
    const size = batchSizeOf(this.#options.rpc);
    const batches = this.#companions.split(await this.listAddresses(), size);
    return batches.map((addresses) => ({
      protocol: this.name,
      addresses,
      companions: this.#companions.of(addresses, size),
    }));
  }

  /** Reads, derives and stores a batch: several, where the endpoints take fewer accounts in a call; the last one is reported. */
  async runBatch(work: PollBatchWork): Promise<PollBatchReport> {
    const size = batchSizeOf(this.#options.rpc);
    const { companions = this.#companions.of(work.addresses), ...own } = work;
    if (work.addresses.length === 1 || work.addresses.length + companions.length <= size) {
      try {
        return await this.#runOne(work);
      } catch (error) {
        // How many they take is known once they have refused so many.
        if (errorCode(error) !== 'REQUEST_TOO_LARGE' || batchSizeOf(this.#options.rpc) >= size) throw error;
      }
    }
    const [first = [], ...rest] = this.#companions.split(work.addresses, batchSizeOf(this.#options.rpc));
    let report = await this.runBatch({ ...own, addresses: first });
    for (const [place, addresses] of rest.entries()) {
      report = await this.runBatch({ ...own, addresses, id: `${work.id}.${place + 1}` });
    }
    return report;
  }

  /** Records that a batch could not be asked for in its interval, and whether it waited for a limit of calls or for a worker. */
  async recordWaiting(work: PollBatchWork): Promise<void> {
    const { rpc, config } = this.#options;
    const isLimited = rpc.hasHeldBack(ACCOUNTS_METHOD, config.pollIntervalMs);
    const code = isLimited ? 'RATE_LIMITED' : 'WAITED_FOR_WORKER';
    this.#observer.batchWaited(code);
    await recordWaiting(this.#batchDeps, work, code);
  }

  async #runOne(work: PollBatchWork): Promise<PollBatchReport> {
    try {
      const report = await runPollBatch(this.#batchDeps, work);
      this.#observer.batchCommitted(report);
      return report;
    } catch (error) {
      this.#observer.batchFailed(error);
      throw error;
    }
  }

  /**
   * Stores banks of a simulated past as polls would have that read them, in one transaction. Neither log nor metrics tell of it: nothing
   * was polled.
   */
  async storePast(banks: readonly PastBank[]): Promise<void> {
    const batches: PollBatch[] = [];
    for (const { work, ...bank } of banks) {
      const deps = { ...this.#batchDeps, ...this.#pastDeps, ...bank };
      batches.push((await readPollBatch(deps, work, await beginAttempt(deps))).batch);
    }
    await writePollBatches(this.#batchDeps.sql, batches);
  }

  /** A poll of the past that fails, which leaves a failed attempt. */
  async failInPast({ work, ...bank }: PastBank): Promise<void> {
    await runPollBatch({ ...this.#batchDeps, ...this.#pastDeps, ...bank }, work);
  }

  async discover(id: string): Promise<DiscoverReport> {
    const { protocol, rpc, genesisHash, database } = this.#options;
    const knownReserves = await this.#listReserves();
    const report = await discover(
      {
        protocol,
        rpc,
        follow: this.#follow,
        genesisHash,
        knownReserves,
        // Those of reserves that are known by name alone, too: only what is read is known to be listed.
        listKnownMarkets: async () =>
          (await listMarketInfo(database.db, { protocol: this.name }))
            .map(({ address }) => address)
            .concat(knownReserves.map(({ lendingMarket }) => lendingMarket))
            .filter(this.#isFollowed),
        storeMarkets: (addresses) => this.#readMarkets(addresses, id),
        storeMints: () => this.#readMints(id),
        runBatch: (work) => this.runBatch(work),
      },
      id,
    );
    this.#observer.discovered(report);
    return report;
  }

  /**
   * Once a day, and after everything else: counts accounts in sizes that no decoder knows. Null where that is not due, or the provider does not
   * list accounts now; then the next call tries again.
   */
  async countUnknownSizes(): Promise<readonly UnknownSize[] | null> {
    if (systemClock.now() < this.#sizesDueAt) return null;
    try {
      const found = await countUnknownSizes(this.#options.rpc.withTerms({ priority: 'search' }), this.protocol);
      this.#sizesDueAt = systemClock.now() + DAY_MS;
      this.#observer.countedSizes(this.name, found);
      return found;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#options.logger.debug({ err: error }, 'accounts of unknown sizes were not counted');
      return null;
    }
  }

  async #listReserves() {
    const reserves = await listReservesToPoll(this.#options.database.db, { protocol: this.name });
    for (const { address, companions } of reserves) this.#companions.learn(address, companions);
    return reserves.filter(({ lendingMarket }) => this.#isFollowed(lendingMarket));
  }

  async #readMarkets(addresses: readonly string[], sightingId: string) {
    const { protocol, rpc, database } = this.#options;
    const { isListed } = this.#batchDeps;
    const stored = await storeMarkets(
      { protocol, isListed, rpc, sql: database.sql, bankClock: this.#bankClock },
      addresses,
      sightingId,
    );
    this.#observer.stored(stored);
    return { ...stored, configs: new Map(stored.rows.map(({ address, config }) => [address, config])) };
  }

  /** Mints of the Token-2022 program that reserves on chain lend, others have no extensions; then reserves are named by what is known. */
  async #readMints(sightingId: string): Promise<StoredAccounts<unknown>> {
    const { rpc, database } = this.#options;
    const filter = { protocol: this.name, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS };
    const mints = (await listReserveMints(database.sql, filter))
      .filter(({ lendingMarkets }) => lendingMarkets.some(this.#isFollowed))
      .map(({ mint }) => mint);
    const stored = await storeMints({ rpc, sql: database.sql, bankClock: this.#bankClock }, mints, sightingId);
    await nameReserves(database.sql, { protocol: this.name, known: listKnownSymbols() });
    this.#observer.stored(stored);
    return stored;
  }
}

function createSlotDuration(
  { protocol, config, database, logger, metrics }: PipelineOptions,
  rpc: Rpc,
): SlotDurationSource {
  return new SlotDurationSource({
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

/** Accounts refused within the hour before the newest stored bank, by the time of the chain. */
async function countQuarantined(sql: Sql, protocols: readonly Protocol[]): Promise<QuarantineCount[]> {
  const known = await Promise.all(protocols.map(({ name }) => getFreshness(sql, { protocol: name })));
  const times = known.flatMap((freshness) => freshness?.newestObservedAt.getTime() ?? []);
  if (times.length === 0) return listQuarantineCounts(sql, {});
  return listQuarantineCounts(sql, { since: new Date(Math.max(...times) - QUARANTINE_SPAN_MS) });
}
