import { foldBuckets } from '@tidemark/model';
import { protocolOf } from '@tidemark/protocols';
import { createApiKey } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi } from './support/start-api.ts';
import {
  at,
  BARE,
  COIN_HOUR,
  coinAt,
  DOLLAR,
  type Holding,
  hourOf,
  MAIN,
  NOBODY,
  PARTLY,
  RANGE,
  ROLLED_UP,
  seedTotals,
  SIDE,
  TOO_OLD,
  UNJUDGED,
  UNWRITTEN,
  usdcAt,
  usdtAt,
} from './support/total-buckets.ts';

const LEND = '/v1/kamino/lend';
const SUMMARY = `${LEND}/summary/history`;
const answerSchema = z.object({
  data: z.array(z.looseObject({ timestamp: z.number() })),
  meta: z.looseObject({ count: z.number(), next_cursor: z.string().nullable() }),
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seedTotals });
});
afterAll(() => api.stop());

const ask = async (path: string) => answerSchema.parse((await api.call(path)).json());
const rowsOf = async (path: string) => (await ask(path)).data;
const rowAt = async (path: string, hour: number) =>
  (await rowsOf(path)).find(({ timestamp }) => timestamp === at(hour));
const supplied = ({ available, borrowed }: Holding) => available + borrowed;
const usd = (amount: number, { quarters }: Holding) => (amount * quarters) / 4;

describe('the history of the protocol', () => {
  it('has the sums of its reserves at the close of each bucket', async () => {
    const [usdc, usdt] = [usdcAt(3), usdtAt(3)];
    const suppliedUsd = [usd(supplied(usdc), usdc), usd(supplied(usdt), usdt)] as const;
    const borrowedUsd = [usd(usdc.borrowed, usdc), usd(usdt.borrowed, usdt)] as const;
    const total = suppliedUsd[0] + suppliedUsd[1];
    const debt = borrowedUsd[0] + borrowedUsd[1];
    const row = await rowAt(`${SUMMARY}?${RANGE}&interval=1h`, 3);
    expect(row).toMatchObject({
      protocol: 'kamino',
      reserves_expected: 2,
      reserves_observed: 2,
      missing_reserve_count: 0,
      priced_reserve_count: 2,
      unpriced_reserve_count: 0,
      supplied_usd_f: total,
      borrowed_usd_f: debt,
      available_usd_f: total - debt,
      tvl_usd_f: total - debt,
      utilization_f: debt / total,
      coverage_f: 1,
      quality_str: 'ok',
      gap_reason_str: null,
      final_b: true,
    });
    expect(row?.['supply_apy_wavg_f']).toBeCloseTo((0.03 * suppliedUsd[0] + 0.07 * suppliedUsd[1]) / total, 15);
    expect(row?.['borrow_apy_wavg_f']).toBeCloseTo((0.05 * borrowedUsd[0] + 0.11 * borrowedUsd[1]) / debt, 15);
  });

  it('says how many reserves a sum lacks, and why', async () => {
    const path = `${SUMMARY}?${RANGE}&interval=1h`;
    const usdc = usdcAt(UNWRITTEN);
    expect(await rowAt(path, UNWRITTEN)).toMatchObject({
      reserves_expected: 2,
      reserves_observed: 1,
      missing_reserve_count: 1,
      supplied_usd_f: usd(supplied(usdc), usdc),
      coverage_f: 0.5,
      quality_str: 'partial',
      gap_reason_str: 'not_rolled_up',
      final_b: false,
    });
    expect(await rowAt(path, PARTLY)).toMatchObject({
      reserves_observed: 2,
      missing_reserve_count: 0,
      coverage_f: 4_500 / 7_200,
      quality_str: 'partial',
      gap_reason_str: 'poll_failed',
      final_b: true,
    });
  });

  it('has a row of nulls with a reason where nothing was observed, and where nothing is rolled up', async () => {
    const path = `${SUMMARY}?${RANGE}&interval=1h`;
    const nothing = {
      supplied_usd_f: null,
      borrowed_usd_f: null,
      available_usd_f: null,
      tvl_usd_f: null,
      utilization_f: null,
      supply_apy_wavg_f: null,
      borrow_apy_wavg_f: null,
      quality_str: 'missing',
    };
    expect(await rowAt(path, NOBODY)).toMatchObject({
      ...nothing,
      missing_reserve_count: 2,
      coverage_f: 0,
      gap_reason_str: 'not_polled',
      final_b: true,
    });
    expect(await rowAt(path, ROLLED_UP)).toMatchObject({
      ...nothing,
      reserves_expected: 3,
      missing_reserve_count: 3,
      coverage_f: null,
      gap_reason_str: 'not_rolled_up',
      final_b: false,
    });
    // The newest read lies in that hour: of later ones nobody knows anything.
    expect(await rowsOf(path)).toHaveLength(ROLLED_UP + 1);
  });

  it('counts a reserve from its first sight on, and one without a price apart', async () => {
    const path = `${SUMMARY}?${RANGE}&interval=1h`;
    expect(await rowAt(path, COIN_HOUR - 1)).toMatchObject({ reserves_expected: 2 });
    expect(await rowAt(path, COIN_HOUR)).toMatchObject({
      reserves_expected: 3,
      priced_reserve_count: 2,
      unpriced_reserve_count: 1,
      coverage_f: 1,
      quality_str: 'ok',
    });
    expect(await rowAt(path, ROLLED_UP - 1)).toMatchObject({ quality_str: 'ok', final_b: false });
  });

  it('says how much of a sum rests on a price that the program would not accept, how old the oldest is, and whom it lacks', async () => {
    const path = `${SUMMARY}?${RANGE}&interval=1h`;
    expect(await rowAt(path, TOO_OLD - 1)).toMatchObject({
      usable_price_share_f: 1,
      oldest_price_age_seconds: 30,
      unpriced_reserves: [],
    });
    const [usdc, usdt] = [usdcAt(COIN_HOUR), usdtAt(COIN_HOUR)];
    const accepted = usd(supplied(usdc), usdc);
    expect(await rowAt(path, COIN_HOUR)).toMatchObject({
      usable_price_share_f: accepted / (accepted + usd(supplied(usdt), usdt)),
      oldest_price_age_seconds: 600,
      unpriced_reserve_count: 1,
      unpriced_reserves: [addressFromLabel('COIN')],
    });
    // One of two was stored before verdicts were: the share is of the other alone, of which it says so.
    expect(await rowAt(path, UNJUDGED)).toMatchObject({
      usable_price_share_f: 1,
      unjudged_reserve_count: 1,
      priced_reserve_count: 2,
    });
    const side = `${LEND}/markets/${SIDE}/history?${RANGE}&interval=1h`;
    expect(await rowAt(side, UNJUDGED)).toMatchObject({
      usable_price_share_f: null,
      unjudged_reserve_count: 1,
      priced_reserve_count: 1,
    });
    expect(await rowAt(path, NOBODY)).toMatchObject({
      usable_price_share_f: null,
      oldest_price_age_seconds: null,
      unpriced_reserves: [],
    });
    const days = await rowsOf(`${SUMMARY}?${RANGE}&interval=1d`);
    expect(days[1]).toMatchObject({ oldest_price_age_seconds: 600, unpriced_reserves: [addressFromLabel('COIN')] });
  });

  it('is the sum of the histories of its reserves', async () => {
    const schema = z.array(
      z.looseObject({ timestamp: z.number(), supplied_amount_usd_f: z.number().nullable(), quality_str: z.string() }),
    );
    for (const interval of ['1h', '4h', '1d']) {
      const reserves = schema.parse(await rowsOf(`${LEND}/reserves/all/history?${RANGE}&interval=${interval}`));
      for (const row of await rowsOf(`${SUMMARY}?${RANGE}&interval=${interval}`)) {
        const known = reserves.filter(
          ({ timestamp, supplied_amount_usd_f: value }) => timestamp === row.timestamp && value !== null,
        );
        const sum = known.reduce((total, { supplied_amount_usd_f: value }) => total + (value ?? 0), 0);
        expect([interval, row.timestamp, row['supplied_usd_f']]).toEqual([
          interval,
          row.timestamp,
          known.length === 0 ? null : sum,
        ]);
      }
    }
  });

  it('is the sum of the histories of its markets', async () => {
    for (const interval of ['1h', '4h', '1d']) {
      const query = `${RANGE}&interval=${interval}`;
      const markets = await Promise.all(
        [MAIN, SIDE].map((market) => rowsOf(`${LEND}/markets/${market}/history?${query}`)),
      );
      for (const row of await rowsOf(`${SUMMARY}?${query}`)) {
        const parts = markets.map((rows) => rows.find(({ timestamp }) => timestamp === row.timestamp));
        for (const name of [
          'reserves_expected',
          'reserves_observed',
          'supplied_usd_f',
          'borrowed_usd_f',
          'tvl_usd_f',
        ]) {
          const sum = parts.reduce((total, part) => total + Number(part?.[name] ?? 0), 0);
          expect([interval, row.timestamp, name, Number(row[name] ?? 0)]).toEqual([interval, row.timestamp, name, sum]);
        }
      }
    }
  });
});

describe('wider buckets', () => {
  it('of four hours close as hours are folded', async () => {
    const hours = [4, 5, 6, 7].map((hour) => hourOf('USDC', hour, hour === NOBODY ? null : usdcAt(hour)));
    const folded = foldBuckets(protocolOf('kamino'), hours, new Date(at(4) * 1000), new Date(at(8) * 1000));
    expect(await rowAt(`${LEND}/markets/${MAIN}/history?${RANGE}&interval=4h`, 4)).toMatchObject({
      supplied_usd_f: folded.close?.numbers.suppliedAmountUsdF,
      coverage_f: folded.observedSeconds / folded.elapsedSeconds,
      quality_str: folded.quality,
      gap_reason_str: folded.gapReason,
      final_b: folded.final,
    });
    // Its last hour was never written: it closes with the third.
    const usdt = usdtAt(6);
    expect(await rowAt(`${LEND}/markets/${SIDE}/history?${RANGE}&interval=4h`, 4)).toMatchObject({
      supplied_usd_f: usd(supplied(usdt), usdt),
      quality_str: 'partial',
      final_b: false,
    });
  });

  it('of a day come from the days', async () => {
    const [first, second] = await rowsOf(`${SUMMARY}?${RANGE}`);
    const [usdc, usdt] = [usdcAt(23), usdtAt(23)];
    expect(first).toMatchObject({
      timestamp: at(0),
      supplied_usd_f: usd(supplied(usdc), usdc) + usd(supplied(usdt), usdt),
      quality_str: 'partial',
    });
    expect(second).toMatchObject({
      timestamp: at(24),
      reserves_expected: 3,
      unpriced_reserve_count: 1,
      final_b: false,
    });
  });
});

describe('the history of a token', () => {
  it('adds up amounts, and weighs rates by them', async () => {
    const [usdc, usdt] = [usdcAt(3), usdtAt(3)];
    const total = supplied(usdc) + supplied(usdt);
    const row = await rowAt(`${LEND}/tokens/${DOLLAR}/history?${RANGE}&interval=1h`, 3);
    expect(row).toMatchObject({
      token_address: DOLLAR,
      token_decimals: 6,
      supplied_amount_f: total,
      borrowed_amount_f: usdc.borrowed + usdt.borrowed,
      available_amount_f: usdc.available + usdt.available,
      utilization_f: (usdc.borrowed + usdt.borrowed) / total,
      supplied_usd_f: usd(supplied(usdc), usdc) + usd(supplied(usdt), usdt),
    });
    expect(row?.['supply_apy_wavg_f']).toBeCloseTo((0.03 * supplied(usdc) + 0.07 * supplied(usdt)) / total, 15);
  });

  it('knows amounts without a price', async () => {
    const [first] = await rowsOf(`${LEND}/tokens/${addressFromLabel('COIN mint')}/history?${RANGE}&interval=1h`);
    const coin = coinAt(COIN_HOUR);
    // Rows begin with the first sight of the token.
    expect(first).toMatchObject({
      timestamp: at(COIN_HOUR),
      supplied_amount_f: supplied(coin),
      borrowed_amount_f: coin.borrowed,
      supplied_usd_f: null,
      supply_apy_wavg_f: 0.5,
      borrow_apy_wavg_f: 0.9,
      unpriced_reserve_count: 1,
    });
  });
});

describe('answers of aggregated history', () => {
  it('come in pages that go on where the one before ended', async () => {
    const query = `${RANGE}&interval=1h&limit=20`;
    const all = await rowsOf(`${SUMMARY}?${RANGE}&interval=1h`);
    const pages: Record<string, unknown>[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `${SUMMARY}?${query}${cursor === null ? '' : `&cursor=${cursor}`}`;
      const { data, meta } = await ask(path);
      expect(meta.count).toBe(data.length);
      pages.push(...data);
      cursor = meta.next_cursor;
    } while (cursor !== null);
    expect(pages).toEqual(all);
  });

  it('have the columns that are asked for, as JSON, CSV with units and one object per line', async () => {
    const query = `${RANGE}&interval=1h&limit=2&fields=timestamp,supplied_usd_f`;
    expect(await rowsOf(`${SUMMARY}?${query}`)).toEqual([
      { timestamp: at(0), supplied_usd_f: 1_150 },
      { timestamp: at(1), supplied_usd_f: 1_152.5 },
    ]);
    const csv = await api.call(`${SUMMARY}?${query}&format=csv&units=true`);
    expect(csv.text).toBe(`timestamp,supplied_usd_f\r\nunix seconds,USD\r\n${at(0)},1150\r\n${at(1)},1152.5\r\n`);
    expect(csv.headers.get('x-next-cursor')).not.toBeNull();
    const lines = (await api.call(`${SUMMARY}?${query}&format=ndjson`)).text;
    expect(lines.split('\n')[1]).toBe(`{"timestamp":${at(1)},"supplied_usd_f":1152.5}`);
  });

  it('are empty for a market without reserves and before anything was seen', async () => {
    expect(await ask(`${LEND}/markets/${BARE}/history?${RANGE}`)).toMatchObject({ data: [], meta: { count: 0 } });
    expect(await rowsOf(`${SUMMARY}?from=${at(-240)}&to=${at(-24)}`)).toEqual([]);
  });

  it('reach 2 years and hold 10,000 rows, with a key and without', async () => {
    const query = `from=${at(48 - 24 * 731)}&to=${at(48)}`;
    const longer = `from=${at(48 - 24 * 732)}&to=${at(48)}`;
    expect((await api.call(`${SUMMARY}?${query}`)).json()).toMatchObject({ meta: { tier_str: 'public', count: 2 } });
    expect((await api.call(`${SUMMARY}?${longer}`)).json()).toMatchObject({ error: { code: 40015 } });
    const key = await createApiKey(api.database.sql, { username: 'analyst' });
    const headers = { 'x-service-api-key': key.key };
    const answer = answerSchema.parse((await api.call(`${SUMMARY}?${query}`, { headers })).json());
    expect(answer.meta).toMatchObject({ tier_str: 'key', interval_str: '1d', methodology: 'aggregate-1.1', count: 2 });
    for (const as of [{}, headers]) {
      const call = (limit: number) => api.call(`${SUMMARY}?${RANGE}&limit=${limit}`, { headers: as });
      expect((await call(10_001)).json()).toMatchObject({ error: { code: 40010 } });
      expect((await call(10_000)).status).toBe(200);
    }
  });

  it.each([
    [`${SUMMARY}?interval=5m`, 40003],
    [`${SUMMARY}?fields=nonsense`, 40003],
    [`${SUMMARY}?from=${at(1)}&to=${at(1)}`, 40009],
    [`${SUMMARY}?cursor=abc`, 40011],
    [`${LEND}/markets/nonsense/history`, 40013],
    [`${LEND}/markets/${DOLLAR}/history`, 40404],
    [`${LEND}/tokens/nonsense/history`, 40014],
    [`${LEND}/tokens/${MAIN}/history`, 40405],
  ])('refuse %s', async (path, code) => {
    expect((await api.call(path)).json()).toMatchObject({ error: { code } });
  });
});
