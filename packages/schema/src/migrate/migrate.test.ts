import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/run-cli.ts';
import { listMigrationFiles, MIGRATIONS_DIR } from './migration-files.ts';
import { migrate } from './migrate.ts';

const NAMES = (await listMigrationFiles()).map((file) => file.name);

let url: string;
let sql: postgres.Sql;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  url = database.url;
  drop = database.drop;
  sql = postgres(url, { max: 1, onnotice: () => {} });
});
afterEach(async () => {
  await sql.end();
  await drop();
});

async function withCopy(run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(MIGRATIONS_DIR, dir, { recursive: true });
    await run(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}

describe('migrate', () => {
  it('fills an empty database and finds nothing to do the second time', async () => {
    expect(await migrate({ url })).toEqual({ applied: NAMES, warnings: [] });
    const ledger = await sql`SELECT name, applied_at FROM lend.schema_migrations ORDER BY name`;
    expect(ledger.map((row) => row['name'])).toEqual(NAMES);
    expect(await migrate({ url })).toEqual({ applied: [], warnings: [] });
    expect(await sql`SELECT name, applied_at FROM lend.schema_migrations ORDER BY name`).toEqual(ledger);
  });

  it('lets processes that start at once share the work', async () => {
    const results = await Promise.all(
      Array.from({ length: 3 }, () => runCli('migrate-cli.ts', [], { DATABASE_URL: url })),
    );
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(3).fill({ code: 0, stderr: '' }));
    const outputs = results.map(({ stdout }) => stdout);
    expect(outputs.filter((text) => text === `migrate: applied ${NAMES.join(', ')}\n`)).toHaveLength(1);
    expect(outputs.filter((text) => text === 'migrate: nothing to apply\n')).toHaveLength(2);
    expect(await sql`SELECT FROM lend.schema_migrations`).toHaveLength(NAMES.length);
  });

  it('gives up with a retryable error while another migrator holds the lock', async () => {
    await sql`SELECT pg_advisory_lock(7236271863912010041)`;
    await expect(migrate({ url, lockTimeoutMs: 100 })).rejects.toMatchObject({
      code: 'MIGRATION_LOCK_TIMEOUT',
      retryable: true,
    });
  });

  it('refuses a file that was changed after it was applied, and applies nothing else', async () => {
    await migrate({ url });
    await withCopy(async (dir) => {
      const first = join(dir, NAMES[0] ?? '');
      await writeFile(first, `${await readFile(first, 'utf8')}\nSELECT 1;\n`);
      await writeFile(join(dir, '9999_more.sql'), 'CREATE TABLE lend.more ();');
      await expect(migrate({ url, dir })).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' });
      expect((await sql`SELECT to_regclass('lend.more') AS more`)[0]).toEqual({ more: null });
    });
  });

  it('takes a checkout with CRLF line ends for the same files', async () => {
    await migrate({ url });
    await withCopy(async (dir) => {
      for (const name of NAMES) {
        const text = await readFile(join(dir, name), 'utf8');
        await writeFile(join(dir, name), text.replaceAll('\n', '\r\n'));
      }
      expect(await migrate({ url, dir })).toEqual({ applied: [], warnings: [] });
    });
  });

  it('undoes a file that fails, keeps those before it, names it, and goes on once it is right', async () => {
    await withCopy(async (dir) => {
      const broken = join(dir, '9999_broken.sql');
      await writeFile(broken, 'CREATE TABLE lend.half_done (); SELECT 1 / 0;');
      await expect(migrate({ url, dir })).rejects.toMatchObject({
        code: 'MIGRATION_FAILED',
        message: 'migration 9999_broken.sql failed: division by zero',
      });
      expect((await sql`SELECT to_regclass('lend.half_done') AS half_done`)[0]).toEqual({ half_done: null });
      expect(await sql`SELECT FROM lend.schema_migrations`).toHaveLength(NAMES.length);

      await writeFile(broken, 'CREATE TABLE lend.half_done ();');
      expect(await migrate({ url, dir })).toEqual({ applied: ['9999_broken.sql'], warnings: [] });
    });
  });

  it.each(['lock_not_available', 'deadlock_detected'])(
    'tries a file again that services kept from its locks: %s',
    async (error) => {
      await migrate({ url });
      // A sequence counts what is undone, too.
      await sql`CREATE SEQUENCE lend.tries`;
      await withCopy(async (dir) => {
        const text = `DO $$ BEGIN IF nextval('lend.tries') < 3 THEN RAISE ${error}; END IF; END $$;`;
        await writeFile(join(dir, '9999_waits.sql'), text);
        expect(await migrate({ url, dir })).toEqual({ applied: ['9999_waits.sql'], warnings: [] });
      });
      expect(await sql`SELECT last_value FROM lend.tries`).toEqual([{ last_value: '3' }]);
    },
  );
});

describe('a view that a migration drops', () => {
  const readNames = async () => {
    const found =
      await sql`SELECT attname FROM pg_attribute WHERE attrelid = to_regclass('lend_v1.reserves') ORDER BY attnum`;
    return found.map((row) => row['attname']);
  };

  it.each([
    ['a later file', '9999_broken.sql'],
    ['what all migrations end with', 'repeatable/roles.sql'],
  ])('is there, as it was, until it is made again with its grants: %s fails', async (_, broken) => {
    // The database of a version whose views had other columns.
    await sql`CREATE SCHEMA lend`;
    await sql`CREATE TABLE lend.schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL)`;
    const drops = '0017_exact_numbers.sql';
    for (const file of (await listMigrationFiles()).filter(({ name }) => name < drops)) {
      await sql.unsafe(file.sql).simple();
      await sql`INSERT INTO lend.schema_migrations (name, sha256) VALUES (${file.name}, ${file.sha256})`;
    }
    const before = await readNames();
    expect(before).toContain('origination_fee_sf');
    await withCopy(async (dir) => {
      await writeFile(join(dir, broken), 'SELECT 1 / 0;');
      const name = broken.split('/').at(-1);
      const message = `migration ${name} failed: division by zero`;
      await expect(migrate({ url, dir })).rejects.toMatchObject({ message });
    });
    expect(await readNames()).toEqual(before);
    expect((await migrate({ url })).applied[0]).toBe(drops);
    expect(await readNames()).toContain('origination_fee_raw');
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
