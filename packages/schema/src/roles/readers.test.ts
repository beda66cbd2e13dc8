import { type OwnPostgres, ownPostgresVersions, startOwnPostgres, waitFor } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/run-cli.ts';
import { createDatabase, type Database } from '../create-database.ts';
import { migrate } from '../migrate/migrate.ts';
import { containReaders } from './manage-readers.ts';
import { ensureLogins, loginNameOf } from './ensure-logins.ts';
import { READERS_USAGE, runReadersCli } from './run-readers-cli.ts';

const DENIED = { code: '42501' };
/** By the server, or found by the driver when it used the connection again; 28P01 and 28000: the login is gone. */
const ENDED = /^(57P01|CONNECTION_CLOSED|ECONNRESET|28P01|28000)$/;
const NEVER = { maxSessionMs: 0, maxTransactionMs: 0 };

// Settings and sessions of logins are the server's, so the server is this file's own.
describe.each(ownPostgresVersions())('the logins of readers on Postgres %s', (version) => {
  let server: OwnPostgres;
  let owner: Database;
  let indexerUrl: string;
  const opened: postgres.Sql[] = [];
  beforeAll(async () => {
    server = await startOwnPostgres(version);
    await migrate({ url: server.url() });
    owner = createDatabase({ url: server.url(), maxConnections: 3 });
    await ensureLogins(server.url(), { indexer: 'indexer'.repeat(3) });
    indexerUrl = urlAs(loginNameOf('indexer'), 'indexer'.repeat(3));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((sql) => sql.end({ timeout: 1 })));
  });
  afterAll(async () => {
    await owner.close();
    await server.stop();
  });

  const urlAs = (login: string, password: string): string => {
    const url = new URL(server.url());
    [url.username, url.password] = [login, password];
    return url.href;
  };
  const connect = (url: string): postgres.Sql => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    opened.push(sql);
    return sql;
  };
  const run = (...args: string[]) => runReadersCli(owner.sql, args, server.url());
  /** A team with a login, and its URL. */
  const create = async (team: string): Promise<string> => /psql '([^']+)'/.exec(await run('create', team))?.[1] ?? '';
  const asIndexer = async <Result>(work: (sql: Database['sql']) => Promise<Result>): Promise<Result> => {
    const database = createDatabase({ url: indexerUrl, maxConnections: 1 });
    try {
      return await work(database.sql);
    } finally {
      await database.close();
    }
  };
  const settingsOf = async (sql: postgres.Sql): Promise<Record<string, string>> => {
    const rows = await sql<{ name: string; setting: string }[]>`
      SELECT name, current_setting(name) AS setting FROM pg_settings WHERE source IN ('user', 'database user')`;
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };

  it('are one of each team, listed, and gone with their sessions when they are revoked', async () => {
    const [one, other] = [connect(await create('one')), connect(await create('other'))];
    expect(await one`SELECT count(*)::int AS n FROM lend_v1.reserve_latest`).toEqual([{ n: 0 }]);
    await other`SELECT 1`;
    expect(await run('list')).toBe(
      'one  tidemark_reader_one  1 of 5 sessions\nother  tidemark_reader_other  1 of 5 sessions\n',
    );
    await expect(run('create', 'one')).rejects.toMatchObject({ code: 'INVALID_LOGIN' });
    await expect(
      other`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'tidemark_reader_one'`,
    ).rejects.toMatchObject(DENIED);
    expect(await run('revoke', 'one')).toContain('The login of one is gone');
    await expect(one`SELECT 1`).rejects.toMatchObject({ code: expect.stringMatching(ENDED) });
    expect(await other`SELECT 1 AS works`).toEqual([{ works: 1 }]);
    await expect(run('revoke', 'one')).rejects.toMatchObject({ code: 'LOGIN_NOT_FOUND' });
    await run('revoke', 'other');
    expect(await run('list')).toBe('No readers yet.\n');
  });

  it('may connect to other databases of the server for as long as anybody may, which is said', async () => {
    const others = /REVOKE CONNECT ON DATABASE .+ FROM PUBLIC/;
    const said = await run('create', 'wanderer');
    const [statement] = others.exec(said) ?? [];
    expect(statement).toContain('"template1"');
    await owner.sql.unsafe(statement ?? '');
    const url = new URL(/psql '([^']+)'/.exec(said)?.[1] ?? '');
    url.pathname = '/template1';
    await expect(connect(url.href)`SELECT 1`).rejects.toMatchObject(DENIED);
    await run('revoke', 'wanderer');
    expect(await run('create', 'wanderer')).not.toMatch(others);
  });

  it('begin every session with the limits of their group, in UTC', async () => {
    expect(await settingsOf(connect(await create('limits')))).toEqual({
      TimeZone: 'UTC',
      client_connection_check_interval: '10s',
      default_transaction_read_only: 'on',
      idle_in_transaction_session_timeout: '1min',
      lock_timeout: '5s',
      statement_timeout: '1min',
      tcp_keepalives_count: '3',
      tcp_keepalives_idle: '15',
      tcp_keepalives_interval: '5',
      tcp_user_timeout: '30000',
      temp_file_limit: '1GB',
      ...(version === 15 ? {} : { transaction_timeout: '5min' }),
    });
  });

  it('open a bounded number of sessions, and cannot change that', async () => {
    const url = await create('crowd');
    const sessions = Array.from({ length: 5 }, () => connect(url));
    await Promise.all(sessions.map((sql) => sql`SELECT 1`));
    await expect(connect(url)`SELECT 1`).rejects.toMatchObject({ code: '53300' });
    const first = sessions[0] ?? connect(url);
    await first`SET default_transaction_read_only = off`;
    await expect(first`ALTER ROLE CURRENT_USER CONNECTION LIMIT 100`).rejects.toMatchObject(DENIED);
  });

  it('fill no disk: temporary files have a bound that they cannot lift, for a session or for good', async () => {
    const sql = connect(await create('disk'));
    await sql`SET default_transaction_read_only = off`;
    for (const attempt of [
      'SET temp_file_limit = -1',
      "SELECT set_config('temp_file_limit', '-1', false)",
      'ALTER ROLE CURRENT_USER SET temp_file_limit = -1',
      'ALTER ROLE CURRENT_USER RESET temp_file_limit',
      "DO $$ BEGIN EXECUTE 'SET temp_file_limit = -1'; END $$",
      'GRANT SET ON PARAMETER temp_file_limit TO CURRENT_USER',
    ]) {
      const outcome = await sql.unsafe(attempt).then(
        () => 'passed over',
        (error: unknown) => (error instanceof postgres.PostgresError ? error.code : String(error)),
      );
      // Taking back what one may not set is passed over without a word.
      expect(outcome).toMatch(/^(42501|0L000|passed over)$/);
    }
    await sql`ALTER ROLE CURRENT_USER RESET ALL`;
    const again = connect(urlOf(sql));
    expect(await again`SELECT current_setting('temp_file_limit') AS bound`).toEqual([{ bound: '1GB' }]);
    // A bound that a test can reach.
    await owner.sql`ALTER ROLE tidemark_reader_disk SET temp_file_limit = '1MB'`;
    const small = connect(urlOf(sql));
    await small`SET work_mem = '64kB'`;
    await small`SET default_transaction_read_only = off`;
    await expect(
      small`SELECT count(*) FROM (SELECT i FROM generate_series(1, 1000000) AS i ORDER BY random()) AS s`,
    ).rejects.toMatchObject({ code: '53400' });
    for (const statement of ['CREATE TEMPORARY TABLE mine ()', 'SELECT lo_create(0)']) {
      await expect(small.unsafe(statement)).rejects.toMatchObject(DENIED);
    }
  });

  it('get back what they changed of their settings, and what they changed for the database', async () => {
    const url = await create('stubborn');
    const wanted = await settingsOf(connect(url));
    const sql = connect(url);
    await sql`SET default_transaction_read_only = off`;
    await sql`ALTER ROLE CURRENT_USER SET statement_timeout = '1ms'`;
    await sql`ALTER ROLE CURRENT_USER SET search_path = 'nowhere'`;
    await sql`ALTER ROLE CURRENT_USER SET work_mem = '10GB'`;
    await sql`ALTER ROLE CURRENT_USER RESET lock_timeout`;
    await sql`ALTER ROLE CURRENT_USER IN DATABASE postgres SET idle_in_transaction_session_timeout = 0`;
    await asIndexer((indexer) => containReaders(indexer, NEVER)).then(({ restored }) =>
      expect(restored).toBeGreaterThanOrEqual(1),
    );
    expect(await settingsOf(connect(url))).toEqual(wanted);
    expect(await asIndexer((indexer) => containReaders(indexer, NEVER))).toEqual({ ended: 0, restored: 0 });
  });

  it('lose sessions and transactions that are too old, and no other login does', async () => {
    const url = await create('slow');
    const [idle, busy, fresh] = [connect(url), connect(url), connect(url)];
    await idle`SELECT 1`;
    const lost = busy`SELECT pg_sleep(600)`.execute();
    lost.catch(() => undefined);
    const states = () =>
      owner.sql<{ state: string }[]>`SELECT state FROM pg_stat_activity WHERE usename = 'tidemark_reader_slow'`;
    await waitFor(async () => (await states()).filter(({ state }) => state === 'active').length === 1);
    await fresh`SELECT 1`;
    expect(
      await asIndexer((sql) => containReaders(sql, { maxSessionMs: 3_600_000, maxTransactionMs: 3_600_000 })),
    ).toEqual({ ended: 0, restored: 0 });
    await asIndexer((sql) => containReaders(sql, { maxSessionMs: 0, maxTransactionMs: 1 }));
    await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(ENDED) });
    await waitFor(async () => (await states()).length === 2, {
      description: 'the two without a transaction to be left',
    });
    await asIndexer((sql) => containReaders(sql, { maxSessionMs: 1, maxTransactionMs: 0 }));
    await waitFor(async () => (await states()).length === 0, { description: 'every session of the team to end' });
    // The owner and the indexer are older still.
    expect(await owner.sql`SELECT 1 AS works`).toEqual([{ works: 1 }]);
  });

  it('are contained by the indexer alone, which may set nothing and end nobody by itself', async () => {
    const sql = connect(await create('curious'));
    await expect(sql`SELECT lend.contain_readers('1 ms', '1 ms')`).rejects.toMatchObject(DENIED);
    const indexer = connect(indexerUrl);
    await expect(indexer`SELECT lend.restore_login_settings('tidemark_reader')`).rejects.toMatchObject(DENIED);
    await expect(
      indexer`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'tidemark_reader_curious'`,
    ).rejects.toMatchObject(DENIED);
  });

  it('are refused with what is missing, where the owner is no superuser', async () => {
    await owner.sql`CREATE ROLE plain LOGIN PASSWORD 'plain' CREATEROLE`;
    await owner.sql`CREATE DATABASE plain OWNER plain`;
    const url = new URL(server.url('plain'));
    [url.username, url.password] = ['plain', 'plain'];
    const { warnings } = await migrate({ url: url.href });
    expect(warnings).toContainEqual(expect.stringContaining('anybody may still take advisory locks'));
    const plain = connect(url.href);
    const containing = () => plain`SELECT * FROM lend.contain_readers('1 hour', '1 hour')`;
    await expect(containing()).rejects.toThrow('GRANT pg_signal_backend, pg_read_all_stats TO plain');
    await owner.sql`GRANT pg_signal_backend, pg_read_all_stats TO plain`;
    expect(await containing()).toMatchObject([{ ended: 0 }]);
    // Postgres 16 makes a member of a role whoever creates it: the owner ends no session of its own.
    await owner.sql`GRANT tidemark_reader TO plain`;
    const before = await plain`SELECT pg_backend_pid() AS pid`;
    await plain`SELECT * FROM lend.contain_readers('0', '1 microsecond')`;
    expect(await plain`SELECT pg_backend_pid() AS pid`).toEqual(before);
  });

  const urlOf = (sql: postgres.Sql): string => {
    const { user, pass } = sql.options;
    return urlAs(user, String(pass));
  };
});

describe('the readers command', () => {
  it.each([
    [['create'], 'name one team'],
    [['create', 'A team'], 'a team is 1 to 40 small letters, digits and underscores, a letter first'],
    [['create', 'a', 'b'], 'name one team'],
    [['list', 'x'], 'unexpected x'],
    [['revoke', "x'; DROP"], 'a team is 1 to 40'],
    [['delete'], 'there is no command delete; the commands are create, list and revoke'],
  ])('refuses %j in one sentence, before it asks the database', async (args, message) => {
    const database = createDatabase({ url: 'postgres://user@127.0.0.1:1/none' });
    await expect(runReadersCli(database.sql, args, 'postgres://user@127.0.0.1:1/none')).rejects.toThrow(message);
    await database.close();
  });

  it('runs as a process, and explains itself', async () => {
    const url = 'postgres://user:hunter2@127.0.0.1:1/none';
    expect(await runCli('readers-cli.ts', ['--help'], { DATABASE_URL: url })).toEqual({
      code: 0,
      stdout: READERS_USAGE,
      stderr: '',
    });
    const away = await runCli('readers-cli.ts', ['list'], { DATABASE_URL: url });
    expect(away).toEqual({ code: 1, stdout: '', stderr: 'readers: connect ECONNREFUSED 127.0.0.1:1\n' });
  });
});
