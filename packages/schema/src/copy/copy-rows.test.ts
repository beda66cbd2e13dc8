import fc from 'fast-check';
import { startTcpProxy, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { createDatabase, type Sql } from '../create-database.ts';
import { CopiedCells } from './bytes.ts';
import { type CopiedRows, copyRows as copyParts, type CopyOptions, quoted, type Quoted, trusted } from './copy-rows.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** All parts together. */
async function copyRows(sql: Sql, select: Quoted, signal?: AbortSignal): Promise<CopiedRows> {
  const parts: CopiedRows[] = [];
  for await (const part of copyParts(sql, select, signal === undefined ? {} : { signal })) parts.push(part);
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    count: parts.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Texts of the first cell of each line. */
function textsOf(copied: { readonly bytes: Buffer }, cells = 1): (string | null)[] {
  const lines = new CopiedCells(copied, cells);
  const texts: (string | null)[] = [];
  while (lines.next()) texts.push(lines.isNull(0) ? null : lines.text(0));
  return texts;
}

const HOSTILE = [
  `'; DROP TABLE lend.reserves; --`,
  `\\'; SELECT pg_sleep(10); --`,
  `\\`,
  `'`,
  `''`,
  `\\\\''`,
  `E'\\x41'`,
  `$1 $$ \${x} ? %s`,
  `{"a,b",NULL}`,
  `a\tb\nc\rd\be\ff\vg`,
  `\\N`,
  `\\.`,
  `NULL`,
  ``,
  `é🦀\u2028\ufeff`,
];

describe('a value in a statement without parameters', () => {
  it.each(['on', 'off'])('arrives as it is, whatever it holds: standard_conforming_strings = %s', async (setting) => {
    const one = database.connect({ maxConnections: 1 }).sql;
    await one.unsafe(`SET standard_conforming_strings = ${setting}; SET escape_string_warning = off`);
    for (const text of HOSTILE) {
      expect(textsOf(await copyRows(one, quoted`SELECT ${text}::text`))).toEqual([text]);
      const [sent] = await one<{ same: boolean }[]>`SELECT ${text}::text = ${one.unsafe(quoted`${text}`.text)} AS same`;
      expect(sent?.same).toBe(true);
    }
    expect(textsOf(await copyRows(one, quoted`SELECT unnest(${HOSTILE})`))).toEqual(HOSTILE);
    expect(textsOf(await copyRows(one, quoted`SELECT unnest(${[]})`))).toEqual([]);
  });

  it('arrives as it is, as any text does', async () => {
    const text = fc.string({ unit: 'binary' }).filter((some) => !some.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (texts) => {
        const copied = await copyRows(
          database.sql,
          quoted`SELECT value FROM unnest(${texts}) WITH ORDINALITY AS t (value, n) ORDER BY n`,
        );
        expect(textsOf(copied)).toEqual(texts);
      }),
      { numRuns: 30 },
    );
  });

  it('is a moment or an integer, never something near it', async () => {
    const at = new Date('2026-09-01T12:34:56.789Z');
    const sent = quoted`SELECT date_part('epoch', ${at})::text || ' ' || ${-7n}::bigint || ' ' || (5 - ${-3})`;
    expect(textsOf(await copyRows(database.sql, sent))).toEqual(['1788266096.789 -7 8']);
    expect(() => quoted`${0.5}`).toThrow(RangeError);
    expect(() => quoted`${Number.NaN}`).toThrow(RangeError);
    expect(() => quoted`${new Date(Number.NaN)}`).toThrow(RangeError);
    expect(() => quoted`${'a\0b'}`).toThrow(RangeError);
  });
});

const series = (sql: string, count: number) => quoted`SELECT ${trusted(sql)} FROM generate_series(1, ${count}) AS i`;

describe('copied rows', () => {
  it('are all of them, in their order, however the server cuts them', async () => {
    const { bytes, count } = await copyRows(database.sql, series('i, i::text', 200_000));
    expect(count).toBe(200_000);
    const lines = new CopiedCells({ bytes }, 2);
    let sum = 0;
    for (let i = 1; lines.next(); i++) if (lines.integer(0) === i && lines.text(1) === String(i)) sum += 1;
    expect(sum).toBe(200_000);
    expect(textsOf(await copyRows(database.sql, series(`repeat(i::text, 300000)`, 3)))).toEqual(
      ['1', '2', '3'].map((digit) => digit.repeat(300_000)),
    );
    expect(await copyRows(database.sql, series('i', 0))).toMatchObject({ count: 0, bytes: { length: 0 } });
  });

  it('come while the server sends the rest, the last of them with the end', async () => {
    const seen: (number | string)[] = [];
    const select = series('CASE WHEN i = 50000 THEN pg_sleep(0.3)::text ELSE i::text END', 60_000);
    const onEnd: CopyOptions['onEnd'] = (last, count) => seen.push(`${count}: ${textsOf(last).at(-1)}`);
    for await (const { bytes, count } of copyParts(database.sql, select, { onEnd })) {
      expect(textsOf({ bytes })).toHaveLength(count);
      seen.push(count);
    }
    const end = seen.indexOf('60000: 60000');
    expect(end).toBeGreaterThan(2);
    expect(seen.flatMap((one) => (typeof one === 'number' ? [one] : [])).reduce((sum, count) => sum + count, 0)).toBe(
      60_000,
    );
    const none: (number | string)[] = [];
    for await (const part of copyParts(database.sql, series('i', 0), { onEnd: (_, all) => none.push(`${all}`) })) {
      none.push(part.count);
    }
    expect(none).toEqual(['0']);
  });

  it('of which no more are taken end their statement, and leave the connection to the next one', async () => {
    const { sql, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
    const select = series('CASE WHEN i = 50000 THEN pg_sleep(60)::text ELSE i::text END', 60_000);
    for await (const { count } of copyParts(sql, select)) {
      expect(count).toBeGreaterThan(0);
      break;
    }
    expect(textsOf(await copyRows(sql, quoted`SELECT 7`))).toEqual(['7']);
    expect(await isSleeping(0)).toBe(true);
    await rest.close();
  });

  it('tell null from every text, and give integers with their sign', async () => {
    const copied = await copyRows(
      database.sql,
      quoted`SELECT value, value IS NULL, -9007199254740991, NULL::int FROM unnest(ARRAY[NULL, '', ${String.raw`\N`}, 'N', 'null']) AS t (value)`,
    );
    const lines = new CopiedCells(copied, 4);
    const read: unknown[] = [];
    while (lines.next()) {
      read.push([lines.isNull(0) ? null : lines.text(0), lines.text(1), lines.integer(2), lines.integer(3)]);
    }
    const expected = [null, '', String.raw`\N`, 'N', 'null'];
    expect(read).toEqual(expected.map((value) => [value, value === null ? 't' : 'f', Number.MIN_SAFE_INTEGER, null]));
    expect(() => textsOf(copied, 3)).toThrow('4 cells');
  });

  it.each([
    ['fails', 'division by zero', '1 / (50000 - i)', 60_000],
    ['takes too long', 'statement timeout', 'CASE WHEN i = 50000 THEN pg_sleep(60)::text ELSE i::text END', 60_000],
    [
      'loses its connection',
      'CONNECTION_CLOSED',
      'CASE WHEN i = 50000 THEN pg_terminate_backend(pg_backend_pid()) END',
      60_000,
    ],
  ])('fail where the statement %s after the first of them', async (_, words, sql, count) => {
    const { sql: one, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
    await one`SET statement_timeout = 500`;
    await expect(copyRows(one, series(sql, count))).rejects.toThrow(words);
    expect(textsOf(await copyRows(one, series('i', 2)))).toEqual(['1', '2']);
    expect([...(await one`SELECT 7 AS value`)]).toEqual([{ value: 7 }]);
    await rest.close();
  });

  it('fail where the connection is cut between two of them', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await startTcpProxy(hostname, Number(port));
    const { sql, ...rest } = createDatabase({ url: proxy.urlFor(database.url), maxConnections: 1 });
    const copying = copyRows(sql, series('CASE WHEN i = 50000 THEN pg_sleep(60)::text ELSE i::text END', 60_000));
    const failed = reasonOf(copying);
    await waitFor(() => isSleeping(1));
    await proxy.cut();
    expect(await failed).toContain('CONNECTION_CLOSED');
    await proxy.restore();
    expect(textsOf(await copyRows(sql, quoted`SELECT 7`))).toEqual(['7']);
    // The server does not know yet that nobody listens.
    await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    await rest.close();
    await proxy.close();
  });
});

/** Why it fails; watched from the beginning. */
const reasonOf = (copying: Promise<unknown>): Promise<string> =>
  copying.then(
    () => 'it did not fail',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

async function isSleeping(count: number): Promise<boolean> {
  const [row] = await database.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  return row?.count === count;
}

describe('an aborted copy', () => {
  it('ends on the server, with the reason of the signal', async () => {
    const { sql, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
    const ended = new AbortController();
    const copying = copyRows(sql, quoted`SELECT pg_sleep(60)`, ended.signal);
    const failed = reasonOf(copying);
    await waitFor(() => isSleeping(1));
    ended.abort(new Error('hung up'));
    expect(await failed).toBe('hung up');
    await waitFor(() => isSleeping(0));
    await expect(copyRows(sql, quoted`SELECT 1`, ended.signal)).rejects.toThrow('hung up');
    await rest.close();
  });

  it('that waits for a connection leaves it to the others', async () => {
    const { sql, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
    await sql`SELECT 1`;
    const holder = createDatabase({ url: database.url, maxConnections: 1 });
    await holder.sql`SELECT pg_advisory_lock(4714)`;
    const first = copyRows(sql, quoted`SELECT pg_advisory_lock(4714) IS NULL`);
    const ended = new AbortController();
    const waiting = copyRows(sql, quoted`SELECT 2`, ended.signal);
    const failed = reasonOf(waiting);
    const isHeld = () =>
      database.sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4714 AND NOT granted`;
    await waitFor(async () => (await isHeld()).length === 1);
    ended.abort(new Error('hung up'));
    expect(await failed).toBe('hung up');
    await holder.close();
    expect((await first).count).toBe(1);
    expect(textsOf(await copyRows(sql, quoted`SELECT 3`))).toEqual(['3']);
    await rest.close();
  });

  it('that was to open a connection leaves it to the others', async () => {
    const { sql, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
    const ended = new AbortController();
    const failed = reasonOf(copyRows(sql, quoted`SELECT 1`, ended.signal));
    const waiting = copyRows(sql, quoted`SELECT 2`);
    ended.abort(new Error('hung up'));
    expect(await failed).toBe('hung up');
    expect(textsOf(await waiting)).toEqual(['2']);
    await rest.close();
  });

  /** A request to cancel names a session, not a statement: one that comes late ends whatever runs there then. */
  it('ends no statement but its own, whenever it is aborted', async () => {
    const { sql, ...rest } = createDatabase({ url: database.url, maxConnections: 1 });
    for (let round = 0; round < 100; round++) {
      const ended = new AbortController();
      const copying = copyRows(sql, series('i', 2_000), ended.signal).catch(() => null);
      const next = [1, 2].map(() => sql`SELECT pg_sleep(0.002)`.then(() => 'whole', String));
      setTimeout(() => ended.abort(new Error('hung up')), (round % 20) / 5);
      await copying;
      expect(await Promise.all(next)).toEqual(['whole', 'whole']);
    }
    await rest.close();
  });
});
