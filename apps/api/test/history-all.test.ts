import { addressFromLabel } from '@tidemark/testing';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HISTORY_WORLD, issueKey, LABELS } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const HOUR = 3_600;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const hours = (from: number, to: number) => `from=${unixOf(from * HOUR)}&to=${unixOf(to * HOUR)}`;
const pathOf = (label: string, query: string) => `${RESERVES}/${addressFromLabel(label)}/history?${query}`;
const allPath = (query: string) => `${RESERVES}/all/history?${query}`;
const byAddress = LABELS.map(addressFromLabel).toSorted();

type Row = Record<string, unknown>;
const answerSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.looseObject({
    count: z.number(),
    next_cursor: z.string().nullable(),
    gaps: z.array(z.record(z.string(), z.unknown())),
    gaps_truncated_b: z.boolean(),
  }),
});

let api: TestApi;
let key: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
  key = await issueKey(api.database, 'history');
});
afterAll(() => api.stop());

const read = async (path: string, headers: Record<string, string> = {}) =>
  answerSchema.parse((await api.call(path, { headers })).json());
const withKey = (path: string) => read(path, key);

describe('the history of all reserves', () => {
  it('comes by address and time, days unless another interval is asked for', async () => {
    const { data, meta } = await read(allPath(hours(0, 48)));
    expect(data.map((row) => [row['reserve'], row['timestamp']])).toEqual(
      byAddress.flatMap((reserve) => [
        [reserve, unixOf(0)],
        [reserve, unixOf(24 * HOUR)],
      ]),
    );
    expect(meta).toMatchObject({ interval_str: '1d', count: 6, next_cursor: null, tier_str: 'public' });
  });

  it('of a list of reserves has the rows that each of them has alone, page by page as in one', async () => {
    const [sol, late] = [addressFromLabel('SOL'), addressFromLabel('LATE')];
    const range = `${hours(0, 48)}&interval=1h`;
    const { data, meta } = await read(allPath(`${range}&reserves=${late},${sol},${sol}`));
    const alone = await Promise.all(['SOL', 'LATE'].map((label) => read(pathOf(label, range))));
    const expected = alone.toSorted((a, b) =>
      String(a.data[0]?.['reserve']) < String(b.data[0]?.['reserve']) ? -1 : 1,
    );
    expect(data).toEqual(expected.flatMap((each) => each.data));
    expect(data.length).toBeGreaterThan(48);
    expect(meta.gaps).toEqual(expected.flatMap((each) => each.meta.gaps));
    const paged: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(allPath(`${range}&reserves=${sol},${late}&limit=37${cursor && `&cursor=${cursor}`}`));
      paged.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    expect(paged).toEqual(data);
  });

  it('of a list refuses what is no address, what no reserve has, and more than 20; its cursor is of that list', async () => {
    const sol = addressFromLabel('SOL');
    const code = async (query: string) => (await api.call(allPath(`${hours(0, 24)}&${query}`))).json();
    expect(await code('reserves=')).toMatchObject({ error: { code: 40001 } });
    expect(await code(`reserves=${sol},nonsense`)).toMatchObject({ error: { code: 40001 } });
    expect(await code(`reserves=${sol},${addressFromLabel('nobody')}`)).toMatchObject({ error: { code: 40402 } });
    const many = Array.from({ length: 21 }, (_, index) => addressFromLabel(`r${index}`)).join();
    expect(await code(`reserves=${many}`)).toMatchObject({ error: { code: 40003 } });
    const { meta } = await read(allPath(`${hours(0, 24)}&interval=1h&limit=3&reserves=${sol}`));
    const other = `reserves=${addressFromLabel('USDC')}&interval=1h&limit=3&cursor=${meta.next_cursor}`;
    expect((await api.call(allPath(other))).status).toBe(400);
  });

  it.each([
    ['token', () => addressFromLabel('SOL mint'), ['SOL']],
    ['market', () => addressFromLabel('market'), ['SOL', 'USDC', 'LATE']],
    ['status_str', () => 'active', ['SOL', 'USDC', 'LATE']],
    ['status_str', () => 'hidden', []],
  ])('can be filtered by %s', async (name, value, labels) => {
    const { data } = await read(allPath(`${hours(0, 24)}&${name}=${value()}`));
    expect(new Set(data.map((row) => row['token_symbol']))).toEqual(new Set(labels));
  });

  it.each(['1h', '4h', '1d', '15m', 'raw'])(
    'comes in pages of %s that neither repeat nor miss a row',
    async (interval) => {
      const range = interval === '15m' || interval === 'raw' ? hours(2, 14) : hours(0, 30);
      for (const fill of interval === 'raw' ? [''] : ['&fill=null', '&fill=none', '&fill=locf']) {
        const query = `${range}&interval=${interval}${fill}`;
        const whole = (await withKey(allPath(`${query}&limit=10000`))).data;
        expect(whole.length).toBeGreaterThan(2);
        for (const limit of [Math.ceil(whole.length / 2), 7]) {
          const paged: Row[] = [];
          let cursor = '';
          do {
            const page = await withKey(allPath(`${query}&limit=${limit}${cursor}`));
            expect(page.data.length).toBeLessThanOrEqual(limit);
            paged.push(...page.data);
            cursor = page.meta.next_cursor === null ? '' : `&cursor=${page.meta.next_cursor}`;
          } while (cursor !== '');
          expect(paged).toEqual(whole);
        }
      }
    },
  );

  it('keeps the range of a cursor where the range is left out', async () => {
    const { meta } = await read(allPath(`${hours(0, 48)}&limit=5`));
    const rest = await read(allPath(`cursor=${meta.next_cursor ?? ''}`));
    expect([rest.data.length, rest.meta['from'], rest.meta['to']]).toEqual([1, unixOf(0), unixOf(48 * HOUR)]);
  });
});

describe('the forms of a history', () => {
  const parsed = (text: string) => z.array(z.record(z.string(), z.string())).parse(parse(text, { columns: true }));
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value).replace('null', ''));

  /** Doubles are those of JSON, whatever the form in which either is written; exact numbers are the same text. */
  const inOneForm = (row: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, text]) => [
        name,
        name.endsWith('_f') && text !== '' ? String(Number(text)) : text,
      ]),
    );

  it('as CSV says the same as JSON, cell by cell', async () => {
    const { data } = await read(allPath(`${hours(0, 30)}&interval=1h`));
    for (const headers of [{}, key]) {
      const answer = await api.call(allPath(`${hours(0, 30)}&interval=1h&format=csv`), { headers });
      expect(answer.headers.get('content-type')).toContain('text/csv');
      expect(answer.headers.get('content-disposition')).toContain('.csv');
      const rows = parsed(answer.text).map(inOneForm);
      expect(rows).toEqual(data.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, asText(v)]))));
    }
  });

  it('as NDJSON has the rows of JSON, one a line', async () => {
    const { data } = await read(pathOf('SOL', hours(0, 30)));
    const answer = await api.call(pathOf('SOL', `${hours(0, 30)}&format=ndjson`), { headers: key });
    const lines = answer.text.trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(data);
  });

  it.each([
    ['text/csv', 'text/csv'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['text/html, */*', 'application/json'],
  ])('follows Accept: %s', async (accept, type) => {
    const answer = await api.call(pathOf('SOL', hours(0, 2)), { headers: { accept } });
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  it('prefers the parameter to Accept', async () => {
    const answer = await api.call(pathOf('SOL', `${hours(0, 2)}&format=json`), { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it('holds the columns that fields names in their order, with units where they are wanted', async () => {
    const query = `${hours(0, 1)}&fields=borrow_apy_f,timestamp,accrued_total_supply_raw`;
    const { data } = await read(pathOf('SOL', query));
    expect(Object.keys(data[0] ?? {})).toEqual(['borrow_apy_f', 'timestamp', 'accrued_total_supply_raw']);
    const csv = (await api.call(pathOf('SOL', `${query}&format=csv&units=true`))).text.split('\r\n');
    expect(csv.slice(0, 2)).toEqual([
      'borrow_apy_f,timestamp,accrued_total_supply_raw',
      'fraction per year,unix seconds,base units',
    ]);
  });

  it('has the header of CSV where no row is in the range', async () => {
    const answer = await api.call(pathOf('LATE', `${hours(0, 1)}&format=csv&fields=timestamp,slot`));
    expect(answer.text).toBe('timestamp,slot\r\n');
  });

  it('without a key ends CSV at the limit, and a header says where to go on', async () => {
    const whole = (await read(pathOf('SOL', hours(0, 30)))).data;
    const first = await api.call(pathOf('SOL', `${hours(0, 30)}&format=csv&limit=20`));
    const cursor = first.headers.get('x-next-cursor') ?? '';
    const rest = await api.call(pathOf('SOL', `${hours(0, 30)}&format=csv&limit=20&cursor=${cursor}`));
    expect(rest.headers.get('x-next-cursor')).toBeNull();
    const times = [...parsed(first.text), ...parsed(rest.text)].map((row) => Number(row['timestamp']));
    expect(times).toEqual(whole.map((row) => row['timestamp']));
  });

  it('as JSON answers 304 while nothing has changed', async () => {
    const path = pathOf('SOL', hours(0, 30));
    const etag = (await api.call(path)).headers.get('etag') ?? '';
    expect((await api.call(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
