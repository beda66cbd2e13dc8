import { encodeBase58 } from '@tidemark/core';
import { DEFAULT_RULES } from '@tidemark/liquidity';
import { PROTOCOLS } from '@tidemark/protocols';
import { createLogger } from '@tidemark/runtime';
import {
  getPoolDepth,
  getTokenDepth,
  listLiquidationCoverage,
  listLiquidityPools,
  listTokenDepth,
  type StoredPool,
  writeLiquiditySearch,
} from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ScenarioChain, startScenarioChain } from '../../test/scenario-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import { createPrices, type Prices } from '../prices/prices.ts';
import { fetchAccounts, RpcClient } from '../rpc/index.ts';
import type { LiquidityConfig } from './liquidity-config.ts';
import { createLiquidity, type Liquidity, type SearchReport } from './liquidity.ts';
import { PoolFollower } from './pool-follower.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const MSOL = 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So';

let chain: ScenarioChain;
let database: IndexerTestDatabase;
let pipelines: TestPipeline[];
let rpc: RpcClient;
let prices: Prices;
let liquidity: Liquidity;
let tick = 1_760_000_000_000;
/** What a read did when nothing had been searched for yet. */
let beforeSearch: unknown;
let firstSearch: SearchReport;
const stopping = new AbortController();

function openLiquidity(metrics: TestPipeline['metrics'], changes: Partial<LiquidityConfig> = {}): Liquidity {
  const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl], priceIntervalMs: 5_000 });
  const made = createLiquidity({
    config: {
      ...config,
      // Reserves are read once, at the start.
      gapAfterMs: 86_400_000,
      liquidity: {
        ...config.liquidity,
        intervalMs: 60_000,
        searchIntervalMs: 1_000,
        callsPerMinute: 60_000,
        ...changes,
        rules: DEFAULT_RULES,
      },
    },
    genesisHash: 'of a test',
    rpc,
    sql: database.sql,
    maintenance: database.sql,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics,
    signal: stopping.signal,
  });
  if (made === null) throw new Error('liquidity is switched off');
  return made;
}

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
  const logger = createLogger({ name: 'test', level: 'silent' });
  const shared = { config, rpc, sql: database.sql, maintenance: database.sql, logger };
  const made = createPrices({ ...shared, pipelines, listed: [], metrics: first.metrics });
  if (made === null) throw new Error('prices are switched off');
  prices = made;
  liquidity = openLiquidity(first.metrics);
  beforeSearch = await poll();
  // A run ends after half a minute, wherever it is.
  do firstSearch = await liquidity.search();
  while (firstSearch.searched < firstSearch.due);
});
afterAll(async () => {
  stopping.abort();
  rpc.close();
  for (const pipeline of pipelines) pipeline.close();
  await chain.stop();
  await database.drop();
});
beforeEach(() => chain.setFaults({}));

/** Lets slots pass, and reads prices and pools. */
async function poll(slots = 30) {
  await chain.step(slots);
  tick += 60_000;
  await prices.poll(tick);
  return liquidity.poll(tick);
}

async function poolOf(mint: string, matches: (pool: StoredPool) => boolean): Promise<StoredPool> {
  const found = (await listLiquidityPools(database.sql, mint)).find(matches);
  if (found === undefined) throw new Error('there is no such pool');
  return found;
}
async function levelOf(mint: string, bps: number, side = 'sell') {
  const levels = await listTokenDepth(database.sql, mint);
  const level = levels.find((one) => one.side === side && one.bps === bps && one.source === 'all');
  if (level === undefined) throw new Error('there is no such level');
  return level;
}
async function coverageOf(symbol: string) {
  const rows = await listLiquidationCoverage(database.sql, { protocol: 'kamino' });
  return rows.filter(({ tokenSymbol }) => tokenSymbol === symbol);
}

describe('pools of lent tokens', () => {
  it('are not said to be none before they were searched for', () => {
    expect(beforeSearch).toEqual({ skipped: true });
  });

  it('can be read as soon as every token was searched for', async () => {
    expect(firstSearch).toMatchObject({ failed: 0, isReadDue: true });
    await database.sql`UPDATE lend.liquidity_searches SET searched_at = now()`;
    expect(await liquidity.search()).toEqual({ due: 0, searched: 0, failed: 0, pools: 0, isReadDue: false });
  });

  it('are searched for again later where a search failed', async () => {
    await database.sql`UPDATE lend.liquidity_searches SET searched_at = 'epoch' WHERE token_mint = ${MSOL}`;
    await chain.setFaults({ http5xxRate: 1 });
    await expect(liquidity.search()).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    await chain.setFaults({});
    const again = await liquidity.search();
    await database.sql`UPDATE lend.liquidity_searches SET searched_at = now()`;
    expect(again).toMatchObject({ due: 0, isReadDue: false });
  });

  it('are found by their mints; every one counts, or is listed with the reason', async () => {
    const report = await poll();
    expect(report).toMatchObject({ tokens: 17, counted: 16 });
    const ofSol = await listLiquidityPools(database.sql, SOL);
    expect(ofSol.filter(({ counted }) => counted).map(({ source }) => source)).toEqual(
      expect.arrayContaining(['meteora_dlmm', 'orca_whirlpool', 'raydium_amm_v4', 'raydium_clmm', 'raydium_cpmm']),
    );
    const all = await listLiquidityPools(database.sql, null);
    expect(all.filter(({ counted, reason }) => counted === (reason !== null))).toEqual([]);
    expect(new Set(all.map(({ reason }) => reason))).toEqual(new Set([null, 'dust', 'other_pair', 'stale_price']));
    expect(
      all.every(({ foundBy, oneBank, status }) => foundBy === 'listed' && oneBank === true && status === 'ok'),
    ).toBe(true);
  });

  it('have the depth that their program gives, to the unit: a product pool by its formula', async () => {
    const pool = await poolOf(MSOL, ({ source, route }) => source === 'raydium_amm_v4' && route === 'direct');
    const stored = await getPoolDepth(database.sql, pool.pool);
    const [x, y] = await reservesOf(pool.pool);
    for (const bps of [50, 100, 200, 500, 1_000]) {
      const level = stored?.depth.find((one) => one.direction === 'a_to_b' && one.bps === bps);
      const input = largestInput(x, bps);
      const net = input - ceil(input * 2_500n, 1_000_000n);
      expect([level?.marginalIn, level?.marginalOut]).toEqual([String(input), String((net * y) / (x + net))]);
    }
  });

  it('of a program whose accounts no node lists are those of the committed list; what was found before stays', async () => {
    await chain.setFaults({ refuseMethods: ['getProgramAccounts'] });
    const before = (await listLiquidityPools(database.sql, SOL)).length;
    await database.sql`UPDATE lend.liquidity_searches SET searched_at = 'epoch' WHERE token_mint = ${SOL}`;
    await liquidity.search();
    const [search] =
      await database.sql`SELECT found_by, failure, pools FROM lend.liquidity_searches WHERE token_mint = ${SOL}`;
    // The committed list is of mainnet, and this is another chain.
    expect(search).toEqual({ found_by: 'built_in', failure: 'METHOD_REFUSED', pools: 0 });
    await poll();
    expect(await listLiquidityPools(database.sql, SOL)).toHaveLength(before);
    expect((await levelOf(SOL, 200)).marginalRaw).not.toBeNull();
  });
});

describe('depth of a token', () => {
  it('falls with a pool that is drained, and coverage with it', async () => {
    await poll();
    const [before, [covered]] = [await levelOf(MSOL, 200), await coverageOf('MSOL')];
    const largest = await poolOf(MSOL, ({ counted }) => counted);
    await chain.setFaults({ pools: { [largest.pool]: 'drained' } });
    await poll();
    const [after, [uncovered]] = [await levelOf(MSOL, 200), await coverageOf('MSOL')];
    expect(Number(after.averageRaw)).toBeLessThan(Number(before.averageRaw) * 0.5);
    expect(uncovered?.tokenCoverageAtMinBonus ?? 1).toBeLessThan((covered?.tokenCoverageAtMinBonus ?? 0) * 0.5);
    expect(await poolOf(MSOL, ({ pool }) => pool === largest.pool)).toMatchObject({ counted: false, reason: 'dust' });
  });

  it('is a lower bound where arrays of a pool are gone, and a pool that is gone is listed as missing', async () => {
    await poll();
    const pools = await listLiquidityPools(database.sql, SOL);
    const [clmm, cpmm] = ['raydium_clmm', 'raydium_cpmm'].map(
      (name) => pools.find(({ source, counted }) => counted && source === name)?.pool ?? '',
    );
    await chain.setFaults({ pools: { [clmm ?? '']: 'arrays_missing', [cpmm ?? '']: 'missing' } });
    await poll();
    expect(await levelOf(SOL, 200)).toMatchObject({ lowerBound: true, reason: null });
    expect(await getTokenDepth(database.sql, SOL)).toMatchObject({ lowerBound: true });
    expect(await poolOf(SOL, ({ pool }) => pool === cpmm)).toMatchObject({ counted: false, reason: 'missing' });
    const depth = await getPoolDepth(database.sql, clmm ?? '');
    expect(depth?.depth.some(({ marginalIn, unknown }) => marginalIn === null && unknown === 'missing_array')).toBe(
      true,
    );
    await chain.setFaults({});
    await poll();
    expect(await levelOf(SOL, 200)).toMatchObject({ lowerBound: false });
  });

  it('falls on average with a fee that spikes, and with what a token keeps of transfers; both come back', async () => {
    await poll();
    const before = { sol: await levelOf(SOL, 200), msol: await levelOf(MSOL, 200) };
    const whirlpool = await poolOf(SOL, ({ source, counted }) => counted && source === 'orca_whirlpool');
    const ofMsol = await poolOf(MSOL, ({ route }) => route === 'direct');
    await chain.setFaults({ pools: { [whirlpool.pool]: 'fee_spike', [ofMsol.pool]: 'transfer_fee' } });
    await poll();
    const after = { sol: await levelOf(SOL, 200), msol: await levelOf(MSOL, 200) };
    // Of five pools of SOL one costs 3.5 % now and is left out; what the other four take is as before. Of each sale of mSOL 1 % does not reach a pool.
    expect(Number(after.sol.averageRaw)).toBeLessThan(Number(before.sol.averageRaw) * 0.7);
    expect(Number(after.sol.averageRaw)).toBeGreaterThan(Number(before.sol.averageRaw) * 0.5);
    expect(Number(after.sol.marginalRaw) / Number(before.sol.marginalRaw)).toBeGreaterThan(0.98);
    expect(Number(after.msol.averageRaw)).toBeLessThan(Number(before.msol.averageRaw) * 0.75);
    expect(Number(after.msol.marginalRaw) / Number(before.msol.marginalRaw)).toBeGreaterThan(0.98);
    await chain.setFaults({});
    await poll();
    expect(Number((await levelOf(SOL, 200)).averageRaw) / Number(before.sol.averageRaw)).toBeGreaterThan(0.97);
    expect(Number((await levelOf(MSOL, 200)).averageRaw) / Number(before.msol.averageRaw)).toBeGreaterThan(0.97);
  });

  it('says what is left of the pools of SOL where all tokens are sold at once: by worth, what each sells through them', async () => {
    await poll();
    const rows = await database.sql<
      { mint: string; side: string; bps: number; usd: number | null; via: number; share: number }[]
    >`
      SELECT token_mint AS mint, side, bps, average_usd::float8 AS usd, via_sol_share AS via, sol_leg_share AS share
      FROM lend.liquidity_depth_latest WHERE source = 'all'`;
    const known = rows.filter(({ usd }) => usd !== null);
    expect(rows.filter(({ usd, share }) => usd === null && share !== null)).toEqual([]);
    expect(known.length).toBeGreaterThan(150);
    // Deeper, pools of SOL may lose much more than direct ones: worth says little of SOL then.
    const shallow = known.filter(({ bps }) => bps <= 100);
    const worth = ({ mint, usd, via }: (typeof known)[number]) => (usd ?? 0) * (mint === SOL ? 1 : via);
    for (const row of shallow) {
      const all = shallow.filter(({ side, bps }) => side === row.side && bps === row.bps);
      const own = worth(row) / all.reduce((sum, one) => sum + worth(one), 0);
      expect(Math.abs(row.share - own)).toBeLessThan(0.05 * row.share + 1e-9);
    }
    expect(known.filter(({ mint, via, share }) => mint !== SOL && (via === 0) !== (share === 0))).toEqual([]);
    const sums = new Map<string, number>();
    for (const { side, bps, share } of known) sums.set(`${side} ${bps}`, (sums.get(`${side} ${bps}`) ?? 0) + share);
    expect(sums.size).toBe(10);
    for (const sum of sums.values()) expect(sum).toBeCloseTo(1, 9);
  });

  it('is null with the reason where the token has no price, and its reserve with it', async () => {
    await poll();
    const [bsol] = await coverageOf('BSOL');
    expect(bsol).toMatchObject({ coverageAtMinBonus: null, reason: 'no_reference_price', counted: 0 });
    expect(bsol?.collateralRaw).not.toBeNull();
    expect(await levelOf(bsol?.tokenMint ?? '', 500)).toMatchObject({
      marginalRaw: null,
      reason: 'no_reference_price',
    });
  });
});

describe('pools that are followed', () => {
  it('are read when they change, alone, and depth is computed of them and of the others as they were', async () => {
    const [first] = pipelines;
    if (first === undefined) throw new Error('no protocol is indexed');
    const followed = openLiquidity(first.metrics, { followPools: 3 });
    const read = () => chain.step(1).then(() => prices.poll((tick += 60_000)));
    const slots = async () =>
      new Map((await listLiquidityPools(database.sql, null)).map((row) => [row.pool, row.slot]));
    let largest: readonly string[] = [];
    const asked: string[][] = [];
    const follower = new PoolFollower({
      config: { commitment: 'confirmed', rpcTimeoutMs: 5_000 },
      follow: { wsUrls: [chain.wsUrl], debounceMs: 5, minIntervalMs: 0, silenceMs: 60_000 },
      minIntervalMs: 0,
      requestRead: async (pools, slot) => {
        if (slot === null) return;
        asked.push([...pools]);
        followed.noteChanged(pools, slot);
      },
      logger: createLogger({ name: 'test', level: 'silent' }),
      metrics: first.metrics,
    });
    followed.watchLargest((pools) => {
      largest = pools;
      follower.follow(pools);
    });
    await read();
    await followed.poll(tick);
    expect(largest).toHaveLength(3);
    const connected = async () => (await first.metrics.metrics.render()).includes('liquidity_followed_pools 3');
    await waitFor(connected, { description: 'the subscription' });
    await waitFor(
      async () => {
        await chain.step(1);
        return asked.length > 0;
      },
      { description: 'a change of a large pool' },
    );
    const before = await slots();
    const depth = await getTokenDepth(database.sql, SOL);
    const report = await followed.poll(tick);
    await follower.stop();
    const after = await slots();
    const moved = [...after].filter(([pool, slot]) => slot !== before.get(pool)).map(([pool]) => pool);
    const told = new Set(asked.flat());
    expect(moved.filter((pool) => !told.has(pool))).toEqual([]);
    expect(asked[0]?.filter((pool) => !moved.includes(pool))).toEqual([]);
    expect(report).toMatchObject({ pools: moved.length, tokens: 17, counted: 16 });
    expect(moved.length).toBeLessThanOrEqual(3);
    const now = await getTokenDepth(database.sql, SOL);
    expect(Number(now?.slotMax)).toBeGreaterThan(Number(depth?.slotMax));
  });
});

describe('small pools that count', () => {
  it('are those beyond 95 % of the depth of each of their tokens, read in one of three runs; slots say how old they are', async () => {
    await poll();
    const [first] = pipelines;
    if (first === undefined) throw new Error('no protocol is indexed');
    const slow = openLiquidity(first.metrics, { smallPoolRuns: 3 });
    const read = async () => {
      await chain.step(30);
      tick += 60_000;
      await prices.poll(tick);
      await slow.poll(tick);
      return new Map((await listLiquidityPools(database.sql, null)).map((row) => [row.pool, Number(row.slot)]));
    };
    const reads: ReadonlyMap<string, number>[] = [];
    for (let run = 0; run < 7; run += 1) reads.push(await read());
    const rows = await listLiquidityPools(database.sql, null);
    // The naive way: the deepest first, until there is enough.
    const large = new Set<string>();
    for (const mint of new Set(rows.map(({ tokenMint }) => tokenMint))) {
      const own = rows.filter(({ tokenMint, counted }) => counted && tokenMint === mint);
      const all = own.reduce((sum, { depthUsd }) => sum + (depthUsd ?? 0), 0);
      let above = 0;
      for (const { pool, depthUsd } of own.toSorted((one, other) => (other.depthUsd ?? 0) - (one.depthUsd ?? 0))) {
        if (above < 0.95 * all) large.add(pool);
        above += depthUsd ?? 0;
      }
    }
    const small = new Set(rows.flatMap(({ pool, counted }) => (counted && !large.has(pool) ? pool : [])));
    expect([large.size > 20, small.size > 0]).toEqual([true, true]);
    const times = (pool: string) => new Set(reads.slice(1).map((slots) => slots.get(pool))).size;
    expect([...large].filter((pool) => times(pool) !== 6)).toEqual([]);
    expect([...small].filter((pool) => times(pool) > 3)).toEqual([]);
    const newest = Math.max(...(reads.at(-1)?.values() ?? []));
    const [wrong, ofSeveral]: [unknown[], string[]] = [[], []];
    for (const mint of new Set(rows.map(({ tokenMint }) => tokenMint))) {
      const token = await getTokenDepth(database.sql, mint);
      const own = rows.filter(({ tokenMint, counted }) => counted && tokenMint === mint);
      const leg = rows.filter(({ tokenMint, counted }) => counted && tokenMint === SOL);
      const used = own.some(({ route }) => route === 'via_sol') ? [...own, ...leg] : own;
      const oldest = Math.min(newest, ...used.map(({ slot }) => Number(slot)));
      // All calls of a read on this chain are of one slot.
      if (Number(token?.slotMin) !== oldest || Number(token?.slotMax) !== newest) wrong.push({ mint, oldest, token });
      if (oldest < newest) ofSeveral.push(mint);
    }
    expect(wrong).toEqual([]);
    expect(ofSeveral.length).toBeGreaterThan(0);
  });
});

describe('what is stored', () => {
  it('is written once for a tick, and a read that fails is recorded', async () => {
    await poll();
    const rows = async () =>
      (await database.sql`SELECT outcome, error_code FROM lend.liquidity_batches ORDER BY attempt_id`).map(
        ({ outcome, error_code: code }) => [outcome, code],
      );
    const before = await rows();
    await liquidity.poll(tick);
    expect(await rows()).toEqual(before);
    await chain.setFaults({ http5xxRate: 1 });
    await expect(liquidity.poll(tick + 1)).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    expect((await rows()).at(-1)).toEqual(['failed', 'HTTP_ERROR']);
  });

  it('is rolled up into the smallest of each hour and day', async () => {
    await poll();
    expect(await liquidity.rollUp()).not.toEqual({ skipped: true });
    // The naive way: rows of history by hour, in code.
    const history = await database.sql<{ hour: Date; raw: string | null; usd: string | null }[]>`
      SELECT date_trunc('hour', observed_at) AS hour, marginal_raw::text AS raw, average_usd::text AS usd FROM lend.liquidity_depth
      WHERE token_mint = ${MSOL} AND side = 'sell' AND bps = 200`;
    const buckets = await database.sql<{ hour: Date; raw: string; usd: string; observations: number; known: number }[]>`
      SELECT bucket_start AS hour, min_marginal_raw::text AS raw, min_average_usd::text AS usd, observations, known
      FROM lend.liquidity_depth_buckets WHERE token_mint = ${MSOL} AND side = 'sell' AND bps = 200 AND width_seconds = 3600`;
    expect(buckets.length).toBeGreaterThan(0);
    for (const bucket of buckets) {
      const own = history.filter(({ hour }) => hour.getTime() === bucket.hour.getTime());
      const amounts = own.flatMap(({ raw }) => (raw === null ? [] : BigInt(raw)));
      expect([bucket.observations, bucket.known]).toEqual([own.length, amounts.length]);
      expect(BigInt(bucket.raw)).toBe(amounts.reduce((least, raw) => (raw < least ? raw : least)));
      expect(Number(bucket.usd)).toBe(Math.min(...own.flatMap(({ usd }) => (usd === null ? [] : Number(usd)))));
    }
    const days = await database.sql<{ raw: string; observations: number }[]>`
      SELECT min_marginal_raw::text AS raw, observations FROM lend.liquidity_depth_buckets
      WHERE token_mint = ${MSOL} AND side = 'sell' AND bps = 200 AND width_seconds = 86400`;
    const least = history.flatMap(({ raw }) => (raw === null ? [] : BigInt(raw))).reduce((a, b) => (a < b ? a : b));
    expect(days).toEqual([{ raw: String(least), observations: history.length }]);
    const [covered] = await database.sql<{ buckets: number; reserves: number }[]>`
      SELECT count(*)::int AS buckets, count(DISTINCT reserve)::int AS reserves FROM lend.liquidity_coverage_buckets
      WHERE width_seconds = 3600`;
    expect(covered?.reserves).toBe(32);
  });
});

describe('pools that the settings name', () => {
  it('are known where no node lists them: their accounts say what they are, and what is no pool stays out', async () => {
    const [first] = pipelines;
    if (first === undefined) throw new Error('no protocol is indexed');
    const [named, builtIn, listed] = (await listLiquidityPools(database.sql, SOL)).filter(({ counted }) => counted);
    if (named === undefined || builtIn === undefined || listed === undefined)
      throw new Error('there are too few pools');
    const missing = encodeBase58(new Uint8Array(32).fill(7));
    await chain.setFaults({ refuseMethods: ['getProgramAccounts'] });
    await database.sql`DELETE FROM lend.liquidity_verdicts WHERE pool = ${named.pool}`;
    await database.sql`DELETE FROM lend.liquidity_pools WHERE pool = ${named.pool}`;
    await database.sql`UPDATE lend.liquidity_pools SET found_by = 'built_in' WHERE pool = ${builtIn.pool}`;
    const own = openLiquidity(first.metrics, {
      searchIntervalMs: 0,
      pools: [named.pool, builtIn.pool, listed.pool, MSOL, missing],
    });
    await database.sql`UPDATE lend.liquidity_searches SET searched_at = now() + interval '1 day'`;
    expect(await own.search()).toMatchObject({ searched: 0, isReadDue: true });
    await chain.step(30);
    await prices.poll((tick += 60_000));
    await own.poll(tick);
    const rows = await listLiquidityPools(database.sql, null);
    const foundBy = (pool: string) => rows.find((row) => row.tokenMint === SOL && row.pool === pool)?.foundBy;
    expect([named, builtIn, listed].map(({ pool }) => foundBy(pool))).toEqual(['configured', 'configured', 'listed']);
    expect(rows.find(({ tokenMint, pool }) => tokenMint === SOL && pool === named.pool)).toMatchObject({
      source: named.source,
      evidence: named.evidence,
      counted: true,
      status: 'ok',
    });
    const stored = await database.sql`SELECT pool FROM lend.liquidity_pools WHERE pool IN (${MSOL}, ${missing})`;
    expect(stored).toHaveLength(0);
    // Their accounts are looked at again, and none is new.
    expect(await own.search()).toMatchObject({ isReadDue: false });
    // The committed list does not take over what the settings name; a node that lists it does.
    const search = {
      tokenMint: SOL,
      pools: [{ pool: named.pool, source: named.source, evidence: 'sdk' as const }],
      calls: 1,
    };
    await writeLiquiditySearch(database.sql, { ...search, foundBy: 'built_in', failure: 'METHOD_REFUSED' });
    expect(await poolOf(SOL, ({ pool }) => pool === named.pool)).toMatchObject({ foundBy: 'configured' });
    await writeLiquiditySearch(database.sql, { ...search, foundBy: 'listed', failure: null });
    expect(await poolOf(SOL, ({ pool }) => pool === named.pool)).toMatchObject({ foundBy: 'listed' });
  });
});

const ceil = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;

/** By trial: the most that leaves the price of a product pool with a fee of 0.25 % at or above a fall of `bps`. */
function largestInput(x: bigint, bps: number): bigint {
  const isLeft = (input: bigint): boolean => {
    const after = x + input - ceil(input * 2_500n, 1_000_000n);
    return after * after * BigInt(10_000 - bps) <= x * x * 10_000n;
  };
  let [low, high] = [0n, x];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (isLeft(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** Balances of the vaults of an AMM v4 pool less what is owed, read at their places in the accounts. */
async function reservesOf(pool: string): Promise<readonly [bigint, bigint]> {
  const data = await bytesOf(pool);
  const vault = async (at: number): Promise<bigint> =>
    (await bytesOf(encodeBase58(data.subarray(at, at + 32)))).readBigUInt64LE(64);
  return [(await vault(336)) - data.readBigUInt64LE(192), (await vault(368)) - data.readBigUInt64LE(200)];
}

async function bytesOf(address: string): Promise<Buffer> {
  const { accounts } = await fetchAccounts(rpc, [address]);
  return Buffer.from(accounts[0]?.data ?? []);
}
