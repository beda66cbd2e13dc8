import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { listPriceAggregates, listPriceBuckets } from './list-price-history.ts';
import { listLatestPriceSources, listLatestPrices, listPricesAt } from './list-prices.ts';
import { dropPricePartitions, purgePriceBatches } from './price-upkeep.ts';
import { rebuildPriceBuckets, rollUpPrices } from './roll-up-prices.ts';
import {
  type PriceAggregateInput,
  type PriceBatch,
  type PriceObservationInput,
  recordFailedPriceBatch,
  writePriceBatch,
} from './write-price-batch.ts';

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

const START = Date.UTC(2026, 5, 15, 12);
const at = (seconds: number) => new Date(START + seconds * 1000);
const MINT = 'MintA';

const observation = (price: string | null, more: Partial<PriceObservationInput> = {}): PriceObservationInput => ({
  tokenMint: MINT,
  feed: 'scope:1',
  source: 'scope',
  account: 'account',
  price,
  confidence: null,
  average: null,
  publishedAt: at(0),
  verification: null,
  problem: price === null ? 'empty' : null,
  legs: null,
  roots: ['pyth:1'],
  ...more,
});
const aggregate = (price: string | null, more: Partial<PriceAggregateInput> = {}): PriceAggregateInput => ({
  tokenMint: MINT,
  tokenSymbol: 'AAA',
  status: price === null ? 'missing' : 'single_source',
  price,
  publishedAt: at(0),
  sources: 1,
  used: price === null ? 0 : 1,
  spreadBps: null,
  confidence: null,
  method: 'price-1.0',
  ...more,
});
const batch = (seconds: number, price: string | null, more: Partial<PriceBatch> = {}): PriceBatch => ({
  id: `prices-${seconds}`,
  sourceGroup: 'chain',
  mints: [MINT],
  slot: BigInt(1_000 + seconds),
  observedAt: at(seconds),
  startedAt: at(seconds),
  durationMs: 5,
  endpoint: 'node:1',
  gapAfterMs: 30_000,
  heartbeatMs: 600_000,
  observations: [observation(price)],
  verdicts: [
    { tokenMint: MINT, feed: 'scope:1', unusedReason: price === null ? 'empty' : null, weight: 3, deviationBps: 0 },
  ],
  aggregates: [aggregate(price)],
  missing: 0,
  quarantined: [],
  ...more,
});
const write = (...args: Parameters<typeof batch>) => writePriceBatch(database.sql, batch(...args));
const storedAggregates = () =>
  database.sql<{ second: number; price: string | null; reason: string }[]>`
    SELECT extract(epoch FROM observed_at - ${at(0)}::timestamptz)::int AS second, trim_scale(price)::text AS price, reason
    FROM lend.price_aggregates ORDER BY observed_at`.then((rows) => rows.map((row) => ({ ...row })));

describe('a batch of prices', () => {
  it('stores what changed and heartbeats, and the newest of everything', async () => {
    expect(await write(0, '1.50')).toMatchObject({ observationsWritten: 1, aggregatesWritten: 1, latestWritten: 2 });
    expect(await write(5, '1.5')).toMatchObject({
      observationsWritten: 0,
      aggregatesWritten: 0,
      unchanged: 2,
      latestWritten: 2,
    });
    expect(await write(10, '1.6')).toMatchObject({ observationsWritten: 1, aggregatesWritten: 1 });
    await write(605, '1.6');
    expect(await write(610, '1.6')).toMatchObject({ observationsWritten: 1, aggregatesWritten: 1 });
    await write(615, '1.6');
    expect(await storedAggregates()).toEqual([
      { second: 0, price: '1.5', reason: 'first' },
      { second: 10, price: '1.6', reason: 'changed' },
      { second: 610, price: '1.6', reason: 'heartbeat' },
    ]);
    expect(await listLatestPrices(database.sql)).toMatchObject([
      { tokenMint: MINT, tokenSymbol: 'AAA', price: '1.6', slot: 1_615n, observedAt: at(615), firstSeenAt: at(0) },
    ]);
    expect(await listLatestPriceSources(database.sql, { mints: [MINT] })).toMatchObject([
      { feed: 'scope:1', price: '1.6', used: true, unusedReason: null, weight: 3, roots: ['pyth:1'] },
    ]);
  });

  it('is written once, whoever writes it and however often', async () => {
    const other = database.connect({ maxConnections: 4 });
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        writePriceBatch(index % 2 === 0 ? other.sql : database.sql, batch(0, '2')),
      ),
    );
    expect(results.filter(({ alreadyWritten }) => !alreadyWritten)).toHaveLength(1);
    expect(await database.sql`SELECT FROM lend.price_batches`).toHaveLength(1);
    expect(await storedAggregates()).toHaveLength(1);
  });

  it('never replaces what is newer', async () => {
    await write(10, '2');
    expect(await write(5, '9')).toMatchObject({ olderThanLatest: 2, latestWritten: 0, aggregatesWritten: 0 });
    expect(await listLatestPrices(database.sql)).toMatchObject([{ price: '2', observedAt: at(10) }]);
    const [source] = await listLatestPriceSources(database.sql);
    expect(source).toMatchObject({ price: '2', used: true });
    expect(await storedAggregates()).toHaveLength(1);
  });

  it('says of a feed that is no longer read that it is not used', async () => {
    const second = { ...observation('2.1'), feed: 'pyth:2', source: 'pyth' };
    await write(0, '2', {
      observations: [observation('2'), second],
      verdicts: ['scope:1', 'pyth:2'].map((feed) => ({
        tokenMint: MINT,
        feed,
        unusedReason: null,
        weight: 1,
        deviationBps: 1,
      })),
    });
    await write(5, '2');
    const sources = await listLatestPriceSources(database.sql);
    expect(sources.map(({ feed, used, unusedReason }) => [feed, used, unusedReason])).toEqual([
      ['pyth:2', false, 'not_read'],
      ['scope:1', true, null],
    ]);
    await write(10, null, { observations: [], verdicts: [] });
    expect((await listLatestPriceSources(database.sql)).map(({ used }) => used)).toEqual([false, false]);
  });

  it('with a row twice is refused as a whole', async () => {
    await expect(write(0, '1', { aggregates: [aggregate('1'), aggregate('2')] })).rejects.toMatchObject({
      code: 'INVALID_ROW',
    });
    expect(await database.sql`SELECT FROM lend.price_batches`).toHaveLength(0);
  });

  it('is announced when it is committed', async () => {
    const heard: string[] = [];
    const { unlisten } = await database.sql.listen('tidemark_prices', (payload) => heard.push(payload));
    await write(0, '1');
    await expect
      .poll(() => heard.map((payload) => JSON.parse(payload)))
      .toMatchObject([{ slot: '1000', batchId: 'prices-0' }]);
    await unlisten();
  });
});

describe('the price at a moment', () => {
  it('is that of the newest aggregate at or before it, and null before the first', async () => {
    await write(0, '1');
    await write(20, '2');
    await write(25, '2');
    const found = await listPricesAt(database.sql, [
      { mint: MINT, at: at(-1) },
      { mint: MINT, at: at(0) },
      { mint: MINT, at: at(19) },
      { mint: MINT, at: at(24) },
      { mint: 'other', at: at(24) },
    ]);
    expect(found.map((row) => row && [row.price, row.observedAt, row.polledAt])).toEqual([
      null,
      ['1', at(0), at(0)],
      ['1', at(0), at(0)],
      ['2', at(20), at(20)],
      null,
    ]);
  });
});

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
    expect(await rollUpPrices(database.sql)).toMatchObject({ batches: polls.length, hourly: 2, daily: 1 });
    const quarters = await listPriceBuckets(database.sql, { ...range(0, 5_400), width: 900 });
    expect(quarters).toHaveLength(6);
    for (const [index, bucket] of quarters.entries()) {
      expect(bucket, `quarter ${index}`).toMatchObject(naiveBucket(polls, { start: index * 900, width: 900 }));
    }
    expect(quarters.map(({ gapReason }) => gapReason)).toEqual([
      'not_polled',
      'not_polled',
      'not_polled',
      'poll_failed:RPC_TIMEOUT',
      'not_polled',
      null,
    ]);
    for (const [index, bucket] of (
      await listPriceBuckets(database.sql, { ...range(0, 7_200), width: 3_600 })
    ).entries()) {
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
    });
    await rollUpPrices(database.sql);
    expect(await stored()).toEqual(grown);
    await database.sql`TRUNCATE lend.price_buckets`;
    await rebuildPriceBuckets(database.sql, { from: at(0), to: at(5_000) });
    const without = (rows: readonly object[]) => rows.map((row) => ({ ...row, change_id: 0 }));
    expect(without(await stored())).toEqual(without(grown));
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

describe('the retention of prices', () => {
  it('drops whole months that were over, and never one of the last 31 days', async () => {
    await database.sql`SELECT lend.attach_price_partition('price_observations', '2020-01-01')`;
    await database.sql`SELECT lend.attach_price_partition('price_aggregates', '2020-02-01')`;
    expect(await dropPricePartitions(database.sql, { before: new Date('2020-02-15') })).toEqual([
      'price_observations_y2020m01',
    ]);
    expect(await dropPricePartitions(database.sql, { before: new Date('2020-03-01') })).toEqual([
      'price_aggregates_y2020m02',
    ]);
    await expect(dropPricePartitions(database.sql, { before: new Date() })).rejects.toMatchObject({ code: '22023' });
    await expect(database.sql`SELECT lend.attach_price_partition('reserves', '2020-01-01')`).rejects.toMatchObject({
      code: '22023',
    });
  });

  it('keeps batches that the buckets have not taken in', async () => {
    await write(0, '1');
    const future = new Date(Date.now() + 10 * 86_400_000);
    expect(await purgePriceBatches(database.sql, { before: future })).toBe(0);
    await database.sql`INSERT INTO lend.price_rollup (recorded_to) VALUES (now() + interval '2 days')`;
    expect(await purgePriceBatches(database.sql, { before: future })).toBe(1);
  });
});
