import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openScene, type RollupScene } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, readRollups, rollUp } from '../../test/test-rollup.ts';
import { storeTotals } from './store-totals.ts';

let chain: TestChain;
let scene: RollupScene;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  scene = await openScene(chain);
});
afterEach(() => scene.close());

const DAY = 86_400;
const read = async () => {
  const { totals, totalsDue } = await readRollups(scene.database);
  return { totals, totalsDue };
};

it('totals are up to date after each run, and the same when a past without any is filled', async () => {
  await scene.pollFrom(0, 400);
  await scene.pollFrom(DAY, DAY + 4_000, { labels: ['sol', 'usdc'] });
  await rollUp(scene.database);
  const grown = await read();
  expect(grown.totalsDue).toEqual([]);
  expect(grown.totals.length).toBeGreaterThan(2 * 3 * 2);

  // As a migration leaves a database of an earlier version.
  const { sql } = scene.database;
  await sql`
    INSERT INTO lend.bucket_totals_due
    SELECT DISTINCT protocol, width_seconds, bucket_start FROM lend.bucket_totals`;
  await sql`TRUNCATE lend.bucket_totals`;
  const run = { sql, protocol: PROTOCOL, signal: new AbortController().signal };
  await storeTotals({ ...run, most: 1 });
  // What ends last begins: the days.
  expect(new Set((await read()).totals.map((row) => /"width_seconds": (\d+)/.exec(row)?.[1]))).toEqual(
    new Set(['86400']),
  );
  expect(await storeTotals({ ...run, signal: AbortSignal.abort(), most: 1 })).toEqual({ written: 0, isStopped: true });
  await rollUp(scene.database);
  expect(await read()).toEqual(grown);
});

it('a writer that knows nothing of totals leaves none of them behind', async () => {
  await scene.pollFrom(0, 400);
  await rollUp(scene.database);
  const before = await read();
  const { sql } = scene.database;
  await sql`UPDATE lend.reserve_hourly SET close_available_amount_raw = close_available_amount_raw + 1`;
  expect((await read()).totalsDue).toHaveLength(2);
  const report = await rollUp(scene.database);
  expect(report?.totals).toBeGreaterThan(0);
  const after = await read();
  expect(after.totalsDue).toEqual([]);
  expect(after.totals).not.toEqual(before.totals);
});
