import { type OwnPostgres, ownPostgresVersions, startOwnPostgres, waitFor } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/run-cli.ts';
import { createDatabase, type Database } from '../create-database.ts';
import { createApiKey } from '../keys/create-api-key.ts';
import { migrate } from '../migrate/migrate.ts';
import { ensureLogins, loginNameOf, ROLE_GROUPS, type RoleGroup } from './ensure-logins.ts';
import { containReaders, createReader } from './manage-readers.ts';

// What a login that means harm can do to others: one team to another, a service to the owner. Logins are the server's, so the server
// is this file's own; it has room for prepared transactions, which the default of Postgres has not.
const PASSWORDS = Object.fromEntries(ROLE_GROUPS.map((group) => [group, group.repeat(8)]));
const NEVER = { maxSessionMs: 0, maxTransactionMs: 0 };
const DENIED = '42501';

describe.each(ownPostgresVersions())('a login that means harm, on Postgres %s,', (version) => {
  let server: OwnPostgres;
  let owner: Database;
  const opened: postgres.Sql[] = [];
  beforeAll(async () => {
    server = await startOwnPostgres(version, { max_prepared_transactions: '5' });
    await migrate({ url: server.url() });
    owner = createDatabase({ url: server.url(), maxConnections: 4 });
  });
  beforeEach(() => ensureLogins(server.url(), PASSWORDS));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((sql) => sql.end({ timeout: 1 })));
    await owner.sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND usename LIKE 'tidemark\_%'`;
    const prepared = await owner.sql<{ gid: string }[]>`
      SELECT gid FROM pg_prepared_xacts WHERE database = current_database()`;
    for (const { gid } of prepared) await owner.sql.unsafe(`ROLLBACK PREPARED '${gid}'`);
    const teams = await owner.sql<{ name: string }[]>`
      SELECT rolname AS name FROM pg_roles WHERE rolname LIKE 'tidemark_reader_team%'`;
    for (const { name } of teams) await owner.sql.unsafe(`DROP ROLE ${name}`);
  });
  afterAll(async () => {
    await owner.close();
    await server.stop();
  });

  const urlAs = (login: string, password: string, database?: string): string => {
    const url = new URL(server.url(database));
    [url.username, url.password] = [login, password];
    return url.href;
  };
  /** One session, which may write, and which no limit ends: the login can lift all that it has. */
  const attackAs = async (url: string): Promise<postgres.Sql> => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    opened.push(sql);
    for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']) {
      await sql.unsafe(`SET ${name} = 0`);
    }
    if (version !== 15) await sql`SET transaction_timeout = 0`;
    await sql`SET default_transaction_read_only = off`;
    return sql;
  };
  const urlOf = (group: RoleGroup): string => urlAs(loginNameOf(group), group.repeat(8));
  const createTeam = async (team: string): Promise<string> => {
    const { login, password } = await createReader(owner.sql, team);
    return urlAs(login, password);
  };
  const contain = () => containReaders(owner.sql, NEVER);
  const horizonOf = async (): Promise<bigint> => {
    const [row] = await owner.sql<{ horizon: bigint }[]>`SELECT lend_v1.sync_horizon() AS horizon`;
    return row?.horizon ?? 0n;
  };
  /** A number that no transaction had before this moment. */
  const newNumber = async (): Promise<bigint> => {
    const [row] = await owner.sql<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`;
    return BigInt(row?.id ?? 0);
  };
  const settingsOf = async (url: string): Promise<unknown> => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      return [
        ...(await sql`
          SELECT name, current_setting(name) AS value FROM pg_settings
          WHERE source IN ('user', 'database user', 'database') ORDER BY name COLLATE "C"`),
      ];
    } finally {
      await sql.end();
    }
  };
  /** Everything that roles have of their own. */
  const traces = () => owner.sql`
    SELECT r.rolname, r.rolconfig, r.rolcanlogin, r.rolconnlimit, a.rolpassword IS NULL AS "hasNoPassword",
      (SELECT array_agg(s.setdatabase) FROM pg_db_role_setting AS s WHERE s.setrole = r.oid) AS places
    FROM pg_roles AS r JOIN pg_authid AS a ON a.oid = r.oid WHERE r.rolname LIKE 'tidemark\_%' ORDER BY 1`;

  it.each(ROLE_GROUPS)('changes the settings of nobody else, as a login of tidemark_%s', async (group) => {
    const victims = [await createTeam('team_b'), ...ROLE_GROUPS.filter((each) => each !== group).map(urlOf)];
    const attacker = group === 'reader' ? await createTeam('team_a') : urlOf(group);
    const before = [await Promise.all(victims.map(settingsOf)), await traces()];
    const sql = await attackAs(attacker);
    const becomes = await sql.unsafe(`SET ROLE tidemark_${group}`).then(
      () => 'became it',
      (error: unknown) => (error instanceof postgres.PostgresError ? error.code : error),
    );
    // Up to Postgres 15 every member may; it must not matter.
    expect(becomes).toBe(version === 15 ? 'became it' : DENIED);
    for (const change of [
      "SET statement_timeout = '1ms'",
      "SET search_path = 'nowhere'",
      "SET work_mem = '10GB'",
      "IN DATABASE postgres SET statement_timeout = '2ms'",
    ]) {
      await sql.unsafe(`ALTER ROLE current_user ${change}`);
    }
    if (version === 15) await sql`ALTER ROLE current_user PASSWORD 'of-the-group'`;
    await contain();
    expect(await Promise.all(victims.map(settingsOf))).toEqual(before[0]);
    await migrate({ url: server.url() });
    expect([await Promise.all(victims.map(settingsOf)), await traces()]).toEqual(before);
  });

  it('gets its own settings back at the next containment, whichever group it is of', async () => {
    const wanted = await Promise.all(ROLE_GROUPS.map((group) => settingsOf(urlOf(group))));
    for (const group of ROLE_GROUPS) {
      const sql = await attackAs(urlOf(group));
      await sql`ALTER ROLE current_user SET statement_timeout = '1h'`;
      await sql`ALTER ROLE current_user IN DATABASE postgres SET lock_timeout = '1h'`;
    }
    expect(await contain()).toMatchObject({ restored: ROLE_GROUPS.length });
    expect(await Promise.all(ROLE_GROUPS.map((group) => settingsOf(urlOf(group))))).toEqual(wanted);
    expect(await contain()).toEqual({ ended: 0, restored: 0 });
  });

  it.each(['reader', 'export'] as const)(
    'holds the horizon until the next containment at most, as tidemark_%s',
    async (group) => {
      const sql = await attackAs(urlOf(group));
      const holding = sql.begin(async (tx) => {
        await tx`ALTER ROLE current_user SET work_mem = '1MB'`;
        await tx`SELECT pg_sleep(600)`;
      });
      holding.catch(() => undefined);
      const numbered = () => owner.sql`
      SELECT FROM pg_stat_activity WHERE usename = ${loginNameOf(group)} AND backend_xid IS NOT NULL`;
      await waitFor(async () => (await numbered()).length === 1, { description: 'the transaction to have a number' });
      const before = await newNumber();
      expect(await horizonOf()).toBeLessThan(before);
      expect(await contain()).toMatchObject({ ended: 1 });
      await waitFor(async () => (await horizonOf()) > before, { description: 'the horizon to pass' });
      await expect(holding).rejects.toMatchObject({
        code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED|ECONNRESET)$/),
      });
    },
  );

  it.each(['reader', 'export', 'api'] as const)(
    'holds the horizon with nothing that it has prepared, as tidemark_%s',
    async (group) => {
      const sql = await attackAs(urlOf(group));
      await sql.unsafe("BEGIN; ALTER ROLE current_user SET work_mem = '1MB'; PREPARE TRANSACTION 'theirs'").simple();
      const before = await newNumber();
      await waitFor(async () => (await horizonOf()) > before, { description: 'the horizon to pass' });
      // Seen by itself as by others.
      const [row] =
        group === 'api'
          ? [{ horizon: before + 1n }]
          : await sql<{ horizon: string }[]>`SELECT lend_v1.sync_horizon() AS horizon`;
      expect(BigInt(row?.horizon ?? 0)).toBeGreaterThan(before);
    },
  );

  it('does not make the horizon pass over what a writer has prepared', async () => {
    for (const url of [urlOf('indexer'), server.url()]) {
      const sql = await attackAs(url);
      await sql.unsafe("BEGIN; ALTER ROLE current_user SET work_mem = '1MB'; PREPARE TRANSACTION 'ours'").simple();
      expect(await horizonOf()).toBeLessThan(await newNumber());
      await sql.unsafe("ROLLBACK PREPARED 'ours'");
    }
  });

  it('does not hold the horizon from another database', async () => {
    await owner.sql`CREATE DATABASE elsewhere`;
    const elsewhere = await attackAs(server.url('elsewhere'));
    await elsewhere.unsafe("BEGIN; CREATE TABLE t (); PREPARE TRANSACTION 'elsewhere'").simple();
    const before = await newNumber();
    await waitFor(async () => (await horizonOf()) > before, { description: 'the horizon to pass' });
    expect(await owner.sql`SELECT FROM pg_prepared_xacts WHERE gid = 'elsewhere'`).toHaveLength(1);
    await elsewhere.unsafe("ROLLBACK PREPARED 'elsewhere'");
    await elsewhere.end();
    await owner.sql`DROP DATABASE elsewhere`;
  });

  it('writes nothing into the log of the server, and takes no number, in a transaction that reads', async () => {
    for (const group of ROLE_GROUPS) {
      const sql = await attackAs(urlOf(group));
      for (const call of ["(true, 'x', '')", "(false, 'x', repeat('a', 1000))", "(true, 'x', '\\x00'::bytea)"]) {
        await expect(sql.unsafe(`SELECT pg_logical_emit_message${call}`)).rejects.toMatchObject({ code: DENIED });
      }
    }
  });

  /** Holds the row of its own login, for as long as the session lives. */
  const holdOwnRow = async (url: string): Promise<void> => {
    const sql = await attackAs(url);
    const holding = sql.begin(async (tx) => {
      await tx.unsafe("ALTER ROLE current_user PASSWORD 'of-its-own-choice'");
      await tx`SELECT pg_sleep(600)`;
    });
    holding.catch(() => undefined);
    const login = new URL(url).username;
    const holders = () => owner.sql`SELECT FROM pg_stat_activity WHERE usename = ${login} AND backend_xid IS NOT NULL`;
    await waitFor(async () => (await holders()).length > 0, { description: 'the row to be held' });
  };
  const prepareOwnRow = async (url: string): Promise<void> => {
    const sql = await attackAs(url);
    await sql
      .unsafe("BEGIN; ALTER ROLE current_user PASSWORD 'of-its-own-choice'; PREPARE TRANSACTION 'it''s held'")
      .simple();
  };
  const env = () => ({ DATABASE_URL: server.url() });
  const rolesNamed = (name: string) => owner.sql`SELECT FROM pg_roles WHERE rolname = ${name}`;

  it.each([
    ['by a session', holdOwnRow],
    ['by what it has prepared', prepareOwnRow],
  ])('does not keep itself from being revoked, held %s', async (_how, hold) => {
    const url = await createTeam('team_a');
    await hold(url);
    const { code, stderr } = await runCli('readers-cli.ts', ['revoke', 'team_a'], env());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await rolesNamed('tidemark_reader_team_a')).toHaveLength(0);
  });

  it('does not keep itself from being revoked by beginning again and again', async () => {
    const url = await createTeam('team_a');
    const over = new AbortController();
    let attempts = 0;
    const persist = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const sql = postgres(url, { max: 1, onnotice: () => undefined });
        const hold = sql.unsafe(
          "BEGIN READ WRITE; ALTER ROLE current_user PASSWORD 'of-its-own-choice'; SELECT pg_sleep(600)",
        );
        await hold.simple().catch(() => undefined);
        await sql.end({ timeout: 1 });
        attempts += 1;
      }
    };
    const persisting = Promise.all([persist(), persist()]);
    const active = () => owner.sql`
      SELECT FROM pg_stat_activity WHERE usename = 'tidemark_reader_team_a' AND query LIKE '%pg_sleep%'`;
    await waitFor(async () => (await active()).length === 2, { description: 'both sessions to try' });
    const { code, stderr } = await runCli('readers-cli.ts', ['revoke', 'team_a'], env());
    over.abort();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await persisting;
    expect(attempts).toBeGreaterThan(1);
  });

  it.each([
    ['by a session', holdOwnRow],
    ['by what it has prepared', prepareOwnRow],
  ])('does not keep a migration from its logins, held %s', async (_how, hold) => {
    for (const group of ['reader', 'export'] as const) {
      await hold(urlOf(group));
      const password = 'changed'.repeat(4);
      const { code, stderr } = await runCli('migrate-cli.ts', [], {
        ...env(),
        [`${group.toUpperCase()}_DB_PASSWORD`]: password,
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      await settingsOf(urlAs(loginNameOf(group), password));
    }
  });

  it('does not keep a migration from the settings of its group', async () => {
    await migrate({ url: server.url() });
    const sql = await attackAs(urlOf('reader'));
    // On Postgres 16 and later nobody can become it; then it is a superuser who has left settings there.
    if (version !== 15) await owner.sql`ALTER ROLE tidemark_reader SET work_mem = '1MB'`;
    const holding = sql.begin(async (tx) => {
      if (version === 15) await tx`SET LOCAL ROLE tidemark_reader`;
      await tx`ALTER ROLE current_user SET work_mem = '1MB'`;
      await tx`SELECT pg_sleep(600)`;
    });
    holding.catch(() => undefined);
    const numbered = () => owner.sql`
      SELECT FROM pg_stat_activity WHERE usename = ${loginNameOf('reader')} AND backend_xid IS NOT NULL`;
    await waitFor(async () => (await numbered()).length === 1, { description: 'the row to be held' });
    await migrate({ url: server.url() });
    expect(await owner.sql`SELECT FROM pg_roles WHERE rolname = 'tidemark_reader' AND rolconfig IS NOT NULL`).toEqual(
      [],
    );
  });

  it('is named with its process where it may not be ended', async () => {
    await owner.sql`CREATE ROLE "Another Owner" SUPERUSER LOGIN PASSWORD 'x'`;
    const sql = await attackAs(urlAs('Another Owner', 'x'));
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    let begun = (_pid: number): void => undefined;
    const hasBegun = new Promise<number>((resolve) => (begun = resolve));
    const holding = sql.begin(async (tx) => {
      await tx.unsafe(`ALTER ROLE ${loginNameOf('reader')} PASSWORD 'x'`);
      const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      begun(row?.pid ?? 0);
      await isReleased;
    });
    const pid = await hasBegun;
    const held = ensureLogins(server.url(), { reader: 'changed'.repeat(4) });
    await expect(held).rejects.toMatchObject({
      code: 'LOGIN_HELD_UP',
      message: expect.stringContaining(`in the way: process ${pid} of Another Owner (idle in transaction for `),
    });
    release();
    await holding;
    await sql.end();
    await owner.sql`DROP ROLE "Another Owner"`;
  });

  it.each([
    'SELECT FROM lend.api_keys FOR UPDATE',
    'LOCK TABLE lend.api_key_usage, lend.api_key_usage_writers IN ACCESS EXCLUSIVE MODE',
    'UPDATE lend.api_keys SET last_used_at = now()',
  ])('does not keep a key from being revoked, as the API by: %s', async (statement) => {
    const { info } = await createApiKey(owner.sql, { username: 'alice' });
    const sql = await attackAs(urlOf('api'));
    const holding = sql.begin(async (tx) => {
      await tx.unsafe(statement);
      await tx`SELECT pg_sleep(600)`;
    });
    holding.catch(() => undefined);
    const sleeping = () => owner.sql`
      SELECT FROM pg_stat_activity WHERE usename = ${loginNameOf('api')} AND query LIKE '%pg_sleep%'`;
    await waitFor(async () => (await sleeping()).length === 1, { description: 'the lock to be held' });
    for (const command of [['revoke', info.id], ['list']]) {
      const { code, stderr } = await runCli('keys-cli.ts', command, env());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    const [key] = await owner.sql`SELECT revoked_at IS NOT NULL AS revoked FROM lend.api_keys WHERE id = ${info.id}`;
    expect(key).toEqual({ revoked: true });
  });
});
