import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';

// docs/scaling.md: tables that grow with reserves and time can be distributed by the reserve, because every key and every unique constraint
// begins with it. A table without such a column stays where coordination is.

/** Columns that name a reserve. `account` is that of a reserve or of a market, whose few rows lie where its address sends them. */
const RESERVE_COLUMNS = ['reserve', 'reserve_id', 'account'];
/** Tables with such a column that are not distributed, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  price_observations: 'rows of a token: account is that of its oracle',
  price_source_latest: 'rows of a token: account is that of its oracle',
  ingest_gaps: 'one ledger over all reserves of a protocol: a gap of all of them has none',
};
/** Tables that all nodes have a copy of: distributed tables may refer to them. */
const REFERENCE = ['reserves', 'lending_markets', 'token_mints', 'reserve_sets'];

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

interface Key {
  readonly table: string;
  readonly index: string;
  readonly first: string;
}

const listKeys = () => database.sql<Key[]>`
  SELECT t.relname AS table, i.relname AS index, pg_get_indexdef(x.indexrelid, 1, true) AS first
  FROM pg_index AS x JOIN pg_class AS t ON t.oid = x.indrelid JOIN pg_class AS i ON i.oid = x.indexrelid
  WHERE t.relnamespace = 'lend'::regnamespace AND x.indisunique AND NOT t.relispartition ORDER BY 1, 2`;

/** Tables that hold a row of a reserve, with the column that names it. */
const listTables = () => database.sql<{ table: string; column: string }[]>`
  SELECT c.relname AS table, a.attname AS column FROM pg_class AS c
  JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname = ANY(${RESERVE_COLUMNS})
  WHERE c.relnamespace = 'lend'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> ALL(${[...Object.keys(EXEMPT), ...REFERENCE]}) ORDER BY 1`;

async function listViolations(): Promise<string[]> {
  const [tables, keys] = await Promise.all([listTables(), listKeys()]);
  return tables.flatMap(({ table, column }) => {
    const own = keys.filter((key) => key.table === table);
    const wrong = own
      .filter(({ first }) => first !== column)
      .map(({ index }) => `${table}: ${index} does not begin with ${column}`);
    return own.length === 0 ? [`${table} has no key`] : wrong;
  });
}

it('every key and unique constraint of a table that holds rows of reserves begins with the reserve', async () => {
  const tables = (await listTables()).map(({ table }) => table);
  expect(tables).toEqual(
    expect.arrayContaining(['reserve_latest', 'reserve_hours', 'reserve_days', 'config_changes', 'configurations']),
  );
  expect(await listViolations()).toEqual([]);
});

it('a table that breaks it is found, by its key or by a unique index', async () => {
  const { sql } = database;
  await sql.unsafe(
    `CREATE TABLE lend.by_time (observed_at timestamptz, reserve text, PRIMARY KEY (observed_at, reserve))`,
  );
  await sql.unsafe(`CREATE TABLE lend.by_batch (reserve text PRIMARY KEY, batch text UNIQUE)`);
  await sql.unsafe(`CREATE TABLE lend.without_key (reserve text)`);
  expect(await listViolations()).toEqual([
    'by_batch: by_batch_batch_key does not begin with reserve',
    'by_time: by_time_pkey does not begin with reserve',
    'without_key has no key',
  ]);
  for (const table of ['by_time', 'by_batch', 'without_key']) await sql.unsafe(`DROP TABLE lend.${table}`);
});

it('foreign keys of such a table lead to tables that every node has a copy of', async () => {
  const tables = (await listTables()).map(({ table }) => table);
  const found = await database.sql<{ table: string; to: string }[]>`
    SELECT DISTINCT t.relname AS table, r.relname AS to FROM pg_constraint AS c
    JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_class AS r ON r.oid = c.confrelid
    WHERE c.contype = 'f' AND t.relnamespace = 'lend'::regnamespace AND NOT t.relispartition`;
  const wrong = found.filter(
    ({ table, to }) => tables.includes(table) && !REFERENCE.includes(to) && !tables.includes(to),
  );
  expect(wrong).toEqual([]);
});

it('tables that are exempt exist', async () => {
  const found = await database.sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'lend'::regnamespace AND relname = ANY(${Object.keys(EXEMPT)})`;
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXEMPT).toSorted());
});
