import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aggregate, at, batch, MINT } from '../../test/support/price-batches.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { listPriceAggregates, listPriceBuckets } from './list-price-history.ts';
import { rebuildPriceBuckets, rollUpPrices } from './roll-up-prices.ts';
import { recordFailedPriceBatch, writePriceBatch } from './write-price-batch.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`
    TRUNCATE lend.price_batches, lend.price_observations, lend.price_aggregates, lend.price_source_latest, lend.price_latest,
      lend.price_buckets, lend.price_rollup, lend.quarantine`;
});

const write = (...args: Parameters<typeof batch>) => writePriceBatch(database.sql, batch(...args));

/** Bucket by bucket and second by second, with nothing of the statements of the rollup. */
function naiveBucket(
  polls: readonly { second: number; price: number | null }[],
  { start, width, gapAfter = 30 }: { start: number; width: number; gapAfter?: number },
) {
  const first = polls[0]?.second ?? 0;
  const newest = polls.at(-1)?.second ?? 0;
  const seen: number[] = [];
  let [observed, priced, elapsed, sum] = [0, 0, 0, 0];
  for (let second = start; second < start + width; second += 1) {
    const inForce = polls.findLast((poll) => poll.second <= second);
    const next = polls.find((poll) => poll.second > second);
    if (inForce !== undefined && second === inForce.second && inForce.price !== null) seen.push(inForce.price);
    if (second < first || second >= newest) continue;
    elapsed += 1;
    if (inForce === undefined || next === undefined || next.second - inForce.second > gapAfter) continue;
    observed += 1;
    if (inForce.price === null) continue;
    priced += 1;
    sum += inForce.price;
    seen.push(inForce.price);
  }
  const known = seen.length > 0;
  return {
    open: known ? String(seen[0]) : null,
    high: known ? String(Math.max(...seen)) : null,
    low: known ? String(Math.min(...seen)) : null,
    close: known ? String(seen.at(-1)) : null,
    twavg: priced === 0 ? null : sum / priced,
    observations: polls.filter(({ second }) => second >= start && second < start + width).length,
    elapsedSeconds: elapsed,
    observedSeconds: observed,
    pricedSeconds: priced,
    final: start + width <= newest,
  };
}

describe('the buckets of prices', () => {
  const polls: { second: number; price: number | null }[] = [];
  for (let second = 7; second < 5_000; second += 10) {
    const isGap = (second > 850 && second < 1_000) || (second > 2_000 && second < 4_100);
    if (!isGap)
      polls.push({ second, price: second > 1_200 && second < 1_400 ? null : 100 + (Math.floor(second / 70) % 9) });
  }
  const range = (from: number, to: number) => ({ mint: MINT, from: at(from), to: at(to), limit: 1_000 });

  it('hold what was in force over their time, as counted second by second', async () => {
    for (const { second, price } of polls) await write(second, price === null ? null : String(price));
    await recordFailedPriceBatch(database.sql, {
      ...batch(3_000, null),
      slot: null,
      observedAt: null,
      startedAt: at(2_705),
      errorCode: 'RPC_TIMEOUT',
    });
    // A failure of other tokens is no reason of this one.
    await recordFailedPriceBatch(database.sql, {
      ...batch(2_200, null),
      mints: ['MintB'],
      slot: null,
      observedAt: null,
      startedAt: at(2_100),
      errorCode: 'RATE_LIMITED',
    });
    expect(await rollUpPrices(database.sql)).toMatchObject({ batches: polls.length, hourly: 2, daily: 1 });
    const quarters = await listPriceBuckets(database.sql, { ...range(0, 5_400), width: 900 });
    expect(quarters).toHaveLength(6);
    for (const [index, bucket] of quarters.entries()) {
      expect(bucket).toMatchObject(naiveBucket(polls, { start: index * 900, width: 900 }));
    }
    expect(quarters.map(({ gapReason }) => gapReason)).toEqual([
      'not_polled',
      'not_polled',
      'not_polled',
      'poll_failed:RPC_TIMEOUT',
      'not_polled',
      null,
    ]);
    const hours = await listPriceBuckets(database.sql, { ...range(0, 7_200), width: 3_600 });
    // Of the quarters of the first hour the last one lacks most.
    expect(hours.map(({ gapReason }) => gapReason)).toEqual(['poll_failed:RPC_TIMEOUT', 'not_polled']);
    for (const [index, bucket] of hours.entries()) {
      const naive = naiveBucket(polls, { start: index * 3_600, width: 3_600 });
      expect(bucket).toMatchObject({ ...naive, twavg: expect.closeTo(naive.twavg ?? 0, 10) });
    }
    const [day] = await listPriceBuckets(database.sql, {
      mint: MINT,
      from: at(-12 * 3_600),
      to: at(12 * 3_600),
      limit: 2,
      width: 86_400,
    });
    expect(day).toMatchObject({ low: '100', high: '108', observations: polls.length, final: false });
  });

  it('are at least as long as they were observed, where the newest slot has an earlier time than a slot before it', async () => {
    for (const second of [10, 20, 30]) await write(second, '100');
    const { slot } = batch(30, '100');
    await writePriceBatch(database.sql, { ...batch(27, '100'), slot: (slot ?? 0n) + 1n });
    await rollUpPrices(database.sql);
    const [quarter] = await listPriceBuckets(database.sql, { ...range(0, 900), width: 900 });
    expect(quarter).toMatchObject({ elapsedSeconds: 20, observedSeconds: 20, pricedSeconds: 20, gapReason: null });
  });

  it('are the same whether they grew poll by poll or were made again, and a second run changes nothing', async () => {
    for (const [index, { second, price }] of polls.entries()) {
      await write(second, price === null ? null : String(price));
      if (index % 40 === 0) await rollUpPrices(database.sql);
    }
    await rollUpPrices(database.sql);
    const stored = () => database.sql`
      SELECT token_mint, width_seconds, bucket_start, open_price, high_price, low_price, close_price, price_seconds, observations,
        elapsed_seconds, observed_seconds, priced_seconds, gap_reason, final, change_id
      FROM lend.price_buckets ORDER BY width_seconds, bucket_start`;
    const grown = await stored();
    expect(await rebuildPriceBuckets(database.sql, { from: at(0), to: at(5_000) })).toEqual({
      quarterHourly: 0,
      hourly: 0,
      daily: 0,
      divergence: 0,
    });
    await rollUpPrices(database.sql);
    expect(await stored()).toEqual(grown);
    await database.sql`TRUNCATE lend.price_buckets`;
    await rebuildPriceBuckets(database.sql, { from: at(0), to: at(5_000) });
    const without = (rows: readonly object[]) => rows.map((row) => ({ ...row, change_id: 0 }));
    expect(without(await stored())).toEqual(without(grown));
  });

  it('are made of the hours in which batches left the token out, once it is read again', async () => {
    const others = { mints: ['MintB'], observations: [], verdicts: [], aggregates: [] };
    const reads = [0, 10, ...Array.from({ length: 60 }, (_, index) => 300 + index * 120), 7_500, 7_510];
    for (const [index, second] of reads.entries()) {
      const isOwn = index < 2 || index >= reads.length - 2;
      await (isOwn
        ? write(second, '7')
        : writePriceBatch(
            database.sql,
            batch(second, null, { ...others, aggregates: [aggregate('1', { tokenMint: 'MintB' })] }),
          ));
      await rollUpPrices(database.sql);
      // The next batch is recorded later than what a rollup has reached.
      await database.sql`UPDATE lend.price_rollup SET recorded_to = clock_timestamp()`;
    }
    const own = [0, 10, 7_500, 7_510].map((second) => ({ second, price: 7 }));
    const quarters = await listPriceBuckets(database.sql, { ...range(0, 8_100), width: 900 });
    expect(quarters).toHaveLength(9);
    for (const [index, bucket] of quarters.entries()) {
      expect(bucket).toMatchObject({
        ...naiveBucket(own, { start: index * 900, width: 900 }),
        gapReason: 'not_polled',
      });
    }
    const [hour] = await listPriceBuckets(database.sql, { ...range(0, 3_600), width: 3_600 });
    expect(hour).toMatchObject({ elapsedSeconds: 3_600, observedSeconds: 10, final: true });
  });

  it('are rows without numbers where nothing was made of the time, and stored aggregates come page by page', async () => {
    await write(0, '3');
    await write(10, '4');
    const [bucket] = await listPriceBuckets(database.sql, { ...range(0, 900), width: 900 });
    expect(bucket).toMatchObject({ open: null, elapsedSeconds: null, gapReason: null, final: false });
    const first = await listPriceAggregates(database.sql, { ...range(0, 900), limit: 1, after: null });
    expect(first).toMatchObject([{ price: '3', observedAt: at(0) }]);
    const after = { at: at(0), slot: 1_000n };
    expect(await listPriceAggregates(database.sql, { ...range(0, 900), after })).toMatchObject([{ price: '4' }]);
  });
});
