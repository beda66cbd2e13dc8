import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type OwnPostgres, ownPostgresVersions, startOwnPostgres, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildBatch, buildReserveInput, buildState } from '../test/support/build-rows.ts';
import { createDatabase, type Database } from './create-database.ts';
import { migrate } from './migrate/migrate.ts';
import { upsertReserves } from './queries/upsert-reserves.ts';
import { writePollBatch } from './queries/write-poll-batch.ts';
import { ensureLogins, loginNameOf } from './roles/ensure-logins.ts';

/** Time for a database that is well on a busy machine; all limits here are this long or a few times as long. */
const PATIENCE_MS = 2_000;
const SLOW_START_MS = 500;
const LOCKING = 'FOR NO KEY UPDATE';
const PASSWORD = 'indexer'.repeat(3);

/** Between a writer and its server: falls silent for good, with open connections, where a statement after a marked one is sent. */
interface SilencingProxy {
  readonly url: string;
  /** The next connection over which the marked text is sent hears and says nothing from the message after it on. */
  arm(mark: string): void;
  readonly isSilent: () => boolean;
  stop(): Promise<void>;
}

async function startSilencingProxy(target: string): Promise<SilencingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let armed: string | null = null;
  let silent = false;
  const open = async (client: Socket): Promise<void> => {
    client.pause();
    // The session to lose begins late after the transaction that opens it, the one that ends it at once.
    if (armed !== null) await delay(SLOW_START_MS);
    const upstream = connect(Number(port), hostname);
    let isMarked = false;
    let isDead = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    // A dead connection is never closed on the side of the server.
    client.on('close', () => isDead || upstream.destroy());
    upstream.on('close', () => client.destroy());
    upstream.on('data', (chunk) => isDead || client.write(chunk));
    client.on('data', (chunk: Buffer) => {
      if (isDead) return;
      if (isMarked) {
        isDead = true;
        silent = true;
        // The first byte of the message: the server has begun to hear it and waits for the rest.
        upstream.write(chunk.subarray(0, 1));
        return;
      }
      if (armed !== null && chunk.includes(armed)) {
        armed = null;
        isMarked = true;
      }
      upstream.write(chunk);
    });
    client.resume();
  };
  const server = createServer((client) => void open(client)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: url.href,
    arm: (mark) => {
      armed = mark;
      silent = false;
    },
    isSilent: () => silent,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe.each(ownPostgresVersions())(
  'a writer of Postgres %s whose connection falls silent after its locks',
  (version) => {
    let server: OwnPostgres;
    let owner: Database;
    let proxy: SilencingProxy;
    const opened: Database[] = [];
    const open = (url: string, limits: Parameters<typeof createDatabase>[0]['limits'], responseTimeoutMs: number) => {
      const database = createDatabase({ url, maxConnections: 2, responseTimeoutMs, ...(limits && { limits }) });
      opened.push(database);
      return database;
    };
    beforeAll(async () => {
      server = await startOwnPostgres(version);
      await migrate({ url: server.url() });
      await ensureLogins(server.url(), { indexer: PASSWORD });
      owner = createDatabase({ url: server.url(), maxConnections: 2 });
      await upsertReserves(owner.sql, [buildReserveInput('a')]);
      const url = new URL(server.url());
      [url.username, url.password] = [loginNameOf('indexer'), PASSWORD];
      proxy = await startSilencingProxy(url.href);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
    });
    afterAll(async () => {
      await proxy.stop();
      await owner.close();
      await server.stop();
    });

    const holders = () => owner.sql`
    SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE relation = 'lend.reserves'::regclass AND mode = 'RowShareLock' AND usename = ${loginNameOf('indexer')}`;
    const holdsLocks = async (): Promise<boolean> => (await holders()).length > 0;
    const write = (database: Database, seconds: number) =>
      writePollBatch(database.sql, buildBatch(seconds, [buildState('a', seconds, `content ${seconds}`)]));

    it('loses them to the next transaction of the same process, whatever limits the server knows', async () => {
      const limits = { lockTimeoutMs: 5 * PATIENCE_MS, transactionTimeoutMs: 3_600_000, statementTimeoutMs: 3_600_000 };
      const database = open(proxy.url, limits, 2 * PATIENCE_MS);
      proxy.arm(LOCKING);
      await expect(write(database, 11)).rejects.toMatchObject({
        code: expect.stringMatching(/^(RESPONSE_TIMEOUT|CONNECTION_CLOSED)$/),
      });
      expect(proxy.isSilent()).toBe(true);
      expect(await holdsLocks()).toBe(true);
      expect(await write(database, 12)).toMatchObject({ latestWritten: 1 });
      await waitFor(async () => !(await holdsLocks()), { description: 'the locks to go' });
    });

    it.skipIf(version === 15)('loses them to others within the limit of a transaction', async () => {
      const silent = open(proxy.url, { transactionTimeoutMs: 2 * PATIENCE_MS }, 3_600_000);
      const other = open(server.url(), { lockTimeoutMs: 20 * PATIENCE_MS, transactionTimeoutMs: 0 }, 3_600_000);
      proxy.arm(LOCKING);
      const lost = write(silent, 21).catch((error: unknown) => error);
      await waitFor(() => proxy.isSilent(), { description: 'the connection to fall silent' });
      expect(await holdsLocks()).toBe(true);
      expect(await write(other, 22)).toMatchObject({ latestWritten: 1 });
      expect(await lost).toBeInstanceOf(Error);
    });

    it('is limited from its first statement on by its login, by what the server knows', async () => {
      const { sql } = open(proxy.url, undefined, 60_000);
      const settings = await sql<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings WHERE source = 'user' ORDER BY name COLLATE "C"`;
      expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
        client_connection_check_interval: '10000',
        idle_in_transaction_session_timeout: '15000',
        lock_timeout: '10000',
        statement_timeout: '15000',
        tcp_keepalives_count: '3',
        tcp_keepalives_idle: '15',
        tcp_keepalives_interval: '5',
        tcp_user_timeout: '30000',
        ...(version === 15 ? {} : { transaction_timeout: '20000' }),
      });
    });
  },
);
