import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startTcpProxy, waitFor } from '@tidemark/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, buildReserveInput } from '../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../test/support/open-test-database.ts';
import { createDatabase, type Database } from './create-database.ts';
import { upsertReserves } from './queries/upsert-reserves.ts';
import { reserves } from './tables/index.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe('createDatabase', () => {
  it('gives dates, bigints, JSON and bytes to SQL and takes them, drizzle on the same connections or not', async () => {
    const moment = new Date('2026-06-15T12:34:56.789Z');
    const row = {
      moment,
      moments: [moment, moment],
      large: 2n ** 62n,
      json: { list: [1, 'x'], nothing: null },
      bytes: Buffer.from([0, 255]),
    };
    const [echo] = await database.sql`
      SELECT ${row.moment}::timestamptz AS moment, ${row.moments.map((date) => date.toISOString())}::timestamptz[] AS moments, ${row.large}::bigint AS large,
        ${database.sql.json(row.json)}::jsonb AS json, ${row.bytes}::bytea AS bytes`;
    expect(echo).toEqual(row);
  });

  it('gives and takes arrays, whatever their elements hold', async () => {
    const texts = ['plain', '', 'NULL', null, 'a,b', '{c}', ' "quoted" ', String.raw`back\slash`, 'line\nbreak', 'é'];
    const [echo] = await database.sql`
      SELECT ${texts}::text[] AS texts, ARRAY[${'x'}::text, NULL] AS short, ${[]}::text[] AS none,
        ${['9007199254740993', '-1']}::bigint[] AS large, ARRAY[1, 2] AS small,
        ${['0b9f2a52-9d3a-4f7e-8a1c-0d5a3d1f2e11']}::uuid[] AS ids, array_agg(NULL::text) AS nothing,
        'public'::name = ANY(${['public', 'x']}) AS named, ARRAY['\\x00ff'::bytea] AS bytes`;
    expect(echo).toEqual({
      texts,
      short: ['x', null],
      none: [],
      large: [9_007_199_254_740_993n, -1n],
      small: [1, 2],
      ids: ['0b9f2a52-9d3a-4f7e-8a1c-0d5a3d1f2e11'],
      nothing: [null],
      named: true,
      bytes: [Buffer.from([0, 255])],
    });
  });

  it('gives and takes the same through drizzle', async () => {
    await upsertReserves(database.sql, [buildReserveInput('both')]);
    const config = { nested: { list: [1, '18446744073709551615'] }, text: 'a "quoted" \\ text' };
    const moment = new Date('2026-06-15T12:34:56.789Z');
    const limit = 2n ** 64n - 2n;
    const hash = new Uint8Array(32).fill(200);
    await database.db
      .update(reserves)
      .set({ config, configObservedAt: moment, depositLimitRaw: limit, configSlot: 2n ** 62n, configSha256: hash })
      .where(eq(reserves.configObservedAt, buildReserveInput('both').configObservedAt));
    const [row] = await database.db
      .select()
      .from(reserves)
      .where(eq(reserves.address, addressOf('both')));
    expect(row).toMatchObject({ config, configObservedAt: moment, depositLimitRaw: limit, configSlot: 2n ** 62n });
    expect(Buffer.from(row?.configSha256 ?? []).equals(hash)).toBe(true);
  });

  it('ends a statement, a wait for a lock and an idle transaction that take too long', async () => {
    const { sql } = database.connect({
      maxConnections: 1,
      limits: { statementTimeoutMs: 2_000, lockTimeoutMs: 50, idleInTransactionTimeoutMs: 100 },
    });
    await expect(sql.begin((tx) => tx`SELECT pg_sleep(30)`)).rejects.toMatchObject({ code: '57014' });

    await database.sql.begin(async (tx) => {
      await tx`LOCK TABLE lend.chain`;
      await expect(sql.begin((other) => other`SELECT * FROM lend.chain`)).rejects.toMatchObject({ code: '55P03' });
    });

    const idle = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      const isGone = async (): Promise<boolean> =>
        (
          await database.sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`
        ).length === 0;
      await waitFor(isGone, { description: 'the idle transaction to end' });
      await tx`SELECT 2`;
    });
    await expect(idle).rejects.toMatchObject({ code: expect.stringMatching(/^(25P03|CONNECTION_CLOSED)$/) });
  });

  it('limits every transaction where the login does not, and leaves what the login has unless it is asked for', async () => {
    const login = `limited_${randomBytes(4).toString('hex')}`;
    await database.sql.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`);
    await database.sql.unsafe(`ALTER ROLE ${login} SET statement_timeout = '7s'`);
    await database.sql.unsafe(`ALTER ROLE ${login} SET lock_timeout = '6s'`);
    const url = new URL(database.url);
    [url.username, url.password] = [login, 'x'];
    const own = createDatabase({ url: url.href, maxConnections: 1, limits: { lockTimeoutMs: 4_000 } });
    try {
      const settings = await own.sql.begin(
        (tx) => tx`
          SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS idle,
            current_setting('transaction_timeout', true) AS transaction, current_setting('TimeZone') AS zone`,
      );
      expect(settings).toEqual([{ statement: '7s', lock: '4s', idle: '20s', transaction: '30s', zone: 'UTC' }]);
    } finally {
      await own.close();
      await database.sql.unsafe(`DROP ROLE ${login}`);
    }
  });

  it('starts a connection with what a pooler takes, and nothing else', async () => {
    const started = await firstMessage((url) => createDatabase({ url, connectTimeoutMs: 1_000 }));
    // What PgBouncer tracks or knows; it refuses every other name.
    expect(started.toSorted()).toEqual(['TimeZone', 'application_name', 'client_encoding', 'database', 'user']);
  });

  it('tells soon that nobody listens, however often that was so, and goes on once somebody does', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await startTcpProxy(hostname, Number(port));
    const behind = createDatabase({ url: proxy.urlFor(database.url), maxConnections: 1 });
    try {
      await proxy.cut();
      for (let attempt = 0; attempt < 9; attempt += 1) {
        await expect(behind.sql`SELECT 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      }
      // What the driver waits before the next attempt, in seconds: its own rule goes up to twenty.
      const { backoff } = behind.sql.options;
      const waits = Array.from({ length: 100 }, (_, attempts) =>
        typeof backoff === 'function' ? backoff(attempts) : Number.NaN,
      );
      expect(waits.filter((wait) => !(wait <= 5))).toEqual([]);
      await proxy.restore();
      expect(await behind.sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('shows its name to the administrator', async () => {
    const { sql } = database.connect({ applicationName: 'tidemark-test' });
    const [row] = await sql`SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()`;
    expect(row).toEqual({ application_name: 'tidemark-test' });
  });

  it('fails in bounded time where nobody answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : null;
    const { sql, ...rest } = createDatabase({ url: `postgres://user@127.0.0.1:${port}/none`, connectTimeoutMs: 100 });
    await expect(sql`SELECT 1`).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
    await rest.close();
    silent.close();
  });

  it('closes twice without complaint', async () => {
    const other = createDatabase({ url: database.url });
    await other.sql`SELECT 1`;
    await other.close();
    await other.close();
    await expect(other.sql`SELECT 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  });
});

/** The names of the parameters with which a pool starts its first connection. */
async function firstMessage(open: (url: string) => Database): Promise<string[]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const { sql, ...rest } = open(`postgres://user@127.0.0.1:${port}/name`);
  const failing = sql`SELECT 1`.catch(() => undefined);
  const [socket] = await once(server, 'connection');
  const [chunk]: Buffer[] = await once(socket, 'data');
  socket.destroy();
  server.close();
  await Promise.all([failing, rest.close()]);
  // Length and version of the protocol, then names and values in turn, each ended by a zero.
  return (chunk ?? Buffer.alloc(0))
    .subarray(8)
    .toString('utf8')
    .split('\0')
    .filter((text, index) => index % 2 === 0 && text !== '');
}
