import { createApiKey } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askFees, at, feesInPages, type FeesTestRow, MARKET, RANGE, seedFees } from './support/fee-buckets.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const FEES = '/v1/kamino/lend/fees';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seedFees });
});
afterAll(() => api.stop());

const rowsOf = async (query: string): Promise<FeesTestRow[]> => (await askFees(api, query)).data;

describe('pages, forms and filters of fees', () => {
  it.each([1, 5, 7, 96])('neither repeat nor miss a row in pages of %i', async (limit) => {
    const query = `${RANGE}&interval=4h&group_by=reserve`;
    const whole = await rowsOf(query);
    expect(whole).toHaveLength(24 + 5);
    expect(await feesInPages(api, query, limit)).toEqual(whole);
  });

  it('give the same in CSV and NDJSON, with the cursor in a header', async () => {
    const query = `${RANGE}&interval=1d&group_by=reserve&fields=timestamp,reserve,interest_usd_raw,flash_loan_fees_usd_f`;
    const rows = await rowsOf(query);
    const ndjson = await api.call(`${FEES}?${query}&format=ndjson`);
    expect(
      ndjson.text
        .trimEnd()
        .split('\n')
        .map((line) => z.unknown().parse(JSON.parse(line))),
    ).toEqual(rows);
    const csv = await api.call(`${FEES}?${query}&format=csv&units=true`);
    const [names, units, first] = csv.text.split('\r\n');
    expect([names, units]).toEqual([
      'timestamp,reserve,interest_usd_raw,flash_loan_fees_usd_f',
      'unix seconds,none,USD,USD',
    ]);
    expect(first).toBe(`${at(0)},${String(rows[0]?.['reserve'])},${String(rows[0]?.['interest_usd_raw'])},`);
    const part = await api.call(`${FEES}?${query}&format=csv&limit=1`);
    const rest = await api.call(`${FEES}?${query}&format=csv&cursor=${part.headers.get('x-next-cursor')}`);
    expect([part.text, rest.text].map((text) => text.split('\r\n').length)).toEqual([3, 6]);
  });

  it('go on to the end of the range in an export with a key', async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'analyst' });
    const query = `from=${at(0)}&to=${at(48)}&interval=1h&group_by=reserve&cumulative=true&format=csv`;
    const all = await api.call(`${FEES}?${query}`, { headers: { 'X-SERVICE-API-KEY': key } });
    expect(all.headers.get('x-next-cursor')).toBeNull();
    expect(all.text).toBe((await api.call(`${FEES}?${query}`)).text);
    expect(all.text.trimEnd().split('\r\n')).toHaveLength(1 + 48 * 2 + 18);
  });

  it('keep to a market, a token or a reserve', async () => {
    const count = async (filter: string) =>
      (await rowsOf(`from=${at(24)}&to=${at(48)}&group_by=reserve&${filter}`)).length;
    expect(await count(`market=${MARKET}`)).toBe(2);
    expect(await count(`token=${addressFromLabel('SOL mint')}`)).toBe(1);
    expect(await count(`reserve=${addressFromLabel('JTO')}`)).toBe(1);
    expect(await count(`reserve=${addressFromLabel('JTO')}&market=${MARKET}`)).toBe(0);
  });

  it.each([
    ['interval=1m', 40003],
    ['group_by=token', 40003],
    ['cumulative=1', 40003],
    ['fields=timestamp,reserve', 40003],
    ['from=yesterday', 40008],
    ['from=10&to=10', 40009],
    [`from=${at(-24 * 731)}&to=${at(1)}`, 40015],
    ['limit=10001', 40010],
    ['cursor=abc', 40011],
    ['reserve=all', 40001],
    ['market=zzz', 40013],
    ['token=zzz', 40014],
    [`reserve=${addressFromLabel('stranger')}`, 40402],
    [`market=${addressFromLabel('stranger')}`, 40404],
    [`token=${addressFromLabel('stranger')}`, 40405],
    [`market=${encodeURIComponent("' OR 1=1 --")}`, 40013],
    [`reserve=${encodeURIComponent("'; DROP TABLE lend.reserves; --")}`, 40001],
    [`interval=${encodeURIComponent("1d'::interval")}`, 40003],
    ['market=%00', 40013],
  ])('refuse %s with %i', async (query, code) => {
    expect((await api.call(`${FEES}?${query}`)).json()).toMatchObject({ error: { code } });
  });

  it('refuse a cursor of another query', async () => {
    const { meta } = await askFees(api, `${RANGE}&interval=4h&limit=1`);
    for (const query of ['interval=1h', 'interval=4h&group_by=market', `interval=4h&from=${at(1)}`]) {
      const answer = await api.call(`${FEES}?${query}&cursor=${meta.next_cursor ?? ''}`);
      expect(answer.json()).toMatchObject({ error: { code: 40011 } });
    }
    expect((await api.call('/v1/other/lend/fees')).json()).toMatchObject({ error: { code: 40403 } });
  });
});
