import {
  beginCorrection,
  type CorrectedObservation,
  correctObservations,
  endCorrection,
  listObservations,
  moveHistory,
} from '@tidemark/schema';
import { listRoutes } from '@tidemark/contract';
import { protocolOf } from '@tidemark/protocols';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_WORLD, issueKey } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const HOUR = 3_600;
const SOL = addressFromLabel('SOL');
const MARKET = addressFromLabel('market');
const PROTOCOL = protocolOf('kamino');
const at = (hour: number) => bankAt(hour * HOUR).observedAt;
const path = (query: string) =>
  `/v1/kamino/lend/reserves/${SOL}/history?from=${at(4).getTime() / 1000}&to=${at(20).getTime() / 1000}&${query}`;
/** Every way to the values: each table, hours that are folded, all columns and some, pages, files. */
const PATHS = [
  path('interval=raw'),
  path('interval=15m'),
  path('interval=1h'),
  path('interval=1h&agg=twavg&fill=locf'),
  path('interval=1h&fields=timestamp,supply_apy_f,interest_f,accrued_total_supply_raw&limit=5'),
  path('interval=4h'),
  path('interval=raw&format=csv'),
  path('interval=raw&limit=7'),
];

let api: TestApi;
let key: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
  key = await issueKey(api.database, 'as of');
});
afterAll(() => api.stop());

const read = async (url: string) => {
  const { status, text, headers } = await api.call(url, { headers: key });
  expect(status).toBe(200);
  const rows = url.includes('csv') ? text : JSON.stringify(JSON.parse(text).data);
  return { rows, etag: headers.get('etag') };
};
const readAll = (asOf?: Date) =>
  Promise.all(PATHS.map((url) => read(asOf === undefined ? url : `${url}&as_of=${asOf.getTime()}`)));
const rowsOf = (answers: readonly { rows: string }[]) => answers.map(({ rows }) => rows);
const clock = async () => {
  const [row] = await api.database.sql<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  // The next whole millisecond, so that what was done before is before it.
  await api.database.sql`SELECT pg_sleep(0.01)`;
  return new Date((row?.now ?? new Date(0)).getTime() + 1);
};

/** A derivation that gives other numbers, and buckets made of them. */
async function correct(factor: number): Promise<void> {
  const { sql } = api.database;
  const range = { from: new Date('2000-01-01'), to: new Date('2000-01-01') };
  const days = { protocol: PROTOCOL.name, reserves: [SOL] };
  range.from = new Date(Math.floor(at(0).getTime() / 86_400_000) * 86_400_000);
  range.to = new Date(range.from.getTime() + 2 * 86_400_000);
  await sql.begin('isolation level repeatable read', async (tx) => {
    await beginCorrection(tx, { ...days, range, reason: 'a test' });
    const rows = await listObservations(tx, { reserves: [SOL], from: at(4), to: at(20) });
    const corrected = rows.map(
      (row): CorrectedObservation => ({
        ...row,
        accruedSupplied: row.accruedSupplied + 1n,
        supplyApyF: row.supplyApyF * factor,
        decoderVersion: row.decoderVersion + 1,
      }),
    );
    await correctObservations(tx, { protocol: PROTOCOL, reason: 'a test', rows: corrected });
  });
  for (const table of ['reserve_quarters', 'reserve_hours', 'reserve_days']) {
    await sql.unsafe(
      `UPDATE lend.${table} SET supply_apy_close_f = supply_apy_close_f * ${factor}, supply_apy_twavg_f = supply_apy_twavg_f * ${factor},
        close_total_supply_sf = close_total_supply_sf + 1
        WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = $1)`,
      [SOL],
    );
  }
  expect(await endCorrection(sql, { ...days, range })).toBeGreaterThan(0);
}

describe('a history as of a time', () => {
  it('is that of today where nothing was corrected since', async () => {
    const today = await readAll();
    expect(rowsOf(await readAll(await clock()))).toEqual(rowsOf(today));
  });

  it('shows what was published before each of two corrections, in both places of observations', async () => {
    const first = { answers: await readAll(), at: await clock() };
    await correct(1.5);
    const second = { answers: await readAll(), at: await clock() };
    await moveHistory(api.database.sql, { before: at(24 * 40), maxRows: 1_000_000 });
    await correct(0.25);
    const today = { answers: await readAll(), at: await clock() };
    const [then, now] = [second.answers, today.answers];
    for (const [place, { rows }] of now.entries()) {
      expect([first.answers[place]?.rows, then[place]?.rows]).not.toContain(rows);
    }
    // Files without a limit have none.
    const tags = now.map(({ etag }) => etag).filter((etag) => etag !== null);
    expect(tags.length).toBeGreaterThan(5);
    expect(then.map(({ etag }) => etag).filter((etag) => etag !== null && tags.includes(etag))).toEqual([]);
    for (const { answers, at: moment } of [first, second, today]) {
      expect(rowsOf(await readAll(moment))).toEqual(rowsOf(answers));
    }
  });

  it('goes on from page to page, and a cursor of another moment is refused', async () => {
    const asOf = `&as_of=${(await clock()).getTime()}`;
    const page = async (cursor: string) => {
      const answer = await api.call(`${path('interval=1h&limit=5')}${asOf}${cursor}`, { headers: key });
      return answer.json();
    };
    const one = await page('');
    expect(one).toMatchObject({ meta: { count: 5, next_cursor: expect.any(String) } });
    const cursor = `&cursor=${Reflect.get(Object(Reflect.get(Object(one), 'meta')), 'next_cursor')}`;
    expect(await page(cursor)).toMatchObject({ meta: { count: 5 } });
    const other = await api.call(`${path('interval=1h&limit=5')}${cursor}`, { headers: key });
    expect(other.json()).toMatchObject({ error: { code: 40011 } });
  });

  it.each([
    ['in the future', `&as_of=${Date.UTC(2200, 0, 1)}`],
    ['before anything was observed', `&as_of=2000-01-01&from=1999-12-01&to=1999-12-31`],
    ['before the end of the range', `&as_of=${at(10).getTime()}`],
  ])('is refused %s', async (_, query) => {
    const [base = ''] = path('').split('?');
    const url = query.includes('from') ? `${base}?interval=1h${query}` : `${path('interval=1h')}${query}`;
    expect((await api.call(url, { headers: key })).json()).toMatchObject({ error: { code: 40009 } });
  });

  it('ends at its time where no end is named, has no revision, and refuses what is no time', async () => {
    const [base = ''] = path('').split('?');
    const answer = await api.call(`${base}?interval=1h&as_of=${at(10).getTime() + 60_000}`, { headers: key });
    expect(answer.json()).toMatchObject({ meta: { to: at(10).getTime() / 1000 } });
    expect(answer.headers.get('x-data-revision')).toBeNull();
    expect((await api.call(`${base}?as_of=noon`, { headers: key })).json()).toMatchObject({ error: { code: 40008 } });
  });

  const others = listRoutes().filter(({ query }) => query !== undefined && !('as_of' in query.shape));
  it.each(others.map((route) => [route.path, route] as const))(
    'is refused by %s, which knows no values of before',
    async (template, { method = 'get' }) => {
      const values = {
        protocol: 'kamino',
        reserve: SOL,
        market: MARKET,
        mint: SOL,
        pool: SOL,
        time: String(at(8).getTime()),
      };
      const url = Object.entries(values).reduce((made, [name, value]) => made.replace(`{${name}}`, value), template);
      const answer = await api.call(`${url}?as_of=${at(20).getTime()}`, { headers: key, method: method.toUpperCase() });
      expect(answer.json()).toMatchObject({
        error: { code: 40003, details: expect.stringContaining('as_of is for histories of reserves alone') },
      });
    },
  );

  it('is for both histories of reserves, and nothing else', () => {
    const names = listRoutes().flatMap(({ id, query }) => (query !== undefined && 'as_of' in query.shape ? [id] : []));
    expect(names).toEqual(['listReserveHistories', 'listReserveHistory']);
    expect(others.length).toBeGreaterThan(30);
  });
});
