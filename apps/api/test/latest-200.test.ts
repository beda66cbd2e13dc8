import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upsertLendingMarkets, upsertReserves } from '@tidemark/schema';
import { z } from 'zod';
import { bankAt, buildMarketRow, buildReserveRow, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const one = (label: string) => `/v1/kamino/lend/reserves/${addressFromLabel(label)}/latest`;
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const rowsOf = (value: unknown) => rowsSchema.parse(value);

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    protocols: [{ name: 'kamino', segments: ['kamino', 'lender'] }],
    prepare: async (database) => {
      await seedReserves(database, ['SOL', 'USDC', 'ETH']);
      await upsertLendingMarkets(database.sql, [
        buildMarketRow({ address: addressFromLabel('alt market'), name: '', displayName: 'Altcoins' }),
        buildMarketRow({ address: addressFromLabel('unnamed'), name: '', displayName: '' }),
      ]);
      await upsertReserves(database.sql, [
        buildReserveRow('other USDC', { tokenSymbol: 'USDC' }),
        buildReserveRow('alt', { lendingMarket: addressFromLabel('alt market'), tokenSymbol: 'SOL' }),
        buildReserveRow('lower', { tokenSymbol: 'a' }),
        buildReserveRow('nameless', { lendingMarket: addressFromLabel('unnamed'), tokenSymbol: 'ZZZ' }),
      ]);
      await commitBatch(database, 10, [
        buildState('SOL', 10),
        buildState('USDC', 10, { availableAmountUsdF: null, suppliedAmountUsdF: null, priceUsdF: null }),
        buildState('ETH', 10, { utilizationF: 1.0000001 }),
        buildState('other USDC', 10),
        buildState('alt', 10, { lendingMarket: addressFromLabel('alt market') }),
        buildState('lower', 10, { utilizationF: 0, borrowApyF: 0, supplyApyF: 0 }),
        buildState('nameless', 10, { lendingMarket: addressFromLabel('unnamed') }),
      ]);
    },
  });
});
afterAll(() => api.stop());

describe('GET reserves/all/latest', () => {
  it('answers a bare array with one snapshot per reserve, the twelve fields in the order of the specification', async () => {
    const answer = await api.call(ALL);
    const rows = rowsOf(answer.json());
    expect(answer.status).toBe(200);
    expect(rows).toHaveLength(7);
    expect(rows.find((row) => row['reserve'] === addressFromLabel('SOL'))).toEqual({
      timestamp: bankAt(10).observedAt.getTime() / 1000,
      lending_market: addressFromLabel('market'),
      reserve: addressFromLabel('SOL'),
      lending_market_name: 'Main Market',
      token_symbol: 'SOL',
      available_amount_f: 250_000.5,
      available_amount_usd_f: 30_521_311.0425,
      supplied_amount_f: 1_000_000.25,
      supplied_amount_usd_f: 122_085_030.52125,
      utilization_f: 0.75,
      borrow_apy_f: 0.0547562326721249,
      supply_apy_f: 0.0376992320108351,
    });
    expect(new Set(rows.map((row) => Object.keys(row).join()))).toEqual(
      new Set([
        'timestamp,lending_market,reserve,lending_market_name,token_symbol,available_amount_f,available_amount_usd_f,supplied_amount_f,supplied_amount_usd_f,utilization_f,borrow_apy_f,supply_apy_f',
      ]),
    );
  });

  it('orders by market name, then symbol, then address, each by bytes, so capitals come before small letters', async () => {
    const rows = rowsOf((await api.call(ALL)).json());
    const [first, second] = [addressFromLabel('USDC'), addressFromLabel('other USDC')].toSorted();
    expect(rows.map((row) => [row['lending_market_name'], row['token_symbol'], row['reserve']])).toEqual([
      ['', 'ZZZ', addressFromLabel('nameless')],
      ['Altcoins', 'SOL', addressFromLabel('alt')],
      ['Main Market', 'ETH', addressFromLabel('ETH')],
      ['Main Market', 'SOL', addressFromLabel('SOL')],
      ['Main Market', 'USDC', first],
      ['Main Market', 'USDC', second],
      ['Main Market', 'a', addressFromLabel('lower')],
    ]);
  });

  it('gives null for the two USD fields of a reserve without a price, and for no other field', async () => {
    const rows = rowsOf((await api.call(ALL)).json());
    const nulls = rows.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) => (value === null ? [[row['reserve'], name]] : [])),
    );
    expect(nulls).toEqual([
      [addressFromLabel('USDC'), 'available_amount_usd_f'],
      [addressFromLabel('USDC'), 'supplied_amount_usd_f'],
    ]);
  });

  it('holds utilization to 0..1 and leaves a measured zero a zero', async () => {
    const rows = rowsOf((await api.call(ALL)).json());
    const row = (label: string) => rows.find((candidate) => candidate['reserve'] === addressFromLabel(label));
    expect(row('ETH')?.['utilization_f']).toBe(1);
    expect(row('lower')).toMatchObject({ utilization_f: 0, borrow_apy_f: 0, supply_apy_f: 0 });
  });

  it('puts the same rows into the envelope on ?envelope=true, and answers bare on ?envelope=false', async () => {
    const bare = await api.call(ALL);
    const enveloped = await api.call(`${ALL}?envelope=true`);
    expect(enveloped.json()).toEqual({ data: bare.json(), status: 200 });
    expect(enveloped.text).toBe(`{"data":${bare.text},"status":200}`);
    expect((await api.call(`${ALL}?envelope=false`)).text).toBe(bare.text);
  });

  it.each([
    ['an empty query', `${ALL}?`],
    ['a slash at the end', `${ALL}/`],
    ['an alias of the protocol', ALL.replace('kamino', 'lender')],
    ['an absolute request target', `http://anything.example${ALL}`],
  ])('answers the same bytes for %s', async (_what, path) => {
    const plain = await api.call(ALL);
    const other = await api.call(path, { validate: false });
    expect(other.status).toBe(200);
    expect(other.text).toBe(plain.text);
    expect(other.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  it('answers HEAD like GET, without the body', async () => {
    const head = await api.call(ALL, { method: 'HEAD' });
    const get = await api.call(ALL);
    expect(head.status).toBe(200);
    expect(head.sent).toHaveLength(0);
    expect(head.headers.get('content-length')).toBe(String(get.sent.length));
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });
});

describe('GET reserves/{reserve}/latest', () => {
  it('answers an array that holds exactly the row of the list', async () => {
    const rows = rowsOf((await api.call(ALL)).json());
    const answer = await api.call(one('ETH'));
    expect(answer.json()).toEqual(rows.filter((row) => row['reserve'] === addressFromLabel('ETH')));
    expect((await api.call(`${one('ETH')}?envelope=true`)).json()).toEqual({ data: answer.json(), status: 200 });
  });

  it('decodes percent-encoding that was not needed', async () => {
    const address = addressFromLabel('ETH');
    const encoded = `%${address.charCodeAt(0).toString(16)}${address.slice(1)}`;
    const answer = await api.call(one('ETH').replace(address, encoded));
    expect(answer.text).toBe((await api.call(one('ETH'))).text);
  });

  it('answers on every alias of the protocol', async () => {
    const answer = await api.call(one('ETH').replace('kamino', 'lender'), { validate: false });
    expect(answer.text).toBe((await api.call(one('ETH'))).text);
  });
});

describe('with nothing indexed', () => {
  it('answers an empty array with 200, enveloped too, while /ready answers 503 and a reserve 404', async () => {
    const empty = await startTestApi();
    try {
      const list = await empty.call(ALL);
      expect([list.status, list.text]).toEqual([200, '[]']);
      expect(list.headers.get('last-modified')).toBeNull();
      expect(list.headers.get('x-data-slot')).toBeNull();
      expect((await empty.call(`${ALL}?envelope=true`)).text).toBe('{"data":[],"status":200}');
      expect((await empty.call(one('SOL'))).status).toBe(404);
      const ready = await empty.call('/ready');
      expect(ready.status).toBe(503);
      expect(ready.text).toContain('nothing is indexed');
    } finally {
      await empty.stop();
    }
  });

  it('is ready when one of its protocols has data: the chain may have none of the other', async () => {
    const protocols = ['kamino', 'save'].map((name) => ({ name, segments: [name] as const }));
    const half = await startTestApi({ protocols: protocols.toReversed(), beside: api });
    try {
      expect((await half.call('/ready')).json()).toMatchObject({ data: { reserves: 7 } });
      expect((await half.call('/v1/save/lend/reserves/all/latest', { validate: false })).text).toBe('[]');
    } finally {
      await half.stopApi();
    }
  });
});
