import { upsertLendingMarkets, upsertReserves } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bankAt, buildMarketRow, buildReserveRow, buildState } from './support/rows.ts';
import { commitBatch } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const LEND = '/v1/kamino/lend';
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const RANGE = `from=${unixOf(-86_400)}&to=${unixOf(86_400)}`;
/** Every list of reserves that has a row per reserve. */
const LISTS = [
  `${LEND}/reserves/all/latest?`,
  `${LEND}/reserves/all/detail/latest?`,
  `${LEND}/reserves/all/history?${RANGE}&`,
  `${LEND}/info/reserves?`,
  `${LEND}/info/markets?`,
  `${LEND}/fees?${RANGE}&group_by=reserve&`,
  `/v1/coverage?${RANGE}&`,
];
const MINT = addressFromLabel('USDC mint');
/** What is in the database, by label: the oracle. */
const RESERVES = [
  { label: 'SOL', market: 'market', symbol: 'SOL', mint: addressFromLabel('SOL mint'), status: 'active' },
  { label: 'USDC', market: 'market', symbol: 'USDC', mint: MINT, status: 'active' },
  { label: 'other USDC', market: 'alt', symbol: 'USDC', mint: MINT, status: 'hidden' },
] as const;
type Row = (typeof RESERVES)[number];
const FILTERS: readonly (readonly [query: string, passes: (row: Row) => boolean])[] = [
  [`lending_market=${addressFromLabel('alt')}`, ({ market }) => market === 'alt'],
  [`market=${addressFromLabel('alt')}`, ({ market }) => market === 'alt'],
  [`token_address=${MINT}`, ({ mint }) => mint === MINT],
  [`token=${MINT}`, ({ mint }) => mint === MINT],
  ['token_symbol=USDC', ({ symbol }) => symbol === 'USDC'],
  ['token_symbol=usdc', () => false],
  [`reserve=${addressFromLabel('SOL')}`, ({ label }) => label === 'SOL'],
  ['status_str=hidden', ({ status }) => status === 'hidden'],
  ['token_symbol=USDC&status_str=active', ({ symbol, status }) => symbol === 'USDC' && status === 'active'],
];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await upsertLendingMarkets(database.sql, [
        buildMarketRow(),
        buildMarketRow({ address: addressFromLabel('alt') }),
      ]);
      await upsertReserves(
        database.sql,
        RESERVES.map(({ label, market, symbol, mint, status }) =>
          buildReserveRow(label, {
            lendingMarket: addressFromLabel(market),
            tokenSymbol: symbol,
            tokenMint: mint,
            status,
          }),
        ),
      );
      const states = RESERVES.map(({ label, market }) =>
        buildState(label, 10, { lendingMarket: addressFromLabel(market) }),
      );
      await commitBatch(database, 10, states);
    },
  });
});
afterAll(() => api.stop());

const rowSchema = z.object({ reserve: z.string() });
const jsonSchema = z.union([z.array(rowSchema), z.object({ data: z.array(rowSchema) }).transform(({ data }) => data)]);
const reservesOf = (rows: readonly { readonly reserve: string }[]) => new Set(rows.map(({ reserve }) => reserve));
const expected = (passes: (row: Row) => boolean) =>
  new Set(RESERVES.filter(passes).map(({ label }) => addressFromLabel(label)));

describe('every list of reserves', () => {
  it.each(LISTS)('%s can be narrowed down by the same filters', async (path) => {
    for (const [query, passes] of FILTERS) {
      const answer = await api.call(`${path}${query}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 200 });
      expect({ query, found: reservesOf(jsonSchema.parse(answer.json())) }).toEqual({ query, found: expected(passes) });
    }
  });

  it.each(LISTS)('%s refuses a parameter that it does not know, by its name', async (path) => {
    for (const name of ['symbol', 'Token_Symbol', 'cachebuster']) {
      const answer = await api.call(`${path}${name}=USDC`);
      expect(answer.json()).toMatchObject({ status: 400, error: { code: 40003 } });
      expect(answer.text).toContain(`The parameter ${name} is not known here. Known are `);
    }
  });

  it.each(LISTS.filter((path) => path.includes('/latest')))('%s refuses a form that there is none of', async (path) => {
    const answer = await api.call(`${path}format=xlsx`);
    expect(answer.text).toContain('The parameter format is not valid');
    expect(answer.status).toBe(400);
  });

  it.each([
    ['token=x', 40014],
    ['market=x', 40013],
    ['reserve=x', 40001],
    [`token=${addressFromLabel('nothing')}`, 40405],
    [`market=${addressFromLabel('nothing')}`, 40404],
    [`reserve=${addressFromLabel('nothing')}`, 40402],
    ['status_str=open', 40003],
  ])('refuses %s with a code of its own', async (query, code) => {
    for (const path of LISTS.filter((each) => !each.includes('/info/'))) {
      expect((await api.call(`${path}${query}`)).json()).toMatchObject({ error: { code } });
    }
  });
});

describe('the latest reserves, filtered', () => {
  it('have the bytes, the order and the moment of the list, bare and in the envelope', async () => {
    const path = LISTS[0] ?? '';
    const rows = z.array(z.record(z.string(), z.unknown())).parse((await api.call(path.slice(0, -1))).json());
    const wanted = JSON.stringify(rows.filter((row) => row['token_symbol'] === 'USDC'));
    const bare = await api.call(`${path}token_symbol=USDC`);
    expect(bare.text).toBe(wanted);
    expect(bare.headers.get('x-data-as-of')).toBe(String(unixOf(10)));
    expect((await api.call(`${path}token_symbol=USDC&envelope=true`)).text).toBe(`{"data":${wanted},"status":200}`);
    const again = await api.call(`${path}token_symbol=USDC`, {
      headers: { 'if-none-match': bare.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

describe('a cursor', () => {
  it('is good for the filters that it was made with', async () => {
    for (const path of LISTS.filter((each) => /history|fees|coverage/.test(each))) {
      const page = await api.call(`${path}token_symbol=USDC&limit=1`);
      const { meta } = z.object({ meta: z.object({ next_cursor: z.string() }) }).parse(page.json());
      expect((await api.call(`${path}limit=1&cursor=${meta.next_cursor}`)).json()).toMatchObject({
        error: { code: 40011 },
      });
      const next = await api.call(`${path}token_symbol=USDC&limit=1&format=csv&cursor=${meta.next_cursor}`);
      const [row] = z.array(rowSchema).parse(parse(next.text, { columns: true }));
      expect(expected(({ symbol }) => symbol === 'USDC')).toContain(row?.reserve);
    }
  });
});
