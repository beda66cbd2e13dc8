import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type OwnPostgres, ownPostgresVersions, startOwnPostgres, waitFor } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBatch, buildReserveInput, buildState } from '../test/support/build-rows.ts';
import { createDatabase, type Database } from './create-database.ts';
import { migrate } from './migrate/migrate.ts';
import { upsertReserves } from './queries/upsert-reserves.ts';
import { writePollBatch } from './queries/write-poll-batch.ts';
import { ensureLogins, loginNameOf } from './roles/ensure-logins.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const PASSWORD = 'indexer'.repeat(3);
const NAME = 'holder';
/** Parse of `SELECT 1` without Sync: the server waits for the rest of the statement. */
const HALF_A_STATEMENT = Buffer.from(`P\0\0\0\x10\0SELECT 1\0\0\0`, 'latin1');

describe.each(ownPostgresVersions())('a session of Postgres %s that holds what an indexer needs', (version) => {
  let server: OwnPostgres;
  let owner: Database;
  let indexerUrl: string;
  const warnings: Error[] = [];
  const note = (warning: Error): unknown => warning.name === 'SilentSession' && warnings.push(warning);
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    process.on('warning', note);
    server = await startOwnPostgres(version);
    await migrate({ url: server.url() });
    await ensureLogins(server.url(), { indexer: PASSWORD });
    owner = createDatabase({ url: server.url(), maxConnections: 2 });
    await upsertReserves(owner.sql, [buildReserveInput('a')]);
    const url = new URL(server.url());
    [url.username, url.password] = [loginNameOf('indexer'), PASSWORD];
    indexerUrl = url.href;
  });
  beforeEach(() => warnings.splice(0));
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  afterAll(async () => {
    process.off('warning', note);
    await owner.close();
    await server.stop();
  });

  const sessionOf = async (): Promise<{ pid: number; doing: string } | undefined> => {
    const [session] = await owner.sql<{ pid: number; doing: string }[]>`
      SELECT pid, concat_ws('/', state, wait_event) AS doing FROM pg_stat_activity WHERE application_name = ${NAME}`;
    return session;
  };
  /** Locks the reserves, does the rest, and waits until Postgres shows the session as that. Returns its number. */
  const holdAs = async (
    url: string,
    rest: (tx: postgres.TransactionSql, socket: Socket) => unknown,
    doing: string,
  ): Promise<number> => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    // The driver (3.4.9) takes such a socket; its types do not know it.
    const given = { socket: () => socket };
    const sql = postgres(url, { max: 1, connection: { application_name: NAME }, ...given });
    closing.push(async () => {
      socket.destroy();
      await owner.sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = ${NAME}`;
      await sql.end({ timeout: 1 });
    });
    sql
      .begin(async (tx) => {
        for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
          await tx.unsafe(`SET LOCAL ${name} = 0`);
        }
        if (version !== 15) await tx`SET LOCAL transaction_timeout = 0`;
        await tx`SELECT address FROM lend.reserves FOR NO KEY UPDATE`;
        await rest(tx, socket);
      })
      .catch(() => undefined);
    return waitFor(async () => ((await sessionOf())?.doing === doing ? (await sessionOf())?.pid : undefined), {
      description: `a session that holds locks and is ${doing}`,
    });
  };
  const never = new Promise<never>(() => undefined);
  const freeze = (_tx: postgres.TransactionSql, socket: Socket): Promise<never> => {
    socket.write(HALF_A_STATEMENT);
    return never;
  };
  let seconds = 0;
  const write = async (options: Partial<Parameters<typeof createDatabase>[0]>) => {
    const database = createDatabase({ url: indexerUrl, maxConnections: 1, responseTimeoutMs: 120_000, ...options });
    closing.push(() => database.close());
    seconds += 1;
    return writePollBatch(database.sql, buildBatch(seconds, [buildState('a', seconds, `content ${seconds}`)]));
  };
  const patient = { statementTimeoutMs: 120_000, lockTimeoutMs: 120_000, transactionTimeoutMs: 120_000 };
  const impatient = { ...patient, lockTimeoutMs: 2_000 };

  it('is ended where it is frozen in the middle of a statement, and the log says so in one line', async () => {
    const pid = await holdAs(indexerUrl, freeze, 'active/ClientRead');
    expect(await write({ limits: patient, holderSilenceMs: 500 })).toMatchObject({ latestWritten: 1 });
    expect(await sessionOf()).toBeUndefined();
    const says = `session ${pid} (${NAME}) of tidemark_indexer_login was ended: it held a lock that others wait for`;
    await waitFor(() => warnings.length > 0, { description: 'a warning' });
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining(says)]);
  });

  it('is ended by a writer of a superuser, too', async () => {
    const pid = await holdAs(indexerUrl, freeze, 'active/ClientRead');
    const options = { url: server.url(), limits: patient, holderSilenceMs: 500 };
    expect(await write(options)).toMatchObject({ latestWritten: 1 });
    await waitFor(() => warnings.some(({ message }) => message.includes(`session ${pid} `)), {
      description: 'a warning',
    });
  });

  it.each([
    ['works', (tx: postgres.TransactionSql) => tx`SELECT pg_sleep(600)`, 'active/PgSleep'],
    ['is between two statements, which has a limit of its own', () => never, 'idle in transaction/ClientRead'],
  ])('is left alone where it %s', async (_what, rest, doing) => {
    const pid = await holdAs(indexerUrl, rest, doing);
    await expect(write({ limits: impatient, holderSilenceMs: 500 })).rejects.toMatchObject({
      code: LOCK_NOT_AVAILABLE,
    });
    expect(await sessionOf()).toEqual({ pid, doing });
  });

  it('is left alone where it is of a login that the writer may not act for, or not silent for long', async () => {
    const pid = await holdAs(server.url(), freeze, 'active/ClientRead');
    await expect(write({ limits: impatient, holderSilenceMs: 500 })).rejects.toMatchObject({
      code: LOCK_NOT_AVAILABLE,
    });
    expect(await sessionOf()).toMatchObject({ pid });
    await closing.shift()?.();
    const own = await holdAs(indexerUrl, freeze, 'active/ClientRead');
    await expect(write({ limits: impatient })).rejects.toMatchObject({ code: LOCK_NOT_AVAILABLE });
    expect(await sessionOf()).toMatchObject({ pid: own });
    expect(warnings).toEqual([]);
  });
});
