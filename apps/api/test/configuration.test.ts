import { upsertLendingMarkets, upsertQuarantine } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seeReserve } from './support/accounts.ts';
import { bankAt, buildMarketRow, sha256Of } from './support/rows.ts';
import { commitSeen } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const ONE = 2n ** 60n;
const MILLION = 1_000_000n;
const LAST = 90_000;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const pathOf = (label: string, rest: string) => `${RESERVES}/${addressFromLabel(label)}/${rest}`;
const ALL_TIME = `from=${unixOf(0) - 1}`;

const pointSchema = z.object({
  utilization_f: z.number(),
  borrow_apr_f: z.number(),
  borrow_apy_f: z.number(),
  supply_apr_f: z.number(),
  supply_apy_f: z.number(),
});
const curveSchema = z.object({
  data: z.object({
    points: z.array(pointSchema),
    knots: z.array(pointSchema),
    current: z.record(z.string(), z.number()),
    what_if: z.record(z.string(), z.unknown()).nullable(),
  }),
  meta: z.object({ count: z.number(), slot: z.number(), as_of: z.number() }),
});
const changesSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.object({
    from: z.number(),
    to: z.number().nullable(),
    count: z.number(),
    next_cursor: z.string().nullable(),
  }),
});

let api: TestApi;

beforeAll(async () => {
  // 1,000,000 supplied, half of it borrowed; the curve rises to 8 % at 80 %, a rate of a slot of 400 ms counts 1.25 times.
  const half = {
    liquidity: {
      availableAmountRaw: 500_000n * MILLION,
      borrowedAmountSf: 500_000n * MILLION * ONE,
      accumulatedProtocolFeesSf: 0n,
      marketPriceSf: 122n * ONE,
    },
  };
  const see = (label: string, seconds: number, loanToValuePct: number, depositLimitRaw: bigint) =>
    seeReserve(label, seconds, { ...half, config: { loanToValuePct, depositLimitRaw } });
  api = await startTestApi({
    prepare: async (database) => {
      const market = (seconds: number, referralFeeBps: number) =>
        upsertLendingMarkets(database.sql, [
          buildMarketRow({
            ...bankAt(seconds),
            referralFeeBps,
            config: { referralFeeBps, reserveRewardsMaxAprBps: 0 },
          }),
        ]);
      await market(0, 2_000);
      await commitSeen(database, 0, [see('SOL', 0, 75, 100n), see('USDC', 0, 75, 100n)]);
      await commitSeen(database, 3_600, [see('SOL', 3_600, 74, 100n), see('USDC', 3_600, 75, 2n ** 64n - 1n)]);
      await market(7_200, 1_000);
      await commitSeen(database, LAST, [see('SOL', LAST, 70, 200n), see('USDC', LAST, 75, 2n ** 64n - 1n)]);
    },
  });
});
afterAll(() => api.stop());

const curve = async (query = '') => curveSchema.parse((await api.call(pathOf('SOL', `curve${query}`))).json());
const changes = async (path: string) => changesSchema.parse((await api.call(path)).json());

describe('the curve of a reserve', () => {
  it('has 51 points from 0 to 1 unless another number is asked for', async () => {
    const { data, meta } = await curve();
    expect(data.points.map((point) => point.utilization_f)).toHaveLength(51);
    expect([data.points.at(0)?.utilization_f, data.points.at(-1)?.utilization_f]).toEqual([0, 1]);
    expect(meta).toEqual({ as_of: unixOf(LAST), slot: Number(bankAt(LAST).slot), count: 51 });
    expect((await curve('?points=2')).data.points).toHaveLength(2);
    expect((await curve('?points=1001')).data.points[1]?.utilization_f).toBeCloseTo(0.001, 15);
  });

  it('gives the rates of the program at each point', async () => {
    const { data } = await curve('?points=6');
    // At 40 % the curve is half way from 0.01 % to 8 %, at 80 % at its knot, at 100 % at 60 %; times 500/400.
    expect(data.points[2]?.borrow_apr_f).toBeCloseTo(0.040_05 * 1.25, 12);
    expect(data.points[4]?.borrow_apr_f).toBeCloseTo(0.1, 12);
    expect(data.points[5]?.borrow_apr_f).toBeCloseTo(0.75, 12);
    expect(data.points[5]?.borrow_apy_f).toBeCloseTo(Math.expm1(0.75), 7);
    // Suppliers get 90 % of it on 80 %.
    expect(data.points[4]?.supply_apr_f).toBeCloseTo(0.1 * 0.8 * 0.9, 12);
  });

  it('names its knots without the stored repetition of the last, and where the reserve stands', async () => {
    const { data } = await curve();
    expect(data.knots.map((knot) => [knot.utilization_f, Number(knot.borrow_apr_f.toFixed(12))])).toEqual([
      [0, 0.000_125],
      [0.8, 0.1],
      [1, 0.75],
    ]);
    expect(data.current).toMatchObject({
      available_amount_f: 500_000,
      borrowed_amount_f: 500_000,
      supplied_amount_f: 1_000_000,
      utilization_f: 0.5,
    });
    // 0.01 % + 5/8 of 7.99 %.
    expect(data.current['borrow_apr_f']).toBeCloseTo((0.0001 + 0.0799 * 0.625) * 1.25, 12);
    expect(data.what_if).toBeNull();
  });

  it.each([
    ['?borrow_delta=300000', 200_000, 800_000, 1_000_000, 0.8, 0.1],
    ['?supply_delta=-375000', 125_000, 500_000, 625_000, 0.8, 0.1],
    ['?supply_delta=250000&borrow_delta=500000', 250_000, 1_000_000, 1_250_000, 0.8, 0.1],
    ['?borrow_delta=-500000', 1_000_000, 0, 1_000_000, 0, 0.000_125],
    ['?supply_delta=0', 500_000, 500_000, 1_000_000, 0.5, 0.062_546_875],
    ['?supply_delta=-500000', 0, 500_000, 500_000, 1, 0.75],
  ])('tells what %s leads to', async (query, available, borrowed, supplied, utilization, borrowApr) => {
    const { data } = await curve(query);
    expect(data.what_if).toMatchObject({
      available_amount_f: available,
      borrowed_amount_f: borrowed,
      supplied_amount_f: supplied,
      utilization_f: utilization,
    });
    expect(data.what_if?.['borrow_apr_f']).toBeCloseTo(borrowApr, 12);
  });

  it('takes amounts exactly, to the last decimal of the token', async () => {
    const { data } = await curve('?supply_delta=0.000001&borrow_delta=-12.5');
    expect(data.what_if).toMatchObject({ supply_delta_raw: '1', borrow_delta_raw: '-12500000' });
  });

  it.each([
    // The account holds a price of 122 USD.
    ['?supply_delta_usd=122', '1000000', '0'],
    ['?supply_delta_usd=-61&borrow_delta_usd=12200000', '-500000', '100000000000'],
    ['?borrow_delta_usd=0.000121999999999999', '0', '0'],
    ['?borrow_delta_usd=-0.000244', '0', '-2'],
    ['?supply_delta=5&borrow_delta_usd=1', '5000000', '8196'],
  ])(
    'turns the USD of %s into base units at the price of the account, cut towards zero',
    async (query, supply, borrow) => {
      const { data } = await curve(query);
      expect(data.what_if).toMatchObject({ supply_delta_raw: supply, borrow_delta_raw: borrow });
    },
  );

  it.each([
    ['supply_delta=1&supply_delta_usd=1', 40006, 'supply_delta_usd'],
    ['supply_delta_usd=1e3', 40006, 'supply_delta_usd'],
    ['borrow_delta_usd=0.0000000000000000001', 40006, 'borrow_delta_usd'],
    ['borrow_delta_usd=9999999999999999999999', 40006, 'borrow_delta_usd'],
    ['borrow_delta_usd=61000001', 40007, 'available'],
    ['points=1', 40012, 'points'],
    ['points=1002', 40012, 'points'],
    ['points=5.5', 40012, 'points'],
    ['points=', 40012, 'points'],
    ['points=5&points=6', 40003, 'points'],
    ['supply_delta=abc', 40006, 'supply_delta'],
    ['supply_delta=', 40006, 'supply_delta'],
    ['supply_delta=1e3', 40006, 'supply_delta'],
    ['supply_delta=1.0000001', 40006, 'supply_delta'],
    ['borrow_delta=.5', 40006, 'borrow_delta'],
    ['borrow_delta=--5', 40006, 'borrow_delta'],
    ['borrow_delta=18446744073709.551616', 40006, 'borrow_delta'],
    [`borrow_delta=${'9'.repeat(500)}`, 40006, 'borrow_delta'],
    ['borrow_delta=500000.000001', 40007, 'available'],
    ['borrow_delta=-500000.000001', 40007, 'borrowed'],
    ['supply_delta=-500000.000001', 40007, 'available'],
    ['supply=5', 40003, 'supply_delta'],
  ])('refuses %s with %i and says which parameter', async (query, code, named) => {
    const answer = await api.call(pathOf('SOL', `curve?${query}`));
    expect(answer.json()).toMatchObject({ error: { code } });
    expect(answer.text).toContain(named);
  });

  it.each([
    [pathOf('stranger', 'curve'), 40402],
    [`${RESERVES}/all/curve`, 40001],
    ['/v1/other/lend/reserves/all/curve', 40403],
  ])('refuses %s', async (path, code) => {
    expect((await api.call(path)).json()).toMatchObject({ error: { code } });
  });
});

describe('the configuration of a reserve', () => {
  it('is the whole of it with that of the market, and since when it holds', async () => {
    const answer = await api.call(pathOf('SOL', 'config'));
    expect(answer.json()).toMatchObject({
      data: {
        timestamp: unixOf(LAST),
        reserve: addressFromLabel('SOL'),
        lending_market_name: 'Main Market',
        token_decimals: 6,
        since_slot: Number(bankAt(LAST).slot),
        since_timestamp: unixOf(LAST),
        config: {
          loanToValuePct: 70,
          depositLimitRaw: '200',
          fees: { originationFeeSf: '0' },
          borrowRateCurve: [
            { utilizationRateBps: 0, borrowRateBps: 1 },
            { utilizationRateBps: 8_000 },
            {},
            {},
            {},
            {},
            {},
            {},
            {},
            {},
            {},
          ],
          tokenInfo: { blockPriceUsage: false },
        },
        lending_market_slot: Number(bankAt(7_200).slot),
        lending_market_config: { referralFeeBps: 1_000 },
      },
      meta: { as_of: unixOf(LAST) },
    });
  });

  it.each([
    [pathOf('SOL', 'config?since=1'), 40003],
    [pathOf('stranger', 'config'), 40402],
    [`${RESERVES}/nonsense/config`, 40001],
  ])('refuses %s', async (path, code) => {
    expect((await api.call(path)).json()).toMatchObject({ error: { code } });
  });
});

describe('the log of configuration changes', () => {
  it('holds what changed of all reserves and markets, newest first; the first sight is no change', async () => {
    const { data, meta } = await changes(`${RESERVES}/all/config/changes?${ALL_TIME}`);
    const fields = data.map((row) => `${String(row['token_symbol'])} ${String(row['field'])}`);
    expect(new Set(fields.slice(0, 2))).toEqual(new Set(['SOL loan_to_value_pct', 'SOL deposit_limit_raw']));
    expect(new Set(fields.slice(3))).toEqual(new Set(['SOL loan_to_value_pct', 'USDC deposit_limit_raw']));
    expect(data.map((row) => row['timestamp'])).toEqual([LAST, LAST, 7_200, 3_600, 3_600].map(unixOf));
    expect(data[2]).toEqual({
      timestamp: unixOf(7_200),
      slot: Number(bankAt(7_200).slot),
      account_kind_str: 'lending_market',
      lending_market: addressFromLabel('market'),
      lending_market_name: 'Main Market',
      reserve: null,
      token_symbol: null,
      field: 'lending_market_referral_fee_bps',
      old_value: 2_000,
      new_value: 1_000,
      previous_slot: Number(bankAt(0).slot),
      previous_timestamp: unixOf(0),
    });
    expect(meta).toEqual({ from: unixOf(0) - 1, to: null, count: 5, next_cursor: null });
  });

  it('holds the changes of one reserve, integers beyond a double as strings', async () => {
    const { data } = await changes(pathOf('USDC', `config/changes?${ALL_TIME}`));
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      reserve: addressFromLabel('USDC'),
      token_symbol: 'USDC',
      field: 'deposit_limit_raw',
      old_value: '100',
      new_value: '18446744073709551615',
      previous_timestamp: unixOf(0),
    });
  });

  it.each([
    ['seconds', (seconds: number) => String(unixOf(seconds))],
    ['milliseconds', (seconds: number) => String(unixOf(seconds) * 1000)],
    ['ISO-8601', (seconds: number) => bankAt(seconds).observedAt.toISOString()],
  ])('takes a range in %s: from belongs to it, to does not', async (_form, write) => {
    const { data, meta } = await changes(`${RESERVES}/all/config/changes?from=${write(3_600)}&to=${write(7_200)}`);
    expect(data.map((row) => row['timestamp'])).toEqual([unixOf(3_600), unixOf(3_600)]);
    expect(meta).toMatchObject({ from: unixOf(3_600), to: unixOf(7_200) });
  });

  it('begins 30 days before its end, or before now', async () => {
    expect((await changes(`${RESERVES}/all/config/changes?to=${unixOf(LAST)}`)).meta.from).toBe(
      unixOf(LAST) - 30 * 86_400,
    );
    const before = Math.floor(Date.now() / 1000) - 30 * 86_400;
    const { from } = (await changes(`${RESERVES}/all/config/changes`)).meta;
    expect(from).toBeGreaterThanOrEqual(before);
    expect(from).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) - 30 * 86_400);
  });

  it('comes in pages that neither repeat nor miss a row, whatever their size', async () => {
    const whole = (await changes(`${RESERVES}/all/config/changes?${ALL_TIME}`)).data;
    for (const limit of [1, 2, 3, 5]) {
      const paged: Record<string, unknown>[] = [];
      let cursor = '';
      do {
        const page = await changes(`${RESERVES}/all/config/changes?${ALL_TIME}&limit=${limit}${cursor}`);
        paged.push(...page.data);
        cursor = page.meta.next_cursor === null ? '' : `&cursor=${page.meta.next_cursor}`;
      } while (cursor !== '');
      expect(paged).toEqual(whole);
    }
  });

  it('keeps the range of a cursor where the range is left out', async () => {
    const first = await changes(`${RESERVES}/all/config/changes?${ALL_TIME}&limit=1`);
    const next = await changes(`${RESERVES}/all/config/changes?limit=1000&cursor=${first.meta.next_cursor ?? ''}`);
    expect([next.meta.from, next.data.length]).toEqual([unixOf(0) - 1, 4]);
  });

  it.each([
    ['from=yesterday', 40008, 'from'],
    ['from=', 40008, 'from'],
    ['from=-1', 40008, 'from'],
    ['to=2026-02-30', 40008, 'to'],
    ['to=2026-09-01T24:00:00Z', 40008, 'to'],
    ['to=2026-09-01T10:00:00', 40008, 'to'],
    ['to=2026-09-01T10:00:00%2B24:00', 40008, 'to'],
    ['from=99999999999999999', 40008, 'from'],
    ['from=10&to=10', 40009, 'from'],
    ['from=2026-09-02&to=2026-09-01', 40009, 'from'],
    ['limit=0', 40010, 'The parameter limit is not a whole number from 1 to 1000.'],
    ['limit=1001', 40010, 'from 1 to 1000. Expected limit to be a whole number that the endpoint'],
    ['limit=ten', 40010, 'limit'],
    ['cursor=abc', 40011, 'cursor'],
    ['cursor=', 40011, 'cursor'],
    [`cursor=${Buffer.from('[1,null,0,null,0,"1","x","a\\u0000"]').toString('base64url')}`, 40011, 'cursor'],
    ['form=2026-09-01', 40003, 'from'],
    ['limit=1&limit=2', 40003, 'limit'],
  ])('refuses %s with %i and says which parameter', async (query, code, named) => {
    for (const path of [`${RESERVES}/all/config/changes`, pathOf('SOL', 'config/changes')]) {
      const answer = await api.call(`${path}?${query}`);
      expect(answer.json()).toMatchObject({ status: 400, error: { code } });
      expect(answer.text).toContain(named);
    }
  });

  it('refuses a cursor of another reserve or another range', async () => {
    const { meta } = await changes(pathOf('SOL', `config/changes?${ALL_TIME}&limit=1`));
    const cursor = `cursor=${meta.next_cursor ?? 'none'}`;
    const others = [
      pathOf('USDC', `config/changes?${cursor}`),
      `${RESERVES}/all/config/changes?${cursor}`,
      pathOf('SOL', `config/changes?from=5&${cursor}`),
      pathOf('SOL', `config/changes?to=${unixOf(LAST)}&${cursor}`),
    ];
    for (const path of others) expect((await api.call(path)).json()).toMatchObject({ error: { code: 40011 } });
    expect((await changes(pathOf('SOL', `config/changes?${ALL_TIME}&${cursor}`))).data).toHaveLength(2);
  });

  it.each([
    [pathOf('stranger', 'config/changes'), 40402],
    [`${RESERVES}/nonsense/config/changes`, 40001],
  ])('refuses %s', async (path, code) => {
    expect((await api.call(path)).json()).toMatchObject({ error: { code } });
  });
});

describe('the quarantine', () => {
  const REFUSED = {
    accountKind: 'reserve',
    protocol: 'kamino',
    lendingMarket: null,
    listed: null,
    expected: '0 or 1',
    actual: '7',
    dataLength: 1,
    data: new Uint8Array(1),
  };
  const entry = (label: string, reasonCode: string) => ({
    ...REFUSED,
    address: addressFromLabel(label),
    reasonCode,
    dataSha256: sha256Of(label),
  });

  it('shows which reserves are kept out and why, and which no longer are', async () => {
    expect((await api.call('/v1/kamino/lend/info/quarantine')).json()).toMatchObject({ data: [] });
    const quarantine = (seconds: number, ...entries: ReturnType<typeof entry>[]) =>
      upsertQuarantine(api.database.sql, { batchId: `quarantine ${seconds}`, ...bankAt(seconds) }, entries);
    await quarantine(3_600, entry('SOL', 'NEGATIVE_SUPPLY'), entry('gone', 'WRONG_SIZE'));
    await quarantine(LAST + 10, entry('USDC', 'UNKNOWN_INTEREST_RATE_BASIS'), entry('never seen', 'UNKNOWN_STATUS'));
    await quarantine(LAST + 20, entry('USDC', 'UNKNOWN_INTEREST_RATE_BASIS'));

    await expect
      .poll(
        async () =>
          changesSchema.shape.data.parse(
            z.object({ data: z.unknown() }).parse((await api.call('/v1/kamino/lend/info/quarantine')).json()).data,
          ).length,
      )
      .toBe(4);
    const rows = z
      .object({ data: z.array(z.record(z.string(), z.unknown())), meta: z.unknown() })
      .parse((await api.call('/v1/kamino/lend/info/quarantine')).json());
    const activeOf = (label: string) =>
      rows.data.find((row) => row['reserve'] === addressFromLabel(label))?.['active_b'];
    expect(['SOL', 'gone', 'USDC', 'never seen'].map(activeOf)).toEqual([false, false, true, true]);
    expect(rows.data.find((row) => row['reserve'] === addressFromLabel('USDC'))).toEqual({
      reserve: addressFromLabel('USDC'),
      lending_market: addressFromLabel('market'),
      listed_b: true,
      quarantine_reason_str: 'UNKNOWN_INTEREST_RATE_BASIS',
      expected: '0 or 1',
      actual: '7',
      first_seen_timestamp: unixOf(LAST + 10),
      last_seen_timestamp: unixOf(LAST + 20),
      occurrences: 2,
      active_b: true,
    });
    expect(rows.meta).toEqual({ as_of: unixOf(LAST + 20), count: 4 });
    const info = (await api.call('/v1/kamino/lend/info/reserves')).json();
    const reasons = z
      .object({ data: z.array(z.object({ token_symbol: z.string(), quarantine_reason_str: z.string().nullable() })) })
      .parse(info).data;
    expect(reasons).toEqual([
      { token_symbol: 'SOL', quarantine_reason_str: null },
      { token_symbol: 'USDC', quarantine_reason_str: 'UNKNOWN_INTEREST_RATE_BASIS' },
    ]);
    expect((await api.call('/v1/kamino/lend/info/quarantine?active=true')).json()).toMatchObject({
      error: { code: 40003 },
    });
  });
});
