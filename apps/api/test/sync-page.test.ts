import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginCorrection, endCorrection } from '@tidemark/schema';
import { addressFromLabel, repositoryDir, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HISTORY_WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

// Each query of docs/use/sync.md by a reader in another time zone than UTC: as it is printed, and with horizons, addresses and times of the
// made-up chain in the place of those that are printed.

const SOL = addressFromLabel('SOL');
const MARKET = addressFromLabel('market');
const DAY_MS = 86_400_000;
const FROM = new Date(Math.floor(bankAt(0).observedAt.getTime() / DAY_MS) * DAY_MS);
const TO = new Date(FROM.getTime() + 3 * DAY_MS);
type Row = Readonly<Record<string, unknown>>;

let api: TestApi;
let page: string;
let blocks: string[];
const asked = new Set<string>();

beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
  page = await readFile(join(repositoryDir(), 'docs/use/sync.md'), 'utf8');
  blocks = [...page.matchAll(/```sql\n(.+?)```/gs)].map(([, block = '']) => block);
});
afterAll(() => api.stop());

/** Replaces what is printed, each of which has to be there. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((made, [shown, value]) => {
    if (!made.includes(shown)) throw new Error(`${shown} is not printed in ${text}`);
    return made.replaceAll(shown, value);
  }, text);
}

/** The block that holds a text, of which there is one. */
function printed(text: string): string {
  const [block, ...more] = blocks.filter((each) => each.includes(text));
  if (block === undefined || more.length > 0) throw new Error(`${more.length} more blocks hold ${text}`);
  asked.add(block);
  return block;
}

function query(statement: string): Promise<Row[]> {
  return api.database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    await tx`SET LOCAL TimeZone = 'America/New_York'`;
    return [...(await tx.unsafe<Row[]>(statement))];
  });
}

/** Beyond all that was written: a transaction of another test's database holds it back for a moment. */
async function horizon(): Promise<string> {
  const [newest] = await query('SELECT max(change_id) AS id FROM lend_v1.reserve_hourly');
  const read = async () => {
    const [row] = await query(printed('SELECT lend_v1.sync_horizon() AS horizon;'));
    return BigInt(String(row?.['horizon']));
  };
  const isBeyond = async () => (await read()) > BigInt(String(newest?.['id']));
  await waitFor(isBeyond, { description: 'the horizon beyond what was written' });
  return String(await read());
}

/** Other values in the final buckets of SOL, as a derivation that was put right makes them; answers the moment before it. */
async function correct(): Promise<Date> {
  const { sql } = api.database;
  const [row] = await sql<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  await sql`SELECT pg_sleep(0.01)`;
  const days = { protocol: 'kamino', reserves: [SOL], range: { from: FROM, to: TO } };
  await beginCorrection(sql, { ...days, reason: 'a test' });
  await sql`
    UPDATE lend.reserve_hours AS h SET supply_apy_twavg_f = v.supply_apy_twavg_f * 1.5, utilization_twavg_f = v.utilization_twavg_f * 1.5,
      supplied_amount_usd_close_f = v.supplied_amount_usd_close_f * 3
    FROM lend.reserve_hourly AS v WHERE v.reserve = ${SOL} AND h.reserve_id = v.reserve_id AND h.bucket_start = v.bucket_start`;
  expect(await endCorrection(sql, days)).toBeGreaterThan(20);
  return new Date((row?.now ?? FROM).getTime() + 1);
}

/** As a late read changes hours: in the first transaction after the one that a horizon was read in. */
const change = () =>
  api.database.sql`UPDATE lend.reserve_hours AS h SET supply_apy_twavg_f = v.supply_apy_twavg_f * 1.5
    FROM lend.reserve_hourly AS v WHERE v.reserve = ${SOL} AND h.reserve_id = v.reserve_id AND h.bucket_start = v.bucket_start`;

const keyOf = (row: Row) => `${String(row['reserve'])} ${Number(row['bucket_start'])}`;
const times = (since: Date) => ({
  '2026-11-20T00:00Z': since.toISOString(),
  '2026-11-01': FROM.toISOString(),
  '2026-11-08': TO.toISOString(),
});

it('the loop gives each row once, then what has changed alone, and a copy of it is what stands there', async () => {
  const rows = printed('FROM lend_v1.reserve_hourly\nWHERE change_id >= 0');
  const first = await horizon();
  const copy = new Map<string, Row>();
  const all = await query(filled(rows, { 4711: first }));
  for (const row of all) copy.set(keyOf(row), row);
  expect(copy.size).toBe(all.length);
  expect(all.length).toBeGreaterThan(40);

  await change();
  await correct();
  const second = await horizon();
  const changed = await query(filled(rows, { '>= 0': `>= ${first}`, 4711: second }));
  expect(changed.length).toBeGreaterThan(20);
  expect(new Set(changed.map(({ reserve }) => reserve))).toEqual(new Set([SOL]));
  for (const row of changed) copy.set(keyOf(row), row);
  const now = await query('SELECT * FROM lend_v1.reserve_hourly');
  const names = Object.keys(all[0] ?? {});
  const wanted = now.map((row) => [keyOf(row), Object.fromEntries(names.map((name) => [name, row[name]]))] as const);
  expect(copy).toEqual(new Map(wanted));
  expect(await query(filled(rows, { '>= 0': `>= ${second}`, 4711: await horizon() }))).toEqual([]);
});

it('a number as it was known at a moment, and a sum of such, are what was read at that moment', async () => {
  const ofReserve = filled(printed('h.supply_apy_twavg_f'), { d4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q: SOL });
  const ofMarket = filled(printed('GROUP BY h.bucket_start'), {
    '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF': MARKET,
  });
  /** The order in which doubles are added up is the server's. */
  const rounded = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, supplied_usd_f: Number(row['supplied_usd_f']).toPrecision(13) }));
  const readNow = async () => [
    await query(
      `SELECT bucket_start, supply_apy_twavg_f FROM lend_v1.reserve_hourly WHERE reserve = '${SOL}' ORDER BY 1`,
    ),
    rounded(
      await query(`SELECT bucket_start, sum(supplied_amount_usd_close_f) AS supplied_usd_f FROM lend_v1.reserve_hourly
      WHERE lending_market = '${MARKET}' GROUP BY 1 ORDER BY 1`),
    ),
  ];
  const readThen = async (moment: Date) => {
    const rows = await query(filled(ofReserve, times(moment)));
    return [
      rows.toSorted((a, b) => Number(a['bucket_start']) - Number(b['bucket_start'])),
      rounded(await query(filled(ofMarket, times(moment)))),
    ];
  };
  const before = await readNow();
  expect(before.map(({ length }) => length)).toEqual([expect.any(Number), before[0]?.length]);
  const moment = await correct();
  // The first of two says what was known before both.
  await correct();
  const after = await readNow();
  expect(after[0]).not.toEqual(before[0]);
  expect(after[1]).not.toEqual(before[1]);
  expect(await readThen(moment)).toEqual(before);
  expect(await readThen(new Date(Date.now() + 60_000))).toEqual(after);
});

it('the model of dbt takes everything first, and then what was added or changed', async () => {
  const model = printed("materialized='incremental'").replace(/\{\{ config\(.*?\) \}\}/s, '');
  const sourced = filled(model, { "{{ source('lend_v1', 'reserve_hourly') }}": 'lend_v1.reserve_hourly' });
  const [, head = '', condition = ''] = /^(.+)\{% if is_incremental\(\) %\}(.+)\{% endif %\}\s*$/s.exec(sourced) ?? [];
  await horizon();
  const all = await query(head);
  expect(all.length).toBe((await query('SELECT FROM lend_v1.reserve_hourly')).length);
  const known = all.map(({ horizon: at }) => Number(at));
  await change();
  await horizon();
  const changed = await query(
    head + filled(condition, { '{{ this }}': `(VALUES (${Math.max(...known)})) AS t (horizon)` }),
  );
  expect(changed.length).toBeGreaterThan(20);
  expect(changed.length).toBeLessThan(all.length);
  expect(new Set(changed.map(({ reserve }) => reserve))).toEqual(new Set([SOL]));
});

it('each runs as it is printed, also the view for a tool with a cursor, and none is left out above', async () => {
  expect(blocks).toHaveLength(5);
  for (const block of blocks) if (!block.includes('{{')) await query(block);
  await horizon();
  const inline = [...page.matchAll(/`(SELECT [^`]+)`/g)].map(([, statement = '']) => statement);
  expect(inline).toHaveLength(1);
  for (const statement of inline) expect((await query(statement)).length).toBeGreaterThan(40);
  expect([...asked].toSorted()).toEqual(blocks.toSorted());
});
