import { moveHistory, sealHistory } from '@tidemark/schema';
import { startProcess, stopAllProcesses } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScene, type RollupScene } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, rollUp } from '../../test/test-rollup.ts';
import { rederiveRange } from '../rederive/rederive-range.ts';
import { rebuildRange } from './run-rollup.ts';

// The last day of March, which is archived, and the first three of April: the buckets of the first one rest on states of March, too.
const DAY = 86_400;
const MARCH_31 = 30 * DAY;
const APRIL = new Date('2026-04-01');
const day = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

let chain: TestChain;
let scene: RollupScene;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});
beforeEach(async () => {
  scene = await openScene(chain);
  for (const seconds of [MARCH_31, MARCH_31 + DAY, MARCH_31 + 2 * DAY]) await scene.pollFrom(seconds, seconds + 60);
  // Buckets before are final.
  await scene.pollAt(MARCH_31 + 3 * DAY);
  await rollUp(scene.database);
  await archiveMarch();
  // Whoever makes buckets of April again makes others.
  await scene.database.sql`UPDATE lend.reserve_snapshots SET supply_apy_f = supply_apy_f * 1.25`;
});
afterEach(() => scene.close());

/** As the command does, but for the file. */
async function archiveMarch(): Promise<void> {
  const { sql } = scene.database;
  await moveHistory(sql, { before: APRIL, maxRows: 1_000 });
  await sealHistory(sql, { before: APRIL, maxRows: 1_000 });
  await sql`SELECT lend.drop_archived_month(month, sealed_at, observations, 'reserve_snapshots/month=2026-03/data.parquet')
    FROM lend.history_months WHERE month = '2026-03-01'`;
  expect(await sql`SELECT FROM lend.all_snapshots WHERE observed_at < ${APRIL}::timestamptz`).toHaveLength(0);
}

/** All of the buckets and totals that begin in a range, with when they were written. */
async function readBuckets({ from, to }: { readonly from: Date; readonly to: Date }): Promise<string[]> {
  const tables = ['reserve_quarter_hourly', 'reserve_hourly', 'reserve_daily', 'bucket_totals', 'fees_hourly'];
  const rows = tables.map(
    (table) => scene.database.sql<{ row: string }[]>`
      SELECT ${table} || to_jsonb(b)::text AS row FROM ${scene.database.sql(table === 'fees_hourly' ? 'lend_v1' : 'lend')}.${scene.database.sql(table)} AS b
      WHERE bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz ORDER BY 1`,
  );
  return (await Promise.all(rows)).flat().map(({ row }) => row);
}

const FROZEN = day('2026-03-31', '2026-04-02');
const OPEN = day('2026-04-02', '2026-04-03');
const shared = () => ({
  sql: scene.database.sql,
  protocol: PROTOCOL,
  reserves: null,
  signal: new AbortController().signal,
  lockTimeoutMs: 0,
});

describe('buckets of an archived month and of the day after it', () => {
  it('stay as they were published, row by row, when everything is built again', async () => {
    const [frozen, open] = [await readBuckets(FROZEN), await readBuckets(OPEN)];
    // 3 reserves: 14 hours of the first day, 24 of the next.
    expect(frozen.filter((row) => row.startsWith('reserve_hourly'))).toHaveLength(3 * (14 + 24));
    const report = await rebuildRange({ ...shared(), range: day('2026-01-01', '2026-05-01') });
    expect(report).toMatchObject({ isComplete: true, refused: [] });
    expect(await readBuckets(FROZEN)).toEqual(frozen);
    expect(await readBuckets(OPEN)).not.toEqual(open);
  });

  it('are named by the rebuild command, which leaves them as they are', async () => {
    const rebuild = (from: string) =>
      startProcess({
        entry: 'apps/indexer/src/rebuild.ts',
        args: ['--from', from, '--to', '2026-04-04', '--protocol', PROTOCOL],
        env: { DATABASE_URL: scene.database.url },
      });
    const touching = await rebuild('2026-04-01');
    expect(await touching.exited).toMatchObject({ code: 0 });
    expect(touching.lines()).toContain(
      'rebuild: 2026-03 is archived: its buckets and those of 2026-04-01 stay as they are',
    );
    const beside = await rebuild('2026-04-02');
    expect(await beside.exited).toMatchObject({ code: 0 });
    expect(beside.lines().join('\n')).not.toContain('archived');
  });

  it('are no part of a correction: a range that holds one is refused, before anything is written', async () => {
    const before = await readBuckets(day('2026-03-31', '2026-04-04'));
    for (const range of [day('2026-03-31', '2026-04-01'), day('2026-04-01', '2026-04-03')]) {
      await expect(rederiveRange({ ...shared(), range, reason: 'rates' })).rejects.toMatchObject({
        code: 'HISTORY_ARCHIVED',
      });
    }
    expect(await scene.database.sql`SELECT FROM lend.corrections`).toHaveLength(0);
    expect(await readBuckets(day('2026-03-31', '2026-04-04'))).toEqual(before);
    const frozen = await readBuckets(FROZEN);
    expect(await rederiveRange({ ...shared(), range: OPEN, reason: 'rates' })).toMatchObject({
      differing: 12,
      isComplete: true,
    });
    expect(await readBuckets(FROZEN)).toEqual(frozen);
  });
});
