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
  await sql`UPDATE lend.reserve_hours SET close_available_amount_raw = close_available_amount_raw + 1`;
  expect((await read()).totalsDue).toHaveLength(3);
  const report = await rollUp(scene.database);
  expect(report?.totals).toBeGreaterThan(0);
  const after = await read();
  expect(after.totalsDue).toEqual([]);
  expect(after.totals).not.toEqual(before.totals);
});

it('a past that is filled backwards has the periods made again that it changes, and leaves the others alone', async () => {
  await scene.pollFrom(3 * DAY, 3 * DAY + 4_000);
  await rollUp(scene.database);
  const { sql } = scene.database;
  const made = () => sql<{ start: Date; at: Date }[]>`
    SELECT bucket_start AS start, computed_at AS at FROM lend.bucket_totals WHERE subject_kind = 'protocol' ORDER BY 1, 2`;
  const [first] = await sql<{ at: Date }[]>`SELECT min(first_seen_at) AS at FROM lend.reserves`;
  const firstSeenAt = first?.at ?? new Date(0);
  // An hour that begins after the first sight counts all reserves already.
  const isLater = ({ start }: { start: Date }) => start > firstSeenAt;
  expect((await made()).filter(isLater).length).toBeGreaterThan(0);
  await scene.pollFrom(0, 400);
  const due = await sql<{ start: Date }[]>`SELECT bucket_start AS start FROM lend.bucket_totals_due`;
  expect(due.length).toBeGreaterThan(0);
  expect(due.filter(isLater)).toEqual([]);
  await rollUp(scene.database);
  const grown = await read();
  await sql`
    INSERT INTO lend.bucket_totals_due
    SELECT DISTINCT protocol, width_seconds, bucket_start FROM lend.bucket_totals`;
  await storeTotals({ sql, protocol: PROTOCOL, signal: new AbortController().signal, most: 100 });
  expect(await read()).toEqual(grown);
});

it('a reserve that leaves, or is back, has every period since then made again', async () => {
  await scene.pollFrom(0, 8_000);
  await rollUp(scene.database);
  const { sql } = scene.database;
  const [left] = await sql<{ at: Date }[]>`
    UPDATE lend.reserves SET missing_since_slot = last_seen_slot, missing_since_at = first_seen_at + interval '1 hour'
    WHERE address = (SELECT min(address) FROM lend.reserves) RETURNING missing_since_at AS at`;
  const starts = async () =>
    (
      await sql<{ start: Date }[]>`
    SELECT DISTINCT bucket_start AS start FROM lend.bucket_totals_due WHERE width_seconds = 3600 ORDER BY 1`
    ).map(({ start }) => start);
  const all = (
    await sql<{ start: Date }[]>`
    SELECT DISTINCT bucket_start AS start FROM lend.bucket_totals WHERE width_seconds = 3600 ORDER BY 1`
  ).map(({ start }) => start);
  const since = all.filter((start) => start.getTime() + 3_600_000 > (left?.at ?? new Date(0)).getTime() - 1_000);
  expect(since.length).toBeGreaterThan(0);
  expect(since.length).toBeLessThan(all.length);
  expect(await starts()).toEqual(since);
  await sql`TRUNCATE lend.bucket_totals_due`;
  await sql`UPDATE lend.reserves SET missing_since_slot = NULL, missing_since_at = NULL WHERE missing_since_at IS NOT NULL`;
  expect(await starts()).toEqual(since);
});
