import { setTimeout } from 'node:timers/promises';
import { type Database, storeDueTotals, writeBuckets } from '@tidemark/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { at, DOLLAR, hourOf, MAIN, RANGE, seedTotals, SIDE, storeTotals, usdcAt } from './support/total-buckets.ts';

const LEND = '/v1/kamino/lend';
const SUBJECTS = [
  `${LEND}/summary`,
  '/v1/lend/summary',
  `${LEND}/markets/${MAIN}`,
  `${LEND}/markets/${SIDE}`,
  `${LEND}/tokens/${DOLLAR}`,
];
const PATHS = SUBJECTS.flatMap((subject) =>
  ['1h', '4h', '1d'].map((interval) => `${subject}/history?${RANGE}&interval=${interval}`),
);
const answerSchema = z.object({ data: z.array(z.looseObject({ timestamp: z.number() })) });

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seedTotals });
});
afterAll(() => api.stop());

const rowsOf = async (path: string) => answerSchema.parse((await api.call(path)).json()).data;
const answers = () => Promise.all(PATHS.map(rowsOf));
async function untilOneWaits({ sql }: Database): Promise<void> {
  for (;;) {
    const [found] = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (found !== undefined) return;
    await setTimeout(10);
  }
}
const dueStarts = async () =>
  (
    await api.database.sql<{ at: string }[]>`
      SELECT width_seconds || ' ' || extract(epoch FROM bucket_start)::bigint AS at
      FROM lend.bucket_totals_due ORDER BY width_seconds, bucket_start`
  ).map((row) => row.at);

describe('totals that the rollup has stored', () => {
  it('are the answer', async () => {
    expect(await dueStarts()).toEqual([]);
    expect((await answers()).map((rows) => rows.length)).toEqual(SUBJECTS.flatMap(() => [47, 12, 2]));
    await api.database.sql`UPDATE lend.bucket_totals SET reserves_expected = reserves_expected + 100`;
    const rolledUp = (await answers()).flat().filter((row) => Number(row['reserves_observed']) > 0);
    expect(rolledUp.every((row) => Number(row['reserves_expected']) >= 100)).toBe(true);
    await api.database.sql`UPDATE lend.bucket_totals SET reserves_expected = reserves_expected - 100`;
  });

  it('of all protocols are those of each together, and no row of lend_v1', async () => {
    const [one, all] = await Promise.all(
      [`${LEND}/summary`, '/v1/lend/summary'].map((path) => rowsOf(`${path}/history?${RANGE}&interval=1h`)),
    );
    expect(all).toEqual(one?.map((row) => ({ ...row, protocol: 'all' })));
    const rows = await api.database.sql`SELECT DISTINCT protocol FROM lend_v1.protocol_hourly`;
    expect(rows.map(({ protocol }) => protocol)).toEqual(['kamino']);
  });

  it('are in SQL what they are in JSON', async () => {
    const names = ['reserves_observed', 'priced_reserve_count', 'supplied_usd_f', 'borrowed_usd_f', 'available_usd_f']
      .concat('tvl_usd_f', 'utilization_f', 'supply_apy_wavg_f', 'borrow_apy_wavg_f', 'usable_price_share_f')
      .concat('unjudged_reserve_count', 'oldest_price_age_seconds', 'unpriced_reserves');
    const amounts = ['supplied_amount_f', 'borrowed_amount_f', 'available_amount_f', 'unpriced_supply_share_f'];
    for (const [view, of, path, more] of [
      ['market', `lending_market = '${SIDE}'`, `${LEND}/markets/${SIDE}`, []],
      ['token', `token_address = '${DOLLAR}'`, `${LEND}/tokens/${DOLLAR}`, amounts],
      ['protocol', "protocol = 'kamino'", `${LEND}/summary`, []],
    ] as const) {
      for (const [width, interval] of Object.entries({ hourly: '1h', daily: '1d' })) {
        const found = await api.database.sql.unsafe<Record<string, unknown>[]>(`
          SELECT extract(epoch FROM bucket_start)::float8 AS timestamp, ${[...names, ...more].join(', ')},
            supplied_usd_raw::float8 AS exact, (SELECT count(*)::int FROM unnest(unpriced_reserves)) AS unpriced
          FROM lend_v1.${view}_${width} WHERE ${of} ORDER BY bucket_start`);
        expect(found.length).toBeGreaterThan(1);
        const served = new Map(
          (await rowsOf(`${path}/history?${RANGE}&interval=${interval}`)).map((row) => [row.timestamp, row]),
        );
        for (const { timestamp, exact, unpriced, ...row } of found) {
          const same = served.get(Number(timestamp));
          // A bigint from the driver.
          const { oldest_price_age_seconds: oldest, ...rest } = row;
          expect(same).toMatchObject({ ...rest, oldest_price_age_seconds: oldest === null ? null : Number(oldest) });
          expect(exact).toBe(rest['supplied_usd_f']);
          expect(same?.['unpriced_reserves']).toHaveLength(Number(unpriced));
        }
      }
    }
  });

  it('are what was stored, and not final, until the rollup has made them again', async () => {
    const path = `${LEND}/summary/history?from=${at(2)}&to=${at(6)}&interval=1h`;
    const sums = async () => (await rowsOf(path)).map((row) => [row['supplied_usd_f'], row['final_b']]);
    const before = await sums();
    expect(before.map(([, final]) => final)).toEqual([true, true, true, true]);
    await writeBuckets(api.database.sql, 'hourly', 'kamino', [hourOf('USDC', 3, { ...usdcAt(3), available: 7_000 })]);
    expect(await dueStarts()).toEqual([`3600 ${at(3)}`, `14400 ${at(0)}`, `86400 ${at(0)}`]);
    const meanwhile = await sums();
    expect(meanwhile.map(([sum]) => sum)).toEqual(before.map(([sum]) => sum));
    expect(meanwhile.map(([, final]) => final)).toEqual([true, false, true, true]);
    await storeTotals(api.database);
    const corrected = await sums();
    expect(corrected.map(([sum], place) => sum === before[place]?.[0])).toEqual([true, false, true, true]);
    expect(corrected.map(([, final]) => final)).toEqual([true, true, true, true]);
  });

  it('follow their markets, listed or not, and lose those of a time in which nothing was there', async () => {
    const { sql } = api.database;
    const count = async () =>
      (
        await sql<{ part: string; rows: number }[]>`
        SELECT part, count(*)::int AS rows FROM lend.bucket_totals
        WHERE protocol = 'kamino' AND subject_kind = 'token' AND subject = ${DOLLAR} AND width_seconds = 3600 GROUP BY part ORDER BY part`
      ).map(({ part, rows }) => [part, rows]);
    expect(await count()).toEqual([['listed', 46]]);
    await sql`UPDATE lend.lending_markets SET listed = false WHERE address = ${SIDE}`;
    expect(await dueStarts()).toHaveLength(46 + 12 + 2);
    expect(await storeTotals(api.database)).toBeGreaterThan(0);
    expect(await count()).toEqual([
      ['listed', 46],
      ['unlisted', 46],
    ]);
    await sql`UPDATE lend.lending_markets SET listed = true WHERE address = ${SIDE}`;
    await storeTotals(api.database);
    expect(await count()).toEqual([['listed', 46]]);
    await sql`TRUNCATE lend.reserve_hours`;
    await storeTotals(api.database);
    // Rows of what there was, with the reason that there is nothing of it.
    const [hour] = await rowsOf(`${LEND}/tokens/${DOLLAR}/history?${RANGE}&interval=1h`);
    expect(hour).toMatchObject({
      reserves_expected: 2,
      reserves_observed: 0,
      quality_str: 'missing',
      gap_reason_str: 'not_rolled_up',
    });
    await sql`UPDATE lend.reserves SET first_seen_at = ${new Date(at(47) * 1000)}`;
    await storeTotals(api.database);
    expect(await count()).toEqual([]);
  });

  it('follow a market whose listing changes in a transaction that is open while they are made', async () => {
    const { sql } = api.database;
    await seedTotals(api.database);
    await storeTotals(api.database);
    // Due already: the change finds these marks.
    await sql`UPDATE lend.reserve_hours SET computed_at = now()`;
    let discovery: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await storeDueTotals(tx, { protocol: 'kamino' });
      discovery = sql.begin((other) => other`UPDATE lend.lending_markets SET listed = false WHERE address = ${SIDE}`);
      // Either the change waits for the marks that are being deleted, or it has been made without them.
      await Promise.race([discovery, untilOneWaits(api.database)]);
    });
    await discovery;
    await storeTotals(api.database);
    const [found] = await sql<{ listed: number }[]>`
      SELECT count(*)::int AS listed FROM lend.bucket_totals WHERE protocol = 'kamino' AND subject_kind = 'token' AND part = 'unlisted'
        AND width_seconds = 3600 AND subject = ${DOLLAR}`;
    expect(found?.listed).toBe(46);
    await sql`UPDATE lend.lending_markets SET listed = true WHERE address = ${SIDE}`;
    await storeTotals(api.database);
  });

  it('are not written again where nothing has changed', async () => {
    const { sql } = api.database;
    await sql`UPDATE lend.reserve_days SET computed_at = now()`;
    expect(await dueStarts()).toHaveLength(2);
    expect(await storeTotals(api.database)).toBe(0);
  });
});
