import { createApiKey, createDatabase, type Database } from '@tidemark/schema';
import { addressFromLabel, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FullStack, startFullStack } from './support/full-stack.ts';
import { NaivePool } from './support/naive-pool.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const MSOL = 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So';
const UNKNOWN = addressFromLabel('a token that nobody lends');
const BEGIN = (Math.floor(Date.now() / 3_600_000) - 4) * 3_600;
const FALLS = [50, 100, 200, 500, 1_000];

let stack: FullStack;
let database: Database;
let key: string;

const rowSchema = z.looseObject({});
type Row = z.output<typeof rowSchema>;
const listSchema = z.object({ data: z.array(rowSchema), meta: rowSchema });
const oneSchema = z.object({
  data: z.looseObject({ timestamp: z.number().nullable(), depth: z.array(rowSchema), quotes: z.array(rowSchema) }),
});

async function get(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(`${stack.apiUrl}${path}`, { headers, signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
const list = async (path: string, headers?: Record<string, string>) => listSchema.parse(await get(path, headers));
const depthOf = async (mint: string) => oneSchema.parse(await get(`/v1/liquidity/tokens/${mint}/depth/latest`)).data;
const poolsOf = async (mint: string): Promise<Row[]> => (await list(`/v1/liquidity/pools?mint=${mint}`)).data;

/** The level over all sources at a fall. */
async function levelOf(mint: string, fall: number, side = 'sell'): Promise<Row> {
  const level = (await depthOf(mint)).depth.find(
    (one) => one['side_str'] === side && one['fall_bps'] === fall && one['source_str'] === 'all',
  );
  if (level === undefined) throw new Error(`${mint} has no level`);
  return level;
}

async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${stack.localnet.rpcUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
}

/** Pools with what is wrong with them from now on, and time that passes until it is read. */
async function after(pools: Record<string, string>, isThere: () => Promise<boolean>, what: string): Promise<void> {
  await control('faults', { pools });
  await control('step', { slots: 30 });
  await waitFor(isThere, { description: what, timeoutMs: 300_000 });
}

async function accountOf(address: string): Promise<Buffer> {
  const response = await fetch(stack.localnet.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getAccountInfo',
      params: [address, { encoding: 'base64' }],
    }),
  });
  const shape = z.object({ result: z.object({ value: z.object({ data: z.tuple([z.string(), z.string()]) }) }) });
  return Buffer.from(shape.parse(await response.json()).result.value.data[0], 'base64');
}

beforeAll(async () => {
  stack = await startFullStack({
    localnet: { seed: 'liquidity', slot: 460_000_000, slotMs: 0, reportedSlotMs: 400, unixTimeSeconds: BEGIN },
    indexerEnv: {
      PRICE_INTERVAL_MS: '1000',
      LIQUIDITY_INTERVAL_MS: '2000',
      LIQUIDITY_SEARCH_INTERVAL_MS: '600000',
      LIQUIDITY_CALLS_PER_MINUTE: '60000',
      RPC_REQUESTS_PER_SECOND: '1000',
      ROLLUP_INTERVAL_MS: '1000',
    },
  });
  database = createDatabase({ url: stack.databaseUrl, maxConnections: 2 });
  key = (await createApiKey(database.sql, { username: 'liquidity' })).key;
  await waitFor(async () => Number((await depthOf(MSOL)).depth[0]?.['marginal_usd_f']) > 0, {
    description: 'the first depth',
    timeoutMs: 300_000,
  });
});
afterAll(async () => {
  await database?.close();
  await stack?.stop();
  await stopAllProcesses();
});

describe('depth of a running stack', () => {
  it('is what a second implementation makes of the accounts: pools of two reserves, to the unit, and their sum', async () => {
    const pools = (await poolsOf(MSOL)).filter((pool) => pool['counted_b'] === true);
    expect(pools.map((pool) => `${String(pool['source_str'])} ${String(pool['route_str'])}`).toSorted()).toEqual([
      'raydium_amm_v4 direct',
      'raydium_amm_v4 via_sol',
    ]);
    const direct = String(pools.find((pool) => pool['route_str'] === 'direct')?.['pool']);
    const naive = await NaivePool.read(direct, accountOf);
    const rows = (await list(`/v1/liquidity/pools/${direct}/depth/latest`)).data;
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      const isSale = row['token_in_address'] === MSOL;
      const { input, output } = naive.sellUntil(isSale, Number(row['fall_bps']));
      expect([row['marginal_in_raw'], row['marginal_out_raw']]).toEqual([String(input), String(output)]);
    }
    // A purchase takes what this pool gives, measured by the price of the token and not its own, and more through SOL.
    const level = await levelOf(MSOL, 200, 'buy');
    const own = rows.find((row) => row['token_in_address'] !== MSOL && row['fall_bps'] === 200);
    expect(Number(level['marginal_amount_raw'])).toBeGreaterThan(1.05 * Number(own?.['marginal_out_raw']));
    expect(Number(level['via_sol_share_f'])).toBeGreaterThan(0);
  });

  it('grows with the fall, is worth less than the price, and quotes say so for sizes', async () => {
    const { depth, quotes, ...token } = await depthOf(SOL);
    expect(token).toMatchObject({ token_symbol: 'SOL', depth_gap_str: null, pools_unknown: 0, evidence_str: 'source' });
    const sells = FALLS.map((fall) =>
      depth.find((row) => row['side_str'] === 'sell' && row['fall_bps'] === fall && row['source_str'] === 'all'),
    );
    const price = Number(token['reference_price_usd_f']);
    for (const [place, row] of sells.entries()) {
      const mean = Number(row?.['average_usd_f']) / Number(row?.['average_amount_f']);
      expect(mean).toBeGreaterThanOrEqual(price * (1 - (FALLS[place] ?? 0) / 10_000) * 0.999_999);
      expect(mean).toBeLessThan(price);
      const before = Number(sells[place - 1]?.['marginal_amount_f'] ?? 0);
      expect(Number(row?.['marginal_amount_f'])).toBeGreaterThan(before);
      const parts = depth.filter(
        (one) => one['side_str'] === 'sell' && one['fall_bps'] === row?.['fall_bps'] && one['source_str'] !== 'all',
      );
      const sum = parts.reduce((total, one) => total + BigInt(String(one['marginal_amount_raw'])), 0n);
      expect(String(sum)).toBe(row?.['marginal_amount_raw']);
    }
    const impacts = quotes.flatMap((quote) => quote['price_impact_bps_f'] ?? []).map(Number);
    expect(impacts.length).toBeGreaterThan(3);
    // Of small sizes the fee is nearly all, and a whole unit of the output the rest.
    for (const [place, impact] of impacts.entries()) expect(impact).toBeGreaterThan((impacts[place - 1] ?? 0) - 0.001);
  });

  it('falls with the pool that is drained, and coverage of the reserve with it; both come back', async () => {
    const [largest] = await poolsOf(MSOL);
    const before = await levelOf(MSOL, 200);
    const path = '/v1/kamino/lend/reserves/all/liquidation-coverage/latest';
    const coverageOf = async (): Promise<Row> => {
      const row = (await list(path)).data.find((one) => one['token_address'] === MSOL);
      if (row === undefined) throw new Error('mSOL has no coverage');
      return row;
    };
    const covered = await coverageOf();
    // As the service defines it, from its own figures.
    expect(covered['coverage_at_min_bonus_f']).toBeCloseTo(
      Number(covered['sellable_at_min_bonus_raw']) / Number(covered['collateral_raw']),
      12,
    );
    const pool = String(largest?.['pool']);
    const isBelow = async () =>
      Number((await levelOf(MSOL, 200))['average_amount_raw']) < Number(before['average_amount_raw']) * 0.6;
    await after({ [pool]: 'drained' }, isBelow, 'less depth');
    const uncovered = await coverageOf();
    expect(Number(uncovered['coverage_at_min_bonus_f'])).toBeLessThan(Number(covered['coverage_at_min_bonus_f']) * 0.6);
    const drained = (await poolsOf(MSOL)).find((one) => one['pool'] === pool);
    expect(drained).toMatchObject({ counted_b: false, excluded_reason_str: 'dust' });
    await after({}, async () => !(await isBelow()), 'as much depth as before');
  });

  it('is null with a reason where nothing is read, and lists every pool that does not count with its reason', async () => {
    expect(await depthOf(UNKNOWN)).toMatchObject({ depth_gap_str: 'not_read', depth: [], quotes: [] });
    expect(await poolsOf(UNKNOWN)).toEqual([]);
    const pools = await poolsOf(SOL);
    const excluded = pools.filter((pool) => pool['counted_b'] !== true).map((pool) => pool['excluded_reason_str']);
    expect(excluded.length).toBeGreaterThan(5);
    expect(new Set(excluded)).toEqual(new Set(['other_pair', 'dust']));
    const coverage = (await list('/v1/kamino/lend/reserves/all/liquidation-coverage/latest')).data;
    const last = coverage.at(-1);
    expect(last).toMatchObject({ coverage_at_min_bonus_f: null, coverage_gap_str: 'no_reference_price' });
    const known = coverage.flatMap((row) => row['token_coverage_at_min_bonus_f'] ?? []).map(Number);
    expect(known).toEqual(known.toSorted((one, other) => one - other));
  });

  it('has a history whose hours hold the smallest of the reads', async () => {
    const path = `/v1/liquidity/tokens/${MSOL}/depth/history?fall_bps=200`;
    const raw = (await list(`${path}&interval=raw`, { 'x-service-api-key': key })).data;
    expect(raw.length).toBeGreaterThan(1);
    const least = Math.min(...raw.flatMap((row) => row['min_average_usd_f'] ?? []).map(Number));
    await waitFor(
      async () => {
        const hours = (await list(path)).data;
        return Math.min(...hours.flatMap((row) => row['min_average_usd_f'] ?? []).map(Number)) === least;
      },
      { description: 'the smallest depth in the rollup' },
    );
    const [reserve] = (await list('/v1/kamino/lend/reserves/all/liquidation-coverage/latest')).data;
    const hours = (await list(`/v1/kamino/lend/reserves/${String(reserve?.['reserve'])}/liquidation-coverage/history`))
      .data;
    expect(hours.some((row) => row['min_coverage_at_min_bonus_f'] !== null)).toBe(true);
  });
});
