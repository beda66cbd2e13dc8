import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressFromLabel, repositoryDir } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { HISTORY_WORLD, LABELS } from './support/history-world.ts';
import { renderDbt, type RenderedModel } from './support/render-dbt.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

// The package as dbt would compile and run it, on Postgres, by a login that reads the views and writes a schema of its own.

const PACKAGE = join(repositoryDir(), 'integrations/dbt');
const MARTS = join(PACKAGE, 'models/marts');
const SCHEMA = 'analytics';
/** In the order of their references. */
const MODELS = ['reserve_days', 'market_revenue_days', 'token_days'] as const;
type Model = (typeof MODELS)[number];

const freshnessSchema = z.object({ count: z.number(), period: z.enum(['minute', 'hour', 'day']) });
const sourcesSchema = z.object({
  sources: z.tuple([
    z.object({
      name: z.literal('lend_v1'),
      schema: z.string(),
      tables: z.array(
        z.object({
          name: z.string(),
          config: z
            .object({ loaded_at_field: z.string(), freshness: z.record(z.string(), freshnessSchema) })
            .optional(),
          columns: z.array(
            z.object({ name: z.string(), description: z.string().min(1), data_tests: z.array(z.string()).default([]) }),
          ),
        }),
      ),
    }),
  ]),
});
const martsSchema = z.object({
  models: z.array(
    z.object({
      name: z.enum(MODELS),
      columns: z.array(z.object({ name: z.string(), data_tests: z.array(z.literal('not_null')).default([]) })),
    }),
  ),
});
const read = async (path: string): Promise<unknown> => parse(await readFile(join(PACKAGE, path), 'utf8'));

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
  await api.database.sql.unsafe(`CREATE SCHEMA ${SCHEMA}`);
});
afterAll(() => api.stop());

async function render(model: Model, isIncremental: boolean): Promise<RenderedModel> {
  return renderDbt(await readFile(join(MARTS, `${model}.sql`), 'utf8'), {
    vars: {},
    ref: (name) => `${SCHEMA}.${name}`,
    source: (source, table) => `${source}.${table}`,
    self: `${SCHEMA}.${model}`,
    isIncremental,
  });
}

/** As the adapter for Postgres does it: a new table, or what is selected in the place of the rows with its keys. */
async function run(model: Model, isIncremental = false): Promise<number> {
  const { sql } = api.database;
  const { sql: select, config } = await render(model, isIncremental && model === 'reserve_days');
  if (!isIncremental || config === '') {
    await sql.unsafe(`DROP TABLE IF EXISTS ${SCHEMA}.${model}; CREATE TABLE ${SCHEMA}.${model} AS ${select}`);
    return -1;
  }
  const key = [...(/unique_key=\[(.*?)\]/.exec(config)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(key.length).toBeGreaterThan(0);
  return sql.begin(async (tx) => {
    await tx.unsafe(`CREATE TEMPORARY TABLE fresh ON COMMIT DROP AS ${select}`);
    await tx.unsafe(
      `DELETE FROM ${SCHEMA}.${model} AS t USING fresh AS f WHERE ${key.map((name) => `t.${name} = f.${name}`).join(' AND ')}`,
    );
    const added = await tx.unsafe(`INSERT INTO ${SCHEMA}.${model} SELECT * FROM fresh`);
    return added.count;
  });
}

const rowsOf = (model: Model, columns = '*') =>
  api.database.sql.unsafe(`SELECT ${columns} FROM ${SCHEMA}.${model} ORDER BY 1, 2, 3, 4`);

describe('the sources of the dbt package', () => {
  it('are the views of lend_v1 with their columns, and each has a freshness that it can be asked for', async () => {
    const [{ tables }] = sourcesSchema.parse(await read('models/sources.yml')).sources;
    const found = await api.database.sql<{ name: string; columns: string[] }[]>`
      SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = 'lend_v1'::regnamespace GROUP BY 1`;
    expect(new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))).toEqual(
      new Map(found.map(({ name, columns }) => [name, columns])),
    );
    const fresh = tables.filter(({ config }) => config !== undefined);
    expect(fresh.length).toBeGreaterThan(4);
    for (const { name, config } of fresh) {
      const field = config?.loaded_at_field ?? '';
      const [row] = await api.database.sql.unsafe(`SELECT max(${field}) AS loaded FROM lend_v1.${name}`);
      expect({ name, isTime: row?.['loaded'] === null || row?.['loaded'] instanceof Date }).toEqual({
        name,
        isTime: true,
      });
    }
  });

  it('hold the tests that they declare', async () => {
    const [{ tables }] = sourcesSchema.parse(await read('models/sources.yml')).sources;
    const tested = tables.flatMap(({ name, columns }) =>
      columns.filter(({ data_tests }) => data_tests.length > 0).map((column) => ({ table: name, column: column.name })),
    );
    expect(tested).toContainEqual({ table: 'reserve_latest', column: 'reserve' });
    for (const { table, column } of tested) {
      const [row] = await api.database.sql.unsafe(
        `SELECT count(*) FILTER (WHERE ${column} IS NULL) AS nulls, count(*) - count(DISTINCT ${column}) AS twice FROM lend_v1.${table}`,
      );
      expect([table, row?.['nulls'], row?.['twice']]).toEqual([table, 0n, 0n]);
    }
  });
});

describe('the marts of the dbt package', () => {
  it('are the models that their YAML describes, with columns that they have', async () => {
    const files = (await readdir(MARTS))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => name.replace('.sql', ''));
    expect(files.toSorted()).toEqual([...MODELS].toSorted());
    for (const model of MODELS) await run(model);
    const { models } = martsSchema.parse(await read('models/marts/marts.yml'));
    expect(models.map(({ name }) => name)).toEqual(MODELS);
    for (const { name, columns } of models) {
      const [row = {}] = await rowsOf(name);
      expect(Object.keys(row)).toEqual(expect.arrayContaining(columns.map((column) => column.name)));
      for (const column of columns.filter(({ data_tests }) => data_tests.length > 0)) {
        const [nulls] = await api.database.sql.unsafe(
          `SELECT count(*) AS nulls FROM ${SCHEMA}.${name} WHERE ${column.name} IS NULL`,
        );
        expect([name, column.name, nulls?.['nulls']]).toEqual([name, column.name, 0n]);
      }
    }
  });

  it('have the numbers of the API', async () => {
    const rows = await rowsOf(
      'reserve_days',
      'reserve, day_utc::text, supplied_amount_close_f, borrow_apy_twavg_f, coverage_f',
    );
    expect(rows).toHaveLength(2 * LABELS.length);
    const answer = await api.call(
      `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/history?from=2026-09-01T00:00Z&to=2026-09-03T00:00Z&interval=1d&agg=close`,
    );
    const closes = z
      .object({ data: z.array(z.object({ supplied_amount_f: z.number(), coverage_f: z.number() })) })
      .parse(answer.json());
    const sol = rows.filter((row) => row['reserve'] === addressFromLabel('SOL'));
    expect(sol.map((row) => [row['supplied_amount_close_f'], row['coverage_f']])).toEqual(
      closes.data.map((row) => [row.supplied_amount_f, row.coverage_f]),
    );
    const fees = z
      .object({
        data: z.array(z.object({ fees_usd_f: z.number(), revenue_usd_f: z.number(), interest_usd_raw: z.string() })),
      })
      .parse(
        (
          await api.call('/v1/kamino/lend/fees?from=2026-09-01T00:00Z&to=2026-09-03T00:00Z&interval=1d&group_by=market')
        ).json(),
      );
    const revenue = await rowsOf(
      'market_revenue_days',
      'day_utc::text, fees_usd_f, revenue_usd_f, trim_scale(interest_usd_raw) AS interest_usd_raw',
    );
    const names = ['fees_usd_f', 'revenue_usd_f', 'interest_usd_raw'] as const;
    const valuesOf = (row: Readonly<Record<string, unknown>>) => names.map((name) => row[name]);
    expect(revenue.map(valuesOf)).toEqual(fees.data.map(valuesOf));
    expect(await rowsOf('token_days')).toHaveLength(2 * LABELS.length);
  });

  it('take a late correction with the next incremental run, that row alone, and are then what a full run makes', async () => {
    const { sql } = api.database;
    await run('reserve_days');
    expect(await run('reserve_days', true)).toBe(0);
    await sql`UPDATE lend.reserve_days SET gap_reason = 'corrected' WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressFromLabel('SOL')})
      AND bucket_start = '2026-09-01T00:00Z'`;
    // Transactions of other databases of the server hold the horizon back, too.
    await expect.poll(() => run('reserve_days', true), { timeout: 60_000 }).toBe(1);
    const columns = 'reserve, day_utc::text, gap_reason_str, change_id, interest_usd_raw';
    const after = await rowsOf('reserve_days', columns);
    expect(after.filter((row) => row['gap_reason_str'] === 'corrected')).toHaveLength(1);
    await run('reserve_days');
    expect(await rowsOf('reserve_days', columns)).toEqual(after);
  });
});
