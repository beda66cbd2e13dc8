import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer, type Server, type Socket, connect } from 'node:net';
import { startTcpProxy, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../test/support/open-test-database.ts';
import { createDatabase, type Database, type Queryable, type Sql } from './create-database.ts';

let database: OpenTestDatabase;
let proxy: FreezingProxy;
beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await startProxy(database.url);
});
afterAll(async () => {
  await proxy.stop();
  await database.drop();
});

afterEach(() => proxy.thaw());

/** A server between us and Postgres whose answers can be held back, as a frozen machine holds them back. */
interface FreezingProxy {
  readonly url: string;
  freeze(): void;
  /** Lets one more piece of what clients send pass, and nothing after it. */
  freezeAfterNext(): void;
  thaw(): void;
  /** Connections that were ever made. */
  connections(): number;
  /** Ends every connection in good order, without a message, as a killed server process does. */
  close(): void;
  /** Resets every connection, as a machine that lost its memory does. */
  reset(): void;
  stop(): Promise<void>;
}

async function startProxy(target: string): Promise<FreezingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let frozen = false;
  let isLast = false;
  let connections = 0;
  const server: Server = createServer((client) => {
    connections += 1;
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (!frozen) upstream.write(chunk);
      if (isLast) frozen = true;
    });
    upstream.on('data', (chunk) => frozen || client.write(chunk));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: url.href,
    freeze: () => {
      frozen = true;
    },
    freezeAfterNext: () => {
      isLast = true;
    },
    thaw: () => {
      frozen = false;
      isLast = false;
    },
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Long enough for a database that is well on a machine that is busy. */
const RESPONSE_MS = 2_000;

const open = (responseTimeoutMs: number): Database =>
  createDatabase({ url: proxy.url, maxConnections: 1, responseTimeoutMs });

const isRunning = async (query: string): Promise<boolean> =>
  (await database.sql`SELECT FROM pg_stat_activity WHERE query = ${query} AND state = 'active'`).length === 1;

const untilRunning = (query: string) => waitFor(() => isRunning(query), { description: `${query} to run` });

describe('a connection to a database that falls silent', () => {
  it('fails within the response timeout, and is replaced when the database is back', async () => {
    const { sql, ...rest } = open(RESPONSE_MS);
    expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    proxy.freeze();
    await expect(sql`SELECT 2 AS two`).rejects.toMatchObject({ code: 'RESPONSE_TIMEOUT' });
    proxy.thaw();
    await untilWorking(sql);
    await rest.close();
  });

  it('takes the idle ones of its pool with it, so that no later statement waits for another timeout', async () => {
    const dying = await startTcpProxy(new URL(database.url).hostname, Number(new URL(database.url).port));
    const url = dying.urlFor(database.url);
    const { sql, ...rest } = createDatabase({ url, maxConnections: 4, responseTimeoutMs: RESPONSE_MS });
    const four = Array.from({ length: 4 });
    // Side by side, so that there are four connections.
    await Promise.all(four.map(() => sql`SELECT pg_sleep(0.5)`));
    // Those that stand are dead from here on, without a word; new ones are well.
    dying.freeze();
    dying.thaw();
    await expect(sql`SELECT 2 AS two`).rejects.toMatchObject({ code: 'RESPONSE_TIMEOUT' });
    for (const _ of four) expect(await sql`SELECT 3 AS three`).toEqual([{ three: 3 }]);
    await rest.close();
    await dying.close();
  });

  it('fails in the middle of a transaction too', async () => {
    const { sql, ...rest } = open(RESPONSE_MS);
    const transaction = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      proxy.freeze();
      await tx`SELECT 2`;
    });
    await expect(transaction).rejects.toMatchObject({ code: expect.stringMatching(LOST) });
    proxy.thaw();
    await untilWorking(sql);
    await rest.close();
  });

  it('fails also where an earlier one of statements that were sent together has been answered', async () => {
    // Time enough for the first one on a busy machine.
    const { sql, ...rest } = open(4 * RESPONSE_MS);
    const hold = await database.sql.reserve();
    await hold`SELECT pg_advisory_lock(4711)`;
    // Known statements are not described first: both are sent before the first answer.
    const both = (key: number) => [sql`SELECT 'first' AS state`, sql`SELECT pg_advisory_lock(${key}::bigint)`] as const;
    await Promise.all(both(4712));
    const [first, second] = both(4711);
    const [answered, failed] = [first.execute(), second.execute().catch((error: unknown) => error)];
    expect(await answered).toHaveLength(1);
    proxy.freeze();
    expect(await failed).toMatchObject({ code: 'RESPONSE_TIMEOUT' });
    proxy.thaw();
    await hold`SELECT pg_advisory_unlock(4711)`;
    hold.release();
    await untilWorking(sql);
    await rest.close();
  });

  it('fails also where others are sent after it all the time', async () => {
    const { sql, ...rest } = open(RESPONSE_MS);
    const ask = () => sql`SELECT 'asked' AS state`.execute();
    await ask();
    proxy.freeze();
    const outcomes: unknown[] = [];
    const first = ask().catch((error: unknown) => outcomes.push(error));
    const others: Promise<unknown>[] = [];
    while (outcomes.length === 0 && others.length < 100) {
      await delay(RESPONSE_MS / 3);
      others.push(ask().catch(() => undefined));
    }
    expect(outcomes[0]).toMatchObject({ code: 'RESPONSE_TIMEOUT' });
    proxy.thaw();
    await Promise.all([first, ...others]);
    await untilWorking(sql);
    await rest.close();
  });

  it('is not given up while it only waits for notifications', async () => {
    const { sql, ...rest } = open(RESPONSE_MS);
    const heard: string[] = [];
    let listens = 0;
    const subscription = await sql.listen(
      'silence',
      (payload) => heard.push(payload),
      () => {
        listens += 1;
      },
    );
    const startedAt = performance.now();
    await waitFor(() => performance.now() - startedAt > 2 * RESPONSE_MS, { description: 'two timeouts to pass' });
    await database.sql`SELECT pg_notify('silence', 'one')`;
    await waitFor(() => heard.length === 1, { description: 'the notification' });
    expect(listens).toBe(1);
    await subscription.unlisten();
    await rest.close();
  });

  it('listens anew where no notification came for long, however dead the old connection observations alive', async () => {
    const limits = { listenSilenceMs: 500, connectTimeoutMs: 1_000, responseTimeoutMs: 1_000 };
    const connection = createDatabase({ url: proxy.url, maxConnections: 1, ...limits });
    const heard: string[] = [];
    let listens = 0;
    await connection.sql.listen(
      'deaf',
      (payload) => heard.push(payload),
      () => {
        listens += 1;
      },
    );
    const before = { connections: proxy.connections(), listens };
    proxy.freeze();
    await waitFor(() => proxy.connections() > before.connections, { description: 'another connection' });
    proxy.thaw();
    await waitFor(() => listens > before.listens, { description: 'another LISTEN' });
    await waitFor(async () => {
      await database.sql`SELECT pg_notify('deaf', 'one')`;
      return heard.length > 0;
    });
    expect(heard[0]).toBe('one');
    await connection.close();
  });

  it('lets a statement work for as long as the timeout allows', async () => {
    const { sql, ...rest } = open(60_000);
    expect(await sql`SELECT pg_sleep(0.3), 'done' AS state`).toMatchObject([{ state: 'done' }]);
    await rest.close();
  });
});

describe.each(['close', 'reset'] as const)('a connection that ends by %s', (end) => {
  it('rejects the running statement and what is sent right after, and is replaced', async () => {
    const { sql, ...rest } = open(60_000);
    // A server goes on with a statement whose client is gone, so each one is named.
    const statement = `SELECT pg_sleep(60) AS alone_${end}`;
    const attempts = sql.unsafe(statement).catch(() => sql`SELECT 1`.then(() => null, lostCode));
    await untilRunning(statement);
    proxy[end]();
    expect([null, 'CONNECTION_CLOSED']).toContain(await attempts);
    await untilWorking(sql);
    await rest.close();
  });

  it('rejects a transaction, its statements sent together, and does not end the process', async () => {
    const { sql, ...rest } = open(60_000);
    const statement = `SELECT pg_sleep(60) AS in_transaction_${end}`;
    const transaction = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      await Promise.all([tx.unsafe(statement).execute(), tx`SELECT 2`.execute(), tx`SELECT 3`.execute()]);
    });
    const code = transaction.then(() => 'committed', lostCode);
    await untilRunning(statement);
    proxy[end]();
    expect(await code).toMatch(LOST);
    await untilWorking(sql);
    await rest.close();
  });

  it.each([
    ['another statement', (tx: Queryable) => tx`SELECT ${'x'.repeat(2_000)}`],
    ['a short statement', (tx: Queryable) => tx`SELECT 1`],
    ['its end', async () => {}],
    ['an error of its own', () => Promise.reject(new Error('of its own'))],
  ])('between two statements of a transaction rejects it before %s, and does not end the process', async (_, goOn) => {
    const { sql, ...rest } = open(60_000);
    const seen: { isLost: boolean; outcome?: unknown } = { isLost: false };
    const transaction = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      proxy[end]();
      await waitFor(() => seen.isLost, { description: 'the loss to be told' });
      try {
        await goOn(tx);
        seen.outcome = 'went on';
      } catch (error) {
        seen.outcome = lostCode(error);
        throw error;
      }
    });
    expect(await transaction.then(() => 'committed', lostCode)).toMatch(LOST);
    seen.isLost = true;
    await waitFor(() => seen.outcome !== undefined, { description: 'the work to end' });
    await untilWorking(sql);
    await rest.close();
  });

  it('listens again', async () => {
    const { sql, ...rest } = open(60_000);
    let listens = 0;
    await sql.listen(
      'again',
      () => {},
      () => {
        listens += 1;
      },
    );
    proxy[end]();
    await waitFor(() => listens > 1, { description: 'a second LISTEN' });
    expect(listens).toBe(2);
    await rest.close();
  });
});

const LOST = /^(CONNECTION_CLOSED|RESPONSE_TIMEOUT|ECONNRESET)$/;

function lostCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error;
}

const untilWorking = (sql: Sql) =>
  waitFor(
    () =>
      sql`SELECT 1`.then(
        () => true,
        () => false,
      ),
    { description: 'a new connection' },
  );
