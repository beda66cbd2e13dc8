import { buildOpenApiDocument } from '@tidemark/contract';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HISTORY_WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { type TestApi, startTestApi } from './support/start-api.ts';
import { DOLLAR, MAIN, seedTotals } from './support/total-buckets.ts';

// Every list of the API as CSV and NDJSON, with times as text, beside its JSON.

const SOL = addressFromLabel('SOL');
const unix = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const RANGE = `from=${unix(0)}&to=${unix(48 * 3_600)}`;
/** Ends before the newest observation: what is expected after it grows with the clock. */
const OBSERVED_RANGE = `from=${unix(0)}&to=${unix(24 * 3_600)}`;
const OVER_TIME = /\/history$|\/fees$|\/coverage$|\/benchmark-rates\//;
const FILL: Readonly<Record<string, string>> = {
  protocol: 'kamino',
  reserve: SOL,
  market: MAIN,
  mint: DOLLAR,
  token: DOLLAR,
  time: String(unix(1)),
};

const parameterSchema = z.object({ name: z.string(), in: z.string() });
const operationSchema = z.object({ parameters: z.array(parameterSchema).default([]) });
/** Every path whose answer the document offers as CSV; one pool was never read. */
const LISTS = Object.entries(buildOpenApiDocument({ version: '0', protocols: ['kamino'] }).paths ?? {}).flatMap(
  ([path, { get }]) => {
    const names =
      operationSchema.safeParse(get).data?.parameters.flatMap((item) => (item.in === 'query' ? [item.name] : [])) ?? [];
    return names.includes('format') && !path.includes('{pool}') ? [{ path, names }] : [];
  },
);

let history: TestApi;
let totals: TestApi;
beforeAll(async () => {
  const readyMaxAgeMs = Number.MAX_SAFE_INTEGER;
  history = await startTestApi({
    template: HISTORY_WORLD,
    readyMaxAgeMs,
    prepare: async ({ sql }) => {
      await sql`UPDATE lend.reserves SET token_symbol = '=1+1,"a"' WHERE address = ${SOL}`;
      await sql`UPDATE lend.reserves SET token_symbol = '-12.5' WHERE address = ${addressFromLabel('USDC')}`;
    },
  });
  totals = await startTestApi({ prepare: seedTotals, readyMaxAgeMs });
});
afterAll(async () => {
  await history?.stop();
  await totals?.stop();
});

type Row = Readonly<Record<string, unknown>>;
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const bodySchema = z.union([rowsSchema, z.object({ data: rowsSchema })]);
const rowsOf = (body: unknown): Row[] => {
  const parsed = bodySchema.parse(body);
  return Array.isArray(parsed) ? parsed : parsed.data;
};
const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => FILL[name] ?? '');
const apiOf = (path: string) => (/markets|tokens|summary/.test(path) ? totals : history);
const call = (path: string, query: string, headers: Record<string, string> = {}) => {
  const range = path.endsWith('/coverage') ? OBSERVED_RANGE : RANGE;
  return apiOf(path).call(`${filled(path)}?${OVER_TIME.test(path) ? `${range}&` : ''}${query}`, { headers });
};

/** Records of RFC 4180; a cell without quotes that is empty is null. */
function parseCsv(text: string): (string | null)[][] {
  const records: (string | null)[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, quoted, plain, end] = found;
    records.at(-1)?.push(quoted === undefined ? (plain ?? '') || null : quoted.replaceAll('""', '"'));
    if (end === '\r\n') records.push([]);
  }
  expect(records.pop()).toEqual([]);
  return records;
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isTime = (name: string) => /^(?:timestamp|from|to)$|_timestamp$/.test(name);
const isoOf = (value: unknown) =>
  typeof value === 'number' ? new Date(value * 1_000).toISOString().replace('.000Z', 'Z') : value;
/** Times of a row and of what is in it, by their names alone. */
function timed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(timed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, isTime(name) ? isoOf(inner) : timed(inner)]),
  );
}

describe.each(LISTS)('$path', ({ path }) => {
  it.each(['', '&time=iso'])('has the values of its JSON as CSV and NDJSON%s', async (time) => {
    const plain = rowsOf((await call(path, '')).json());
    const rows = rowsSchema.parse(time === '' ? plain : timed(plain));
    const lines = await call(path, `format=ndjson${time}`);
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(
      lines.text
        .split('\n')
        .slice(0, -1)
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(rows);
    const csv = await call(path, `format=csv${time}`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
    const [names = [], ...records] = parseCsv(csv.text);
    expect(names.length).toBeGreaterThan(2);
    expect(records).toEqual(rows.map((row) => names.map((name) => textOf(row[name ?? '']))));
  });

  it('has a line of units where it is requested, and names all parameters where one is wrong', async () => {
    const [names, units] = parseCsv((await call(path, 'format=csv&units=true&time=iso')).text);
    expect(units).toHaveLength(names?.length ?? 0);
    const times = (names ?? []).flatMap((name, column) => (isTime(name ?? '') ? [units?.[column]] : []));
    expect(new Set(times).size).toBeLessThan(2);
    expect(times[0] ?? 'UTC time').toBe('UTC time');
    const { status, text } = await call(path, 'nonsense=1');
    expect({ status, known: /Known are .*format, units.*time, spreadsheet/.test(text) }).toEqual({
      status: 400,
      known: true,
    });
    for (const wrong of [
      'format=xlsx',
      'time=local',
      'spreadsheet=1',
      'time=iso&time=iso',
      'spreadsheet=true',
      'time=iso',
      'format=ndjson&spreadsheet=true',
    ]) {
      expect([wrong, (await call(path, wrong)).json()]).toMatchObject([wrong, { error: { code: 40003 } }]);
    }
  });
});

it('covers every list of the API', async () => {
  expect(LISTS.length).toBeGreaterThan(30);
  const counts = await Promise.all(LISTS.map(async ({ path }) => rowsOf((await call(path, '')).json()).length));
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(20);
});

describe('CSV for a spreadsheet', () => {
  const symbolsOf = async (path: string, query: string) => {
    const [names = [], ...records] = parseCsv((await call(path, query)).text);
    return new Set(records.map((record) => record[names.indexOf('token_symbol')]));
  };
  it.each(
    LISTS.filter(
      ({ path }) =>
        /kamino|\{protocol\}/.test(path) && /\/reserves\/all\/(?:latest|detail|history)|info\/reserves/.test(path),
    ),
  )('keeps a name of $path from being a formula, and numbers as they are', async ({ path }) => {
    expect(await symbolsOf(path, 'format=csv')).toEqual(new Set(['=1+1,"a"', '-12.5', 'LATE']));
    expect(await symbolsOf(path, 'format=csv&spreadsheet=true')).toEqual(new Set(['\'=1+1,"a"', '-12.5', 'LATE']));
  });
});

it('is revalidated by an ETag of its own', async () => {
  const path = '/v1/{protocol}/lend/reserves/all/latest';
  const plain = await call(path, 'format=json');
  const csv = await call(path, 'format=csv');
  const etag = csv.headers.get('etag') ?? '';
  expect(etag).not.toBe(plain.headers.get('etag'));
  expect((await call(path, 'format=csv', { 'if-none-match': etag })).status).toBe(304);
  for (const name of ['cache-control', 'x-data-slot', 'x-data-as-of', 'access-control-allow-origin', 'last-modified']) {
    expect([name, csv.headers.get(name)]).toEqual([name, plain.headers.get(name)]);
  }
});

it('pages what has pages, and refuses a file that would be cut', async () => {
  const path = '/v1/{protocol}/lend/reserves/all/config/changes';
  await history.database.sql`
    INSERT INTO lend.config_changes (account, account_kind, protocol, lending_market, field, old_value, new_value, slot, observed_at,
      previous_slot, previous_observed_at)
    SELECT ${SOL}, 'reserve', 'kamino', 'm', 'field_' || i, '0', '1', 500000000 + i, ${bankAt(100).observedAt}::timestamptz + i * interval '1 second',
      500000000 + i - 1, ${bankAt(100).observedAt}
    FROM generate_series(1, 1001) AS i`;
  const all = `from=${unix(0)}&format=csv`;
  expect((await call(path, all)).json()).toMatchObject({
    error: { code: expect.any(Number), details: expect.stringContaining('more than 1000 rows') },
  });
  const page = await call(path, `${all}&limit=1000`);
  const next = await call(path, `${all}&limit=1000&cursor=${page.headers.get('x-next-cursor') ?? ''}`);
  expect([parseCsv(page.text).length, next.headers.get('x-next-cursor')]).toEqual([1_001, null]);
  expect(parseCsv(next.text).length).toBeGreaterThan(1);
});
