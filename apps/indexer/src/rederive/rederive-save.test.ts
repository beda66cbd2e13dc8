import { moveHistory } from '@tidemark/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSaveScene, type SaveScene } from '../../test/save-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { readRollups } from '../../test/test-rollup.ts';
import { rebuildRange } from '../rollup/run-rollup.ts';
import { rederiveRange } from './rederive-range.ts';

// Another protocol: its own scale, accrual by slots, and states whose fields no other protocol has.
const DAY = 86_400;
/** The chain begins on 2025-10-09. */
const RANGE = { from: new Date('2025-10-09'), to: new Date('2025-10-11') };
const SECOND_DAY = new Date('2025-10-10');

let chain: TestChain;
let scene: SaveScene;
beforeAll(async () => {
  chain = await shareTestChain();
  scene = await openSaveScene(chain);
  for (const begin of [0, DAY, 2 * DAY]) for (const round of [1, 2, 3, 4]) await scene.pollAt(begin + 120 * round);
});
afterAll(async () => {
  await scene.close();
  await chain.stop();
});

const options = () => ({
  sql: scene.database.sql,
  protocol: 'save',
  range: RANGE,
  reserves: null,
  signal: new AbortController().signal,
  lockTimeoutMs: 0,
});

async function rebuildAll(): Promise<void> {
  await scene.database.sql`TRUNCATE lend.reserve_quarters, lend.reserve_hours, lend.reserve_days, lend.bucket_totals`;
  await rebuildRange({ ...options(), range: { from: new Date(0), to: new Date('2100-01-01') } });
}

async function readAll() {
  const observations = await scene.database.sql<{ row: string }[]>`
    SELECT row_to_json(s)::text AS row FROM lend_v1.reserve_snapshots AS s ORDER BY reserve, observed_at, slot`;
  return { ...(await readRollups(scene.database)), observations: observations.map(({ row }) => row) };
}

it('rederive makes wide and narrow rows of Save and their buckets what a fresh derivation gives, and keeps what they were', async () => {
  const { sql } = scene.database;
  await rebuildAll();
  const truth = await readAll();
  // The discovery reads them, too.
  const count = scene.reserves.length * (1 + 2 * 4);
  expect(await rederiveRange({ ...options(), reason: 'nothing' })).toMatchObject({ observations: count, differing: 0 });

  await sql`
    UPDATE lend.reserve_snapshots SET borrow_apr_f = borrow_apr_f + 0.5, accrued_borrowed_amount_sf = accrued_borrowed_amount_sf + 7,
      accrued_protocol_fees_sf = accrued_protocol_fees_sf + 1, price_usable = NOT price_usable, decoder_version = decoder_version - 1
    WHERE observed_at < ${RANGE.to}::timestamptz`;
  await moveHistory(sql, { before: SECOND_DAY, maxRows: 1_000 });
  await rebuildAll();
  const wrong = await readAll();
  expect(wrong.daily).not.toEqual(truth.daily);
  const readOld = () => sql<{ key: string; value: string }[]>`
    SELECT reserve || observed_at || slot AS key, borrow_apr_f::text AS value FROM lend_v1.reserve_snapshots
    WHERE observed_at < ${RANGE.to}::timestamptz ORDER BY 1`;
  const old = await readOld();

  const report = await rederiveRange({ ...options(), reason: 'borrow rates' });
  expect(report).toMatchObject({ observations: count, differing: count, isComplete: true });
  expect(report.refused.size).toBe(0);
  expect(new Set(report.values.values())).toEqual(new Set([count]));
  expect([...report.values.keys()].toSorted()).toEqual([
    'accrued_borrowed_amount_sf',
    'accrued_protocol_fees_sf',
    'borrow_apr_f',
    'price_usable',
  ]);
  expect(await readAll()).toEqual(truth);
  const kept = await sql<{ key: string; value: string }[]>`
    SELECT reserve || row_at || slot AS key, old_value AS value FROM lend_v1.corrections
    WHERE view_str = 'reserve_snapshots' AND field = 'borrow_apr_f' AND protocol = 'save' ORDER BY 1`;
  expect(kept.map((row) => ({ ...row }))).toEqual(old.map((row) => ({ ...row })));
});
