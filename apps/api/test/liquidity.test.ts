import { rollUpLiquidity, type Sql, writeLiquidityBatch, writeLiquiditySearch } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueKey } from './support/history-world.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const [POOL, DUST, GONE] = ['a pool', 'a pool of dust', 'a pool that is gone'].map(addressFromLabel);
const START = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
const at = (seconds: number) => new Date(START + seconds * 1000);

let api: TestApi;
let key: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async ({ sql }) => {
      const pools = [POOL, DUST, GONE].map((pool) => ({
        pool: pool ?? '',
        source: 'raydium_cpmm',
        evidence: 'sdk' as const,
      }));
      await writeLiquiditySearch(sql, {
        tokenMint: SOL,
        foundBy: 'built_in',
        failure: 'METHOD_REFUSED',
        pools,
        calls: 1,
      });
      // The second hour begins with less than the first had, and then nothing is known.
      for (const [second, raw] of [
        [0, 900n],
        [1_800, 500n],
        [3_600, 700n],
        [5_400, null],
      ] as const)
        await writeBatch(sql, second, raw);
      await rollUpLiquidity(sql);
    },
  });
  key = await issueKey(api.database, 'liquidity');
});
afterAll(() => api.stop());

async function writeBatch(sql: Sql, second: number, raw: bigint | null): Promise<void> {
  const read = {
    slot: BigInt(1_000 + second),
    observedAt: at(second),
    decoderVersion: 1,
    dataSha256: new Uint8Array(32),
  };
  const usd = (amount: bigint | null) => (amount === null ? null : String(Number(amount) / 10));
  const level = (bps: number, factor: bigint) => ({
    tokenMint: SOL,
    side: 'sell' as const,
    bps,
    source: 'all',
    marginalRaw: raw === null ? null : raw * factor,
    marginalUsd: usd(raw === null ? null : raw * factor),
    averageRaw: raw === null ? null : raw * factor * 2n,
    averageUsd: usd(raw === null ? null : raw * factor * 2n),
    largestPoolShare: raw === null ? null : 0.75,
    viaSolShare: raw === null ? null : 0,
    solLegShare: 0.625,
    lowerBound: second === 1_800,
    evidence: 'sdk',
    reason: raw === null ? 'no_counted_pools' : null,
  });
  await writeLiquidityBatch(sql, {
    id: `liquidity-${second}`,
    startedAt: at(second),
    durationMs: 5,
    gapAfterMs: 2_000_000,
    calls: 2,
    slotMin: BigInt(999 + second),
    slotMax: BigInt(1_000 + second),
    observedAt: at(second),
    heartbeatMs: 600_000,
    pools: [
      {
        ...read,
        pool: POOL ?? '',
        mintA: SOL,
        mintB: USDC,
        status: 'ok',
        detail: null,
        lowerBound: ['limit_orders'],
        price: '0.1785',
        depth: [
          {
            direction: 'a_to_b',
            bps: 200,
            marginalIn: '18446744073709551616',
            marginalOut: '5',
            averageIn: null,
            averageOut: null,
            unknown: 'missing_array',
          },
        ],
        sellARaw: 1n,
        sellBRaw: null,
        lastUsedAt: at(second - 3),
        oneBank: true,
      },
      {
        ...read,
        pool: GONE ?? '',
        mintA: null,
        mintB: null,
        status: 'missing',
        detail: null,
        lowerBound: [],
        price: null,
        depth: [],
        sellARaw: null,
        sellBRaw: null,
        lastUsedAt: null,
        oneBank: true,
      },
    ],
    verdicts: [
      { tokenMint: SOL, pool: DUST ?? '', route: null, reason: 'dust', detail: null, priceGapBps: 1.5, depthUsd: 7 },
      { tokenMint: SOL, pool: POOL ?? '', route: 'direct', reason: null, detail: null, priceGapBps: -2, depthUsd: 9e5 },
    ],
    tokens: [
      {
        tokenMint: SOL,
        slotMin: BigInt(999 + second),
        tokenSymbol: 'SOL',
        tokenDecimals: 9,
        price: '178.5',
        priceAt: at(second - 7),
        counted: 1,
        excluded: 1,
        unknown: 0,
        evidence: 'sdk',
        lowerBound: second === 1_800,
        reason: raw === null ? 'no_counted_pools' : null,
        quotes: [
          { size: '10000', amount: '56022408963', out: '9950', reason: null },
          { size: '30000', amount: '168067226890', out: null, reason: 'beyond_depth' },
        ],
      },
    ],
    depth: [level(50, 1n), level(200, 1n), level(500, 3n)],
    coverage: [],
  });
}

const rowsSchema = z.object({ data: z.array(z.looseObject({})), meta: z.looseObject({}) });
const ask = async (path: string, options: Parameters<TestApi['call']>[1] = {}) => {
  const answer = await api.call(path, options);
  expect(answer.status).toBe(200);
  return rowsSchema.parse(answer.json());
};
const codeOf = async (path: string) => {
  const { status, json } = await api.call(path).then((answer) => ({ status: answer.status, json: answer.json() }));
  return [status, z.object({ error: z.object({ code: z.number() }) }).parse(json).error.code];
};

describe('depth of a token', () => {
  it('has its levels, exactly and as doubles, and quotes with what is lost of the price', async () => {
    const answer = await api.call(`/v1/liquidity/tokens/${SOL}/depth/latest`);
    const { data } = z
      .object({ data: z.looseObject({ depth: z.array(z.unknown()), quotes: z.array(z.looseObject({})) }) })
      .parse(answer.json());
    expect(data).toMatchObject({
      timestamp: START / 1000 + 5_400,
      slot_min: 6_399,
      slot_max: 6_400,
      reference_price_usd_f: 178.5,
      reference_age_seconds: 7,
      depth_gap_str: 'no_counted_pools',
      evidence_str: 'sdk',
      coverage_24h_f: 5_400 / 86_400,
      caveats: ['one_instant', 'amm_pools_only'],
    });
    expect(data.depth).toMatchObject([
      { fall_bps: 50 },
      {
        fall_bps: 200,
        marginal_amount_raw: null,
        marginal_amount_f: null,
        depth_gap_str: 'no_counted_pools',
        min_24h_marginal_amount_raw: '500',
        min_24h_marginal_usd_f: 50,
        min_24h_average_amount_raw: '1000',
        min_24h_average_usd_f: 100,
        known_24h_share_f: 0.75,
        sol_leg_share_f: 0.625,
      },
      { fall_bps: 500, min_24h_marginal_amount_raw: '1500' },
    ]);
    expect(data.quotes[1]).toMatchObject({ size_usd_f: 30_000, quote_out_usd_f: null, depth_gap_str: 'beyond_depth' });
    expect(data.quotes[0]?.['price_impact_bps_f']).toBeCloseTo(50, 4);
  });

  it('has a history: hours with the smallest of their reads, and each read with a key', async () => {
    const range = `from=${START / 1000}&to=${START / 1000 + 7_200}`;
    const { data } = await ask(`/v1/liquidity/tokens/${SOL}/depth/history?${range}&fall_bps=500`);
    expect(data).toMatchObject([
      {
        timestamp: START / 1000,
        min_marginal_amount_raw: '1500',
        min_average_usd_f: 300,
        close_average_usd_f: 300,
        observations: 2,
        known_observations: 2,
        lower_bound_b: true,
        coverage_f: 1,
        final_b: true,
      },
      {
        min_marginal_amount_raw: '2100',
        close_average_usd_f: 420,
        observations: 2,
        known_observations: 1,
        coverage_f: 1,
        final_b: false,
      },
    ]);
    const raw = await ask(`/v1/liquidity/tokens/${SOL}/depth/history?${range}&interval=raw`, { headers: key });
    expect(raw.data.map((row) => row['min_marginal_amount_raw'])).toEqual(['900', '500', '700', null]);
    const first = await ask(`/v1/liquidity/tokens/${SOL}/depth/history?${range}&interval=raw&limit=3`, {
      headers: key,
    });
    const rest = await ask(
      `/v1/liquidity/tokens/${SOL}/depth/history?interval=raw&cursor=${String(first.meta['next_cursor'])}`,
      { headers: key },
    );
    expect(rest.data).toEqual(raw.data.slice(3));
    expect(await codeOf(`/v1/liquidity/tokens/${SOL}/depth/history?interval=raw`)).toEqual([401, 40101]);
    expect(await codeOf(`/v1/liquidity/tokens/${SOL}/depth/history?fall_bps=300`)).toEqual([400, 40003]);
    expect(await codeOf('/v1/liquidity/tokens/sol/depth/latest')).toEqual([400, 40014]);
  });
});

describe('pools', () => {
  it('are listed with the reason why each counts or not, and how they were found', async () => {
    const { data, meta } = await ask(`/v1/liquidity/pools?mint=${SOL}`);
    expect(data).toMatchObject([
      { pool: POOL, counted_b: true, route_str: 'direct', excluded_reason_str: null, pool_price_raw: '0.1785' },
      { pool: DUST, counted_b: false, excluded_reason_str: 'dust', pool_status_str: 'not_read', one_bank_b: null },
    ]);
    expect(data[0]).toMatchObject({
      found_by_str: 'built_in',
      search_failure_str: 'METHOD_REFUSED',
      lower_bound_reasons: ['limit_orders'],
      pool_used_timestamp: START / 1000 + 5_397,
    });
    expect(meta).toMatchObject({ count: 2, slot: 6_400, as_of: START / 1000 + 5_400 });
    expect((await ask('/v1/liquidity/pools')).data).toEqual(data);
    expect(await codeOf('/v1/liquidity/pools?mint=sol')).toEqual([400, 40014]);
  });

  it('have their depth, or the reason why there is none', async () => {
    const { data, meta } = await ask(`/v1/liquidity/pools/${POOL}/depth/latest`);
    expect(data).toMatchObject([
      {
        token_in_address: SOL,
        token_out_address: USDC,
        marginal_in_raw: '18446744073709551616',
        average_in_raw: null,
        depth_gap_str: 'missing_array',
        lower_bound_b: true,
      },
    ]);
    expect(meta).toMatchObject({ pool_status_str: 'ok', lower_bound_reasons: ['limit_orders'], one_bank_b: true });
    const gone = await ask(`/v1/liquidity/pools/${GONE}/depth/latest`);
    expect([gone.data, gone.meta['pool_status_str']]).toEqual([[], 'missing']);
    expect(await codeOf(`/v1/liquidity/pools/${SOL}/depth/latest`)).toEqual([404, 40408]);
    expect(await codeOf('/v1/liquidity/pools/pool/depth/latest')).toEqual([400, 40019]);
  });
});
