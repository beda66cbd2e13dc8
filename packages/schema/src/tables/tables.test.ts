import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import * as tables from './index.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const RELATIONS = Object.values(tables).filter((value) => is(value, PgTable));
/** Views that are read as tables are; nothing of them is not null, and they have no key. */
const VIEWS = ['reserve_daily', 'reserve_hourly', 'reserve_quarter_hourly'];
const TABLES = RELATIONS.filter((table) => !VIEWS.includes(getTableConfig(table).name));

describe('drizzle tables', () => {
  it('name every table of the database but for the ledger of migrations', async () => {
    const rows = await database.sql<{ name: string }[]>`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'lend'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> 'schema_migrations'
      ORDER BY relname`;
    expect(TABLES.map((table) => getTableConfig(table).name).toSorted()).toEqual(rows.map((row) => row.name));
  });

  it.each(RELATIONS.map((table) => [getTableConfig(table).name, table] as const))(
    'agree with the database in the columns of %s, their types and what may be null',
    async (name, table) => {
      const isView = VIEWS.includes(name);
      const stored = await database.sql<{ name: string; type: string; notNull: boolean; hasDefault: boolean }[]>`
        SELECT attname AS name, attnotnull AS "notNull", atthasdef OR attidentity <> '' AS "hasDefault",
          replace(CASE typtype WHEN 'd' THEN format_type(typbasetype, typtypmod) ELSE format_type(atttypid, atttypmod) END, ',', ', ') AS type
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid WHERE attrelid = ${`lend.${name}`}::regclass AND attnum > 0 AND NOT attisdropped`;
      const declared = Object.values(getTableColumns(table)).map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        notNull: column.notNull && !isView,
        hasDefault: (column.hasDefault || column.generatedIdentity !== undefined) && !isView,
      }));
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
      expect(declared.toSorted(byName)).toEqual(stored.map((row) => ({ ...row })).toSorted(byName));
    },
  );

  it('name the primary key of the database', async () => {
    for (const table of TABLES) {
      const { name, primaryKeys, columns } = getTableConfig(table);
      const [row] = await database.sql<{ columns: string[] }[]>`
        SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey, a.attnum)) AS columns
        FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
        WHERE i.indrelid = ${`lend.${name}`}::regclass AND i.indisprimary`;
      const declared =
        primaryKeys[0]?.columns.map((column) => column.name) ??
        columns.filter((column) => column.primary).map((column) => column.name);
      expect({ name, columns: declared }).toEqual({ name, columns: row?.columns });
    }
  });
});
