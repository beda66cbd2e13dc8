import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/run-cli.ts';
import { ensureLogins, loginNameOf } from './ensure-logins.ts';

const PASSWORDS = { api: 'a'.repeat(20), indexer: 'b'.repeat(20), reader: 'c'.repeat(20) };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await withSql(database.url, async (sql) => {
    for (const group of ['api', 'indexer', 'reader'] as const)
      await sql.unsafe(`DROP ROLE IF EXISTS ${loginNameOf(group)}`);
  });
  await database.drop();
});

async function withSql<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

function urlAs(group: 'api' | 'indexer' | 'reader', password: string): string {
  const url = new URL(database.url);
  url.username = loginNameOf(group);
  url.password = password;
  return url.href;
}

describe('the migrate command', () => {
  it('makes the logins whose passwords are in its environment, and changes the password of one that is there', async () => {
    const environment = {
      DATABASE_URL: database.url,
      API_DB_PASSWORD: PASSWORDS.api,
      INDEXER_DB_PASSWORD: PASSWORDS.indexer,
      READER_DB_PASSWORD: PASSWORDS.reader,
    };
    const made = await runCli('migrate-cli.ts', [], environment);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain(
      'migrate: logins tidemark_api_login, tidemark_indexer_login, tidemark_reader_login\n',
    );
    for (const group of ['api', 'indexer', 'reader'] as const) {
      const [row] = await withSql(urlAs(group, PASSWORDS[group]), (sql) => sql`SELECT current_user AS name`);
      expect(row).toEqual({ name: loginNameOf(group) });
    }
    await ensureLogins(database.url, { api: 'd'.repeat(20) });
    await expect(withSql(urlAs('api', PASSWORDS.api), (sql) => sql`SELECT 1`)).rejects.toMatchObject({ code: '28P01' });
    await withSql(urlAs('api', 'd'.repeat(20)), (sql) => sql`SELECT FROM lend.reserves`);
  });

  it('refuses a password that is short or no part of a URL in one line, without showing it', async () => {
    const password = 'pass/word@with:signs1';
    const environment = { DATABASE_URL: database.url, API_DB_PASSWORD: password };
    const { code, stdout, stderr } = await runCli('migrate-cli.ts', [], environment);
    expect(code).toBe(1);
    expect(stderr).toBe('migrate: the password of the api must be 16 to 128 letters and digits\n');
    expect(stdout + stderr).not.toContain(password);
    for (const weak of ['hunter2', "x'; DROP TABLE lend.chain; --xxxxxxx", '']) {
      await expect(ensureLogins(database.url, { api: weak })).rejects.toMatchObject({ code: 'INVALID_LOGIN' });
    }
  });

  it('sets the login of readers up to read only, for a bounded time, in a bounded number of sessions', async () => {
    await ensureLogins(database.url, { reader: PASSWORDS.reader });
    const [row] = await withSql(
      urlAs('reader', PASSWORDS.reader),
      (sql) => sql`
        SELECT current_setting('default_transaction_read_only') AS read_only, rolconnlimit AS sessions,
          current_setting('statement_timeout') AS statement,
          current_setting('idle_in_transaction_session_timeout') AS idle
        FROM pg_roles WHERE rolname = current_user`,
    );
    expect(row).toEqual({ read_only: 'on', sessions: 10, statement: '1min', idle: '1min' });
  });

  it('lets no statement of the API start workers, which take longer than it does', async () => {
    await ensureLogins(database.url, { api: PASSWORDS.api });
    const [row] = await withSql(
      urlAs('api', PASSWORDS.api),
      (sql) =>
        sql`SELECT current_setting('max_parallel_workers_per_gather') AS workers, current_setting('statement_timeout') AS statement`,
    );
    expect(row).toEqual({ workers: '0', statement: '5s' });
  });

  it('sends no password to the server, only what the server stores of it', async () => {
    await ensureLogins(database.url, PASSWORDS);
    const [row] = await withSql(
      database.url,
      (sql) => sql`SELECT rolpassword FROM pg_authid WHERE rolname = ${loginNameOf('api')}`,
    );
    expect(row?.['rolpassword']).toMatch(/^SCRAM-SHA-256\$4096:/);
  });
});
