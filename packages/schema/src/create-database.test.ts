import { once } from 'node:events';
import { createServer } from 'node:net';
import { startTcpProxy } from '@tidemark/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, buildReserveInput } from '../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../test/support/open-test-database.ts';
import { createDatabase } from './create-database.ts';
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
      statementTimeoutMs: 2_000,
      lockTimeoutMs: 50,
      idleInTransactionTimeoutMs: 100,
    });
    await expect(sql`SELECT pg_sleep(30)`).rejects.toMatchObject({ code: '57014' });

    await database.sql.begin(async (tx) => {
      await tx`LOCK TABLE lend.chain`;
      await expect(sql`SELECT * FROM lend.chain`).rejects.toMatchObject({ code: '55P03' });
    });

    const settings = await sql`
      SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone`;
    expect(settings[0]).toEqual({ idle: '100ms', zone: 'UTC' });
  });

  it('tells soon that nobody listens, however often that was so, and goes on once somebody does', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await startTcpProxy(hostname, Number(port));
    const behind = createDatabase({ url: proxy.urlFor(database.url), maxConnections: 1 });
    try {
      await proxy.cut();
      for (let attempt = 0; attempt < 9; attempt += 1) {
        const from = performance.now();
        await expect(behind.sql`SELECT 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
        expect(performance.now() - from).toBeLessThan(8_000);
      }
      await proxy.restore();
      expect(await behind.sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('refuses to write where it was opened read-only', async () => {
    const { sql } = database.connect({ readOnly: true });
    await expect(sql`DELETE FROM lend.chain`).rejects.toMatchObject({ code: '25006' });
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
