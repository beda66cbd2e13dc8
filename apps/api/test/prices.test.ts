import { rebuildPriceBuckets, rollUpPrices, writePriceBatch } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueKey } from './support/history-world.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const [TWIN, OTHER, UNKNOWN] = ['first twin', 'second twin', 'nobody'].map(addressFromLabel);
const START = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
const at = (seconds: number) => new Date(START + seconds * 1000);

let api: TestApi;
let key: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async ({ sql }) => {
      for (const [index, price] of ['178.50', '179', '180.25'].entries()) await writeBatch(sql, index * 1_200, price);
      await rollUpPrices(sql);
      await rebuildPriceBuckets(sql, { from: at(0), to: at(2_400) });
    },
  });
  key = await issueKey(api.database, 'prices');
});
afterAll(() => api.stop());

async function writeBatch(sql: Parameters<typeof writePriceBatch>[0], second: number, price: string): Promise<void> {
  const aggregate = (tokenMint: string, tokenSymbol: string) => ({
    tokenMint,
    tokenSymbol,
    status: 'ok',
    price,
    publishedAt: at(second - 7),
    sources: 2,
    used: 1,
    spreadBps: 3.5,
    confidence: '0.25',
    method: 'price-1.1',
    reservesOnly: false,
  });
  const feed = (name: string, problem: string | null) => ({
    tokenMint: SOL,
    feed: `${name}:place`,
    source: name,
    account: SOL,
    price: problem === null ? price : null,
    confidence: null,
    average: '177.5',
    publishedAt: at(second - 7),
    verification: 'full',
    problem,
    legs:
      name === 'scope'
        ? [
            { place: 'a/1', kind: 'stake_rate', price: '1.2', published: 1_700_000_000 },
            { place: 'a/2', kind: null, price: '150', published: null },
          ]
        : null,
    roots: [`${name}:root`],
  });
  await writePriceBatch(sql, {
    id: `prices-${second}`,
    sourceGroup: 'chain',
    mints: [SOL, TWIN ?? '', OTHER ?? ''],
    slot: BigInt(1_000 + second),
    observedAt: at(second),
    startedAt: at(second),
    durationMs: 3,
    endpoint: 'node:1',
    gapAfterMs: 1_500_000,
    heartbeatMs: 600_000,
    observations: [feed('scope', null), feed('pyth', 'frozen')],
    verdicts: [
      { tokenMint: SOL, feed: 'scope:place', unusedReason: null, weight: 3, deviationBps: 0 },
      { tokenMint: SOL, feed: 'pyth:place', unusedReason: 'frozen', weight: 3, deviationBps: null },
    ],
    aggregates: [aggregate(SOL, 'SOL'), aggregate(TWIN ?? '', 'TWIN'), aggregate(OTHER ?? '', 'TWIN')],
    missing: 0,
    quarantined: [],
  });
}

const rowsSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.record(z.string(), z.unknown()),
});
const ask = async (path: string, options: Parameters<TestApi['call']>[1] = {}) => {
  const answer = await api.call(path, options);
  expect(answer.status).toBe(200);
  return rowsSchema.parse(answer.json());
};
const refused = async (path: string, options: Parameters<TestApi['call']>[1] = {}) => {
  const { error } = z
    .object({ error: z.object({ code: z.number(), details: z.unknown() }) })
    .parse((await api.call(path, options)).json());
  return error.code;
};

describe('the newest prices', () => {
  it('have a row for each token that was asked for, an unknown one too, in the order of the request', async () => {
    const { data, meta } = await ask(`/v1/prices/latest?mints=${UNKNOWN},${SOL}`);
    expect(data).toMatchObject([
      {
        token_address: UNKNOWN,
        token_symbol: '',
        price_usd_f: null,
        price_usd_raw: null,
        status_str: 'missing',
        slot: null,
        source_count: 0,
      },
      {
        token_address: SOL,
        token_symbol: 'SOL',
        price_usd_f: 180.25,
        price_usd_raw: '180.25',
        status_str: 'ok',
        price_age_seconds: 7,
        spread_bps_f: 3.5,
        price_confidence_usd_f: 0.25,
        source_count: 2,
        used_source_count: 1,
        slot: 3_400,
      },
    ]);
    expect(meta).toMatchObject({ count: 2, slot: 3_400, methodology: 'price-1.1' });
    expect((await ask('/v1/prices/latest')).data).toHaveLength(3);
  });

  it('are found by symbol where one token has it, and a symbol of several is refused', async () => {
    expect((await ask('/v1/prices/latest?symbols=SOL')).data).toMatchObject([{ token_address: SOL }]);
    expect((await ask('/v1/prices/SOL/latest')).data).toMatchObject([{ token_address: SOL }]);
    expect(await refused('/v1/prices/TWIN/latest')).toBe(40017);
    expect(await refused('/v1/prices/latest?symbols=NOBODY')).toBe(40405);
    expect(await refused('/v1/prices/latest?mints=SOL')).toBe(40014);
    expect((await ask(`/v1/prices/${UNKNOWN}/latest`)).data).toMatchObject([{ status_str: 'missing' }]);
  });

  it('are revalidated by their ETag', async () => {
    const etag = (await api.call('/v1/prices/latest')).headers.get('etag') ?? '';
    expect((await api.call('/v1/prices/latest', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

it('the sources of a price say whether they were used and why not, with the legs of a product', async () => {
  const { data } = await ask(`/v1/prices/${SOL}/sources/latest`);
  expect(data).toMatchObject([
    { feed: 'pyth:place', price_usd_f: null, used_b: false, unused_reason_str: 'frozen', legs: [] },
    {
      feed: 'scope:place',
      source_str: 'scope',
      price_usd_raw: '180.25',
      average_price_usd_f: 177.5,
      used_b: true,
      unused_reason_str: null,
      weight_f: 3,
      verification_str: 'full',
      roots: ['scope:root'],
      legs: [
        { leg_place: 'a/1', leg_kind_str: 'stake_rate', leg_value_raw: '1.2', published_timestamp: 1_700_000_000 },
        { leg_place: 'a/2', leg_kind_str: null, leg_value_raw: '150', published_timestamp: null },
      ],
    },
  ]);
  expect((await ask(`/v1/prices/${UNKNOWN}/sources/latest`)).data).toEqual([]);
});

describe('the price at a moment', () => {
  const secondsOf = (seconds: number) => at(seconds).getTime() / 1000;

  it('is the newest at or before it, and missing before the first and beyond max_age', async () => {
    const [row] = (await ask(`/v1/prices/SOL/at/${secondsOf(1_250)}`)).data;
    expect(row).toMatchObject({
      price_usd_raw: '179',
      evidence_age_seconds: 50,
      in_gap_b: false,
      timestamp: secondsOf(1_250),
    });
    expect((await ask(`/v1/prices/SOL/at/${secondsOf(-10)}`)).data).toMatchObject([
      { status_str: 'missing', evidence_slot: null, in_gap_b: true },
    ]);
    expect((await ask(`/v1/prices/SOL/at/${secondsOf(1_250)}?max_age=49`)).data).toMatchObject([
      { status_str: 'missing' },
    ]);
    expect((await ask(`/v1/prices/SOL/at/${secondsOf(2_400 + 1_501)}`)).data).toMatchObject([
      { price_usd_raw: '180.25', in_gap_b: true },
    ]);
  });

  it('is answered for many moments at once, in the order of the request', async () => {
    const headers = { 'content-type': 'application/json' };
    const post = (body: unknown) => ({ method: 'POST', headers, body: JSON.stringify(body) });
    const { data } = await ask(
      '/v1/prices/batch',
      post({ SOL: [secondsOf(2_400), at(0).toISOString()], [UNKNOWN ?? '']: [secondsOf(5)] }),
    );
    expect(data.map((row) => row['price_usd_raw'])).toEqual(['180.25', '178.5', null]);
    const offset = `${at(0).toISOString().slice(0, -1)}999999+00:00`;
    expect((await ask('/v1/prices/batch', post({ SOL: [offset] }))).data).toEqual(data.slice(1, 2));
    for (const body of [[], { SOL: 'x' }, { SOL: [{}] }]) {
      expect(await refused('/v1/prices/batch', post(body))).toBe(40018);
    }
    expect(await refused('/v1/prices/batch', { method: 'POST' })).toBe(40018);
    expect(await refused('/v1/prices/batch', post({ SOL: ['yesterday'] }))).toBe(40008);
  });
});

describe('the history of a price', () => {
  it('has a row for every hour from the first read on, with what was in force', async () => {
    const { data, meta } = await ask('/v1/prices/SOL/history?interval=1h');
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({
      timestamp: START / 1000,
      open_price_usd_f: 178.5,
      high_price_usd_f: 180.25,
      low_price_usd_f: 178.5,
      close_price_usd_raw: '180.25',
      twavg_price_usd_f: 178.75,
      observations: 3,
      quality_str: 'ok',
      final_b: false,
    });
    expect(data[2]).toMatchObject({ open_price_usd_f: null, quality_str: 'missing', gap_reason_str: 'not_rolled_up' });
    expect(meta).toMatchObject({ interval_str: '1h', count: 3, tier_str: 'public', next_cursor: null });
  });

  it('is cut into pages that join, in buckets and in observations', async () => {
    for (const interval of ['15m', 'raw']) {
      const all = (await ask(`/v1/prices/SOL/history?interval=${interval}`, { headers: key })).data;
      const joined: unknown[] = [];
      let cursor: string | null = null;
      do {
        const more: string = cursor === null ? '' : `&cursor=${cursor}`;
        const page = await ask(`/v1/prices/SOL/history?interval=${interval}&limit=2${more}`, { headers: key });
        joined.push(...page.data);
        cursor = z.string().nullable().parse(page.meta['next_cursor']);
      } while (cursor !== null);
      expect(joined).toEqual(all);
    }
    const raw = (await ask('/v1/prices/SOL/history?interval=raw', { headers: key })).data;
    expect(raw.map((row) => row['close_price_usd_raw'])).toEqual(['178.5', '179', '180.25']);
  });

  it('is finer than an hour with a key only, and comes as CSV', async () => {
    for (const interval of ['15m', 'raw'])
      expect(await refused(`/v1/prices/SOL/history?interval=${interval}`)).toBe(40101);
    const { text } = await api.call('/v1/prices/SOL/history?format=csv&fields=timestamp,close_price_usd_raw');
    expect(text.split('\r\n').slice(0, 2)).toEqual(['timestamp,close_price_usd_raw', `${START / 1000},180.25`]);
    const { data } = await ask(`/v1/prices/${UNKNOWN}/history`);
    expect(data).toEqual([]);
  });
});

it('the views of prices say what the API says, to a reader', async () => {
  const [row] = await api.database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    for (const view of [
      'prices',
      'price_sources_latest',
      'prices_hourly',
      'prices_daily',
      'price_observations',
      'price_batches',
      'price_gaps',
    ]) {
      await tx`SELECT * FROM ${tx(`lend_v1.${view}`)}`;
    }
    return tx<{ price: string; age: bigint; status: string }[]>`
      SELECT price_usd_raw::text AS price, price_age_seconds AS age, status_str AS status FROM lend_v1.prices_latest
      WHERE token_symbol = 'SOL'`;
  });
  expect(row).toEqual({ price: '180.25', age: 7n, status: 'ok' });
});
