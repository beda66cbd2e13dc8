import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { upsertReserves } from './upsert-reserves.ts';
import { writePollBatch } from './write-poll-batch.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const CASES = [
  ['accepted', { priceStatus: 63 }, { price_usable_b: true, usable_for_borrow_b: true, price_age_seconds: 20n }],
  [
    'unknown bits too',
    { priceStatus: 255 },
    { price_usable_b: true, usable_for_borrow_b: true, price_age_seconds: 20n },
  ],
  [
    'one check failed',
    { priceStatus: 61 },
    { price_usable_b: true, usable_for_borrow_b: false, price_age_seconds: 20n },
  ],
  ['too old', { priceStatus: 0 }, { price_usable_b: true, usable_for_borrow_b: false, price_age_seconds: 20n }],
  ['no time', { priceUpdatedAt: null }, { price_usable_b: true, usable_for_borrow_b: true, price_age_seconds: null }],
] as const;

it('the public views tell whether there is a price, whether the program accepted it, and its age apart', async () => {
  await upsertReserves(
    database.sql,
    CASES.map(([label]) => buildReserveInput(label)),
  );
  const states = CASES.map(([label, overrides]) => buildState(label, 0, 'x', overrides));
  await writePollBatch(database.sql, buildBatch(0, states));
  for (const view of ['reserve_latest', 'reserve_snapshots']) {
    for (const [label, , expected] of CASES) {
      const rows = await database.sql.unsafe(
        `SELECT price_usable_b, usable_for_borrow_b, price_age_seconds FROM lend_v1.${view} WHERE reserve = $1`,
        [addressOf(label)],
      );
      expect([view, label, ...rows]).toEqual([view, label, expected]);
    }
  }
});
