import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database, migrate } from '@tidemark/schema';
import { createTestDatabase } from '@tidemark/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseExportArguments } from './export-arguments.ts';
import { exportTables } from './export-tables.ts';

let database: Database;
let drop: () => Promise<void>;
let root: string;
let outDir: string;
let count = 0;
const RANGE = { from: new Date('2026-09-01Z'), to: new Date('2026-09-02Z') };

beforeAll(async () => {
  const created = await createTestDatabase({ template: { name: 'schema', prepare: (url) => migrate({ url }) } });
  drop = created.drop;
  database = createDatabase({ url: created.url, maxConnections: 2 });
  root = await mkdtemp(join(tmpdir(), 'tidemark-exports-'));
});
beforeEach(() => {
  outDir = join(root, String(count++));
});
afterAll(async () => {
  await database.close();
  await drop();
  await rm(root, { recursive: true, force: true });
});

const exported = (tables: readonly string[], range: typeof RANGE | null) =>
  exportTables(database.sql, { tables, format: 'csv', range, outDir });

it('views with a time are written for the range, those without one whole beside them', async () => {
  await exported(['reserve_hourly', 'reserves'], RANGE);
  expect(await readdir(join(outDir, 'reserve_hourly'))).toEqual(['manifest.json', 'month=2026-09']);
  expect(await readdir(join(outDir, 'reserves'))).toEqual(['data.csv', 'manifest.json']);
});

it.each([
  ['of which one does not exist', ['reserves', 'nothing'], null, 'UNKNOWN_TABLE'],
  ['of which one needs a range', ['reserves', 'reserve_hourly'], null, 'INVALID_ARGUMENT'],
  ['of which none has a time, with a range', ['reserves', 'reserve_latest'], RANGE, 'INVALID_ARGUMENT'],
])('of views %s nothing is written', async (_what, tables, range, code) => {
  await expect(exported(tables, range)).rejects.toMatchObject({ code });
  expect(existsSync(outDir)).toBe(false);
});

it('where the folder of the last view holds another export, nothing is written of the first', async () => {
  await mkdir(join(outDir, 'reserves'), { recursive: true });
  await writeFile(join(outDir, 'reserves', 'manifest.json'), '{}');
  await expect(exported(['fees_daily', 'reserves'], RANGE)).rejects.toMatchObject({ code: 'MANIFEST_UNREADABLE' });
  expect(await readdir(outDir)).toEqual(['reserves']);
});

it('the arguments take a time with any offset, and name a view once', () => {
  const parse = (...args: string[]) => parseExportArguments(['--table', 'reserves,fees_daily,reserves', ...args]);
  expect(parse('--from', '2026-09-01T02:00:00.123456789+0200', '--to', '2026-09-02T00:00:00-00:00')).toMatchObject({
    tables: ['reserves', 'fees_daily'],
    range: { from: new Date('2026-09-01T00:00:00.123Z'), to: new Date('2026-09-02T00:00:00Z') },
  });
  expect([parse().withoutExact, parse('--without-exact').withoutExact]).toEqual([false, true]);
  for (const from of ['2026-02-30', '2026-09-01T00:00', 'yesterday'])
    expect(() => parse('--from', from, '--to', '2026-10-01')).toThrow(`${from} is no time`);
});
