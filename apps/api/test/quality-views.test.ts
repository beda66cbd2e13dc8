import { USD_STABLECOINS } from '@tidemark/core';
import { upsertLendingMarkets, upsertReserves, writeBuckets } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seeReserve } from './support/accounts.ts';
import { HISTORY_WORLD, LABELS, observationAt, WORLD } from './support/history-world.ts';
import { bankAt, buildMarketRow, buildReserveRow, buildState } from './support/rows.ts';
import { commitBatch, commitSeen } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { at, type Holding, hourOf, SIDE, storeTotals } from './support/total-buckets.ts';

// The views and the API make these numbers by statements and code of their own.

type Row = Readonly<Record<string, unknown>>;
const HOUR = 3_600;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const answerSchema = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
const read = async (api: TestApi, path: string) => answerSchema.parse((await api.call(path)).json()).data;

/** Rows as a reader sees them; numbers that the driver gives as bigint as JSON has them. */
async function asReader({ database }: TestApi, statement: string): Promise<Row[]> {
  const rows = await database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    await tx`SET LOCAL TimeZone = 'America/New_York'`;
    return tx.unsafe<Row[]>(statement);
  });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    ),
  );
}

/** Without debt the rate is 0, and the index stands still. */
const FREE_WHILE_UNUSED = Array.from({ length: 11 }, (_, place) => ({
  utilizationRateBps: place === 0 ? 0 : 10_000,
  borrowRateBps: place === 0 ? 0 : 6_000,
}));
const pick = (row: Row | undefined, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row?.[name]]));

describe('lend_v1.benchmark_rates', () => {
  const [USDC = '', USDT = '', PYUSD = ''] = USD_STABLECOINS.map(({ mint }) => mint);
  const usdc: Holding = { available: 401, borrowed: 603, quarters: 4, supplyApy: 0.0317, borrowApy: 0.0523 };
  const usdt: Holding = { available: 100, borrowed: 107, quarters: 4, supplyApy: 1.07, borrowApy: 11e-9 };
  const dear: Holding = { ...usdt, quarters: 5 };
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({
      prepare: async (database) => {
        const { sql } = database;
        await upsertLendingMarkets(sql, [
          buildMarketRow(),
          buildMarketRow({ address: SIDE, name: 'Side', displayName: 'Side', listed: false }),
        ]);
        await upsertReserves(sql, [
          buildReserveRow('usdc', { tokenMint: USDC }),
          buildReserveRow('usdt', { tokenMint: USDT, tokenDecimals: 9 }),
          buildReserveRow('pyusd', { tokenMint: PYUSD }),
          // Neither somebody else's token that is called USDC nor a market of strangers makes the rate.
          buildReserveRow('imposter', { tokenSymbol: 'USDC' }),
          buildReserveRow('stranger', { tokenMint: USDC, lendingMarket: SIDE }),
          // Lends on through a reserve that is counted.
          buildReserveRow('wrapper', {
            tokenMint: USDC,
            underlyingProtocol: 'kamino',
            underlyingReserve: addressFromLabel('usdc'),
          }),
        ]);
        const others = [0, 1, 2].flatMap((hour) =>
          ['imposter', 'wrapper'].map((label) => hourOf(label, hour, { ...usdc, supplyApy: 9 })),
        );
        await writeBuckets(sql, 'hourly', 'kamino', [
          ...others,
          ...[0, 1, 2].map((hour) => hourOf('stranger', hour, { ...usdc, supplyApy: 9 }, { lendingMarket: SIDE })),
          ...[0, 1, 2].map((hour) => hourOf('usdc', hour, usdc, hour === 2 ? { final: false } : {})),
          hourOf('usdt', 0, usdt, { decimals: 9 }),
          hourOf('usdt', 1, dear, { decimals: 9 }),
          hourOf('usdt', 2, null),
          hourOf(
            'pyusd',
            0,
            { ...usdt, quarters: 0 },
            { quality: 'partial', observedSeconds: 900, gapReason: 'poll_failed' },
          ),
          hourOf('pyusd', 1, usdt),
          hourOf('pyusd', 2, null),
        ]);
        // The newest read lies in the last of the hours.
        await commitBatch(database, 3 * HOUR - 1, [buildState('usdc', 3 * HOUR - 1)]);
        await storeTotals(database);
      },
    });
  });
  afterAll(() => api.stop());

  it('has every value of the API’s benchmark, hour by hour', async () => {
    const rows = await asReader(
      api,
      `SELECT *, extract(epoch FROM bucket_start)::int AS timestamp FROM lend_v1.benchmark_rates
       WHERE interval_str = '1h' ORDER BY bucket_start`,
    );
    const answered = await read(api, `/v1/lend/benchmark-rates/usd?from=${at(0)}&to=${at(3)}&interval=1h`);
    const names = Object.keys(answered[0] ?? {}).filter((name) => name !== 'kind_str');
    expect(names).toHaveLength(18);
    expect(answered).toHaveLength(3);
    expect(rows.map((row) => pick(row, names))).toEqual(answered.map((row) => pick(row, names)));
    expect(rows.map((row) => row['reserves_included'])).toEqual([2, 2, 1]);
  });

  it('is null in rates where nothing is in the average', async () => {
    await api.database
      .sql`UPDATE lend.reserve_hours SET price_usd_close_f = NULL WHERE bucket_start = ${new Date(at(2) * 1000)}`;
    await storeTotals(api.database);
    const [row] = await asReader(
      api,
      `SELECT tracked_supply_usd_f, supply_apy_wavg_f, borrow_apr_wavg_f, included_protocols, included_token_addresses
       FROM lend_v1.benchmark_rates WHERE interval_str = '1h' ORDER BY bucket_start DESC LIMIT 1`,
    );
    expect(row).toEqual({
      tracked_supply_usd_f: null,
      supply_apy_wavg_f: null,
      borrow_apr_wavg_f: null,
      included_protocols: [],
      included_token_addresses: [],
    });
  });
});

describe('over the made-up chain', () => {
  const NEWEST = WORLD.end + 300;
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({
      template: HISTORY_WORLD,
      // Found nothing changed, and so is in no table but that of the newest states.
      prepare: (database) => observationAt(database, NEWEST),
    });
  });
  afterAll(() => api.stop());

  it.each([
    ['1h', 30, HOUR],
    ['1d', 1, 24 * HOUR],
  ] as const)(
    'lend_v1.coverage says of every bucket of %s that is over what the API says of that time',
    async (interval, count, width) => {
      const names = ['expected_seconds', 'observed_seconds', 'missing_seconds', 'coverage_f'];
      const reasons = new Set();
      for (const label of LABELS) {
        const reserve = addressFromLabel(label);
        const rows = await asReader(
          api,
          `SELECT *, extract(epoch FROM bucket_start)::int AS start FROM lend_v1.coverage
         WHERE interval_str = '${interval}' AND reserve = '${reserve}' AND final_b ORDER BY bucket_start`,
        );
        expect(rows).toHaveLength(count - (label === 'LATE' && interval === '1h' ? WORLD.late / HOUR : 0));
        for (const row of rows) {
          const from = Number(row['start']);
          const [answer] = await read(api, `/v1/coverage?reserve=${reserve}&from=${from}&to=${from + width}`);
          const gap = z.array(z.looseObject({ gap_reason_str: z.string() })).parse(answer?.['gaps'])[0];
          reasons.add(row['gap_reason_str']);
          expect(pick(row, [...names, 'gap_reason_str', 'token_symbol'])).toEqual({
            ...pick(answer, names),
            gap_reason_str: gap?.gap_reason_str ?? null,
            token_symbol: label,
          });
        }
      }
      expect(reasons).toEqual(new Set(interval === '1h' ? [null, 'not_polled'] : ['not_polled']));
    },
  );

  const EXACT = [
    'accrued_available_amount_raw',
    'accrued_borrowed_amount_raw',
    'accrued_total_supply_raw',
    'accrued_cumulative_borrow_rate_raw',
  ];
  const DOUBLES = [
    ...[
      'available_amount_f',
      'supplied_amount_f',
      'borrowed_amount_f',
      'available_amount_usd_f',
      'supplied_amount_usd_f',
      'borrowed_amount_usd_f',
    ],
    ...['price_usd_f', 'utilization_f', 'borrow_apr_f', 'borrow_apy_f', 'supply_apr_f', 'supply_apy_f'],
  ];

  const stateAt = async (label: string, seconds: number) => {
    const reserve = addressFromLabel(label);
    const [row = {}] = await asReader(
      api,
      `SELECT * FROM lend_v1.reserve_at('${reserve}', '${bankAt(seconds).observedAt.toISOString()}')`,
    );
    const answer = (await api.call(`/v1/kamino/lend/reserves/${reserve}/at/${unixOf(seconds)}`)).json();
    return { row, answer: z.object({ data: z.record(z.string(), z.unknown()) }).parse(answer).data };
  };

  it.each([
    ['at the first observation', 0],
    ['at an observation in the middle', 4_200],
    ['when the reserve is used', WORLD.deposit],
    ['at the newest stored observation', WORLD.end],
  ])('lend_v1.reserve_at is the API’s state %s, value by value', async (_when, seconds) => {
    const { row, answer } = await stateAt('SOL', seconds);
    expect(row).toMatchObject({ exact_b: true, age_seconds: 0, slot: answer['slot'] });
    expect(pick(row, [...EXACT, ...DOUBLES])).toEqual(pick(answer, [...EXACT, ...DOUBLES]));
  });

  it.each([
    ['between two stored observations of one account', 4_567],
    ['in a gap over which nothing changed', 11 * HOUR + 7],
    ['between the newest stored observation and the newest of all', WORLD.end + 123],
  ])('lend_v1.reserve_at gives the bounds of the API’s state %s', async (_when, seconds) => {
    const { row, answer } = await stateAt('SOL', seconds);
    expect(row).toMatchObject({ exact_b: false, unchanged_b: true, age_seconds: answer['evidence_age_seconds'] });
    expect(row['observed_at']).toEqual(new Date(Number(answer['evidence_timestamp']) * 1000));
    for (const name of EXACT) {
      const within = await api.database.sql<{ within: boolean }[]>`
        SELECT ${String(answer[name])}::numeric BETWEEN ${String(row[name])}::numeric AND ${String(row[`next_${name}`])}::numeric AS within`;
      expect({ name, ...within[0] }).toEqual({ name, within: true });
    }
    expect(row['accrued_borrowed_amount_raw']).not.toBe(answer['accrued_borrowed_amount_raw']);
  });

  it('lend_v1.reserve_at claims nothing of a time after which another account was found, and of one after the newest observation', async () => {
    const { row } = await stateAt('SOL', WORLD.deposit - 1);
    expect(row).toMatchObject({ exact_b: false, unchanged_b: false, next_accrued_borrowed_amount_raw: null });
    const [after] = await asReader(
      api,
      `SELECT * FROM lend_v1.reserve_at('${addressFromLabel('SOL')}', '2026-12-01Z')`,
    );
    expect(after).toMatchObject({ exact_b: false, unchanged_b: false, next_observed_at: null });
  });

  it('lend_v1.reserve_at is exact where nobody borrows: nothing accrues between two observations', async () => {
    const idle = {
      lastUpdate: { slot: bankAt(0).slot },
      liquidity: {
        borrowedAmountSf: 0n,
        accumulatedProtocolFeesSf: 0n,
        pendingReferrerFeesSf: 0n,
        marketPriceUpdatedAt: 1n,
      },
      config: { hostFixedInterestRateBps: 0, rewardsPerAccrualUnitRaw: 0n, borrowRateCurve: FREE_WHILE_UNUSED },
    };
    for (const seconds of [NEWEST + 600, NEWEST + 1_800]) {
      await commitSeen(api.database, seconds, [seeReserve('IDLE', seconds, idle)]);
    }
    const { row, answer } = await stateAt('IDLE', NEWEST + 777);
    expect(row).toMatchObject({
      unchanged_b: true,
      exact_b: true,
      age_seconds: 177,
      next_observed_at: bankAt(NEWEST + 1_800).observedAt,
    });
    expect(pick(row, [...EXACT, ...DOUBLES])).toEqual(pick(answer, [...EXACT, ...DOUBLES]));
  });

  it('lend_v1.reserve_at is one row of nulls before the first observation, and of an unknown reserve', async () => {
    for (const [reserve, time] of [
      [addressFromLabel('LATE'), bankAt(WORLD.late - 1).observedAt.toISOString()],
      ['nobody', bankAt(0).observedAt.toISOString()],
    ]) {
      const rows = await asReader(api, `SELECT * FROM lend_v1.reserve_at('${reserve}', '${time}')`);
      expect(rows).toHaveLength(1);
      const { reserve: named, ...rest } = rows[0] ?? {};
      expect(named).toBe(reserve);
      expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    }
  });
});
