import { PROTOCOLS } from '@tidemark/protocols';
import { createLogger } from '@tidemark/runtime';
import { listLatestPrices, listLatestPriceSources } from '@tidemark/schema';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ScenarioChain, startScenarioChain } from '../../../test/scenario-chain.ts';
import { testConfig } from '../../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../../test/test-pipeline.ts';
import type { JobFacts } from '../../jobs/job.ts';
import { createPriceJobs } from '../../jobs/upkeep.ts';
import { type Clock, RpcClient } from '../../rpc/index.ts';
import { createPrices, type Prices } from '../prices.ts';
import { readHttpPriceConfig } from './http-prices.ts';

// The service answers as the documentation of Jupiter's says; it was never compared with the live one.

const SOL = 'So11111111111111111111111111111111111111112';
const MINUTE = 60_000;

/** Time of the requests, which stands still until it is moved; sleeping moves it. */
class FakeClock implements Clock {
  time = 0;
  now = (): number => this.time;
  sleep = (ms: number) => {
    this.time += ms;
    return Promise.resolve();
  };
}

let chain: ScenarioChain;
let database: IndexerTestDatabase;
let pipelines: TestPipeline[];
let rpc: RpcClient;
let prices: Prices;
let run: (job: string) => Promise<JobFacts>;
const clock = new FakeClock();
let answer: (response: ServerResponse) => void;
let requests = 0;
/** Sources of the chain that the price is made of. */
let onChain = 0;
const server = createServer((_, response) => {
  requests += 1;
  answer(response);
});
const say =
  (body: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

beforeAll(async () => {
  [chain, database] = await Promise.all([startScenarioChain({ unixTimeSeconds: 1_760_000_000 }), openTestDatabase()]);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  pipelines = PROTOCOLS.map((protocol) => openPipeline(chain, database, {}, undefined, protocol));
  for (const pipeline of pipelines) await pipeline.discover('discover-1');
  // One test waits for the timeout; all others must not reach it on a busy machine.
  const limits = { intervalMs: MINUTE, timeoutMs: 15_000, requestsPerMinute: 6_000 };
  const env = { JUPITER_URL: `http://127.0.0.1:${port}`, JUPITER_API_KEY: 'secret' };
  const httpPrices = readHttpPriceConfig(env, limits);
  const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl], priceIntervalMs: 5_000, httpPrices });
  const { commitment, rpcTimeoutMs: timeoutMs, rpcRequestsPerSecond: requestsPerSecond } = config;
  rpc = new RpcClient({ urls: config.rpcUrls, commitment, timeoutMs, maxRetries: 1, requestsPerSecond });
  const [first] = pipelines;
  if (first === undefined) throw new Error('no protocol is indexed');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const { sql } = database;
  const { metrics } = first;
  const made = createPrices({ config, pipelines, listed: [], rpc, sql, maintenance: sql, logger, metrics, clock });
  if (made === null) throw new Error('prices are switched off');
  prices = made;
  const jobs = createPriceJobs(config, { prices });
  let tick = 1_760_000_000_000;
  run = async (name) => {
    const job = jobs.find((one) => one.name === name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    tick += MINUTE;
    return await job.run({}, { id: `repeat:${name}:${tick}`, timestamp: tick, payload: {}, attempt: 1 });
  };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  prices.close();
  rpc.close();
  for (const pipeline of pipelines) pipeline.close();
  await chain.stop();
  await database.drop();
});
/** What the job did at the one service that is configured. */
const askJupiter = async (): Promise<unknown> => (await run('prices-http'))['jupiter'];
/** A circuit that is open closes with the next good answer. */
beforeEach(async () => {
  await chain.step(10);
  await run('prices');
  if (onChain === 0) onChain = (await priceOf(SOL)).used;
  clock.time += 20 * MINUTE;
  answer = say(await goodAnswer());
  await askJupiter();
  requests = 0;
});

async function priceOf(mint: string) {
  const price = (await listLatestPrices(database.sql)).find(({ tokenMint }) => tokenMint === mint);
  if (price === undefined) throw new Error('no price is stored');
  return price;
}
/** What the service says where it agrees with the chain, a slot after its newest batch. */
async function goodAnswer() {
  const { price, slot } = await priceOf(SOL);
  return { [SOL]: { usdPrice: Number(price), blockId: Number(slot), decimals: 9 } };
}
async function sourceOf(source: string, mint = SOL) {
  const [row] = await listLatestPriceSources(database.sql, { mints: [mint], sources: [source] });
  return row;
}

it('a service that is configured is a source of the price, and no part of the batch of the chain', async () => {
  const before = await priceOf(SOL);
  await run('prices');
  expect(await sourceOf('jupiter')).toMatchObject({
    problem: null,
    used: true,
    unusedReason: null,
    slot: 0n,
    weight: 2,
  });
  const { used, sources } = await priceOf(SOL);
  expect([used, sources]).toEqual([onChain + 1, before.sources + 1]);
  const rows = await database.sql`SELECT DISTINCT source_group, slot IS NULL AS no_slot FROM lend.price_batches
    WHERE outcome = 'committed' ORDER BY 1`;
  expect(rows.map((row) => [row['source_group'], row['no_slot']])).toEqual([
    ['chain', false],
    ['coingecko', true],
    ['defillama', true],
    ['hermes', true],
    ['jupiter', true],
  ]);
  // An answer at twice the price is an outlier beside the sources of the chain.
  answer = say({ [SOL]: { usdPrice: Number(before.price) * 2, blockId: Number(before.slot), decimals: 9 } });
  await askJupiter();
  await run('prices');
  expect(await sourceOf('jupiter')).toMatchObject({ used: false, unusedReason: 'outlier' });
  expect(await priceOf(SOL)).toMatchObject({ status: 'ok', used: onChain });
});

it('services without a key or an address say so, are stored once, and stay so when prices are made', async () => {
  await run('prices-http');
  await run('prices-http');
  await run('prices');
  for (const source of ['coingecko', 'defillama']) {
    expect(await sourceOf(source)).toMatchObject({ price: null, used: false, unusedReason: 'not_configured' });
    const rows = await database.sql`
      SELECT count(*)::int AS count FROM lend.price_observations WHERE source = ${source} AND token_mint = ${SOL}`;
    expect(rows).toMatchObject([{ count: 1 }]);
    const batches = await database.sql`SELECT FROM lend.price_batches WHERE source_group = ${source}`;
    expect(batches).toHaveLength(1);
  }
  // The one that is configured was.
  expect(requests).toBe(2);
  // They are not counted among the feeds that were looked at.
  expect((await priceOf(SOL)).sources).toBe((await countFeeds()) - 2);
});
async function countFeeds(): Promise<number> {
  const feeds = await listLatestPriceSources(database.sql, { mints: [SOL] });
  return feeds.filter(({ source }) => source !== 'hermes').length;
}

it.each([
  ['too many requests', 429, {}],
  ['an error', 500, {}],
  ['a page', 200, []],
])('%s: the feed is unavailable, and the price goes on without it', async (_, status, body) => {
  answer = say(body, status);
  await askJupiter();
  await run('prices');
  expect(await sourceOf('jupiter')).toMatchObject({ price: null, used: false, unusedReason: 'unavailable' });
  expect(await priceOf(SOL)).toMatchObject({ status: 'ok', used: onChain });
});

it('a service that does not answer delays no batch of the chain, and is unavailable after its timeout', async () => {
  answer = () => undefined;
  const waiting = askJupiter();
  await expect.poll(() => requests).toBe(1);
  // The service holds its answer back while the chain is read, priced and committed.
  const { slot } = await priceOf(SOL);
  await chain.step(5);
  await run('prices');
  expect((await priceOf(SOL)).slot).toBeGreaterThan(slot);
  expect(await waiting).toMatchObject({ TIMEOUT: expect.any(Number) });
  expect(await sourceOf('jupiter')).toMatchObject({ problem: 'unavailable' });
});

it('the circuit opens after three failures in a row, lets one trial out after a minute, and closes when that goes well', async () => {
  answer = say({}, 500);
  for (let failure = 0; failure < 3; failure += 1) await askJupiter();
  expect(requests).toBe(3);
  expect(await askJupiter()).toMatchObject({ CIRCUIT_OPEN: expect.any(Number) });
  expect(requests).toBe(3);
  clock.time += MINUTE + 1;
  expect(await askJupiter()).toMatchObject({ HTTP_ERROR: expect.any(Number) });
  expect(await askJupiter()).toMatchObject({ CIRCUIT_OPEN: expect.any(Number) });
  expect(requests).toBe(4);
  clock.time += MINUTE + 1;
  answer = say(await goodAnswer());
  expect(await askJupiter()).toMatchObject({ usable: 1 });
  expect(await askJupiter()).toMatchObject({ usable: 1 });
  expect(await sourceOf('jupiter')).toMatchObject({ problem: null });
});
