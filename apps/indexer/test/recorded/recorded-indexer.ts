import { DAY_MS, floorTo } from '@tidemark/core';
import { PROTOCOLS, type Protocol } from '@tidemark/protocols';
import { Closers, createLogger } from '@tidemark/runtime';
import { type Database, setPollSchedule } from '@tidemark/schema';
import { Audits } from '../../src/audit/audits.ts';
import { identifyChain } from '../../src/identify-chain.ts';
import { createLiquidity } from '../../src/liquidity/liquidity.ts';
import { createIndexerMetrics } from '../../src/metrics.ts';
import { Pipeline } from '../../src/pipeline/pipeline.ts';
import { createPrices } from '../../src/prices/prices.ts';
import { rederiveRange } from '../../src/rederive/rederive-range.ts';
import { Rollups } from '../../src/rollup/rollups.ts';
import { RpcClient } from '../../src/rpc/index.ts';
import { testConfig } from '../test-config.ts';
import type { Work } from './recording.ts';

const INTERVAL_MS = 900_000;
/** A reserve of Save that lends on through one of Kamino: no program that is known does, so what its account says is added to. */
const WRAPPING = {
  reserve: 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw',
  underlying: { protocol: 'kamino', reserve: 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59' },
};

export interface RecordedIndexerOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  /** Of the service behind HTTP. */
  readonly priceUrl: string;
  readonly listedMarkets: readonly string[];
  /** An older version, whose rates of Save are wrong. */
  readonly isOlder: boolean;
}

export interface RecordedIndexer {
  /** How each call of the work ended. `tick`: its time. */
  run(work: Work, tick: number): Promise<readonly PromiseSettledResult<unknown>[]>;
  close(): Promise<unknown>;
}

type Steps = readonly (() => Promise<unknown>)[];

/** The steps of an indexer as its jobs call them, one after the other. */
export async function startIndexer(options: RecordedIndexerOptions): Promise<RecordedIndexer> {
  const { database } = options;
  const { sql } = database;
  const config = configOf(options);
  const { rpcUrls: urls, commitment, rpcTimeoutMs: timeoutMs, rpcMaxRetries: maxRetries } = config;
  const rpc = new RpcClient({
    urls,
    commitment,
    timeoutMs,
    maxRetries,
    requestsPerSecond: config.rpcRequestsPerSecond,
  });
  const { signal } = new AbortController();
  const [logger, metrics] = [createLogger({ name: 'recorded', level: 'silent' }), createIndexerMetrics()];
  const closers = new Closers(logger);
  closers.add('rpc', () => rpc.close());
  const genesisHash = await identifyChain({ database, rpc, endpoints: 1 }, { deadline: Infinity, logger, signal });
  const names = config.protocols.map(({ name }) => name);
  for (const protocol of names) await setPollSchedule(sql, { protocol, pollIntervalMs: config.pollIntervalMs });
  const shared = { config, genesisHash, logger, metrics, rpc, database, sql, maintenance: sql, closers, signal };
  const pipelines = config.protocols.map((protocol) => new Pipeline({ ...shared, protocol }));
  const prices = createPrices({ ...shared, pipelines, listed: [] });
  closers.add('prices', () => prices?.close());
  const liquidity = createLiquidity(shared);
  const rollups = new Rollups({ ...shared, protocols: names });
  const audits = new Audits(shared);
  const steps: Record<Work, (tick: number) => Steps | Promise<Steps>> = {
    discover: (tick) => pipelines.map((pipeline) => () => pipeline.discover(`discover-${tick}`)),
    poll: (tick) => planPoll(pipelines, tick, false),
    late: (tick) => planPoll(pipelines, tick, true),
    follow: (tick) => pipelines.map((pipeline) => () => follow(pipeline, tick)),
    http: (tick) => [async () => prices?.pollHttp(tick)],
    prices: (tick) => [async () => prices?.poll(tick)],
    search: () => [async () => liquidity?.search()],
    pools: (tick) => [async () => liquidity?.poll(tick)],
    rollup: () => [() => rollups.run(), async () => prices?.rollUp(), async () => liquidity?.rollUp()],
    audit: () => [() => audits.run()],
    rederive: (tick) => [() => rederiveRange({ ...rederivation(tick), sql, signal })],
  };
  return {
    async run(work, tick) {
      const ends: PromiseSettledResult<unknown>[] = [];
      for (const step of await steps[work](tick)) ends.push(...(await Promise.allSettled([step()])));
      return ends;
    },
    close: () => closers.closeAll(),
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

/** Some reserves that a node has told a change of. */
async function follow(pipeline: Pipeline, tick: number): Promise<void> {
  const addresses = (await pipeline.listAddresses()).slice(0, 5);
  await pipeline.runBatch({
    id: `follow-${tick}-${pipeline.name}`,
    index: 0,
    kind: 'follow',
    addresses,
    lane: 'follow',
  });
}

/** What the older version stored until the day before. */
function rederivation(tick: number) {
  const today = floorTo(new Date(tick), DAY_MS);
  return {
    protocol: 'save',
    range: { from: new Date(today.getTime() - DAY_MS), to: today },
    reserves: null,
    reason: 'supply rates were 1.25 times what they are',
    lockTimeoutMs: 0,
  };
}

function configOf({ databaseUrl, rpcUrl, priceUrl, listedMarkets, isOlder }: RecordedIndexerOptions) {
  const config = testConfig({ databaseUrl, rpcUrls: [rpcUrl] });
  return {
    ...config,
    protocols: PROTOCOLS.map((protocol) => (protocol.name === 'save' ? changed(protocol, isOlder) : protocol)),
    listedMarkets,
    pollIntervalMs: INTERVAL_MS,
    priceIntervalMs: INTERVAL_MS,
    httpPrices: { ...config.httpPrices, sources: new Map([['jupiter', { key: 'recorded', url: priceUrl }]]) },
    // No limits of calls: while the clock stands nothing is earned.
    liquidity: { ...config.liquidity, intervalMs: INTERVAL_MS, searchIntervalMs: INTERVAL_MS, callsPerMinute: 1e9 },
    rpcRequestsPerSecond: 1e6,
    rpcMaxRetries: 0,
    slotDurationMs: 400,
    heartbeatMs: 2 * INTERVAL_MS,
    gapAfterMs: 2_100_000,
  };
}

function changed(protocol: Protocol, isOlder: boolean): Protocol {
  const older: Partial<Protocol> = {
    decoderVersion: protocol.decoderVersion - 1,
    derive(...inputs) {
      const derived = protocol.derive(...inputs);
      return { ...derived, numbers: { ...derived.numbers, supplyApyF: derived.numbers.supplyApyF * 1.25 } };
    },
  };
  return {
    ...protocol,
    ...(isOlder ? older : {}),
    identity(reserve) {
      const identity = protocol.identity(reserve);
      return identity.address === WRAPPING.reserve ? { ...identity, underlying: WRAPPING.underlying } : identity;
    },
  };
}
