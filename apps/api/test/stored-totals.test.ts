import { setTimeout } from 'node:timers/promises';
import { type Database, storeDueTotals, writeBuckets } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { at, DOLLAR, hourOf, MAIN, RANGE, seedTotals, SIDE, usdcAt } from './support/total-buckets.ts';

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
/** As the rollup does. */
async function storeTotals({ sql }: Database): Promise<number> {
  let written = 0;
  for (;;) {
    const report = await sql.begin((tx) => storeDueTotals(tx, { protocol: 'kamino' }));
    if (report.periods === 0) return written;
    written += report.written;
  }
}
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
  it('are answered as they would be made from the buckets, in every form of them', async () => {
    expect(await dueStarts()).toHaveLength(46 + 12 + 2);
    const made = await answers();
    expect(made.map((rows) => rows.length)).toEqual(SUBJECTS.flatMap(() => [48, 12, 2]));
    expect(await storeTotals(api.database)).toBeGreaterThan(100);
    expect(await dueStarts()).toEqual([]);
    expect(await answers()).toEqual(made);
    // Really the stored ones.
    await api.database.sql`UPDATE lend.bucket_totals SET rolled_up = rolled_up + 100`;
    const read = await answers();
    const rolledUp = read.flat().filter((row) => Number(row['reserves_observed']) > 0);
    expect(rolledUp.every((row) => Number(row['reserves_expected']) >= 100)).toBe(true);
    await api.database.sql`UPDATE lend.bucket_totals SET rolled_up = rolled_up - 100`;
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

  it('are made from the buckets again where those have changed, and then stored', async () => {
    const before = await answers();
    await writeBuckets(api.database.sql, 'hourly', 'kamino', [hourOf('USDC', 45, { ...usdcAt(45), available: 7_000 })]);
    expect(await dueStarts()).toEqual([`3600 ${at(45)}`, `14400 ${at(44)}`, `86400 ${at(24)}`]);
    const made = await answers();
    const changed = PATHS.filter((_, place) => JSON.stringify(made[place]) !== JSON.stringify(before[place]));
    expect(changed).toEqual(PATHS.filter((path) => !path.includes(SIDE) && !path.endsWith('1d')));
    await storeTotals(api.database);
    expect(await answers()).toEqual(made);
  });

  it('are not what was written before, while an hour that was final is corrected and not yet stored', async () => {
    const path = `${LEND}/summary/history?from=${at(2)}&to=${at(6)}&interval=1h`;
    const sums = async () => (await rowsOf(path)).map((row) => row['supplied_usd_f']);
    const before = await sums();
    expect((await rowsOf(path)).every((row) => row['final_b'] === true)).toBe(true);
    await writeBuckets(api.database.sql, 'hourly', 'kamino', [hourOf('USDC', 3, { ...usdcAt(3), available: 7_000 })]);
    const corrected = await sums();
    expect(corrected.map((sum, place) => sum === before[place])).toEqual([true, false, true, true]);
    await storeTotals(api.database);
    expect(await sums()).toEqual(corrected);
  });

  it('follow their markets, listed or not, and lose those of a place where nothing is any more', async () => {
    const { sql } = api.database;
    const count = async () =>
      (
        await sql<{ part: string; rows: number }[]>`
        SELECT part, count(*)::int AS rows FROM lend.bucket_totals
        WHERE subject_kind = 'token' AND subject = ${DOLLAR} AND width_seconds = 3600 GROUP BY part ORDER BY part`
      ).map(({ part, rows }) => [part, rows]);
    expect(await count()).toEqual([['listed', 46]]);
    await sql`UPDATE lend.lending_markets SET listed = false WHERE address = ${SIDE}`;
    expect(await dueStarts()).toHaveLength(46 + 12 + 2);
    expect(await storeTotals(api.database)).toBeGreaterThan(0);
    expect(await count()).toEqual([
      ['listed', 46],
      ['unlisted', 45],
    ]);
    await sql`UPDATE lend.lending_markets SET listed = true WHERE address = ${SIDE}`;
    await storeTotals(api.database);
    expect(await count()).toEqual([['listed', 46]]);
    await sql`DELETE FROM lend.reserve_hours WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressFromLabel('USDC')})`;
    await storeTotals(api.database);
    expect(await count()).toEqual([['listed', 45]]);
    await sql`TRUNCATE lend.reserve_hours`;
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
      SELECT count(*)::int AS listed FROM lend.bucket_totals WHERE subject_kind = 'token' AND part = 'unlisted'
        AND width_seconds = 3600 AND subject = ${DOLLAR}`;
    expect(found?.listed).toBe(45);
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
