import { type Database, storeDueTotals, upsertLendingMarkets, upsertReserves, writeBuckets } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { unitsOf } from './support/decimals.ts';
import {
  askFees,
  at,
  buildFeeBucket,
  feesInPages,
  type FeesTestRow,
  HOUR_MS,
  sf,
  splitOf,
} from './support/fee-buckets.ts';
import { hoursOf, MARKET, RANGE, ROLLED_UP, seedGone, seenAt } from './support/gone-reserves.ts';
import { buildMarketRow, buildReserveRow } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const infoSchema = z.object({ data: z.array(z.looseObject({ missing_since_timestamp: z.number().nullable() })) });
const UNLISTED = addressFromLabel('market of anybody');

/** Beside reserves that leave, come and are refused: one of an unlisted market, one that lends on, and hours without price, interest or bucket. */
async function seed(database: Database): Promise<void> {
  const { sql } = database;
  await seedGone(database);
  await upsertLendingMarkets(sql, [
    buildMarketRow({ address: UNLISTED, name: 'Anybody', displayName: 'Anybody', listed: false }),
  ]);
  await upsertReserves(sql, [
    buildReserveRow('mSOL', { lendingMarket: UNLISTED }),
    buildReserveRow('jitoSOL', { underlyingProtocol: 'kamino', underlyingReserve: addressFromLabel('SOL') }),
    buildReserveRow('late', seenAt(30.25)),
  ]);
  const split = (hour: number) => splitOf([sf(3) + BigInt(hour), 5n, 7n, 11n]);
  const odd = Array.from({ length: ROLLED_UP }, (_, hour) => hour).filter((hour) => hour !== 17 && hour !== 40);
  const hours = odd.map((hour) =>
    buildFeeBucket('jitoSOL', at(hour) * 1000, {
      interest: hour === 5 ? null : split(hour),
      interestUsd: hour === 5 || hour === 6 ? null : split(hour),
      ...(hour % 7 === 3 ? { gapReason: 'poll_failed', observedSeconds: 1_800 + hour } : {}),
      final: hour < 46,
    }),
  );
  await writeBuckets(sql, 'hourly', 'kamino', [
    ...hours,
    ...hoursOf('mSOL', UNLISTED, 0, ROLLED_UP),
    ...hoursOf('late', MARKET, 30, ROLLED_UP),
  ]);
  const day = (label: string, market: string, from: number) => ({
    ...buildFeeBucket(label, at(from) * 1000, { lendingMarket: market }),
    end: new Date(at(from + 24) * 1000),
    ...{ observedSeconds: 86_400, elapsedSeconds: 86_400 },
    interest: splitOf([sf(9) * 24n, sf(1) * 24n, 0n, 0n]),
    interestUsd: splitOf([sf(9) * 24n, sf(1) * 24n, 0n, 0n]),
  });
  // One that lacks something has no sum of its own, and a day of a reserve may be missing.
  const unknown = { ...day('jitoSOL', MARKET, 0), interest: null, interestUsd: null, gapReason: 'poll_failed' };
  const days = [day('SOL', MARKET, 0), day('SOL', MARKET, 24), day('mSOL', UNLISTED, 0), unknown];
  await writeBuckets(sql, 'daily', 'kamino', days);
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seed });
});
afterAll(() => api.stop());

const QUERIES = ['1h', '4h', '1d'].flatMap((interval) =>
  [
    '',
    `&lending_market=${MARKET}`,
    `&lending_market=${UNLISTED}`,
    '&listed_b=true',
    '&listed_b=false',
    '&token_symbol=SOL',
  ].flatMap((filter) =>
    ['protocol', 'market'].flatMap((group) =>
      ['', '&cumulative=true'].map((sum) => `${RANGE}&interval=${interval}&group_by=${group}${filter}${sum}`),
    ),
  ),
);
const answers = async () => {
  const rows: FeesTestRow[][] = [];
  for (const query of QUERIES) rows.push((await askFees(api, query)).data);
  return rows;
};
const storeAll = async () => {
  for (;;) {
    const { periods } = await api.database.sql.begin((tx) => storeDueTotals(tx, { protocol: 'kamino' }));
    if (periods === 0) return;
  }
};

it('stored fees are those that are made from buckets: whole, in part, of reserves that come, leave, lack hours, prices or all', async () => {
  const made = await answers();
  expect(made.every((rows) => rows.length > 1)).toBe(true);
  await storeAll();
  const stored = await answers();
  for (const [place, query] of QUERIES.entries())
    expect({ query, rows: stored[place] }).toEqual({ query, rows: made[place] });
  // Really the stored ones, by hour at least: of the days some have no bucket.
  await api.database.sql`UPDATE lend.bucket_totals SET interest_protocol_usd = interest_protocol_usd + 1`;
  const [first] = (await askFees(api, `${RANGE}&interval=1h`)).data;
  expect(first?.['interest_protocol_usd_raw']).not.toBe(made[0]?.[0]?.['interest_protocol_usd_raw']);
  await api.database.sql`UPDATE lend.bucket_totals SET interest_protocol_usd = interest_protocol_usd - 1`;
});

it('sums of any pages and of any partition into markets, hours, four hours and days balance', async () => {
  await storeAll();
  const sumOf = (rows: readonly Record<string, unknown>[]) =>
    rows.reduce((sum, row) => sum + unitsOf(z.string().nullable().parse(row['interest_usd_raw']) ?? '0'), 0n);
  const whole = sumOf((await askFees(api, `${RANGE}&interval=1h&listed_b=true`)).data);
  expect(whole).toBeGreaterThan(0n);
  for (const interval of ['1h', '4h', '1d']) {
    for (const group of ['protocol', 'market', 'reserve']) {
      const rows = await feesInPages(api, `${RANGE}&interval=${interval}&group_by=${group}&listed_b=true`, 7);
      expect(sumOf(rows)).toBe(whole);
    }
  }
});

it('a correction of an hour, also of a day that has a sum of its own, and a reserve that leaves later are followed', async () => {
  const { sql } = api.database;
  await storeAll();
  const bucket = hoursOf('SOL', MARKET, 13, 14).map((hour) => ({
    ...hour,
    interestUsd: splitOf([sf(100), 0n, 0n, 0n]),
  }));
  await writeBuckets(
    sql,
    'hourly',
    'kamino',
    bucket.map((hour) => ({ ...hour, end: new Date(hour.start.getTime() + HOUR_MS) })),
  );
  await sql`UPDATE lend.reserve_hours SET interest_protocol_usd_sf = interest_protocol_usd_sf + 5
    WHERE bucket_start = ${new Date(at(13) * 1000)} AND interest_protocol_usd_sf IS NOT NULL`;
  await sql`UPDATE lend.reserves SET missing_since_at = missing_since_at + interval '5 hours' WHERE missing_since_at IS NOT NULL`;
  // Settings of reserves are remembered for a while.
  const goneAt = async () => {
    const { data } = infoSchema.parse((await api.call('/v1/kamino/lend/info/reserves')).json());
    return data.map((row) => row.missing_since_timestamp).filter((seconds) => seconds !== null);
  };
  await waitFor(async () => (await goneAt()).includes(at(11)));
  const made = await answers();
  await storeAll();
  expect(await answers()).toEqual(made);
});

it.each(['1h', '4h'])('fees of single reserves every %s follow a correction of an hour', async (interval) => {
  const { sql } = api.database;
  const reserve = addressFromLabel('jitoSOL');
  // Nothing is missing in these hours: what is written of them is kept.
  const query = `from=${at(8)}&to=${at(12)}&interval=${interval}&group_by=reserve&reserve=${reserve}`;
  const sums = async () => (await askFees(api, query)).data.map((row) => row['interest_usd_raw']);
  const correct = (parts: number) => sql`
    UPDATE lend.reserve_hours SET interest_protocol_usd_sf = interest_protocol_usd_sf + ${parts}
    WHERE bucket_start = ${new Date(at(9) * 1000)} AND reserve_id = (SELECT id FROM lend.reserves WHERE address = ${reserve})`;
  const before = await sums();
  expect(await sums()).toEqual(before);
  await correct(1_000_000);
  const after = await sums();
  expect(after.filter((sum, place) => sum !== before[place])).toHaveLength(1);
  await correct(-1_000_000);
  expect(await sums()).toEqual(before);
});
