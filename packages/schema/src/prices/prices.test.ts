import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aggregate, at, batch, MINT, observation } from '../../test/support/price-batches.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { listLatestPriceSources, listLatestPrices, listPricesAt } from './list-prices.ts';
import { dropPricePartitions, purgePriceBatches } from './price-upkeep.ts';
import { writePriceBatch } from './write-price-batch.ts';

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

  it('counts where it reads a bank again that was read before: what is stored of the bank is what it says', async () => {
    await write(0, '1');
    await write(10, null);
    const again = batch(10, '2');
    await writePriceBatch(database.sql, { ...again, id: 'again' });
    expect(await write(15, '2')).toMatchObject({ aggregatesWritten: 0, observationsWritten: 0 });
    expect(await storedAggregates()).toEqual([
      { second: 0, price: '1', reason: 'first' },
      { second: 10, price: '2', reason: 'changed' },
    ]);
    const [row] = await listPricesAt(database.sql, [{ mint: MINT, at: at(12) }]);
    expect(row).toMatchObject({ price: '2' });
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
    const subscription = await database.sql.listen('tidemark_prices', (payload) => heard.push(payload));
    await write(0, '1');
    await expect
      .poll(() => heard.map((payload) => JSON.parse(payload)))
      .toMatchObject([{ slot: '1000', batchId: 'prices-0' }]);
    await subscription.unlisten();
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
