import { PROTOCOLS } from '@tidemark/protocols';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildMarketInput,
  buildReserveInput,
  buildState,
} from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { aggregate, batch } from '../../test/support/price-batches.ts';
import { getReserveDetail } from '../queries/list-reserve-details.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { writePriceBatch } from './write-price-batch.ts';
import type { PriceAggregateInput } from './write-price-batch.ts';

const { scale = 1n } = PROTOCOLS.find(({ name }) => name === 'kamino') ?? {};
const POLLED = 60;
const mint = buildReserveInput('a').tokenMint;

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await upsertLendingMarkets(database.sql, [buildMarketInput(5)]);
  await upsertReserves(database.sql, [
    buildReserveInput('a'),
    buildReserveInput('unpriced', 0, 'x', { tokenMint: mint }),
  ]);
  // 1.5 dollars, exactly.
  const price = (scale * 3n) / 2n;
  await writePollBatch(
    database.sql,
    buildBatch(POLLED, [
      buildState('a', POLLED, 'x', { price, priceUsable: true }),
      buildState('unpriced', POLLED, 'x', { price: 0n, priceUsable: false }),
    ]),
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`
    TRUNCATE lend.price_batches, lend.price_observations, lend.price_aggregates, lend.price_source_latest, lend.price_latest`;
});

/** Stores the price of the token as of so many seconds after the poll. */
async function priceAt(seconds: number, price: string | null, more: Partial<PriceAggregateInput> = {}): Promise<void> {
  const { observedAt, slot } = bankAt(POLLED + seconds);
  const publishedAt = new Date(observedAt.getTime() - 9_000);
  const aggregates = [
    aggregate(price, { tokenMint: mint, status: price === null ? 'missing' : 'ok', publishedAt, ...more }),
  ];
  await writePriceBatch(
    database.sql,
    batch(seconds, price, { mints: [mint], observedAt, slot, aggregates, observations: [], verdicts: [] }),
  );
}
const detailOf = async (label: string) =>
  getReserveDetail(database.sql, { protocol: 'kamino', reserve: addressOf(label) });
const gapOf = async (label = 'a') => (await detailOf(label))?.marketPriceDivergenceGap;

describe('the price of a reserve beside that of its token', () => {
  it('lies above it by a positive number of basis points, and below it by a negative one', async () => {
    // 1.5 / 1 − 1 = 5,000 bps; 1.5 / 1.50003 − 1 = −0.19999600… bps.
    await priceAt(5, '1');
    expect(await detailOf('a')).toMatchObject({
      marketPriceUsdF: 1,
      marketPriceStatus: 'ok',
      marketPriceAt: bankAt(POLLED + 5).observedAt,
      marketPriceAgeSeconds: 9,
      marketPriceDivergenceBpsF: 5_000,
      marketPriceDivergenceGap: null,
    });
    await priceAt(10, '1.50003');
    expect((await detailOf('a'))?.marketPriceDivergenceBpsF).toBeCloseTo(-0.199_996_000_079_998, 12);
  });

  it('is compared with nothing where the token has no price that is in force, and the reason says why', async () => {
    expect(await detailOf('a')).toMatchObject({
      marketPriceUsdF: null,
      marketPriceStatus: 'missing',
      marketPriceAt: null,
      marketPriceDivergenceBpsF: null,
      marketPriceDivergenceGap: 'missing',
    });
    const cases = [
      [null, 'missing'],
      ['1', 'stale'],
      [null, 'disagreement'],
    ] as const;
    for (const [index, [price, status]] of cases.entries()) {
      await priceAt(index, price, { status });
      expect(await detailOf('a')).toMatchObject({
        marketPriceUsdF: price === null ? null : 1,
        marketPriceStatus: status,
        marketPriceDivergenceBpsF: null,
        marketPriceDivergenceGap: status,
      });
    }
  });

  it('is not compared with a price that may be its own, nor where it has none itself', async () => {
    await priceAt(0, '1', { reservesOnly: true });
    expect(await gapOf()).toBe('no_other_source');
    await priceAt(1, '1');
    expect([await gapOf(), await gapOf('unpriced')]).toEqual([null, 'protocol_unpriced']);
  });

  it('is not compared with a price of another time: after the one or the other was not read for too long', async () => {
    await priceAt(-30, '1');
    expect(await gapOf()).toBe(null);
    await priceAt(30, '1');
    expect(await gapOf()).toBe(null);
    await priceAt(31, '1');
    expect(await gapOf()).toBe('not_read');
    await database.sql`DELETE FROM lend.price_latest`;
    await priceAt(-31, '1');
    expect(await gapOf()).toBe('not_read');
  });

  it('says the same in lend_v1.reserve_price_divergence_latest', async () => {
    await priceAt(5, '1.50003');
    const detail = await detailOf('a');
    const [row] = await database.sql`
      SELECT * FROM lend_v1.reserve_price_divergence_latest WHERE reserve = ${addressOf('a')}`;
    expect(row).toMatchObject({
      market_price_usd_raw: '1.50003',
      market_price_usd_f: detail?.marketPriceUsdF,
      market_price_status_str: 'ok',
      market_price_at: detail?.marketPriceAt,
      market_price_age_seconds: 9n,
      market_price_divergence_bps_f: detail?.marketPriceDivergenceBpsF,
      market_price_divergence_gap_str: null,
      price_usd_f: detail?.priceUsdF,
    });
  });
});
