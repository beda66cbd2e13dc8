import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySchemaFiles } from '../../test/support/copy-schema-files.ts';
import { runCli } from '../../test/support/run-cli.ts';
import { migrate } from './migrate.ts';

let url: string;
let sql: postgres.Sql;
let drop: () => Promise<void>;
let dir: string;
beforeEach(async () => {
  const database = await createTestDatabase();
  url = database.url;
  drop = database.drop;
  sql = postgres(url, { max: 1, onnotice: () => {} });
  dir = await copySchemaFiles();
  // The rules of a released schema: its tables are changed by migrations.
  await writeFile(join(dir, 'migrations/0000_schema.sql'), '');
});
afterEach(async () => {
  await sql.end();
  await drop();
  await rm(dir, { recursive: true });
});

const addMigration = (name: string, text: string) => writeFile(join(dir, 'migrations', name), text);
const listLedger = async () =>
  (await sql`SELECT name FROM lend.schema_migrations ORDER BY name COLLATE "C"`).map((row) => row['name']);
const find = async (table: string) => (await sql`SELECT to_regclass(${table}) IS NOT NULL AS found`)[0]?.['found'];

describe('migrate', () => {
  it('fills an empty database and finds nothing to do the second time', async () => {
    expect(await migrate({ url })).toEqual({ applied: ['tables', 'repeatable'], warnings: [] });
    const ledger = await sql`SELECT * FROM lend.schema_migrations ORDER BY name`;
    expect(await migrate({ url })).toEqual({ applied: [], warnings: [] });
    expect(await sql`SELECT * FROM lend.schema_migrations ORDER BY name`).toEqual(ledger);
  });

  it('lets processes that start at once share the work', async () => {
    const results = await Promise.all(
      Array.from({ length: 3 }, () => runCli('migrate-cli.ts', [], { DATABASE_URL: url })),
    );
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(3).fill({ code: 0, stderr: '' }));
    const outputs = results.map(({ stdout }) => stdout);
    expect(outputs.filter((text) => text === 'migrate: applied tables, repeatable\n')).toHaveLength(1);
    expect(outputs.filter((text) => text === 'migrate: nothing to apply\n')).toHaveLength(2);
  });

  it('gives up with a retryable error while another migrator holds the lock', async () => {
    await sql`SELECT pg_advisory_lock(7236271863912010041)`;
    await expect(migrate({ url, lockTimeoutMs: 100 })).rejects.toMatchObject({
      code: 'MIGRATION_LOCK_TIMEOUT',
      retryable: true,
    });
  });

  it('takes a checkout with CRLF line ends for the same files', async () => {
    await migrate({ url });
    for (const folder of ['sql/tables', 'sql/repeatable']) {
      for (const name of await readdir(join(dir, folder))) {
        const path = join(dir, folder, name);
        await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'));
      }
    }
    expect(await migrate({ url, dir })).toEqual({ applied: [], warnings: [] });
  });

  it('makes functions again whose file has changed, and nothing else', async () => {
    await migrate({ url, dir });
    await appendFile(
      join(dir, 'sql/repeatable/1-changes.sql'),
      'CREATE FUNCTION lend.more() RETURNS int LANGUAGE sql RETURN 1;',
    );
    expect(await migrate({ url, dir })).toEqual({ applied: ['repeatable'], warnings: [] });
    expect(await sql`SELECT lend.more() AS more`).toEqual([{ more: 1 }]);
  });

  it.each([
    ['of the long chain of migrations', { '0001_tables.sql': 'x' }],
    ['of another commit before the release', { tables: 'other' }],
  ])('refuses a database from before the first release in one line: %s', async (_, ledger) => {
    await migrate({ url });
    await sql`TRUNCATE lend.schema_migrations`;
    await sql`INSERT INTO lend.schema_migrations ${sql(Object.entries(ledger).map(([name, sha256]) => ({ name, sha256 })))}`;
    await expect(migrate({ url })).rejects.toMatchObject({ code: 'DATABASE_TOO_OLD' });
    expect(await runCli('migrate-cli.ts', [], { DATABASE_URL: url })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'migrate: a version before 0.1.0 made this database, and no migration leads on from it; use an empty one (npm start: delete the folder .data)\n',
    });
  });
});

describe('a migration', () => {
  it('is applied once, and is done already in a new database', async () => {
    await migrate({ url, dir });
    await addMigration('0001_more.sql', 'CREATE TABLE lend.more ();');
    expect(await migrate({ url, dir })).toEqual({ applied: ['0001_more.sql', 'repeatable'], warnings: [] });
    expect(await migrate({ url, dir })).toEqual({ applied: [], warnings: [] });
    expect(await listLedger()).toEqual(['0001_more.sql', 'repeatable', 'tables']);

    const fresh = await createTestDatabase();
    try {
      expect(await migrate({ url: fresh.url, dir })).toEqual({ applied: ['tables', 'repeatable'], warnings: [] });
      expect(await migrate({ url: fresh.url, dir })).toEqual({ applied: [], warnings: [] });
    } finally {
      await fresh.drop();
    }
  });

  it('is refused once it was changed, or where it comes before an applied one; nothing else is applied', async () => {
    await migrate({ url, dir });
    await addMigration('0002_b.sql', 'CREATE TABLE lend.b ();');
    await migrate({ url, dir });
    await addMigration('0003_c.sql', 'CREATE TABLE lend.c ();');
    await addMigration('0001_a.sql', 'CREATE TABLE lend.a ();');
    await expect(migrate({ url, dir })).rejects.toMatchObject({
      code: 'MIGRATION_OUT_OF_ORDER',
      context: { migration: '0001_a.sql', after: '0002_b.sql' },
    });
    await rm(join(dir, 'migrations/0001_a.sql'));
    await addMigration('0002_b.sql', 'CREATE TABLE lend.b (changed integer);');
    await expect(migrate({ url, dir })).rejects.toMatchObject({
      code: 'MIGRATION_CHANGED',
      context: { migration: '0002_b.sql' },
    });
    expect(await find('lend.c')).toBe(false);
  });

  it('of a newer release is left alone by an older one', async () => {
    await migrate({ url, dir });
    await addMigration('0001_newer.sql', 'CREATE TABLE lend.newer ();');
    await migrate({ url, dir });
    await rm(join(dir, 'migrations/0001_newer.sql'));
    expect(await migrate({ url, dir })).toEqual({ applied: [], warnings: [] });
  });

  it('that fails leaves the database as it was, is named, and is applied once it is right', async () => {
    await migrate({ url, dir });
    await addMigration('0001_whole.sql', 'CREATE TABLE lend.whole ();');
    await addMigration('0002_broken.sql', 'CREATE TABLE lend.half_done (); SELECT 1 / 0;');
    await expect(migrate({ url, dir })).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: 'migration 0002_broken.sql failed: division by zero',
    });
    expect([await find('lend.whole'), await find('lend.half_done')]).toEqual([false, false]);
    expect(await listLedger()).toEqual(['repeatable', 'tables']);
    await addMigration('0002_broken.sql', 'CREATE TABLE lend.half_done ();');
    const { applied } = await migrate({ url, dir });
    expect(applied).toEqual(['0001_whole.sql', '0002_broken.sql', 'repeatable']);
  });

  it.each(['lock_not_available', 'deadlock_detected'])(
    'that services keep from its locks is tried again: %s',
    async (error) => {
      await migrate({ url, dir });
      // A sequence counts what is undone, too.
      await sql`CREATE SEQUENCE lend.tries`;
      await addMigration(
        '0001_waits.sql',
        `DO $$ BEGIN IF nextval('lend.tries') < 3 THEN RAISE ${error}; END IF; END $$;`,
      );
      expect(await migrate({ url, dir })).toEqual({ applied: ['0001_waits.sql', 'repeatable'], warnings: [] });
      expect(await sql`SELECT last_value FROM lend.tries`).toEqual([{ last_value: '3' }]);
    },
  );

  it.each([
    ['a later file', 'migrations/0002_broken.sql'],
    ['what all of it ends with', 'sql/always/roles.sql'],
  ])('that drops a view leaves it as it was, with its grants, where %s fails', async (_, broken) => {
    await migrate({ url, dir });
    const read = () => sql`SELECT has_table_privilege('tidemark_reader', 'lend_v1.quarantine', 'SELECT') AS readable`;
    await addMigration('0001_drops.sql', 'DROP VIEW lend_v1.quarantine;');
    const text = await readFile(join(dir, broken), 'utf8').catch(() => '');
    await writeFile(join(dir, broken), 'SELECT 1 / 0;');
    const name = broken.split('/').at(-1);
    await expect(migrate({ url, dir })).rejects.toMatchObject({
      message: `migration ${name} failed: division by zero`,
    });
    expect(await read()).toEqual([{ readable: true }]);
    await writeFile(join(dir, broken), text);
    await migrate({ url, dir });
    expect(await read()).toEqual([{ readable: true }]);
  });
});

describe('the migrate command', () => {
  it('fails with one message when the database cannot be reached, without showing the password', async () => {
    const result = await runCli('migrate-cli.ts', [], { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none' });
    expect(result).toEqual({ code: 1, stdout: '', stderr: 'migrate: connect ECONNREFUSED 127.0.0.1:1\n' });
  });

  it('fails with one message when it is not told which database', async () => {
    expect(await runCli('migrate-cli.ts', [], {})).toEqual({
      code: 1,
      stdout: '',
      stderr: 'migrate: DATABASE_URL is not set\n',
    });
  });
});
