import type { Bucket } from '@tidemark/model';
import { streamBuckets, toBucket } from '@tidemark/schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScene, type RollupScene, timeAt } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, readRollups, rollUp } from '../../test/test-rollup.ts';

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

async function readBuckets(grain: 'quarter_hourly' | 'hourly'): Promise<Bucket[]> {
  const buckets: Bucket[] = [];
  const range = { from: timeAt(-DAY), to: timeAt(10 * DAY) };
  for await (const page of streamBuckets(scene.database.sql, { grain, protocol: PROTOCOL, ...range })) {
    buckets.push(...page.map(toBucket));
  }
  return buckets;
}

/** As an earlier version leaves the database that made no quarters of an hour. */
async function forgetQuarters(): Promise<void> {
  await scene.database.sql`DELETE FROM lend.reserve_quarters`;
  await scene.database.sql`UPDATE lend.rollup_state SET quarter_hours_seq = NULL, quarter_hours_from = NULL`;
}

async function filledFrom(): Promise<Date | null | undefined> {
  const [row] = await scene.database.sql<{ from: Date | null }[]>`
    SELECT quarter_hours_from AS "from" FROM lend.rollup_state WHERE protocol = ${PROTOCOL}`;
  return row?.from;
}

describe('quarters of an hour', () => {
  it('say together what their hour says', async () => {
    await scene.pollFrom(0, 2_500);
    await scene.pollFrom(2_900, 3_500, { labels: ['sol', 'usdc'] });
    await scene.pollFrom(9_900, 10_100);
    await rollUp(scene.database);
    const quarters = await readBuckets('quarter_hourly');
    const hours = await readBuckets('hourly');
    expect(hours).toHaveLength(3 * 4);
    expect(new Set(hours.map(({ quality }) => quality))).toEqual(new Set(['ok', 'partial', 'missing']));
    expect(quarters.filter(({ quality }) => quality === 'ok').length).toBeGreaterThan(6);
    for (const hour of hours) {
      const own = quarters.filter(
        ({ reserve, start, end }) => reserve === hour.reserve && start >= hour.start && end <= hour.end,
      );
      const sum = (of: (bucket: Bucket) => bigint | number | undefined) =>
        own.reduce((total, bucket) => total + BigInt(of(bucket) ?? 0), 0n);
      expect(own.length).toBeGreaterThan(0);
      expect(sum(({ interest }) => interest?.interest)).toBe(hour.interest?.interest);
      expect(sum(({ interestUsd }) => interestUsd?.supplySide)).toBe(hour.interestUsd?.supplySide);
      expect(sum(({ snapshots }) => snapshots)).toBe(BigInt(hour.snapshots));
      expect(sum(({ observedSeconds }) => observedSeconds)).toBe(BigInt(hour.observedSeconds));
      expect(sum(({ elapsedSeconds }) => elapsedSeconds)).toBe(BigInt(hour.elapsedSeconds));
      // In a gap an hour has edges of which its quarters, not being observed at all, have none.
      const isKnown = own.every(({ quality }) => quality !== 'missing');
      const least = Math.min(...own.map(({ numbers }) => numbers?.suppliedAmountF.min ?? Number.NaN));
      expect(isKnown ? own[0]?.open : hour.open).toEqual(hour.open);
      expect(isKnown ? own.at(-1)?.close : hour.close).toEqual(hour.close);
      expect(isKnown ? least : hour.numbers?.suppliedAmountF.min).toBe(hour.numbers?.suppliedAmountF.min);
      expect(own.at(-1)?.final).toBe(hour.final);
    }
  });

  it('are made of what an earlier version rolled up, a day a run, the newest first', async () => {
    await scene.pollFrom(0, 400);
    await scene.pollFrom(DAY, DAY + 400);
    await scene.pollFrom(2 * DAY, 2 * DAY + 1_000);
    await rollUp(scene.database);
    const before = await readRollups(scene.database);
    expect(await filledFrom()).toBeNull();

    await forgetQuarters();
    const begins: (string | undefined)[] = [];
    for (let run = 0; run < 3; run += 1) {
      await rollUp(scene.database);
      begins.push((await readBuckets('quarter_hourly'))[0]?.start.toISOString());
    }
    expect(begins).toEqual(['2026-03-03T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-01T10:30:00.000Z']);
    expect(await filledFrom()).toBeNull();
    expect(await readRollups(scene.database)).toEqual(before);
  });

  it('leave hours and days as an earlier version of the rollup has published them, but for reasons of gaps', async () => {
    await scene.pollFrom(0, 400);
    await scene.pollFrom(2 * DAY, 2 * DAY + 400);
    await rollUp(scene.database);
    await forgetQuarters();
    const { sql } = scene.database;
    for (const table of ['reserve_hours', 'reserve_days']) {
      await sql`UPDATE lend.${sql(table)} SET rollup_version = 1, supply_apy_twavg_f = 0.125 WHERE final AND quality <> 'missing'`;
    }
    const published = await readRollups(scene.database);
    expect(published.hourly.filter((row) => row.includes('0.125')).length).toBeGreaterThan(0);
    const lacking = published.hourly.filter((row) => row.includes('"missing"') && row.includes('"not_polled"'));
    expect(lacking.length).toBeGreaterThan(24);
    await sql`UPDATE lend.ingest_gaps SET reason_code = 'quarantined'`;
    await sql`UPDATE lend.reserve_hours SET rollup_version = 1, gap_reason = 'quarantined' WHERE quality = 'missing'`;
    for (let run = 0; run < 3; run += 1) await rollUp(scene.database);
    const { quarterHourly, gaps, hourly, daily } = await readRollups(scene.database);
    expect(quarterHourly.length).toBeGreaterThan(0);
    expect({ gaps, hourly, daily }).toEqual({ gaps: published.gaps, hourly: published.hourly, daily: published.daily });
  });

  it('are made again where an earlier version, beside this one, went on alone', async () => {
    await scene.pollFrom(0, 400);
    await rollUp(scene.database);
    await scene.pollFrom(4_000, 5_000);
    await scene.pollFrom(9_000, 9_400);
    await rollUp(scene.database);
    const before = await readRollups(scene.database);
    await scene.database.sql`DELETE FROM lend.reserve_quarters WHERE bucket_start >= ${timeAt(1_800)}`;
    await scene.database.sql`UPDATE lend.rollup_state SET quarter_hours_seq = quarter_hours_seq - 1`;
    await rollUp(scene.database);
    expect(await readRollups(scene.database)).toEqual(before);
  });

  it('go on being made where a run was stopped', async () => {
    await scene.pollFrom(0, 400);
    await scene.pollFrom(DAY, DAY + 400);
    await rollUp(scene.database);
    const before = await readRollups(scene.database);
    await forgetQuarters();
    const stopped = await rollUp(scene.database, { signal: AbortSignal.abort() });
    expect(stopped?.isComplete).toBe(false);
    expect(await readBuckets('quarter_hourly')).toEqual([]);
    await rollUp(scene.database);
    await rollUp(scene.database);
    expect(await readRollups(scene.database)).toEqual(before);
  });
});
