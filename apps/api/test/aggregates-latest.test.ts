import { type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import { upsertLendingMarkets, upsertReserves, writePriceBatch } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SeenReserve, seeReserve } from './support/accounts.ts';
import { bankAt, buildMarketRow, buildReserveRow } from './support/rows.ts';
import { commitSeen } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const LEND = '/v1/kamino/lend';
const MARKETS = `${LEND}/markets/all/latest`;
const SUMMARY = `${LEND}/summary/latest`;
const ONE = 2n ** 60n;
const MILLION = 1_000_000n;
const NOW = 100_000;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const envelopeSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.record(z.string(), z.unknown()),
});

const [MAIN, SIDE, BARE, UNNAMED] = ['main', 'side', 'bare', 'unnamed'].map(addressFromLabel);
const [DOLLAR, COIN, RELIC] = ['dollar', 'coin', 'relic'].map(addressFromLabel);

interface Plan {
  readonly market?: string | undefined;
  readonly mint?: string | undefined;
  readonly symbol?: string;
  /** Whole tokens. */
  readonly available: bigint;
  readonly borrowed: bigint;
  readonly price: bigint;
  readonly rest?: ReserveOverrides;
}

/** A reserve without fees, so that available and borrowed add up to supplied. */
function plan(label: string, seconds: number, { market, mint, symbol, available, borrowed, price, rest }: Plan) {
  const seen = seeReserve(label, seconds, {
    ...rest,
    lendingMarket: market ?? '',
    liquidity: {
      availableAmountRaw: available * MILLION,
      borrowedAmountSf: borrowed * MILLION * ONE,
      accumulatedProtocolFeesSf: 0n,
      marketPriceSf: price,
      ...rest?.liquidity,
    },
  });
  const row = { ...seen.row, lendingMarket: market ?? '', tokenMint: mint ?? '', tokenSymbol: symbol ?? label };
  return { ...seen, row } satisfies SeenReserve;
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await upsertLendingMarkets(database.sql, [
        buildMarketRow({ address: MAIN ?? '', displayName: 'Main' }),
        buildMarketRow({ address: SIDE ?? '', displayName: 'Side' }),
        buildMarketRow({ address: BARE ?? '', displayName: 'Bare' }),
        buildMarketRow({ address: UNNAMED ?? '', name: '', displayName: '' }),
      ]);
      // 1,000 supplied at 2 USD; 200 at 3 USD that was read an hour before; both of the same token.
      const early = NOW - 3_600;
      await commitSeen(database, early, [
        plan('late', early, {
          market: SIDE,
          mint: DOLLAR,
          symbol: 'USD2',
          available: 150n,
          borrowed: 50n,
          price: 3n * ONE,
          // Refreshed without a price while the stored one was older than the reserve allows.
          rest: {
            liquidity: { marketPriceUpdatedAt: BigInt(unixOf(early)) - 181n },
            lastUpdate: { priceStatus: 0 },
            config: { status: 'hidden' },
          },
        }),
      ]);
      await commitSeen(database, NOW, [
        plan('first', NOW, {
          market: MAIN,
          mint: DOLLAR,
          symbol: 'USD',
          available: 400n,
          borrowed: 600n,
          price: 2n * ONE,
        }),
        plan('second', NOW, {
          market: MAIN,
          mint: DOLLAR,
          symbol: 'USD',
          available: 100n,
          borrowed: 0n,
          price: 0n,
          rest: { config: { status: 'obsolete' } },
        }),
        plan('coin', NOW, { market: UNNAMED, mint: COIN, available: 7n, borrowed: 3n, price: 0n }),
      ]);
      // Known, and never read.
      await upsertReserves(database.sql, [
        buildReserveRow('relic', { lendingMarket: SIDE ?? '', tokenMint: RELIC ?? '', tokenSymbol: 'RELIC' }),
      ]);
    },
  });
});
afterAll(() => api.stop());

const rowsOf = async (path: string) => envelopeSchema.parse((await api.call(path)).json()).data;
const rowOf = async (path: string) => (await rowsOf(path))[0] ?? {};
const rateOf = async (label: string, name: string) => {
  const row = await rowOf(`${LEND}/reserves/${addressFromLabel(label)}/detail/latest`);
  return Number(row[name]);
};

describe('the totals of the lending markets', () => {
  it('are one row each by name and address, with a row of nulls for a market without reserves', async () => {
    const rows = await rowsOf(MARKETS);
    expect(rows.map((row) => row['lending_market'])).toEqual([UNNAMED, BARE, MAIN, SIDE]);
    expect(rows.map((row) => row['lending_market_name'])).toEqual(['', 'Bare', 'Main', 'Side']);
    expect(rows[1]).toEqual({
      timestamp: null,
      slot: null,
      protocol: 'kamino',
      lending_market: BARE,
      lending_market_name: 'Bare',
      listed_b: true,
      reserve_count: 0,
      active_reserve_count: 0,
      obsolete_reserve_count: 0,
      hidden_reserve_count: 0,
      missing_reserve_count: 0,
      priced_reserve_count: 0,
      unpriced_reserve_count: 0,
      supplied_usd_f: null,
      borrowed_usd_f: null,
      available_usd_f: null,
      tvl_usd_f: null,
      utilization_f: null,
      supply_apy_wavg_f: null,
      borrow_apy_wavg_f: null,
      usable_price_share_f: null,
      unjudged_reserve_count: 0,
      fresh_price_share_f: null,
      ageless_reserve_count: 0,
      oldest_input_age_seconds: null,
      oldest_price_age_seconds: null,
      unpriced_reserves: [],
      price_basis_str: 'protocol',
    });
  });

  it('leave reserves without a price out of the sums in USD, and count and name them', async () => {
    expect(await rowOf(`${LEND}/markets/${MAIN}/latest`)).toMatchObject({
      timestamp: unixOf(NOW),
      slot: Number(bankAt(NOW).slot),
      reserve_count: 2,
      active_reserve_count: 1,
      obsolete_reserve_count: 1,
      priced_reserve_count: 1,
      unpriced_reserve_count: 1,
      supplied_usd_f: 2_000,
      borrowed_usd_f: 1_200,
      available_usd_f: 800,
      tvl_usd_f: 800,
      utilization_f: 0.6,
      usable_price_share_f: 1,
      fresh_price_share_f: 1,
      oldest_input_age_seconds: 0,
      oldest_price_age_seconds: 30,
      unpriced_reserves: [addressFromLabel('second')],
    });
  });

  it('are null in USD where no reserve has a price, never 0', async () => {
    expect(await rowOf(`${LEND}/markets/${UNNAMED}/latest`)).toMatchObject({
      reserve_count: 1,
      priced_reserve_count: 0,
      unpriced_reserve_count: 1,
      supplied_usd_f: null,
      tvl_usd_f: null,
      utilization_f: null,
      usable_price_share_f: null,
      oldest_input_age_seconds: 0,
      oldest_price_age_seconds: null,
    });
  });

  it('say how old their inputs are and which share of the value has a price worth its name', async () => {
    expect(await rowOf(`${LEND}/markets/${SIDE}/latest`)).toMatchObject({
      timestamp: unixOf(NOW - 3_600),
      reserve_count: 2,
      active_reserve_count: 1,
      hidden_reserve_count: 1,
      // Known and never read: it is in no sum.
      missing_reserve_count: 1,
      supplied_usd_f: 600,
      usable_price_share_f: 0,
      fresh_price_share_f: 0,
      oldest_input_age_seconds: 3_600,
      oldest_price_age_seconds: 3_781,
    });
  });
});

describe('the totals of the protocol', () => {
  it('are those of its markets together', async () => {
    const summary = await rowOf(SUMMARY);
    expect(summary).toMatchObject({
      protocol: 'kamino',
      timestamp: unixOf(NOW),
      reserve_count: 5,
      missing_reserve_count: 1,
      priced_reserve_count: 2,
      unpriced_reserve_count: 2,
      supplied_usd_f: 2_600,
      borrowed_usd_f: 1_350,
      available_usd_f: 1_250,
      tvl_usd_f: 1_250,
      utilization_f: 1_350 / 2_600,
      usable_price_share_f: 2_000 / 2_600,
      fresh_price_share_f: 2_000 / 2_600,
      oldest_input_age_seconds: 3_600,
    });
    const markets = await rowsOf(MARKETS);
    for (const name of ['reserve_count', 'supplied_usd_f', 'borrowed_usd_f', 'available_usd_f', 'tvl_usd_f']) {
      expect(markets.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)).toBe(summary[name]);
    }
  });

  it('weigh supply APYs by what is supplied and borrow APYs by what is borrowed, in USD', async () => {
    const summary = await rowOf(SUMMARY);
    const supply = [await rateOf('first', 'supply_apy_f'), await rateOf('late', 'supply_apy_f')] as const;
    const borrow = [await rateOf('first', 'borrow_apy_f'), await rateOf('late', 'borrow_apy_f')] as const;
    expect(supply[0]).not.toBe(supply[1]);
    expect(summary['supply_apy_wavg_f']).toBeCloseTo((supply[0] * 2_000 + supply[1] * 600) / 2_600, 14);
    expect(summary['borrow_apy_wavg_f']).toBeCloseTo((borrow[0] * 1_200 + borrow[1] * 150) / 1_350, 14);
  });
});

describe('the totals of a token', () => {
  it('know amounts and weights without a price', async () => {
    const dollar = await rowOf(`${LEND}/tokens/${DOLLAR}/latest`);
    expect(dollar).toMatchObject({
      token_address: DOLLAR,
      token_symbol: 'USD',
      token_decimals: 6,
      reserve_count: 3,
      supplied_amount_f: 1_300,
      borrowed_amount_f: 650,
      available_amount_f: 650,
      supplied_usd_f: 2_600,
      // 100 of the 1,300 lie in a reserve without a price.
      unpriced_supply_share_f: 100 / 1_300,
      unpriced_reserves: [addressFromLabel('second')],
      // By amounts: 650 of 1,300, while the values give 0.519….
      utilization_f: 0.5,
    });
    const [first, second, late] = await Promise.all(
      ['first', 'second', 'late'].map((label) => rateOf(label, 'supply_apy_f')),
    );
    const weighted = (first ?? 0) * 1_000 + (second ?? 0) * 100 + (late ?? 0) * 200;
    expect(dollar['supply_apy_wavg_f']).toBeCloseTo(weighted / 1_300, 14);
  });

  it('are null in USD without a price, and null altogether where nothing was read', async () => {
    expect(await rowOf(`${LEND}/tokens/${COIN}/latest`)).toMatchObject({
      supplied_amount_f: 10,
      borrowed_amount_f: 3,
      utilization_f: 0.3,
      supplied_usd_f: null,
      unpriced_supply_share_f: 1,
    });
    expect(await rowOf(`${LEND}/tokens/${RELIC}/latest`)).toMatchObject({
      timestamp: null,
      token_symbol: 'RELIC',
      reserve_count: 1,
      missing_reserve_count: 1,
      supplied_amount_f: null,
      supply_apy_wavg_f: null,
      oldest_input_age_seconds: null,
    });
  });
});

describe('the totals at the prices of the tokens', () => {
  // After the other tests: they know no such price.
  const priced = (mint: string | undefined, price: string | null, status: string) => ({
    tokenMint: mint ?? '',
    tokenSymbol: 'X',
    status,
    price,
    publishedAt: bankAt(NOW - 7).observedAt,
    sources: 2,
    used: status === 'ok' ? 2 : 0,
    spreadBps: 0,
    confidence: null,
    method: 'price-1.1',
    reservesOnly: false,
  });
  const storePrices = (id: string, coin: ReturnType<typeof priced>) =>
    writePriceBatch(api.database.sql, {
      id,
      sourceGroup: 'chain',
      mints: [DOLLAR ?? '', COIN ?? ''],
      ...bankAt(NOW + 1),
      startedAt: bankAt(NOW).observedAt,
      durationMs: 1,
      endpoint: null,
      gapAfterMs: 30_000,
      heartbeatMs: 600_000,
      observations: [],
      verdicts: [],
      aggregates: [priced(DOLLAR, '0.5', 'ok'), coin],
      missing: 0,
      quarantined: [],
    });

  it('value what has no price of its own, and leave out what was read at another time, counted and named', async () => {
    await storePrices('prices-1', priced(COIN, '10', 'ok'));
    const summary = await waitFor(async () => {
      const found = await rowOf(`${SUMMARY}?price=aggregate`);
      return found['priced_reserve_count'] === 3 && found;
    });
    // 1,000 and 100 dollars at 0.5, 10 coins at 10; the 200 that were read an hour before have no price of that time.
    expect(summary).toMatchObject({
      price_basis_str: 'aggregate',
      reserve_count: 5,
      missing_reserve_count: 1,
      priced_reserve_count: 3,
      unpriced_reserve_count: 1,
      unpriced_reserves: [addressFromLabel('late')],
      supplied_usd_f: 650,
      borrowed_usd_f: 330,
      available_usd_f: 320,
      tvl_usd_f: 320,
      usable_price_share_f: null,
      unjudged_reserve_count: 3,
      fresh_price_share_f: null,
      ageless_reserve_count: 3,
      oldest_price_age_seconds: 7,
    });
    const markets = await rowsOf(`${MARKETS}?price=aggregate`);
    for (const name of ['unpriced_reserve_count', 'supplied_usd_f', 'borrowed_usd_f', 'available_usd_f', 'tvl_usd_f']) {
      expect(markets.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)).toBe(summary[name]);
    }
    expect(await rowOf(`${LEND}/markets/${MAIN}/latest?price=aggregate`)).toMatchObject({ supplied_usd_f: 550 });
    expect(await rowOf(`${LEND}/tokens/${COIN}/latest?price=aggregate`)).toMatchObject({
      supplied_usd_f: 100,
      unpriced_supply_share_f: 0,
      price_basis_str: 'aggregate',
    });
    expect(await rowOf('/v1/lend/summary/latest?price=aggregate')).toMatchObject({ supplied_usd_f: 650 });
    // Without the parameter the protocol's price values everything.
    expect(await rowOf(`${SUMMARY}?price=protocol`)).toEqual(await rowOf(SUMMARY));
    expect(await rowOf(SUMMARY)).toMatchObject({ supplied_usd_f: 2_600, price_basis_str: 'protocol' });
  });

  it.each([
    ['stale', '10'],
    ['disagreement', null],
  ])('leave out a token whose price is %s', async (status, price) => {
    await storePrices(`prices-${status}`, priced(COIN, price, status));
    const row = await waitFor(async () => {
      const found = await rowOf(`${LEND}/tokens/${COIN}/latest?price=aggregate`);
      return found['priced_reserve_count'] === 0 && found;
    });
    expect(row).toMatchObject({ unpriced_reserve_count: 1, supplied_usd_f: null, unpriced_supply_share_f: 1 });
  });

  it('are those of the protocol’s prices or of the tokens’, and of nothing else', async () => {
    expect((await api.call(`${SUMMARY}?price=mean`)).json()).toMatchObject({ error: { code: 40003 } });
  });
});

describe('the answers', () => {
  it('can be revalidated and say their slot, time and age', async () => {
    const first = await api.call(SUMMARY);
    expect(first.headers.get('x-data-slot')).toBe(String(bankAt(NOW).slot));
    expect(first.headers.get('x-data-as-of')).toBe(String(unixOf(NOW)));
    expect(first.headers.get('x-data-age-seconds')).toMatch(/^\d+$/);
    const again = await api.call(SUMMARY, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, again.sent.length]).toEqual([304, 0]);
  });

  it.each([
    [`${MARKETS}?fields=slot`, 40003],
    [`${LEND}/markets/nonsense/latest`, 40013],
    [`${LEND}/markets/${addressFromLabel('stranger')}/latest`, 40404],
    [`${LEND}/tokens/nonsense/latest`, 40014],
    [`${LEND}/tokens/${MAIN}/latest`, 40405],
    ['/v1/nobody/lend/summary/latest', 40403],
  ])('refuse %s', async (path, code) => {
    const answer = await api.call(path, { validate: !path.includes('nobody') });
    expect(answer.json()).toMatchObject({ error: { code } });
  });

  it('have a row of nulls for a protocol of which nothing is indexed', async () => {
    const empty = await startTestApi();
    try {
      const answer = envelopeSchema.parse((await empty.call(SUMMARY)).json());
      expect(answer.meta).toEqual({ as_of: null, slot: null, count: 1 });
      expect(answer.data[0]).toMatchObject({ protocol: 'kamino', reserve_count: 0, supplied_usd_f: null });
      expect((await empty.call(MARKETS)).json()).toMatchObject({ data: [], meta: { as_of: null, count: 0 } });
    } finally {
      await empty.stop();
    }
  });
});
