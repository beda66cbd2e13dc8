import { PROTOCOLS } from '@tidemark/protocols';
import { createLogger } from '@tidemark/runtime';
import { listLatestPrices, listLatestPriceSources } from '@tidemark/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ScenarioChain, startScenarioChain } from '../../test/scenario-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import { RpcClient } from '../rpc/index.ts';
import { createPrices, type Prices } from './prices.ts';

const SOL = 'So11111111111111111111111111111111111111112';
/** A token that has a price of Scope and of Pyth, and of no other source. */
const MSOL = 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So';
const SCOPE = '3t4JZcueEzTbVP6kLxXrL3VpWx45jDer4eqysweBchNH';

let chain: ScenarioChain;
let database: IndexerTestDatabase;
let pipelines: TestPipeline[];
let rpc: RpcClient;
let prices: Prices;
let tick = 1_760_000_000_000;

beforeAll(async () => {
  [chain, database] = await Promise.all([startScenarioChain({ unixTimeSeconds: 1_760_000_000 }), openTestDatabase()]);
  pipelines = PROTOCOLS.map((protocol) => openPipeline(chain, database, {}, undefined, protocol));
  for (const pipeline of pipelines) await pipeline.discover('discover-1');
  const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl], priceIntervalMs: 5_000 });
  const {
    commitment,
    rpcTimeoutMs: timeoutMs,
    rpcMaxRetries: maxRetries,
    rpcRequestsPerSecond: requestsPerSecond,
  } = config;
  rpc = new RpcClient({ urls: config.rpcUrls, commitment, timeoutMs, maxRetries, requestsPerSecond });
  const [first] = pipelines;
  if (first === undefined) throw new Error('no protocol is indexed');
  const made = createPrices({
    config,
    pipelines,
    // The chain of the test has none of mainnet's feeds.
    listed: [],
    rpc,
    sql: database.sql,
    maintenance: database.sql,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: first.metrics,
  });
  if (made === null) throw new Error('prices are switched off');
  prices = made;
});
afterAll(async () => {
  rpc.close();
  for (const pipeline of pipelines) pipeline.close();
  await chain.stop();
  await database.drop();
});
beforeEach(() => chain.setFaults({}));

/** Lets slots pass and reads the prices. */
async function poll(slots = 10): Promise<void> {
  await chain.step(slots);
  tick += 5_000;
  await prices.poll(tick);
}
/** Reads every reserve. */
async function readReserves(): Promise<void> {
  for (const pipeline of pipelines) {
    for (const [index, batch] of (await pipeline.listBatches()).entries())
      await pipeline.runBatch({ ...batch, id: `poll-${tick}-${pipeline.name}-${index}`, index });
  }
}
async function priceOf(mint: string) {
  const [price] = (await listLatestPrices(database.sql)).filter(({ tokenMint }) => tokenMint === mint);
  if (price === undefined) throw new Error('no price is stored');
  return price;
}
/** Reasons by source; of reserves, which are many, none. */
async function reasonsOf(mint: string) {
  const sources = await listLatestPriceSources(database.sql, { mints: [mint] });
  const feeds = sources.filter(({ source }) => source !== 'reserve');
  return Object.fromEntries(feeds.map(({ source, unusedReason }) => [source, unusedReason]));
}
async function accountOf(source: string): Promise<string> {
  const sources = await listLatestPriceSources(database.sql, { mints: [SOL], sources: [source] });
  const account = sources[0]?.account ?? null;
  if (account === null) throw new Error(`no feed of ${source} is stored`);
  return account;
}

describe('prices out of the accounts of a chain', () => {
  it('are made of independent sources that agree, of one bank, for every token of listed markets', async () => {
    await poll();
    const sol = await priceOf(SOL);
    expect(sol).toMatchObject({ status: 'ok', tokenSymbol: 'SOL', used: 3 });
    expect(Number(sol.price)).toBeGreaterThan(100);
    expect(await reasonsOf(SOL)).toMatchObject({ pyth: null, switchboard: null });
    expect(await priceOf(MSOL)).toMatchObject({ status: 'ok', used: 2 });
    const all = await listLatestPrices(database.sql);
    expect(all.filter(({ status }) => status === 'ok' || status === 'single_source').length).toBeGreaterThan(8);
    expect(new Set(all.map(({ slot }) => slot)).size).toBe(1);
    const batches = await database.sql`SELECT outcome, quarantined FROM lend.price_batches`;
    expect(batches).toMatchObject([{ outcome: 'committed', quarantined: 0 }]);
  });

  it('are none where two of them disagree: one lies, and no mean is made', async () => {
    await chain.setFaults({ oracles: { [SCOPE]: 'lying' } });
    await poll();
    expect(await priceOf(MSOL)).toMatchObject({ status: 'disagreement', price: null, used: 0 });
    expect(await reasonsOf(MSOL)).toMatchObject({ pyth: 'disagreement' });
    // Of three the one that lies is left out.
    expect(await priceOf(SOL)).toMatchObject({ status: 'ok', used: 2 });
    expect(await reasonsOf(SOL)).toMatchObject({ pyth: null, switchboard: null });
    await chain.setFaults({});
    await poll();
    expect(await priceOf(MSOL)).toMatchObject({ status: 'ok' });
    expect(await priceOf(SOL)).toMatchObject({ status: 'ok', used: 3 });
  });

  it.each(['pyth', 'switchboard'])('do not rest on a source that has stopped: %s', async (source) => {
    await chain.setFaults({ oracles: { [await accountOf(source)]: 'stale' } });
    await poll(2_000);
    expect(await reasonsOf(SOL)).toMatchObject({ [source]: 'stale' });
    const { status, price, used } = await priceOf(SOL);
    expect({ status, used }).toEqual({ status: 'ok', used: 2 });
    expect(price).not.toBeNull();
  });

  it('do not rest on an account that is gone, and are kept with their age where all are', async () => {
    const accounts = await Promise.all(['pyth', 'switchboard'].map(accountOf));
    await poll();
    await chain.setFaults({ oracles: { [SCOPE]: 'missing' } });
    await poll();
    const sources = await listLatestPriceSources(database.sql, { mints: [SOL], sources: ['scope'] });
    expect(new Set(sources.map(({ unusedReason }) => unusedReason))).toEqual(new Set(['account_missing']));
    expect((await priceOf(SOL)).price).not.toBeNull();
    const all = Object.fromEntries([SCOPE, ...accounts].map((account) => [account, 'missing']));
    await chain.setFaults({ oracles: all });
    await poll(500);
    expect(await priceOf(SOL)).toMatchObject({ status: 'stale', used: 0 });
    await chain.setFaults({});
    await poll();
    expect(await priceOf(SOL)).toMatchObject({ status: 'ok' });
  });

  it('do not rest on what a reserve held when it was last read, where that is too long ago, until it is read again', async () => {
    const ofReserves = () => listLatestPriceSources(database.sql, { sources: ['reserve'] });
    await readReserves();
    await poll();
    const read = (await ofReserves()).filter(({ problem }) => problem === null);
    expect(read.length).toBeGreaterThan(10);
    await poll(2_000);
    const unread = await ofReserves();
    expect(unread.length).toBeGreaterThanOrEqual(read.length);
    expect(new Set(unread.map(({ problem, price, used }) => `${problem} ${price} ${used}`))).toEqual(
      new Set(['not_read null false']),
    );
    await readReserves();
    await poll();
    expect((await ofReserves()).filter(({ problem }) => problem === 'not_read')).toEqual([]);
  });

  it('that cannot be read leave a failed attempt with its code, and the next batch goes on', async () => {
    await chain.setFaults({ http5xxRate: 1 });
    tick += 5_000;
    await expect(prices.poll(tick)).rejects.toMatchObject({ code: expect.any(String) });
    await chain.setFaults({});
    const [failed] =
      await database.sql`SELECT outcome, error_code, source_group FROM lend.price_batches WHERE outcome = 'failed'`;
    expect(failed).toMatchObject({ error_code: expect.stringMatching(/^[A-Z0-9_]+$/), source_group: 'chain' });
    await poll();
    expect(await priceOf(SOL)).toMatchObject({ status: 'ok' });
  });

  it('are rolled up by the job', async () => {
    expect(await prices.rollUp()).toMatchObject({ quarterHourly: expect.any(Number) });
    const [row] = await database.sql`
      SELECT count(*)::int AS buckets FROM lend.price_buckets WHERE token_mint = ${SOL} AND open_price IS NOT NULL`;
    expect(row?.['buckets']).toBeGreaterThan(2);
  });
});
