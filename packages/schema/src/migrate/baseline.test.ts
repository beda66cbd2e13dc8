import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { describeRest, describeSchema } from '../../test/baseline/describe-schema.ts';
import { migrateByNumberedFiles, renderBaseline } from '../../test/baseline/render-baseline.ts';
import { listMigrationFiles, MIGRATIONS_DIR } from './migration-files.ts';
import { migrate } from './migrate.ts';

async function openDatabase(): Promise<{ url: string; sql: postgres.Sql }> {
  const { url, drop } = await createTestDatabase();
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(async () => {
    await sql.end();
    await drop();
  });
  return { url, sql };
}

const ledgerOf = (sql: postgres.Sql) => sql`SELECT name, sha256 FROM lend.schema_migrations ORDER BY name COLLATE "C"`;

it('a database that begins with the baseline ends like one that took every migration', async () => {
  const [fresh, grown] = [await openDatabase(), await openDatabase()];
  const names = (await listMigrationFiles()).map(({ name }) => name);
  expect(await migrate({ url: fresh.url })).toEqual({ applied: names, warnings: [] });
  await migrateByNumberedFiles(grown.url);
  expect(await migrate({ url: grown.url })).toEqual({ applied: [], warnings: [] });
  expect(await describeSchema(fresh.sql)).toBe(await describeSchema(grown.sql));
  expect(await describeRest(fresh.sql)).toEqual(await describeRest(grown.sql));
  expect(await ledgerOf(fresh.sql)).toEqual(await ledgerOf(grown.sql));
});

it('the baseline is what `npm run generate:baseline` writes', async () => {
  const { url } = await openDatabase();
  expect(await readFile(join(MIGRATIONS_DIR, 'baseline.sql'), 'utf8')).toBe(await renderBaseline(url));
});
