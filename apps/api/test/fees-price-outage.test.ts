import { storeDueTotals } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unitsOf } from './support/decimals.ts';
import { askFees } from './support/fee-buckets.ts';
import { issueKey, LABELS, seedWorld } from './support/history-world.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const LOST = addressFromLabel('LOST');
const DAYS = 'from=2026-09-01T00:00:00Z&to=2026-09-03T00:00:00Z';
const PARTS = ['', '_supply_side', '_protocol', '_referrer_max', '_host'].map((part) => `interest${part}_usd_raw`);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: (database) => seedWorld(database, [...LABELS, 'LOST']) });
});
afterAll(() => api.stop());

type Row = Readonly<Record<string, unknown>>;

/** Exact sums of each day, part by part, in parts of a dollar. */
function sumsOf(rows: readonly Row[]): Record<string, bigint[]> {
  const sums: Record<string, bigint[]> = {};
  for (const row of rows) {
    const day = (sums[String(row['timestamp'])] ??= PARTS.map(() => 0n));
    PARTS.forEach((part, place) => {
      const exact = row[part];
      if (typeof exact === 'string') day[place] = (day[place] ?? 0n) + unitsOf(exact);
    });
  }
  return sums;
}

const view = async (name: string): Promise<Row[]> =>
  await api.database.sql.unsafe<Row[]>(
    `SELECT *, extract(epoch FROM bucket_start)::int AS timestamp FROM lend_v1.${name} ORDER BY bucket_start, reserve`,
  );

it('the days of the reserves add up to the day of the protocol to the last digit, in a day with hours without a price', async () => {
  const days = sumsOf(await view('reserve_daily'));
  expect(Object.keys(days)).toHaveLength(2);
  expect(Object.values(days)[0]?.[0]).toBeGreaterThan(0n);
  const answers = async () =>
    await Promise.all(
      ['protocol', 'market', 'reserve'].map(async (group) =>
        sumsOf((await askFees(api, `${DAYS}&interval=1d&group_by=${group}`)).data),
      ),
    );
  // From buckets, and as the rollup stores them.
  expect(await answers()).toEqual([days, days, days]);
  await api.database.sql.begin((tx) => storeDueTotals(tx, { protocol: 'kamino' }));
  expect(await answers()).toEqual([days, days, days]);
  expect(sumsOf(await view('fees_daily'))).toEqual(days);
  // Every priced hour is in it, and no other.
  const hours = (await view('reserve_hourly')).map((row) => {
    return { ...row, timestamp: Number(row['timestamp']) - (Number(row['timestamp']) % 86_400) };
  });
  expect(sumsOf(hours)).toEqual(days);
});

it('a day says how much of its time its interest in USD is of, alike in SQL, JSON and CSV', async () => {
  const key = await issueKey(api.database, 'reader');
  const path = `/v1/kamino/lend/reserves/${LOST}/history?${DAYS}&fields=timestamp,interest_f,interest_usd_f,interest_priced_share_f`;
  const csv = await api.call(`${path}&interval=1d&format=csv`, { headers: key });
  const stored = (await view('reserve_daily')).filter((row) => row['reserve'] === LOST);
  const json = (await api.call(`${path}&interval=1d`, { headers: key })).json();
  expect(json).toMatchObject({
    data: stored.map((row) => ({
      interest_f: row['interest_f'],
      interest_usd_f: row['interest_usd_f'],
      interest_priced_share_f: row['interest_priced_share_f'],
    })),
  });
  const [first, second] = stored;
  expect([first?.['interest_priced_share_f'], second?.['interest_priced_share_f']]).toEqual([20 / 24, 1]);
  expect(first?.['interest_usd_f']).toBeGreaterThan(0);
  expect(csv.text.split('\r\n')[1]).toBe(
    [first?.['timestamp'], first?.['interest_f'], first?.['interest_usd_f'], 20 / 24].join(','),
  );
  // Four hours out of hours as they are asked for: two lack some, each says how much.
  const firstDay = path.replace('2026-09-03', '2026-09-02');
  const fours = (await api.call(`${firstDay}&interval=4h`, { headers: key })).json();
  const shares = [1, 0.5, 0.5, 1, 1, 1].map((interest_priced_share_f) => ({ interest_priced_share_f }));
  expect(fours).toMatchObject({ data: shares });
});

it('a reserve that lacks the price of some hours counts as one without, and is in the sum with the others', async () => {
  const { data } = await askFees(api, `${DAYS}&interval=1d&group_by=reserve&reserve=${LOST}`);
  expect(data.map((row) => [row['unpriced_reserve_count'], row['unknown_reserve_count']])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  const [row] = (await view('fees_daily')).filter(({ reserve }) => reserve === LOST);
  expect(row).toMatchObject({ unpriced_reserve_count: 1, unknown_reserve_count: 0 });
});
