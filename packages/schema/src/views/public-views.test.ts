import { describeDefinition, publicViews } from '@tidemark/model/fields';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { migrate } from '../migrate/migrate.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

interface ViewColumn {
  view: string;
  column: string;
  type: string;
  comment: string | null;
}

const listViewColumns = () => database.sql<ViewColumn[]>`
  SELECT c.relname AS view, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
    col_description(c.oid, a.attnum) AS comment
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'lend_v1'::regnamespace AND a.attnum > 0
  ORDER BY c.relname COLLATE "C", a.attnum`;

describe('the public views of lend_v1', () => {
  it('keep their promise: names, types and order of the columns', async () => {
    const columns = await listViewColumns();
    const text = columns.map(({ view, column, type }) => `${view}.${column} ${type}\n`).join('');
    await expect(text).toMatchFileSnapshot('./lend-v1-columns.txt');
  });

  it('have the comments of the data dictionary on every column and on themselves, in the order of the view', async () => {
    const columns = await listViewColumns();
    for (const [view, definition] of Object.entries(publicViews)) {
      const stored = columns.filter((row) => row.view === view).map((row) => [row.column, row.comment]);
      const defined = Object.entries(definition.columns).map(([column, field]) => [column, describeDefinition(field)]);
      expect({ view, columns: stored }).toEqual({ view, columns: defined });
    }
    expect(columns.filter((row) => row.comment === null || row.comment === '')).toEqual([]);
    const views = await database.sql<{ view: string; comment: string }[]>`
      SELECT relname AS view, obj_description(oid, 'pg_class') AS comment FROM pg_class
      WHERE relnamespace = 'lend_v1'::regnamespace`;
    expect(new Map(views.map((row) => [row.view, row.comment]))).toEqual(
      new Map(Object.entries(publicViews).map(([view, { description }]) => [view, description])),
    );
  });

  it('get their comments back when they drifted', async () => {
    await database.sql`COMMENT ON COLUMN lend_v1.reserves.reserve IS 'it''s something else'`;
    await migrate({ url: database.url });
    const columns = await listViewColumns();
    const row = columns.find(({ view, column }) => view === 'reserves' && column === 'reserve');
    expect(row?.comment).toMatch(/^Address of the reserve\. /);
  });

  it('are made again when they drifted, with what readers may do, and never lose a column', async () => {
    await database.sql`DROP VIEW lend_v1.quarantine`;
    await database.sql`CREATE OR REPLACE FUNCTION lend.unit_of(protocol text) RETURNS numeric LANGUAGE sql RETURN 1`;
    await migrate({ url: database.url });
    const [found] = await database.sql`
      SELECT has_table_privilege('tidemark_reader', 'lend_v1.quarantine', 'SELECT') AS readable,
        lend.unit_of('kamino') * 2 ^ 60::numeric = 1 AS exact`;
    expect(found).toEqual({ readable: true, exact: true });
    await database.sql`DROP VIEW lend_v1.quarantine`;
    await database.sql`CREATE VIEW lend_v1.quarantine AS SELECT 1 AS other`;
    await expect(migrate({ url: database.url })).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('migration of the views failed: cannot change name of view column'),
    });
    await database.sql`DROP VIEW lend_v1.quarantine`;
    await migrate({ url: database.url });
  });

  it.each(['data', 'sync'])('answer the SQL of docs/use/%s.md as printed', async (name) => {
    const page = await readFile(new URL(`../../../../docs/use/${name}.md`, import.meta.url), 'utf8');
    const printed = [...page.matchAll(/```sql\n(.+?)```/gs)].map(([, sql]) => sql ?? '');
    // Templates of dbt are no statements.
    const statements = printed.filter((sql) => !sql.includes('{{'));
    expect(statements.length).toBeGreaterThan(0);
    for (const sql of statements) await database.sql.unsafe(sql);
  });

  it('say of every reserve whose it is, under the same four names', async () => {
    const columns = await listViewColumns();
    const views = new Set(columns.filter(({ column }) => column === 'reserve').map(({ view }) => view));
    expect(views.size).toBeGreaterThan(20);
    const names = ['protocol', 'token_symbol', 'lending_market_name', 'listed_b'];
    const known = new Set(columns.map(({ view, column }) => `${view}.${column}`));
    const wanted = [...views].flatMap((view) => names.map((name) => `${view}.${name}`));
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });

  it('leave the names of a reserve out of the plan of a query that asks for none', async () => {
    // Views of buckets, totals and liquidity have each a row of names beside every number.
    for (const view of [
      'reserve_observations',
      'reserve_snapshots',
      'reserve_hourly',
      'liquidation_coverage',
      'gaps',
    ]) {
      const column = { gaps: 'from_at', reserve_hourly: 'bucket_start' }[view] ?? 'observed_at';
      const plan = await database.sql.unsafe(`EXPLAIN SELECT ${column} FROM lend_v1.${view}`);
      expect([view, JSON.stringify(plan).includes('lending_markets')]).toEqual([view, false]);
    }
  });

  it('show no key, no address of an RPC endpoint and no account bytes', async () => {
    const columns = await listViewColumns();
    const names = columns.map(({ view, column }) => `${view}.${column}`);
    expect(names.filter((name) => /key|rpc|quarantine\.data$/.test(name))).toEqual([]);
    expect(columns.filter(({ type }) => type === 'bytea')).toEqual([]);
  });
});
