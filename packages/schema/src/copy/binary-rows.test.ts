import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { ColumnSpec } from '../rows/column-specs.ts';
import { BinaryCells } from './binary-cells.ts';
import { encodeRows } from './binary-rows.ts';
import { copyBinaryRows, storeRows, trusted } from './copy-rows.ts';

const TYPES = {
  reserve: 'text',
  d: 'double precision',
  i: 'integer',
  s: 'smallint',
  b: 'boolean',
  l: 'bigint',
  t: 'timestamp with time zone',
  n20: 'numeric(20, 0)',
  n39: 'numeric(39, 0)',
  n40: 'numeric(40, 0)',
  n78: 'numeric(78, 0)',
  n80: 'numeric(80, 0)',
} as const;
type Key = keyof typeof TYPES;
type Row = { readonly [K in Key]: unknown } & { readonly reserve: string };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the literal above
const KEYS = Object.keys(TYPES) as Key[];
const specOf = (key: Key): ColumnSpec => ({ key, name: key, sqlType: TYPES[key], nullable: key !== 'reserve' });
const NOTHING: Row = {
  reserve: 'a',
  d: null,
  i: null,
  s: null,
  b: null,
  l: null,
  t: null,
  n20: null,
  n39: null,
  n40: null,
  n78: null,
  n80: null,
};
const COLUMNS = KEYS.map((key) => ({ spec: specOf(key), valueOf: (row: Row) => row[key] }));
const TABLE = { table: 'copied', columns: KEYS.join(', ') };

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql.unsafe(
    `CREATE TABLE copied (place serial, ${KEYS.map((key) => `${key} ${TYPES[key]}`).join(', ')})`,
  );
});
afterAll(() => database.drop());

const integerTo = (most: bigint) =>
  fc.oneof(
    fc.constantFrom(0n, 1n, 9_999n, 10_000n, 10n ** 16n, 10n ** 12n - 1n, 10n ** 12n, most),
    // With zeros at the end, as amounts have them.
    fc
      .tuple(fc.bigInt({ min: 0n, max: most }), fc.nat(24))
      .map(([n, zeros]) => (n / 10n ** BigInt(zeros)) * 10n ** BigInt(zeros)),
    fc.bigInt({ min: 0n, max: most }),
  );
const instant = fc.oneof(
  fc
    .constantFrom(
      '0001-01-01T00:00:00Z',
      '1999-12-31T23:59:59.999Z',
      '2000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
    )
    .map((text) => new Date(text)),
  fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
);
const or = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyRow: fc.Arbitrary<Row> = fc.record({
  reserve: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\\N', 'a\tb\nc', 'x'.repeat(5_000), '🦀')),
  d: or(fc.double({ noNaN: true, noDefaultInfinity: true })),
  i: or(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
  s: or(fc.integer({ min: 0, max: 255 })),
  b: or(fc.boolean()),
  l: or(integerTo(2n ** 63n - 1n)),
  t: or(instant),
  n20: or(integerTo(2n ** 64n - 1n)),
  n39: or(integerTo(2n ** 128n - 1n)),
  n40: or(integerTo(10n ** 40n - 1n)),
  n78: or(integerTo(2n ** 256n - 1n)),
  n80: or(integerTo(10n ** 80n - 1n)),
});

/** What Postgres has to say of a value, in words of its own. */
function asText(value: unknown): string | null {
  if (value === null) return null;
  if (value instanceof Date) return String(BigInt(value.getTime()) * 1000n);
  if (typeof value === 'string') return Buffer.from(value.replaceAll('\0', '\uFFFD')).toString();
  if (Object.is(value, -0)) return '0';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  throw new TypeError(`no value of a column: ${typeof value}`);
}
const SELECTED = KEYS.map((key) =>
  key === 't'
    ? `trunc(extract(epoch FROM t) * 1000000)::numeric(30, 0)::text AS t`
    : key === 'd'
      ? 'd'
      : `${key}::text`,
).join(', ');

describe('rows in the binary format', () => {
  it('arrive as the values that they were made of, and come back in the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 20 }), async (rows) => {
        await database.sql`TRUNCATE copied RESTART IDENTITY`;
        const { bytes, starts } = encodeRows(COLUMNS, rows);
        expect(await storeRows(database.sql, TABLE, bytes)).toBe(rows.length);
        const stored = await database.sql.unsafe<Record<Key, unknown>[]>(
          `SELECT ${SELECTED} FROM copied ORDER BY place`,
        );
        expect(stored.map((row) => KEYS.map((key) => asText(row[key])))).toEqual(
          rows.map((row) => KEYS.map((key) => asText(row[key]))),
        );
        const sent = await copyBinaryRows(database.sql, trusted(`SELECT ${TABLE.columns} FROM copied ORDER BY place`));
        const cells = new BinaryCells(sent.bytes, KEYS.length);
        for (const [place] of rows.entries()) {
          expect(cells.next()).toBe(true);
          expect(sent.bytes.subarray(cells.start, cells.end)).toEqual(bytes.subarray(starts[place], starts[place + 1]));
        }
        expect(cells.next()).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('are read as the values that they were made of', async () => {
    await fc.assert(
      fc.asyncProperty(anyRow, async (row) => {
        await database.sql`TRUNCATE copied`;
        await storeRows(database.sql, TABLE, encodeRows(COLUMNS, [row]).bytes);
        const { bytes } = await copyBinaryRows(database.sql, trusted(`SELECT ${TABLE.columns} FROM copied`));
        const cells = new BinaryCells(bytes, KEYS.length);
        cells.next();
        const read = (key: Key, place: number): unknown => {
          if (key === 'reserve') return cells.text(place);
          if (key === 'd') return cells.double(place);
          if (key === 's') return cells.smallint(place);
          if (key === 'l') return cells.bigint(place);
          if (key === 't') return cells.unixMs(place);
          return key.startsWith('n') ? cells.numeric(place) : row[key];
        };
        const expected = KEYS.map((key) => {
          const value = row[key];
          if (value instanceof Date) return value.getTime();
          if (typeof value === 'string') return asText(value);
          return Object.is(value, -0) ? 0 : value;
        });
        expect(KEYS.map(read)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('are all refused where one is, and the connection goes on', async () => {
    const one = database.connect({ maxConnections: 1 }).sql;
    await one`TRUNCATE copied`;
    await one.unsafe('ALTER TABLE copied ADD CONSTRAINT small CHECK (i < 10)');
    const row = (i: number): Row => ({ ...NOTHING, i });
    const rows = Array.from({ length: 3_000 }, (_, place) => row(place === 2_999 ? 10 : 1));
    await expect(storeRows(one, TABLE, encodeRows(COLUMNS, rows).bytes)).rejects.toMatchObject({
      constraint_name: 'small',
    });
    await expect(storeRows(one, TABLE, Buffer.from('no rows'))).rejects.toMatchObject({ code: '22P04' });
    expect(await storeRows(one, TABLE, encodeRows(COLUMNS, rows.slice(0, 5)).bytes)).toBe(5);
    expect(await one`SELECT count(*)::int AS rows FROM copied`).toEqual([{ rows: 5 }]);
  });

  it.each([
    ['d', Number.NaN],
    ['d', Number.POSITIVE_INFINITY],
    ['i', -1],
    ['i', 2 ** 31],
    ['s', 256],
    ['l', 2n ** 63n],
    ['n20', 2n ** 64n],
    ['n39', -1n],
    ['n80', 10n ** 80n],
    ['t', new Date(Number.NaN)],
    ['reserve', null],
  ] as const)('hold nothing that the column does not: %s %s', (key, value) => {
    const values: Readonly<Record<string, unknown>> = { ...NOTHING, [key]: value };
    const columns = KEYS.map((name) => ({ spec: specOf(name), valueOf: () => values[name] }));
    expect(() => encodeRows(columns, [{ reserve: 'a' }])).toThrow(expect.objectContaining({ code: 'INVALID_ROW' }));
  });
});
