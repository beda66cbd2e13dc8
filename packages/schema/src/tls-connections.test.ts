import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { makeSelfSigned, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../test/support/open-test-database.ts';
import { createDatabase, type Database, type DatabaseOptions, type Sql } from './create-database.ts';

let database: OpenTestDatabase;
let front: TlsFront;
const opened: Database[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  front = await startTlsFront(database.url);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await front.stop();
});

/** A server that speaks Postgres over TLS, in front of one that does not. */
interface TlsFront {
  readonly url: (mode: string) => string;
  /** Answers that there is no TLS from now on. */
  refuse(): void;
  /** Swallows everything on the connections of now. */
  freeze(): void;
  /** Ends every connection in good order. */
  close(): void;
  readonly secured: () => number;
  stop(): Promise<void>;
}

async function startTlsFront(target: string): Promise<TlsFront> {
  const { hostname, port } = new URL(target);
  const identity = makeSelfSigned();
  const sockets = new Set<Socket>();
  let refuses = false;
  let secured = 0;
  let frozen = false;
  const join = (client: Socket): void => {
    const upstream = connect(Number(port), hostname).on('error', () => client.destroy());
    sockets.add(upstream);
    client.on('data', (chunk: Buffer) => frozen || upstream.write(chunk));
    upstream.on('data', (chunk: Buffer) => frozen || client.write(chunk));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  };
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    client.once('data', () => {
      client.write(refuses ? 'N' : 'S');
      if (refuses) return join(client);
      secured += 1;
      return join(new TLSSocket(client, { isServer: true, ...identity }).on('error', () => client.destroy()));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: (mode) => {
      const url = new URL(target);
      url.hostname = '127.0.0.1';
      url.port = String(typeof address === 'object' ? address?.port : 0);
      url.search = `?sslmode=${mode}`;
      return url.href;
    },
    refuse: () => {
      refuses = true;
    },
    freeze: () => {
      frozen = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
    secured: () => secured,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function open(mode: string, options: Partial<DatabaseOptions> = {}): Sql {
  const connection = createDatabase({ url: front.url(mode), maxConnections: 1, ...options });
  opened.push(connection);
  return connection.sql;
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

describe('a connection over TLS', () => {
  it('works: small and large answers, parameters, a transaction, notifications', async () => {
    const sql = open('require');
    const [row] = await sql`SELECT repeat('x', 1000000) AS large, ${'y'.repeat(100_000)}::text AS parameter`;
    expect(row).toMatchObject({ large: 'x'.repeat(1_000_000), parameter: 'y'.repeat(100_000) });
    const sum = await sql.begin(async (tx) => {
      await tx`SELECT 1`;
      return tx`SELECT 2 AS two`;
    });
    expect(sum).toEqual([{ two: 2 }]);
    const heard: string[] = [];
    await sql.listen('over_tls', (payload) => heard.push(payload));
    await database.sql`SELECT pg_notify('over_tls', 'one')`;
    await waitFor(() => heard.length === 1, { description: 'the notification' });
    expect(front.secured()).toBe(2);
  });

  it('streams a cursor whose reader is slow', async () => {
    const sql = open('require');
    let rows = 0;
    for await (const page of sql`SELECT repeat('x', 1000) FROM generate_series(1, 20000)`.cursor(1_000)) {
      rows += page.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(rows).toBe(20_000);
  });

  it('fails within the response timeout when the server falls silent', async () => {
    const sql = open('require', { responseTimeoutMs: 2_000 });
    await sql`SELECT 1`;
    front.freeze();
    await expect(sql`SELECT 2`).rejects.toMatchObject({ code: 'RESPONSE_TIMEOUT' });
  });

  it('rejects a transaction whose connection is lost, does not end the process, and is replaced', async () => {
    const sql = open('require');
    const transaction = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      setImmediate(() => front.close());
      await tx`SELECT pg_sleep(60) AS lost_over_tls`;
    });
    await expect(transaction).rejects.toMatchObject({
      code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET)$/),
    });
    await untilWorking(sql);
  });

  it('verifies the server where it is told to, and goes on without TLS only where that is allowed', async () => {
    const refused = expect.objectContaining({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await expect(open('verify-full')`SELECT 1`).rejects.toEqual(refused);
    front.refuse();
    await expect(open('require')`SELECT 1`).rejects.toMatchObject({ code: 'TLS_REFUSED' });
    expect(await open('prefer')`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });
});
