import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFees, RANGE, seedFees } from './support/fee-buckets.ts';
import { HISTORY_WORLD } from './support/history-world.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

// The views and the API sum up by statements of their own. Of a day that is not over the API counts the hours that are not rolled up
// as missing; the views know none of them.
const OF_OPEN_DAYS = new Set(['coverage_f', 'gap_reason_str', 'unknown_reserve_count']);

type Row = Readonly<Record<string, unknown>>;
const VIEWS = { '1h': 'fees_hourly', '1d': 'fees_daily' } as const;
type Interval = keyof typeof VIEWS;

let seeded: TestApi;
let rolledUp: TestApi;
beforeAll(async () => {
  [seeded, rolledUp] = await Promise.all([
    startTestApi({ prepare: seedFees }),
    startTestApi({ template: HISTORY_WORLD }),
  ]);
});
afterAll(() => Promise.all([seeded.stop(), rolledUp.stop()]));

const keyOf = (row: Row) => `${String(row['reserve'])} ${String(row['timestamp'])}`;

/** Rows of the view as a reader sees them, by reserve and start. */
async function viewRows({ database }: TestApi, interval: Interval): Promise<ReadonlyMap<string, Row>> {
  const rows = await database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    return tx.unsafe<Row[]>(
      `SELECT *, extract(epoch FROM bucket_start)::int AS timestamp FROM lend_v1.${VIEWS[interval]}`,
    );
  });
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Rows of the API that the view has, with the names that both have, from each of them. */
async function compared(api: TestApi, interval: Interval, range: string) {
  const rows = await viewRows(api, interval);
  const { data } = await askFees(api, `${range}&interval=${interval}&group_by=reserve&limit=1000`);
  const answered = data.filter((row) => rows.has(keyOf(row)));
  const names = Object.keys(answered[0] ?? {}).filter((name) => name in (rows.values().next().value ?? {}));
  const isCompared = (row: Row, name: string) =>
    row['final_b'] === true || interval === '1h' || !OF_OPEN_DAYS.has(name);
  const pick = (row: Row = {}) =>
    Object.fromEntries(names.filter((name) => isCompared(row, name)).map((name) => [name, row[name]]));
  return { names, api: answered.map(pick), view: answered.map((row) => pick(rows.get(keyOf(row)))), rows: rows.size };
}

const dayRange = 'from=2026-09-01T00:00:00Z&to=2026-09-03T00:00:00Z';

describe.each<[string, () => TestApi, string, Record<Interval, number>]>([
  ['seeded, with an hour that is not known and one without a price', () => seeded, RANGE, { '1h': 72, '1d': 2 }],
  ['made by the rollups', () => rolledUp, dayRange, { '1h': 87, '1d': 6 }],
])('fees in SQL, %s', (_, api, range, counts) => {
  it.each(['1h', '1d'] as const)('are those of the API, value by value, of %s', async (interval) => {
    const { names, api: wanted, view, rows } = await compared(api(), interval, range);
    expect(names).toEqual(
      expect.arrayContaining(['interest_usd_raw', 'interest_f', 'revenue_usd_f', 'coverage_f', 'gap_reason_str']),
    );
    expect(wanted).toHaveLength(rows);
    expect(rows).toBe(counts[interval]);
    expect(view).toEqual(wanted);
  });
});

it('a day that is whole is read by itself, without its hours', async () => {
  const [{ plan } = { plan: [] }] = await seeded.database.sql
    .unsafe<{ plan: unknown }[]>(
      `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, FORMAT JSON) SELECT interest_usd_raw FROM lend_v1.fees_daily
     WHERE reserve = '${addressFromLabel('SOL')}'`,
    )
    .then((rows) => rows.map((row) => ({ plan: Object.values(row)[0] })));
  const scans = nodesOf(plan).flatMap(({ 'Relation Name': table, 'Actual Loops': loops }) =>
    typeof table === 'string' ? [{ table, loops: Number(loops) }] : [],
  );
  const loopsOf = (wanted: string) => scans.filter(({ table }) => table === wanted).map(({ loops }) => loops);
  expect(Math.max(...loopsOf('reserve_days'))).toBeGreaterThan(0);
  expect(loopsOf('reserve_hours')).toEqual([0]);
});

function nodesOf(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== 'object' || value === null) return [];
  return [{ ...value }, ...Object.values(value).flatMap(nodesOf)];
}
