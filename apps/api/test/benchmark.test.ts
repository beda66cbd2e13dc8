import { USD_STABLECOINS } from '@tidemark/core';
import { upsertLendingMarkets, upsertReserves, writeBuckets } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seeReserve } from './support/accounts.ts';
import { bankAt, buildMarketRow, buildReserveRow } from './support/rows.ts';
import { commitSeen } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { at, type Holding, hourOf, storeTotals } from './support/total-buckets.ts';

const PATH = '/v1/lend/benchmark-rates/usd';
const ONE = 2n ** 60n;
const HOURS = `from=${at(0)}&to=${at(4)}&interval=1h`;
const [USDC, USDT, PYUSD] = USD_STABLECOINS.map(({ mint }) => mint);
const answerSchema = z.object({
  data: z.array(z.looseObject({ timestamp: z.number() })),
  meta: z.looseObject({ count: z.number(), excluded: z.array(z.unknown()), tokens: z.array(z.unknown()) }),
});

const usdc: Holding = { available: 400, borrowed: 600, quarters: 4, supplyApy: 0.03, borrowApy: 0.05 };
const usdt: Holding = { available: 100, borrowed: 100, quarters: 4, supplyApy: 0.08, borrowApy: 0.11 };
/** At 1.25 USD, and without a price. */
const dear: Holding = { ...usdt, quarters: 5 };
const unpriced: Holding = { ...usdt, quarters: 0 };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      const { sql } = database;
      await upsertLendingMarkets(sql, [buildMarketRow()]);
      await upsertReserves(sql, [
        buildReserveRow('usdc', { tokenMint: USDC ?? '' }),
        buildReserveRow('usdt', { tokenMint: USDT ?? '' }),
        buildReserveRow('pyusd', { tokenMint: PYUSD ?? '' }),
        // Somebody else's token that is called USDC.
        buildReserveRow('imposter', { tokenSymbol: 'USDC' }),
      ]);
      await writeBuckets(sql, 'hourly', 'kamino', [
        ...[0, 1, 2].map((hour) => hourOf('usdc', hour, usdc)),
        hourOf('usdt', 0, usdt),
        hourOf('usdt', 1, dear),
        hourOf('usdt', 2, null),
        hourOf('pyusd', 0, unpriced),
        hourOf('pyusd', 1, unpriced),
        hourOf('pyusd', 2, null),
        ...[0, 1, 2].map((hour) => hourOf('imposter', hour, { ...usdc, supplyApy: 9 })),
      ]);
      const seconds = 3 * 3_600 + 1_800;
      const seen = (label: string, mint: string | undefined, price: bigint) => {
        const { row, state } = seeReserve(label, seconds, {
          liquidity: { marketPriceSf: price, accumulatedProtocolFeesSf: 0n },
        });
        return { row: { ...row, tokenMint: mint ?? '' }, state };
      };
      await commitSeen(database, seconds, [
        seen('usdc', USDC, ONE),
        seen('usdt', USDT, (106n * ONE) / 100n),
        seen('pyusd', PYUSD, (95n * ONE + 99n) / 100n),
      ]);
      await storeTotals(database);
    },
  });
});
afterAll(() => api.stop());

const ask = async (query: string) => {
  const answer = await api.call(`${PATH}?${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answerSchema.parse(answer.json());
};

describe('the benchmark rate', () => {
  it('weighs supply rates by what is supplied and borrow rates by what is borrowed', async () => {
    const [first] = (await ask(HOURS)).data;
    expect(first).toMatchObject({
      timestamp: at(0),
      kind_str: 'bucket',
      tracked_supply_usd_f: 1_200,
      tracked_borrow_usd_f: 700,
      reserves_expected: 3,
      reserves_observed: 3,
      reserves_included: 2,
      excluded_reserve_count: 1,
      included_protocols: ['kamino'],
      quality_str: 'ok',
      final_b: true,
    });
    expect(first?.['included_token_addresses']).toEqual([USDC, USDT]);
    expect(first?.['supply_apy_wavg_f']).toBeCloseTo((0.03 * 1_000 + 0.08 * 200) / 1_200, 15);
    expect(first?.['borrow_apy_wavg_f']).toBeCloseTo((0.05 * 600 + 0.11 * 100) / 700, 15);
    expect(first?.['supply_apr_wavg_f']).toBeCloseTo((0.9 * (0.03 * 1_000 + 0.08 * 200)) / 1_200, 15);
    expect(first?.['borrow_apr_wavg_f']).toBeCloseTo((0.9 * (0.05 * 600 + 0.11 * 100)) / 700, 15);
  });

  it('leaves out what is not worth a dollar, and names it', async () => {
    const { data, meta } = await ask(HOURS);
    expect(data[1]).toMatchObject({
      tracked_supply_usd_f: 1_000,
      supply_apy_wavg_f: 0.03,
      reserves_included: 1,
      excluded_reserve_count: 2,
      included_token_addresses: [USDC],
    });
    const excluded = [
      {
        reserve: addressFromLabel('pyusd'),
        token_address: PYUSD,
        exclusion_reason_str: 'no_price',
        excluded_buckets: 2,
        from: at(0),
        to: at(1),
      },
      {
        reserve: addressFromLabel('usdt'),
        token_address: USDT,
        exclusion_reason_str: 'price_out_of_band',
        excluded_buckets: 1,
        from: at(1),
        to: at(1),
      },
    ];
    expect(meta.excluded).toHaveLength(2);
    expect(meta.excluded).toEqual(expect.arrayContaining(excluded));
    expect(meta.tokens).toHaveLength(USD_STABLECOINS.length);
    expect(meta).toMatchObject({ methodology: 'benchmark-1.1', interval_str: '1h' });
  });

  it('says what was not observed, and has nulls with a reason where nothing was', async () => {
    const { data } = await ask(HOURS);
    expect(data[2]).toMatchObject({ missing_reserve_count: 2, quality_str: 'partial', gap_reason_str: 'not_polled' });
    expect(data[3]).toMatchObject({
      timestamp: at(3),
      tracked_supply_usd_f: null,
      supply_apy_wavg_f: null,
      borrow_apr_wavg_f: null,
      included_protocols: [],
      quality_str: 'missing',
      gap_reason_str: 'not_rolled_up',
      final_b: false,
    });
  });

  it('ends with the rate of now where the range is open', async () => {
    expect((await ask(HOURS)).data).toHaveLength(4);
    const { data, meta } = await ask('');
    expect(meta.count).toBe(data.length);
    expect(data.at(-1)).toMatchObject({
      timestamp: bankAt(3 * 3_600 + 1_800).observedAt.getTime() / 1000,
      kind_str: 'latest',
      // 1,000,000 at 1 USD and as many at 0.95 USD; USDT stands at 1.06 USD.
      tracked_supply_usd_f: 1_950_000,
      tracked_borrow_usd_f: 1_170_000,
      reserves_expected: 3,
      reserves_included: 2,
      excluded_reserve_count: 1,
      quality_str: 'ok',
      final_b: false,
    });
    expect(data.at(-1)?.['included_token_addresses']).toEqual([PYUSD, USDC]);
  });

  it('comes as CSV, with lists as JSON', async () => {
    const answer = await api.call(
      `${PATH}?${HOURS}&limit=1&format=csv&fields=tracked_supply_usd_f,included_protocols&units=true`,
    );
    expect(answer.text).toBe('tracked_supply_usd_f,included_protocols\r\nUSD,none\r\n1200,"[""kamino""]"\r\n');
  });

  it.each([
    ['interval=4h', 40003],
    ['token=x', 40003],
    [`from=${at(-24 * 732)}&to=${at(0)}`, 40015],
  ])('refuses %s', async (query, code) => {
    expect((await api.call(`${PATH}?${query}`)).json()).toMatchObject({ error: { code } });
  });

  it('is empty while nothing is indexed', async () => {
    const empty = await startTestApi();
    try {
      expect((await empty.call(PATH)).json()).toMatchObject({ data: [], meta: { count: 0, excluded: [] } });
    } finally {
      await empty.stop();
    }
  });
});

it('is what the rollup has stored', async () => {
  const { sql } = api.database;
  await sql`UPDATE lend.bucket_totals SET reserves_expected = reserves_expected + 5, off_peg_reserves = NULL WHERE subject_kind = 'benchmark'`;
  const { data, meta } = await ask(HOURS);
  expect(data[0]?.['reserves_expected']).toBe(8);
  expect(meta.excluded).toMatchObject([{ exclusion_reason_str: 'no_price' }, { exclusion_reason_str: 'no_price' }]);
});
