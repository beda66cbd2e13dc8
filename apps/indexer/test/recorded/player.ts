import { addressFromLabel } from '@tidemark/testing';
import { PROTOCOLS, type Protocol } from '@tidemark/protocols';
import { createLogger, errorCode } from '@tidemark/runtime';
import { createDatabase, type Database, migrate, setPollSchedule } from '@tidemark/schema';
import { identifyChain } from '../../src/identify-chain.ts';
import { createLiquidity } from '../../src/liquidity/liquidity.ts';
import { createIndexerMetrics } from '../../src/metrics.ts';
import { Pipeline } from '../../src/pipeline/pipeline.ts';
import { createPrices } from '../../src/prices/prices.ts';
import { Rollups } from '../../src/rollup/rollups.ts';
import { RpcClient } from '../../src/rpc/index.ts';
import { startTestChain, type TestChain } from '../test-chain.ts';
import { testConfig } from '../test-config.ts';
import { type Line, patched, type RecordedAccount, readRecording, type Work } from './recording.ts';
import { stopClocks, type WallClock } from './wall-clock.ts';

const INTERVAL_MS = 900_000;
/** From the begin of one piece of work to the next. */
const STEP_MS = 1_000;
/** Of no chain that a node could be of. */
const GENESIS_HASH = addressFromLabel('a recorded world');
/** A reserve of Save that lends on through one of Kamino: no program that is known does, so what its account says is added to. */
const WRAPPING = {
  reserve: 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw',
  underlying: { protocol: 'kamino', reserve: 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59' },
};

export interface Played {
  /** The time at which the recording ends: what the clock of the database says from now on. */
  readonly now: Date;
}

/**
 * Fills an empty database by what the indexer does in the recorded world, each time in the same way: real nodes and steps, one after the
 * other, under a clock that moves when the recording says so. Changes the clocks of this process for good.
 */
export async function playRecording(databaseUrl: string): Promise<Played> {
  const lines = await readRecording();
  const start = lines.find((line) => line.do === 'clock');
  if (start === undefined) throw new Error('the recording has no time');
  const before = createDatabase({ url: databaseUrl, maxConnections: 1 });
  const clock = await stopClocks(before.sql, start.wall);
  await migrate({ url: databaseUrl });
  const database = createDatabase({ url: databaseUrl, maxConnections: 4, applicationName: 'recorded world' });
  const chain = await startTestChain();
  const player = new Player({ chain, database, databaseUrl, clock });
  try {
    for (const line of lines) await player.play(line);
    return { now: new Date(clock.now()) };
  } finally {
    player.close();
    await Promise.all([chain.stop(), database.close(), before.close()]);
  }
}

interface PlayerOptions {
  readonly chain: TestChain;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly clock: WallClock;
}

class Player {
  readonly #options: PlayerOptions;
  readonly #accounts = new Map<string, RecordedAccount>();
  #isAway = false;
  #listed: readonly string[] = [];
  #indexer: RecordedIndexer | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  async play(line: Line): Promise<void> {
    const { chain, clock } = this.#options;
    switch (line.do) {
      case 'clock':
        await clock.set(line.wall);
        return chain.setClock({ slot: line.slot, unixTime: line.unixTime });
      case 'put':
        return this.#put(line.address, { owner: line.owner, data: Buffer.from(line.data, 'base64') });
      case 'patch': {
        const known = this.#accounts.get(line.address);
        if (known === undefined) throw new Error(`there is no account ${line.address} to change`);
        return this.#put(line.address, { ...known, data: patched(known.data, line.edits) });
      }
      case 'remove':
        this.#accounts.delete(line.address);
        return chain.remove(line.address);
      case 'away':
        this.#isAway = line.isAway;
        return this.#setFaults();
      case 'listed':
        this.#listed = line.markets;
        return this.close();
      case 'run':
        return this.#run(line.work, line.code);
    }
  }

  close(): void {
    this.#indexer?.close();
    this.#indexer = undefined;
  }

  async #put(address: string, account: RecordedAccount): Promise<void> {
    this.#accounts.set(address, account);
    await this.#options.chain.put(address, account.data, account.owner);
  }

  #setFaults(): Promise<void> {
    return this.#options.chain.setFaults({ genesisHash: GENESIS_HASH, http5xxRate: this.#isAway ? 1 : 0 });
  }

  async #run(work: Work, code: string | undefined): Promise<void> {
    const { clock } = this.#options;
    if (this.#indexer === undefined) {
      await this.#setFaults();
      this.#indexer = await startIndexer(this.#options, this.#listed);
    }
    await clock.set(clock.now() + STEP_MS);
    const ends = await this.#indexer.run(work, clock.now());
    for (const end of ends) {
      const ended = end.status === 'rejected' ? (errorCode(end.reason) ?? 'INTERNAL_ERROR') : undefined;
      if (ended === code) continue;
      const at = new Date(clock.now()).toISOString();
      const cause = end.status === 'rejected' ? end.reason : undefined;
      throw new Error(`${work} at ${at} ended with ${ended ?? 'success'} instead of ${code ?? 'success'}`, { cause });
    }
  }
}

type Steps = readonly (() => Promise<unknown>)[];

interface RecordedIndexer {
  run(work: Work, tick: number): Promise<readonly PromiseSettledResult<unknown>[]>;
  close(): void;
}

async function startIndexer(
  { chain, database, databaseUrl }: PlayerOptions,
  listed: readonly string[],
): Promise<RecordedIndexer> {
  const config = configOf(databaseUrl, chain, listed);
  const { sql } = database;
  const rpc = new RpcClient({
    urls: config.rpcUrls,
    commitment: config.commitment,
    timeoutMs: config.rpcTimeoutMs,
    maxRetries: config.rpcMaxRetries,
    requestsPerSecond: config.rpcRequestsPerSecond,
  });
  const { signal } = new AbortController();
  const [logger, metrics] = [createLogger({ name: 'recorded', level: 'silent' }), createIndexerMetrics()];
  const genesisHash = await identifyChain({ database, rpc, endpoints: 1 }, { deadline: Infinity, logger, signal });
  const names = config.protocols.map(({ name }) => name);
  for (const protocol of names) await setPollSchedule(sql, { protocol, pollIntervalMs: config.pollIntervalMs });
  const shared = { config, genesisHash, logger, metrics, rpc, sql, maintenance: sql, signal };
  const pipelines = config.protocols.map((protocol) => new Pipeline({ ...shared, protocol, database }));
  const prices = createPrices({ ...shared, pipelines, listed: [] });
  const liquidity = createLiquidity(shared);
  const rollups = new Rollups({ ...shared, protocols: names });
  const all = <T>(run: (pipeline: Pipeline) => Promise<T>) => pipelines.map((pipeline) => () => run(pipeline));
  const steps: Record<Work, (tick: number) => Steps | Promise<Steps>> = {
    discover: (tick) => all((pipeline) => pipeline.discover(`discover-${tick}`)),
    poll: (tick) => planPoll(pipelines, tick, false),
    late: (tick) => planPoll(pipelines, tick, true),
    prices: (tick) => [async () => prices?.poll(tick)],
    search: () => [async () => liquidity?.search()],
    pools: (tick) => [async () => liquidity?.poll(tick)],
    rollup: () => [() => rollups.run(), async () => prices?.rollUp(), async () => liquidity?.rollUp()],
  };
  return {
    async run(work, tick) {
      const ends: PromiseSettledResult<unknown>[] = [];
      for (const step of await steps[work](tick)) ends.push(...(await Promise.allSettled([step()])));
      return ends;
    },
    close: () => rpc.close(),
  };
}

/** The batches of all protocols. A late one belongs to no lane: in a lane no bank is older than the one before. */
async function planPoll(pipelines: readonly Pipeline[], tick: number, isLate: boolean): Promise<Steps> {
  const planned = await Promise.all(
    pipelines.map(async (pipeline) => (await pipeline.listBatches()).map((batch) => ({ pipeline, ...batch }))),
  );
  return planned.flat().map(({ pipeline, addresses, companions }, index) => {
    const work = { id: `${isLate ? 'late' : 'poll'}-${tick}-${index}`, index, addresses, companions };
    return () => pipeline.runBatch(isLate ? work : { ...work, lane: `poll-${index}` });
  });
}

function configOf(databaseUrl: string, { rpcUrl }: TestChain, listedMarkets: readonly string[]) {
  const config = testConfig({ databaseUrl, rpcUrls: [rpcUrl] });
  return {
    ...config,
    protocols: PROTOCOLS.map(wrapping),
    listedMarkets,
    pollIntervalMs: INTERVAL_MS,
    priceIntervalMs: INTERVAL_MS,
    liquidity: {
      ...config.liquidity,
      intervalMs: 4 * INTERVAL_MS,
      searchIntervalMs: 4 * INTERVAL_MS,
      // As good as no limit: while the clock stands nothing is earned.
      callsPerMinute: 1e9,
    },
    rpcRequestsPerSecond: 1e6,
    rpcMaxRetries: 0,
    slotDurationMs: 400,
    heartbeatMs: 2 * INTERVAL_MS,
    gapAfterMs: 2_100_000,
  };
}

function wrapping(protocol: Protocol): Protocol {
  if (protocol.name !== 'save') return protocol;
  return {
    ...protocol,
    identity(reserve) {
      const identity = protocol.identity(reserve);
      return identity.address === WRAPPING.reserve ? { ...identity, underlying: WRAPPING.underlying } : identity;
    },
  };
}
