import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copySchemaFiles } from '../../test/support/copy-schema-files.ts';
import { migrate } from './migrate.ts';
import { renderReleasedSchema } from './released-schema.ts';
import { readSchemaFiles, SCHEMA_DIR } from './schema-files.ts';
import { compareFacts, readSchemaFacts } from './schema-facts.ts';

// A new database is made of sql/tables, one of a released version by migrations: both must be the same in the end.

async function openDatabase(): Promise<{ url: string; sql: postgres.Sql<{ bigint: bigint }> }> {
  const { url, drop } = await createTestDatabase();
  const sql = postgres(url, { max: 1, onnotice: () => undefined, types: { bigint: postgres.BigInt } });
  onTestFinished(async () => {
    await sql.end();
    await drop();
  });
  return { url, sql };
}

/** How a database of the released version, brought up to date by the files of a folder, differs from a new one of them. */
async function listDifferences(dir: string, released: string): Promise<string[]> {
  const [fresh, grown] = [await openDatabase(), await openDatabase()];
  await migrate({ url: fresh.url, dir });
  await grown.sql`CREATE SCHEMA lend`;
  await grown.sql`CREATE TABLE lend.schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
  await grown.sql.unsafe(released).simple();
  await grown.sql`INSERT INTO lend.schema_migrations (name, sha256) VALUES ('tables', 'of the release')`;
  await migrate({ url: grown.url, dir });
  return compareFacts(await readSchemaFacts(fresh.sql), await readSchemaFacts(grown.sql));
}

it('the released schema, brought up to date, is that of a new database', async () => {
  const { released, migrations } = await readSchemaFiles();
  // Before the first release there is nothing to start from, and hence nothing to migrate: then it is the schema of now that is compared.
  expect(released === null ? migrations : []).toEqual([]);
  const text = released?.sql ?? (await renderReleasedSchema());
  expect(await listDifferences(released === null ? await copyReleased(text) : SCHEMA_DIR, text)).toEqual([]);
});

/** The files of now as they will be right after the release. */
async function copyReleased(released: string): Promise<string> {
  const dir = await copySchemaFiles();
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'migrations/0000_schema.sql'), released);
  return dir;
}

describe('a later version, whose tables have a column, a check and an index more', () => {
  const COLUMN = 'ALTER TABLE lend.poll_schedule ADD COLUMN paused boolean NOT NULL DEFAULT false;';
  const CHECK = 'ALTER TABLE lend.poll_schedule ADD CONSTRAINT not_too_slow CHECK (poll_interval_ms < 86400000);';
  const INDEX = 'CREATE INDEX poll_schedule_paused_idx ON lend.poll_schedule (paused);';

  async function copyLater(migration: string): Promise<string> {
    const dir = await copyReleased(await renderReleasedSchema());
    const path = join(dir, 'sql/tables/3-polls.sql');
    const text = await readFile(path, 'utf8');
    const table = /CREATE TABLE lend\.poll_schedule \((.*?)\n\);/s;
    expect(text).toMatch(table);
    await writeFile(
      path,
      text.replace(
        table,
        `CREATE TABLE lend.poll_schedule ($1,\n  paused boolean NOT NULL DEFAULT false,\n  CONSTRAINT not_too_slow CHECK (poll_interval_ms < 86400000)\n);\n${INDEX}`,
      ),
    );
    await appendFile(
      join(dir, 'sql/repeatable/1-changes.sql'),
      'CREATE FUNCTION lend.is_paused(of text) RETURNS boolean LANGUAGE sql STABLE RETURN (SELECT paused FROM lend.poll_schedule WHERE protocol = of);',
    );
    await writeFile(join(dir, 'migrations/0001_paused.sql'), migration);
    return dir;
  }

  it('is reached by a migration that says all of it', async () => {
    const released = await renderReleasedSchema();
    expect(await listDifferences(await copyLater(COLUMN + CHECK + INDEX), released)).toEqual([]);
  });

  it.each([
    ['the index', COLUMN + CHECK, ['missing: index lend.poll_schedule_paused_idx']],
    ['the check', COLUMN + INDEX, ['missing: constraint not_too_slow of lend.poll_schedule']],
    [
      'the type',
      COLUMN.replace('boolean NOT NULL DEFAULT false', 'boolean NOT NULL DEFAULT true') + CHECK + INDEX,
      [
        'different: column lend.poll_schedule.paused: boolean NOT NULL DEFAULT true instead of boolean NOT NULL DEFAULT false',
      ],
    ],
    [
      'nothing, and adds a table',
      `${COLUMN + CHECK + INDEX} CREATE TABLE lend.left_over ();`,
      ['extra: table lend.left_over'],
    ],
  ])('is not by one that forgets %s', async (_, migration, expected) => {
    const released = await renderReleasedSchema();
    const found = await listDifferences(await copyLater(migration), released);
    expect(found).toEqual(expect.arrayContaining(expected));
  });
});
