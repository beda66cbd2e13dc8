import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createDatabase, type Database, migrate } from '@tidemark/schema';
import { createTestDatabase } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportTable, type ExportRequest } from './export-table.ts';
import { type Format, FORMATS, readManifest } from './manifest.ts';

let database: Database;
let drop: () => Promise<void>;
let outDir: string;
const RANGE = { from: new Date('2026-08-31T22:00Z'), to: new Date('2026-10-01T02:00Z') };

beforeAll(async () => {
  const created = await createTestDatabase({ template: { name: 'schema', prepare: (url) => migrate({ url }) } });
  drop = created.drop;
  database = createDatabase({ url: created.url, maxConnections: 2 });
  outDir = await mkdtemp(join(tmpdir(), 'tidemark-export-'));
  // A view beside the public ones, with what is hard to keep in a file, by the hour over three months.
  await database.sql.unsafe(`
    ALTER VIEW lend_v1.gaps RENAME TO gaps_kept;
    CREATE VIEW lend_v1.gaps AS
    SELECT 'kamino' AS protocol, (ARRAY['a', 'b"c', 'd,e', E'f\\ng', '', 'ü''', NULL])[1 + n % 7] AS reserve,
      timestamptz '2026-08-31T21:00Z' + n * interval '1 hour' AS from_at,
      (ARRAY[0.1, '1e-320', '-0', 'NaN', 'Infinity', '1.7976931348623157e308', NULL]::float8[])[1 + n % 7] * CASE WHEN n % 7 IN (0) THEN n ELSE 1 END AS value_f,
      (ARRAY[115792089237316195423570985008687907853269984665640564039457.5, 0, -1e-60, NULL]::numeric[])[1 + n % 4] AS exact_raw,
      (n * 18446744073709551::numeric)::numeric(20,0) AS amount_raw, (9223372036854775807 - n)::bigint AS slot, (n % 3 = 0) AS ongoing_b,
      date '2026-08-31' + n / 24 AS day_utc, CASE WHEN n % 5 > 0 THEN ARRAY['x', 'y"z'] END AS names, jsonb_build_object('n', n) AS detail,
      (CASE WHEN n % 2 = 0 THEN 'first' ELSE '' END)::text AS gap_reason_str, n::smallint AS small, n::integer AS whole
    FROM generate_series(0, 800) AS s(n)`);
});
afterAll(async () => {
  await database.close();
  await drop();
  await rm(outDir, { recursive: true, force: true });
});

const request = (format: Format, folder: string, overrides: Partial<ExportRequest> = {}): ExportRequest => ({
  table: 'gaps',
  format,
  range: RANGE,
  outDir: join(outDir, folder),
  ...overrides,
});

/** Read by a DuckDB that knows nothing of this package, with every value as a text that loses nothing. */
async function readBack(source: string): Promise<Record<string, string | null>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`)).getRowObjectsJson();
    const list = z
      .array(z.object({ column_name: z.string(), column_type: z.string() }))
      .parse(described)
      .map(({ column_name: name, column_type: type }) =>
        type === 'DOUBLE' ? `"${name}"` : `"${name}"::VARCHAR AS "${name}"`,
      );
    const found = await connection.runAndReadAll(`SELECT ${list.join(', ')} FROM ${source} ORDER BY from_at`);
    const rows = z.array(
      z.record(z.string(), z.union([z.string(), z.custom<number>((value) => typeof value === 'number'), z.null()])),
    );
    return rows
      .parse(found.getRowObjectsJS())
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? bitsOf(value) : value]),
        ),
      );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function bitsOf(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

/** What Postgres itself says of the same rows; doubles by their bits. */
async function wanted(): Promise<Record<string, string | null>[]> {
  const rows = await database.sql.unsafe<Record<string, string | null>[]>(`
    SELECT protocol, reserve, to_char(from_at, 'YYYY-MM-DD HH24:MI:SS') || '+00' AS from_at, encode(float8send(value_f), 'hex') AS value_f,
      exact_raw::text, amount_raw::text, slot::text, ongoing_b::text, day_utc::text, to_json(names)::text AS names, detail::text,
      gap_reason_str, small::text, whole::text
    FROM lend_v1.gaps WHERE from_at >= '${RANGE.from.toISOString()}' AND from_at < '${RANGE.to.toISOString()}' ORDER BY from_at`);
  return rows.map((row) => ({ ...row }));
}

describe('an export', () => {
  it.each(FORMATS)('as %s is month by month what Postgres holds, and its manifest says so', async (format) => {
    const seen: string[] = [];
    const manifest = await exportTable(
      database.sql,
      request(format, format, { onFile: ({ path }) => seen.push(path) }),
    );
    expect(seen).toEqual(['2026-08', '2026-09', '2026-10'].map((month) => `month=${month}/data.${format}`));
    expect(manifest.files.map(({ rows }) => rows)).toEqual([2, 720, 2]);
    expect(manifest.files.map(({ from, to }) => [from, to])).toEqual([
      ['2026-08-31T22:00:00.000Z', '2026-09-01T00:00:00.000Z'],
      ['2026-09-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'],
      ['2026-10-01T00:00:00.000Z', '2026-10-01T02:00:00.000Z'],
    ]);
    const root = join(outDir, format, 'gaps');
    expect(await readManifest(root)).toEqual(manifest);
    for (const { path, sha256, bytes } of manifest.files) {
      const content = await readFile(join(root, path));
      expect([createHash('sha256').update(content).digest('hex'), content.length]).toEqual([sha256, bytes]);
    }
    // Nothing is left of the work.
    expect((await readdir(root, { recursive: true })).toSorted()).toEqual([
      'manifest.json',
      ...['2026-08', '2026-09', '2026-10'].flatMap((month) => [`month=${month}`, `month=${month}/data.${format}`]),
    ]);
  });

  it('as Parquet is read by DuckDB to the last bit and digit, with the months as a column', async () => {
    const files = `read_parquet('${outDir}/parquet/gaps/**/*.parquet', hive_partitioning = true)`;
    const rows = await readBack(files);
    const months = new Set(rows.map(({ month }) => month));
    expect(months).toEqual(new Set(['2026-08', '2026-09', '2026-10']));
    const withoutMonth = (row: Record<string, string | null>) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'month'));
    expect(rows.map(withoutMonth)).toEqual(await wanted());
    expect(rows).toHaveLength(724);
  });

  it('as Parquet has integers of 64 bits as DECIMAL, whose sums in DuckDB are those of Postgres to the last digit', async () => {
    const manifest = await readManifest(join(outDir, 'parquet', 'gaps'));
    const types = manifest?.columns.filter(({ name }) => name.endsWith('_raw')).map(({ type }) => type);
    expect(types).toEqual(['VARCHAR', 'DECIMAL(20,0)']);
    const files = `read_parquet('${outDir}/parquet/gaps/**/*.parquet', hive_partitioning = true)`;
    const [found] = await readBack(`(SELECT 0 AS from_at, sum(amount_raw) AS sum FROM ${files})`);
    const [wantedSum] = await database.sql.unsafe<{ sum: string }[]>(`
      SELECT sum(amount_raw)::text AS sum FROM lend_v1.gaps
      WHERE from_at >= '${RANGE.from.toISOString()}' AND from_at < '${RANGE.to.toISOString()}'`);
    // More than a double holds.
    expect(BigInt(wantedSum?.sum ?? 0)).toBeGreaterThan(2n ** 53n);
    expect(found?.['sum']).toBe(wantedSum?.sum);
  });

  it.each(FORMATS)(
    'as %s without exact numbers has every other column, and is no part of one with them',
    async (format) => {
      const manifest = await exportTable(database.sql, request(format, `inexact-${format}`, { withoutExact: true }));
      const whole = await readManifest(join(outDir, format, 'gaps'));
      const names = (of: typeof whole) => of?.columns.map(({ name }) => name);
      expect(names(manifest)).toEqual(names(whole)?.filter((name) => name !== 'exact_raw' && name !== 'amount_raw'));
      expect(manifest.rows).toBe(whole?.rows);
      await expect(exportTable(database.sql, request(format, format, { withoutExact: true }))).rejects.toMatchObject({
        code: 'OTHER_EXPORT',
      });
    },
  );

  it.each(['parquet', 'ndjson'] as const)(
    'as %s has the columns of the manifest and no other, read without its folders',
    async (format) => {
      const manifest = await readManifest(join(outDir, format, 'gaps'));
      const file = `${outDir}/${format}/gaps/month=2026-09/data.${format}`;
      const reader = format === 'parquet' ? 'read_parquet' : 'read_json';
      const [row = {}] = await readBack(`${reader}('${file}', hive_partitioning = false)`);
      expect(Object.keys(row)).toEqual(manifest?.columns.map(({ name }) => name));
    },
  );

  it('as CSV is what Postgres writes: an empty cell is null, "" is empty text', async () => {
    const text = await readFile(join(outDir, 'csv/gaps/month=2026-08/data.csv'), 'utf8');
    const [header, first] = text.split('\n');
    expect(header).toBe(
      'protocol,reserve,from_at,value_f,exact_raw,amount_raw,slot,ongoing_b,day_utc,names,detail,gap_reason_str,small,whole',
    );
    expect(first).toContain('"b""c"');
    expect(text).toContain(',"",');
  });

  it('of a month that is there already replaces it, and the manifest counts it once', async () => {
    const again = await exportTable(
      database.sql,
      request('parquet', 'parquet', { range: { from: new Date('2026-09-01Z'), to: new Date('2026-09-02Z') } }),
    );
    expect(again.files.map(({ rows }) => rows)).toEqual([2, 24, 2]);
    expect(again.rows).toBe(28);
  });

  it('into a folder of another format, of an unknown table, without a range or with one too many is refused', async () => {
    await expect(exportTable(database.sql, request('csv', 'parquet'))).rejects.toMatchObject({ code: 'OTHER_EXPORT' });
    await expect(exportTable(database.sql, request('csv', 'x', { table: 'nothing' }))).rejects.toMatchObject({
      code: 'UNKNOWN_TABLE',
    });
    await expect(exportTable(database.sql, request('csv', 'x', { range: null }))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(exportTable(database.sql, request('csv', 'x', { table: 'reserves' }))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await writeFile(join(outDir, 'parquet/gaps/manifest.json'), '{}');
    await expect(exportTable(database.sql, request('parquet', 'parquet'))).rejects.toMatchObject({
      code: 'MANIFEST_UNREADABLE',
    });
  });

  it('that fails on the way leaves no file that looks whole, and the manifest as it was', async () => {
    const folder = join(outDir, 'failing');
    const good = await exportTable(
      database.sql,
      request('parquet', 'failing', { range: { from: new Date('2026-09-01Z'), to: new Date('2026-09-02Z') } }),
    );
    await database.sql.unsafe(`CREATE OR REPLACE VIEW lend_v1.gaps AS SELECT protocol, reserve, from_at, value_f, exact_raw, amount_raw, slot, ongoing_b,
      day_utc, names, detail, gap_reason_str, small, (1 / CASE WHEN from_at >= '2026-09-20Z' THEN 0 ELSE 1 END)::integer AS whole FROM (
        SELECT 'kamino' AS protocol, 'a'::text AS reserve, timestamptz '2026-09-01Z' + n * interval '1 hour' AS from_at, 0.5::float8 AS value_f, 1::numeric AS exact_raw,
          1::numeric(20,0) AS amount_raw, 1::bigint AS slot, true AS ongoing_b, date '2026-09-01' AS day_utc, ARRAY['x'] AS names, '{}'::jsonb AS detail, 'a'::text AS gap_reason_str, 1::smallint AS small
        FROM generate_series(0, 700) AS s(n)) AS t`);
    await expect(
      exportTable(
        database.sql,
        request('parquet', 'failing', { range: { from: new Date('2026-09-01Z'), to: new Date('2026-10-01Z') } }),
      ),
    ).rejects.toThrow(/division by zero/);
    expect(await readManifest(join(folder, 'gaps'))).toEqual(good);
    expect(await readdir(join(folder, 'gaps/month=2026-09'))).toEqual(['data.parquet']);
  });
});

describe('every view of lend_v1', () => {
  it.each([
    'reserves',
    'reserve_latest',
    'reserve_hourly',
    'fees_daily',
    'config_changes',
    'batch_commits',
    'audit_runs',
  ])('%s has columns that a file keeps', async (table) => {
    const range = ['reserves', 'reserve_latest', 'audit_runs'].includes(table)
      ? null
      : { from: new Date('2026-09-01Z'), to: new Date('2026-09-02Z') };
    const manifest = await exportTable(database.sql, {
      table,
      format: 'parquet',
      range,
      outDir: join(outDir, 'empty'),
    });
    expect(manifest).toMatchObject({ table, rows: 0 });
  });
});
