import {
  rebuildPriceBuckets,
  rollUpPrices,
  upsertLendingMarkets,
  upsertReserves,
  writePriceBatch,
} from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueKey } from './support/history-world.ts';
import { buildMarketRow, buildReserveRow } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const MINT = addressFromLabel('token');
const RESERVE = addressFromLabel('reserve');
const [UNLISTED, UNPRICED] = ['unlisted', 'unpriced'].map(addressFromLabel);
const pathOf = (reserve: string | undefined) => `/v1/kamino/lend/reserves/${reserve}/price-divergence/history`;
const PATH = pathOf(RESERVE);
const START = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
const at = (seconds: number) => new Date(START + seconds * 1000);

let api: TestApi;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async ({ sql }) => {
      await upsertLendingMarkets(sql, [
        buildMarketRow({ listed: true }),
        buildMarketRow({ address: addressFromLabel('side'), listed: false }),
      ]);
      const seen = { firstSeenAt: at(-60), tokenMint: MINT };
      await upsertReserves(sql, [
        buildReserveRow('reserve', seen),
        buildReserveRow('unlisted', { ...seen, lendingMarket: addressFromLabel('side') }),
        buildReserveRow('unpriced', { ...seen, tokenMint: addressFromLabel('nothing') }),
      ]);
      await sql`UPDATE lend.reserves SET first_seen_at = ${at(-60)}`;
      // An hour in which the reserve agrees for 20 minutes, is 2 % above for 20, then refused, and a read that ends it.
      await writeBatch(sql, 0, '100', null);
      await writeBatch(sql, 1_200, '102', null);
      await writeBatch(sql, 2_400, '102', 'refused_by_program');
      await writeBatch(sql, 3_600, '102', 'refused_by_program', 'disagreement');
      await rollUpPrices(sql);
      await rebuildPriceBuckets(sql, { from: at(0), to: at(3_600) });
    },
  });
  headers = await issueKey(api.database, 'divergence');
});
afterAll(() => api.stop());

async function writeBatch(
  sql: Parameters<typeof writePriceBatch>[0],
  second: number,
  own: string,
  problem: string | null,
  status = 'ok',
): Promise<void> {
  await writePriceBatch(sql, {
    id: `prices-${second}`,
    sourceGroup: 'chain',
    mints: [MINT],
    slot: BigInt(1_000 + second),
    observedAt: at(second),
    startedAt: at(second),
    durationMs: 3,
    endpoint: null,
    gapAfterMs: 1_500_000,
    heartbeatMs: 600_000,
    observations: [
      {
        tokenMint: MINT,
        feed: `reserve:${RESERVE}`,
        source: 'reserve',
        account: RESERVE,
        price: own,
        confidence: null,
        average: null,
        publishedAt: at(second),
        verification: null,
        problem,
        legs: null,
        roots: ['pyth:1'],
      },
    ],
    verdicts: [],
    aggregates: [
      {
        tokenMint: MINT,
        tokenSymbol: 'TOKEN',
        status,
        price: status === 'ok' ? '100' : null,
        publishedAt: at(second),
        sources: 3,
        used: status === 'ok' ? 2 : 0,
        spreadBps: null,
        confidence: null,
        method: 'price-1.1',
        reservesOnly: false,
      },
    ],
    missing: 0,
    quarantined: [],
  });
}

const envelopeSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.record(z.string(), z.unknown()),
});
const ask = async (path: string, options: Parameters<TestApi['call']>[1] = {}) => {
  const answer = await api.call(path, options);
  expect(answer.status).toBe(200);
  return envelopeSchema.parse(answer.json());
};

describe('the divergence of the price of a reserve', () => {
  it('says hour by hour how far, for how long, and whether the program would have accepted it', async () => {
    const { data, meta } = await ask(`${PATH}?interval=1h`);
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({
      timestamp: START / 1000,
      reserve: RESERVE,
      token_address: MINT,
      open_divergence_bps_f: 0,
      high_divergence_bps_f: 200,
      low_divergence_bps_f: 0,
      close_divergence_bps_f: 200,
      twavg_divergence_bps_f: 400 / 3,
      elapsed_seconds: 3_600,
      compared_seconds: 3_600,
      beyond_bound_seconds: 2_400,
      accepted_seconds: 2_400,
      refused_seconds: 1_200,
      accepted_beyond_bound_seconds: 1_200,
      accepted_b: null,
      coverage_f: 1,
      quality_str: 'ok',
      gap_reason_str: null,
      final_b: true,
    });
    expect(data[2]).toMatchObject({
      open_divergence_bps_f: null,
      quality_str: 'missing',
      gap_reason_str: 'not_rolled_up',
    });
    expect(meta).toMatchObject({ interval_str: '1h', count: 3, tier_str: 'public', divergence_bound_bps: 100 });
    expect((await ask(`${PATH}?interval=1d`)).data.at(-1)).toMatchObject({ reserve: RESERVE });
  });

  it('comes read by read with a key, and not without', async () => {
    const { data } = await ask(`${PATH}?interval=raw&from=${START / 1000}`, { headers });
    const shown = data.map((row) => [
      row['timestamp'],
      row['close_divergence_bps_f'],
      row['accepted_b'],
      row['gap_reason_str'],
    ]);
    expect(shown).toEqual([
      [START / 1000, 0, true, null],
      [START / 1000 + 1_200, 200, true, null],
      [START / 1000 + 2_400, 200, false, null],
      [START / 1000 + 3_600, null, false, 'disagreement'],
    ]);
    for (const interval of ['15m', 'raw']) {
      expect((await api.call(`${PATH}?interval=${interval}`)).json()).toMatchObject({ error: { code: 40101 } });
    }
  });

  it('says why an answer is empty', async () => {
    const reasonOf = async (range: string, more = {}) => (await ask(`${PATH}?${range}`, more)).meta['empty_reason_str'];
    const began = at(0).toISOString().replace('.000Z', 'Z');
    const [from, to] = [START / 1000 - 7_200, START / 1000 - 3_600];
    expect(await reasonOf(`from=${from}&to=${to}`)).toBe(
      `no price before ${began}, a simulated past has none; ask for a range that ends later`,
    );
    const [after, before] = [START / 1000 + 10, START / 1000 + 20];
    expect(await reasonOf(`interval=raw&from=${after}&to=${before}`, { headers })).toBe(
      `nothing was stored in the range; observations began at ${began}`,
    );
    expect(await reasonOf('interval=1h')).toBeNull();
  });

  it('is cut into pages that join, in buckets and in reads', async () => {
    for (const interval of ['15m', 'raw']) {
      const range = `interval=${interval}&from=${START / 1000}`;
      const all = (await ask(`${PATH}?${range}`, { headers })).data;
      const joined: unknown[] = [];
      let cursor: unknown = null;
      do {
        const page = await ask(`${PATH}?${range}&limit=3${typeof cursor === 'string' ? `&cursor=${cursor}` : ''}`, {
          headers,
        });
        joined.push(...page.data);
        cursor = page.meta['next_cursor'];
      } while (typeof cursor === 'string');
      expect(joined).toEqual(all);
    }
  });

  it('is CSV, and is revalidated by its ETag', async () => {
    const range = `from=${START / 1000}&to=${START / 1000 + 3_600}`;
    const csv = await api.call(`${PATH}?${range}&format=csv`);
    const [header, line] = csv.text.split('\r\n').length > 1 ? csv.text.split('\r\n') : csv.text.split('\n');
    expect(header).toContain('high_divergence_bps_f');
    expect(line?.split(',')[header?.split(',').indexOf('beyond_bound_seconds') ?? -1]).toBe('2400');
    const first = await api.call(`${PATH}?${range}`);
    const again = await api.call(`${PATH}?${range}`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('has a reason for reserves of markets that are not listed, no row where nothing was priced, and 404 for none', async () => {
    const rows = (await ask(pathOf(UNLISTED))).data;
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ gap_reason_str: 'not_listed', quality_str: 'missing' });
    const unpriced = await ask(pathOf(UNPRICED));
    expect(unpriced.data).toEqual([]);
    expect(unpriced.meta['empty_reason_str']).toContain('nothing that is known matches');
    expect((await api.call(pathOf(addressFromLabel('nobody')))).json()).toMatchObject({ error: { code: 40402 } });
  });

  it('has the same values in lend_v1.reserve_price_divergence_hourly', async () => {
    const [row] = await api.database.sql.begin(async (tx) => {
      await tx`SET LOCAL ROLE tidemark_reader`;
      return tx`SELECT to_jsonb(v) AS row FROM lend_v1.reserve_price_divergence_hourly AS v WHERE bucket_start = ${at(0)}`;
    });
    const [wanted = {}] = (await ask(`${PATH}?interval=1h`)).data;
    const stored = z.record(z.string(), z.unknown()).parse(row?.['row']);
    const names = Object.keys(wanted).filter((name) => name in stored);
    expect(names.length).toBeGreaterThan(14);
    for (const name of names) expect([name, stored[name]]).toEqual([name, wanted[name]]);
  });
});
