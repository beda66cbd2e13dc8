import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderTables, TABLES_FILE } from '../../scripts/render-tables.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { BUCKET_VIEWS, PROPERTIES, TEXT_TYPES, VIEWS_KNOW } from './column-names.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it('the tables of drizzle are what `npm run generate` writes', async () => {
  expect(await readFile(TABLES_FILE, 'utf8')).toBe(await renderTables(database.sql));
});

it('a column that changes its type, may be null or is new is told by that', async () => {
  const before = await renderTables(database.sql);
  await database.sql`ALTER TABLE lend.chain ALTER COLUMN cluster_label DROP NOT NULL`;
  await database.sql`ALTER TABLE lend.chain ADD COLUMN weight lend.u64`;
  const after = await renderTables(database.sql);
  await database.sql`ALTER TABLE lend.chain ALTER COLUMN cluster_label SET NOT NULL`;
  await database.sql`ALTER TABLE lend.chain DROP COLUMN weight`;
  const known = new Set(before.split('\n'));
  expect(after.split('\n').filter((line) => !known.has(line))).toEqual([
    "  clusterLabel: text('cluster_label'),",
    "  weight: whole('weight', 20),",
  ]);
});

it('every name that the catalog is told of is that of a column', async () => {
  const rows = await database.sql<{ table: string; name: string }[]>`
    SELECT c.relname AS table, a.attname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relnamespace = 'lend'::regnamespace AND c.relkind IN ('r', 'p', 'v')`;
  const known = new Set(rows.flatMap(({ table, name }) => [table, name, `${table}.${name}`]));
  const told = [PROPERTIES, TEXT_TYPES, BUCKET_VIEWS].flatMap((names) => Object.keys(names));
  expect([...told, ...VIEWS_KNOW, ...Object.values(BUCKET_VIEWS)].filter((name) => !known.has(name))).toEqual([]);
});
