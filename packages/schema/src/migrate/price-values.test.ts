import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rawToUsd, sfToDouble, sfToUsd } from '@tidemark/protocols/kamino';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { MIGRATIONS_DIR } from './migration-files.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const NULLS = {
  priceUsable: false,
  priceUsdF: null,
  availableAmountUsdF: null,
  suppliedAmountUsdF: null,
  borrowedAmountUsdF: null,
  decoderVersion: 1,
};
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const u128 = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n });
const exact = fc.record({ available: u64, supplied: u128, borrowed: u128, price: u128, decimals: fc.nat(19) });

/** What is stored of a reserve, the doubles bit by bit. */
const stored = (table: string, label: string) =>
  database.sql.unsafe(
    `SELECT price_usable, decoder_version, price_usd_f, available_amount_usd_f, supplied_amount_usd_f, borrowed_amount_usd_f
     FROM lend.${table} WHERE reserve = $1`,
    [addressOf(label)],
  );

it('rows that an earlier version stored without USD values get those that the indexer would store, to the bit', async () => {
  const migration = await readFile(join(MIGRATIONS_DIR, '0009_price_values.sql'), 'utf8');
  const cases = fc.sample(exact, { numRuns: 300, seed: 9 });
  const labels = cases.map((_, i) => `priced ${i}`);
  await upsertReserves(database.sql, [
    ...cases.map(({ decimals }, i) => buildReserveInput(labels[i] ?? '', 0, 'x', { tokenDecimals: decimals })),
    buildReserveInput('unpriced'),
    buildReserveInput('whole'),
  ]);
  const states = cases.map(({ available, supplied, borrowed, price }, i) =>
    buildState(labels[i] ?? '', 0, 'x', {
      ...NULLS,
      priceStatus: 0,
      price: price,
      accruedAvailableAmountRaw: available,
      accruedSupplied: supplied,
      accruedBorrowed: borrowed,
    }),
  );
  const unpriced = buildState('unpriced', 0, 'x', { ...NULLS, price: 0n });
  await writePollBatch(database.sql, buildBatch(0, [...states, unpriced, buildState('whole', 0, 'x')]));
  const untouched = await Promise.all(['unpriced', 'whole'].map((label) => stored('reserve_latest', label)));

  await database.sql.unsafe(migration);

  for (const [i, { available, supplied, borrowed, price, decimals }] of cases.entries()) {
    const row = {
      price_usable: true,
      decoder_version: 2,
      price_usd_f: sfToDouble(price),
      available_amount_usd_f: rawToUsd(available, price, decimals),
      supplied_amount_usd_f: sfToUsd(supplied, price, decimals),
      borrowed_amount_usd_f: sfToUsd(borrowed, price, decimals),
    };
    for (const table of ['reserve_latest', 'reserve_snapshots']) {
      expect([...(await stored(table, labels[i] ?? ''))]).toEqual([row]);
    }
  }
  expect(await Promise.all(['unpriced', 'whole'].map((label) => stored('reserve_latest', label)))).toEqual(untouched);
});
