import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTlsFront, type TlsFront, waitFor } from '@tidemark/testing';
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
    expect(await open('no-verify')`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    const authority = join(tmpdir(), `tidemark-authority-${process.pid}.pem`);
    await writeFile(authority, front.certificate);
    expect(await open(`verify-full&sslrootcert=${authority}`)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await rm(authority);
    const refused = expect.objectContaining({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await expect(open('verify-full')`SELECT 1`).rejects.toEqual(refused);
    front.refuse();
    await expect(open('require')`SELECT 1`).rejects.toMatchObject({ code: 'TLS_REFUSED' });
    expect(await open('prefer')`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });
});
