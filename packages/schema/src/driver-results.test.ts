import fc from 'fast-check';
import { startTcpProxy, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../test/support/open-test-database.ts';
import { createDatabase } from './create-database.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** The driver as published counts the rows of the failed statement to the next one, which then begins with holes. */
it.each([
  ['fails', 'division by zero', 'SELECT 1 / (5 - i) AS quotient FROM generate_series(1, 10) AS i'],
  [
    'loses its connection',
    'CONNECTION_CLOSED',
    'SELECT i, CASE WHEN i = 5 THEN pg_terminate_backend(pg_backend_pid()) END AS ended FROM generate_series(1, 100000) AS i',
  ],
])('a statement that %s after its first rows leaves none of them to the next one', async (_, words, statement) => {
  const { sql, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
  await expect(sql.unsafe(statement)).rejects.toThrow(words);
  for (let again = 0; again < 2; again += 1) {
    const rows = await sql`SELECT i AS value FROM generate_series(1, 2) AS i`;
    expect([...rows]).toEqual([{ value: 1 }, { value: 2 }]);
  }
  await rest.close();
});

it('pages of a cursor that failed leave none of their rows to the next statement', async () => {
  const { sql, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
  const pages = async (): Promise<number> => {
    let count = 0;
    for await (const page of sql`SELECT 1 / (8 - i) AS quotient FROM generate_series(1, 20) AS i`.cursor(3)) {
      count += page.length;
    }
    return count;
  };
  await expect(pages()).rejects.toThrow('division by zero');
  expect([...(await sql`SELECT 7 AS value`)]).toEqual([{ value: 7 }]);
  await rest.close();
});

/** The driver as published keeps what it had not written yet, and then never writes to any connection that follows. */
it('a statement that comes while its connection closes does not keep the next connection from being made', async () => {
  const { hostname, port } = new URL(database.url);
  const proxy = await startTcpProxy(hostname, Number(port));
  const { sql, ...rest } = createDatabase({
    url: proxy.urlFor(database.url),
    maxConnections: 1,
    connectTimeoutMs: 1000,
  });
  try {
    await sql`SELECT 1`;
    const sleeping = sql`SELECT pg_sleep(60)`.catch(
      // Sent after Node has told of the lost connection and before it tells of the close.
      () => new Promise((resolve) => setImmediate(() => resolve(sql`SELECT 1`.catch((error: unknown) => error)))),
    );
    await waitFor(async () => {
      const [row] = await database.sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`;
      return row?.count === 1;
    });
    await proxy.cut();
    expect(await sleeping).toBeInstanceOf(Error);
    await proxy.restore();
    expect([...(await sql`SELECT 7 AS value`)]).toEqual([{ value: 7 }]);
  } finally {
    await rest.close();
    await proxy.close();
  }
});

/** What is read goes into one memory, behind what is left of an incomplete message: rows around its 64 kB, and beyond. */
it('rows arrive whole, whatever their length, and beside those of other connections', async () => {
  const length = fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 65_400, max: 65_700 }),
    fc.integer({ min: 0, max: 300_000 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(length, { maxLength: 12 }), { minLength: 1, maxLength: 3 }), async (lists) => {
      const read = await Promise.all(
        lists.map(
          (lengths) => database.sql<{ text: string }[]>`
            SELECT repeat(chr(97 + n::int), length) AS text FROM unnest(${lengths}::int[]) WITH ORDINALITY AS t (length, n) ORDER BY n`,
        ),
      );
      expect(read.map((rows) => rows.map(({ text }) => text))).toEqual(
        lists.map((lengths) => lengths.map((count, place) => String.fromCodePoint(98 + place).repeat(count))),
      );
    }),
    { numRuns: 60 },
  );
});
