import { USD_STABLECOINS } from '@tidemark/core';
import { upsertLendingMarkets, upsertReserves, writeBuckets } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bankAt, buildMarketRow, buildReserveRow, buildState } from './support/rows.ts';
import { commitBatch } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { at, type Holding, hourOf, storeTotals } from './support/total-buckets.ts';

const LEND = '/v1/kamino/lend';
const ONE = 2n ** 60n;
const [USDC = ''] = USD_STABLECOINS.map(({ mint }) => mint);
const MAIN = addressFromLabel('market');
const [WILD, NOWHERE] = ['wild market', 'unread market'].map(addressFromLabel);
const HOURS = `interval=1h&from=${at(0)}&to=${at(1)}`;
const SECONDS = 3_600;

const holding: Holding = { available: 400, borrowed: 600, quarters: 4, supplyApy: 0.03, borrowApy: 0.05 };
/** What its creator made up. */
const wild: Holding = { available: 1, borrowed: 999_999_999, quarters: 4, supplyApy: 90, borrowApy: 99 };

/** Whole tokens at a dollar. */
const stateOf = (label: string, lendingMarket: string, held: Holding, seconds = SECONDS) => {
  const { available, borrowed, supplyApy, borrowApy } = held;
  return buildState(label, seconds, {
    lendingMarket,
    accruedAvailableAmountRaw: BigInt(available) * 1_000_000n,
    accruedBorrowed: BigInt(borrowed) * 1_000_000n * ONE,
    accruedSupplied: BigInt(available + borrowed) * 1_000_000n * ONE,
    price: ONE,
    supplyApyF: supplyApy,
    borrowApyF: borrowApy,
  });
};

/** A listed market with a reserve and one that lends on through it, one that anybody made, and one that nobody could read. */
const RESERVES = [
  { label: 'usdc', market: MAIN, holding },
  { label: 'wrapper', market: MAIN, holding, through: 'usdc' },
  { label: 'elsewhere', market: MAIN, holding, through: 'a reserve that is not indexed' },
  { label: 'fake', market: WILD ?? '', holding: wild },
  { label: 'lost', market: NOWHERE ?? '', holding: wild },
] as const;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      const { sql } = database;
      await upsertLendingMarkets(sql, [
        buildMarketRow(),
        buildMarketRow({ address: WILD ?? '', name: 'Main Market', displayName: 'Main Market', listed: false }),
      ]);
      await upsertReserves(
        sql,
        RESERVES.map((reserve) =>
          buildReserveRow(reserve.label, {
            lendingMarket: reserve.market,
            tokenMint: USDC,
            tokenSymbol: reserve.market === MAIN ? 'USDC' : 'SCAM',
            ...('through' in reserve
              ? { underlyingProtocol: 'kamino', underlyingReserve: addressFromLabel(reserve.through) }
              : {}),
          }),
        ),
      );
      await writeBuckets(
        sql,
        'hourly',
        'kamino',
        RESERVES.map(({ label, market, holding: held }) => hourOf(label, 0, held, { lendingMarket: market })),
      );
      await commitBatch(
        database,
        SECONDS,
        RESERVES.map(({ label, market, holding: held }) => stateOf(label, market, held)),
      );
      await storeTotals(database);
    },
  });
});
afterAll(() => api.stop());

const envelopeSchema = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
const rowsOf = async (path: string) => envelopeSchema.parse((await api.call(path)).json()).data;

/** Of `usdc` and `elsewhere`, each 400 available and 600 borrowed at a dollar. */
const COUNTED = { supplied_usd_f: 2_000, borrowed_usd_f: 1_200, supply_apy_wavg_f: 0.03, borrow_apy_wavg_f: 0.05 };
const LEFT_OUT = {
  unlisted_reserve_count: 2,
  unlisted_supplied_usd_f: 2_000_000_000,
  unlisted_borrowed_usd_f: 1_999_999_998,
  wrapped_reserve_count: 1,
};

describe('sums over markets count those that are listed, and what lies in a reserve once', () => {
  it.each([`${LEND}/summary/latest`, '/v1/lend/summary/latest', `${LEND}/tokens/${USDC}/latest`])(
    'in %s',
    async (path) => {
      const [row] = await rowsOf(path);
      expect(row).toMatchObject({ ...COUNTED, ...LEFT_OUT, reserve_count: 2, priced_reserve_count: 2 });
    },
  );

  it('in amounts of a token, which reserves of listed markets name', async () => {
    const [row] = await rowsOf(`${LEND}/tokens/${USDC}/latest`);
    expect(row).toMatchObject({ token_symbol: 'USDC', supplied_amount_f: 2_000 });
  });

  it.each([`${LEND}/summary/history`, '/v1/lend/summary/history', `${LEND}/tokens/${USDC}/history`])(
    'in %s',
    async (path) => {
      const [row] = await rowsOf(`${path}?${HOURS}`);
      expect(row).toMatchObject({ ...COUNTED, ...LEFT_OUT, reserves_expected: 2, reserves_observed: 2 });
    },
  );

  it('in the benchmark, now and over time', async () => {
    const tracked = { tracked_supply_usd_f: 2_000, supply_apy_wavg_f: 0.03, reserves_expected: 2 };
    expect(await rowsOf(`/v1/lend/benchmark-rates/usd?${HOURS}`)).toMatchObject([tracked]);
    const rows = await rowsOf('/v1/lend/benchmark-rates/usd');
    expect(rows.at(-1)).toMatchObject({ ...tracked, kind_str: 'latest' });
  });
});

describe('a market', () => {
  it('has totals of its own, listed or not, and says which', async () => {
    const rows = await rowsOf(`${LEND}/markets/all/latest`);
    expect(rows.map((row) => [row['lending_market'], row['listed_b'], row['supplied_usd_f']])).toEqual([
      [NOWHERE, false, 1_000_000_000],
      ...[
        [MAIN, true, 3_000],
        [WILD, false, 1_000_000_000],
      ].toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1)),
    ]);
    const [history] = await rowsOf(`${LEND}/markets/${WILD}/history?${HOURS}`);
    expect(history).toMatchObject({ supplied_usd_f: 1_000_000_000, reserves_expected: 1 });
  });

  it('is a filter of every list of reserves', async () => {
    const addresses = async (path: string) =>
      (await rowsOf(path)).map((row) => String(row['reserve'])).toSorted((a, b) => (a < b ? -1 : 1));
    const listed = ['elsewhere', 'usdc', 'wrapper'].map(addressFromLabel).toSorted();
    expect(await addresses(`${LEND}/info/reserves?listed_b=true`)).toEqual(listed);
    expect(await addresses(`${LEND}/info/markets?listed_b=true`)).toEqual(listed);
    expect(await addresses(`${LEND}/reserves/all/latest?listed_b=true&envelope=true`)).toEqual(listed);
    expect(await addresses(`/v1/lend/reserves/all/latest?listed_b=false&envelope=true`)).toEqual(
      ['fake', 'lost'].map(addressFromLabel).toSorted(),
    );
  });
});

describe('fees of the protocol', () => {
  const expected = async (query: string) => {
    const rows = await rowsOf(`${LEND}/fees?${HOURS}&${query}`);
    // No interest was computed for the buckets of this database: each reserve of the row is one whose interest is unknown.
    return rows.map((row) => row['unknown_reserve_count']);
  };

  it('are those of listed markets, and others where the question is about them', async () => {
    expect(await expected('')).toEqual([3]);
    expect(await expected('listed_b=false')).toEqual([2]);
    expect(await expected(`lending_market=${WILD}`)).toEqual([1]);
    expect(await expected('group_by=reserve')).toHaveLength(RESERVES.length);
  });
});

it('a token of unlisted markets alone is known, with nothing in its sums', async () => {
  await upsertReserves(api.database.sql, [
    buildReserveRow('alone', {
      lendingMarket: WILD ?? '',
      tokenMint: addressFromLabel('lonely mint'),
      configSlot: bankAt(SECONDS).slot,
    }),
  ]);
  await commitBatch(api.database, SECONDS + 60, [stateOf('alone', WILD ?? '', wild, SECONDS + 60)]);
  const call = () => api.call(`${LEND}/tokens/${addressFromLabel('lonely mint')}/latest`);
  await expect.poll(async () => (await call()).status).toBe(200);
  const answer = await call();
  expect(envelopeSchema.parse(answer.json()).data).toMatchObject([
    { token_symbol: 'alone', reserve_count: 0, supplied_amount_f: null, unlisted_reserve_count: 1 },
  ]);
});
