import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { createDatabase } from '../create-database.ts';
import { moveHistory } from '../history/narrow/move-history.ts';
import { sealHistory } from '../history/narrow/seal-history.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listMigrationFiles } from './migration-files.ts';
import { migrate } from './migrate.ts';

// A database of the first release with views (commit 5f7f1a6, migrations to 0008), cut to five simulated reserves: what its tables held,
// and what its own views said of them. Nothing of the present version made either file.
const FIRST = '0009_price_values.sql';
const FOLDER = fileURLToPath(new URL('../../test/upgrade/', import.meta.url));
const CHANGELOG = fileURLToPath(new URL('../../../../CHANGELOG.md', import.meta.url));

type Row = Readonly<Record<string, string | null>>;
type Tables = Readonly<Record<string, readonly postgres.JSONValue[]>>;
const read = async (name: string) => gunzipSync(await readFile(join(FOLDER, name))).toString();
const published: Readonly<Record<string, Row[]>> = JSON.parse(await read('published.json.gz'));
/** `after`: batches that the old version went on to write beside the new schema, one that failed among them. */
const stored: { readonly before: Tables; readonly after: Tables } = JSON.parse(await read('stored.json.gz'));

/** Old and new names of the columns of a view, as the changelog promises them. */
const RENAMES = await readRenames();
async function readRenames(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const renames = new Map<string, Map<string, string>>();
  const namesIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const edges = (name: string) =>
    ['borrowed_amount', 'total_supply', 'cumulative_borrow_rate'].flatMap((what) =>
      ['open', 'close'].map(
        (edge) => `${edge}_${what}_${name === 'raw' ? name : what.endsWith('rate') ? 'bsf' : 'sf'}`,
      ),
    );
  for (const line of (await readFile(CHANGELOG, 'utf8')).split('\n')) {
    const [, old, now, where] = line.split('|');
    const views = namesIn(where).filter((name) => name.startsWith('lend_v1.'));
    const isOfEdges = old?.includes('`open_…_sf`') === true;
    const [from, to] = isOfEdges ? [edges('sf'), edges('raw')] : [namesIn(old), namesIn(now)];
    for (const view of views.map((name) => name.slice('lend_v1.'.length))) {
      const known = renames.get(view) ?? new Map<string, string>();
      for (const [place, name] of from.entries()) known.set(name, to[place] ?? '');
      renames.set(view, known);
    }
  }
  return renames;
}

let url: string;
let sql: postgres.Sql;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url, drop } = await createTestDatabase());
  sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { TimeZone: 'UTC' } });
  await sql`CREATE SCHEMA lend`;
  await sql`CREATE TABLE lend.schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL)`;
  for (const file of (await listMigrationFiles()).filter(({ name }) => name < FIRST)) {
    await sql.unsafe(file.sql).simple();
    await sql`INSERT INTO lend.schema_migrations (name, sha256) VALUES (${file.name}, ${file.sha256})`;
  }
  await write(stored.before);
});
afterEach(async () => {
  await sql.end();
  await drop();
});

/** With the columns that the old version knows, and no other. */
async function write(tables: Tables): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(Object(rows[0]))
      .map((name) => `"${name}"`)
      .join(', ');
    await sql.unsafe(
      `INSERT INTO lend.${table} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::lend.${table}, $1::text::json)`,
      [JSON.stringify(rows)],
    );
  }
}

/** All of a view, each value as Postgres writes it: doubles so that they are read back bit by bit. */
async function readView(view: string): Promise<Row[]> {
  const rows = await sql.unsafe<{ row: Row }[]>(
    `SELECT (SELECT jsonb_object_agg(key, value #>> '{}') FROM jsonb_each(to_jsonb(v))) AS row FROM lend_v1.${view} AS v`,
  );
  return rows.map(({ row }) => row);
}

/** Parts of 2^60 as the decimal that they are: 2^-60 is 5^60 over 10^60. */
function toDecimal(parts: string): string {
  const digits = (BigInt(parts) * 5n ** 60n).toString().padStart(61, '0');
  return `${digits.slice(0, -60)}.${digits.slice(-60)}`.replace(/\.?0+$/, '');
}

const NO_FLASH_LOANS = '18446744073709551615';

/** The log of parameters calls them as their columns are called. */
const toColumnName = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row of the old version under the names of the new one. */
function toNew(view: string, old: Row): Row {
  const names = RENAMES.get(view);
  return Object.fromEntries(
    Object.entries(old).map(([name, value]) => {
      const now = names?.get(name) ?? name;
      if (view === 'config_changes' && name === 'field' && value !== null) return [now, toColumnName(value)];
      if (now === name || value === null || !/_b?sf$/.test(name)) return [now, value];
      return [now, name === 'flash_loan_fee_sf' && value === NO_FLASH_LOANS ? null : toDecimal(value)];
    }),
  );
}

/** Prices that the old version had and did not use (migration 0009); see price-values.test.ts for the numbers. */
const PRICED_SINCE = ['price_usd_f', 'available_amount_usd_f', 'supplied_amount_usd_f', 'borrowed_amount_usd_f'];
function usePrice(row: Row): Row {
  if (row['price_usable_b'] !== 'false' || row['price_raw'] === '0') return row;
  return {
    ...row,
    ...Object.fromEntries(PRICED_SINCE.map((name) => [name, 'known'])),
    price_usable_b: 'true',
    decoder_version: '2',
  };
}
function hidePrice(row: Row, old: Row | undefined): Row {
  if (old?.['price_usd_f'] !== 'known') return row;
  return { ...row, ...Object.fromEntries(PRICED_SINCE.map((name) => [name, row[name] === null ? null : 'known'])) };
}

const inOrder = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => (JSON.stringify(identify(a)) < JSON.stringify(identify(b)) ? -1 : 1));
/** What tells the rows of any of the views apart. */
const identify = (row: Row) =>
  'id commit_seq poll_batch_id reserve lending_market observed_at bucket_start since_slot field slot from_at reserve_set started_at'
    .split(' ')
    .map((name) => row[name] ?? '');

it('what a filled database published is the same to the bit under its new names, and so is what the old version writes on', async () => {
  expect((await migrate({ url })).applied[0]).toBe(FIRST);
  await write(stored.after);
  const late = new Set((stored.after['poll_batches'] ?? []).map((row) => Object(row)['id']));
  expect(Object.keys(published)).toHaveLength(14);
  let priced = 0;
  for (const [view, oldRows] of Object.entries(published)) {
    const expected = inOrder(
      oldRows.map((old) => {
        const row = toNew(view, old);
        return view.startsWith('reserve_') && (view === 'reserve_latest' || !late.has(row['poll_batch_id']))
          ? usePrice(row)
          : row;
      }),
    );
    priced += expected.filter((row) => row['price_usd_f'] === 'known').length;
    const columns = Object.keys(expected[0] ?? {});
    const found = inOrder(await readView(view));
    const now = found.map((row, place) => {
      const wanted = expected[place];
      const kept = { ...hidePrice(row, wanted) };
      // Of a failure the trigger makes an attempt, recorded at its own time.
      if (wanted?.['outcome_str'] === 'failed' && late.has(wanted['poll_batch_id']))
        kept['recorded_at'] = wanted['recorded_at'] ?? null;
      return Object.fromEntries(columns.map((name) => [name, kept[name]]));
    });
    expect({ view, rows: now }).toEqual({ view, rows: expected });
  }
  expect(priced).toBe(8);
});

it('every view says the same to the bit when the history of the first release has been moved into narrow rows and sealed', async () => {
  await migrate({ url });
  await write(stored.after);
  const database = createDatabase({ url, maxConnections: 2 });
  try {
    const views = ['reserve_snapshots', 'reserve_latest', 'reserve_risk_latest', 'batch_commits', 'reserves'];
    const readAll = async () => Promise.all(views.map(async (view) => ({ view, rows: inOrder(await readView(view)) })));
    const before = await readAll();
    const [snapshots] = before;
    const far = new Date('2100-01-01T00:00:00Z');
    const moved = await moveHistory(database.sql, { before: far, maxRows: 1_000_000 });
    expect(moved).toMatchObject({ moved: snapshots?.rows.length, repeated: 0, complete: true });
    expect(moved.moved).toBeGreaterThan(30);
    expect(moved.states).toBeLessThanOrEqual(moved.moved);
    expect(await sql`SELECT FROM lend.reserve_snapshots`).toHaveLength(0);
    expect(await readAll()).toEqual(before);
    expect((await sealHistory(database.sql, { before: far, maxRows: 1_000_000 })).copied).toBe(moved.moved);
    expect(await readAll()).toEqual(before);
  } finally {
    await database.close();
  }
});

it('every logged change of a configuration has the configurations before and after it, and keys stay', async () => {
  await migrate({ url });
  const changes = published['config_changes'] ?? [];
  expect(changes.length).toBeGreaterThan(0);
  for (const { reserve, field, slot, old_value: before, new_value: after } of changes) {
    const path = String(field).split('.');
    const rows = await sql<{ value: string }[]>`
      SELECT config #>> ${path} AS value FROM lend_v1.configurations
      WHERE reserve = ${reserve ?? null} AND since_slot <= ${slot ?? null}::bigint ORDER BY since_slot DESC LIMIT 2`;
    expect(rows.map(({ value }) => value)).toEqual([after, before]);
  }
  const keys = await sql<{ row: Row }[]>`SELECT to_jsonb(k) AS row FROM lend.api_keys AS k ORDER BY id`;
  const known = (stored.before['api_keys'] ?? []).toSorted((a, b) => (Object(a)['id'] < Object(b)['id'] ? -1 : 1));
  expect(keys.map(({ row }) => [row['id'], row['key_sha256']])).toEqual(
    known.map((row) => [Object(row)['id'], Object(row)['key_sha256']]),
  );
});
