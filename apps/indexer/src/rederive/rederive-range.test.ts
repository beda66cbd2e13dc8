import { moveHistory, sealHistory } from '@tidemark/schema';
import { addressFromLabel, startProcess, stopAllProcesses } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScene, type RollupScene, timeAt } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, readRollups, rebuildAll, rollUp } from '../../test/test-rollup.ts';
import { rederiveRange, type RederiveOptions } from './rederive-range.ts';

// Two days of polls, the first in narrow rows, and values as an older derivation might have stored them.
const DAY = 86_400;
const RANGE = { from: new Date('2026-03-01'), to: new Date('2026-03-03') };
const SOL = addressFromLabel('sol');

let chain: TestChain;
let scene: RollupScene;
/** What is right: before anything was falsified. */
let truth: Awaited<ReturnType<typeof readAll>>;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});
beforeEach(prepare);
afterEach(() => scene.close());

async function prepare(): Promise<void> {
  scene = await openScene(chain);
  await scene.pollFrom(0, 100);
  await scene.pollFrom(DAY, DAY + 100);
  // Buckets before are final.
  await scene.pollAt(2 * DAY);
  await rollUp(scene.database);
  truth = await readAll();
}

/** Everything that is published of observations and buckets, as Postgres writes it. */
async function readAll() {
  const observations = await scene.database.sql<{ row: string }[]>`
    SELECT row_to_json(s)::text AS row FROM lend_v1.reserve_snapshots AS s ORDER BY reserve, observed_at, slot`;
  return { ...(await readRollups(scene.database)), observations: observations.map(({ row }) => row) };
}

/** As an older version might have stored it: two columns wrong, its own version beside them, and buckets made of that. */
async function falsify({ isNarrow = true } = {}): Promise<void> {
  const { sql } = scene.database;
  await sql`
    UPDATE lend.reserve_snapshots SET supply_apy_f = supply_apy_f * 1.25, accrued_borrowed_amount_sf = accrued_borrowed_amount_sf + 7,
      price_usable = NOT price_usable, decoder_version = decoder_version - 1
    WHERE reserve = ${SOL} AND observed_at < ${timeAt(2 * DAY)}::timestamptz`;
  if (isNarrow) await moveHistory(sql, { before: timeAt(DAY), maxRows: 1_000_000 });
  await rebuildAll(scene.database);
}

const rederive = (options: Partial<RederiveOptions> = {}) =>
  rederiveRange({
    sql: scene.database.sql,
    protocol: PROTOCOL,
    range: RANGE,
    reserves: null,
    reason: 'supply rates were 1.25 times what they are',
    signal: new AbortController().signal,
    lockTimeoutMs: 0,
    ...options,
  });

/** What is written down, without what says when. */
const corrections = () => scene.database.sql<{ row: string }[]>`
  SELECT (to_jsonb(c) - '{id,change_id,corrected_at}'::text[])::text AS row FROM lend_v1.corrections AS c
  ORDER BY reserve, view_str, row_at, field`;
const open = () => scene.database.sql`SELECT FROM lend.open_corrections`;

describe('rederive', () => {
  it('finds nothing in what this version has derived, and writes nothing', async () => {
    await moveHistory(scene.database.sql, { before: timeAt(DAY), maxRows: 1_000_000 });
    expect(await rederive()).toMatchObject({ observations: 36, differing: 0, bucketValues: 0, isComplete: true });
    expect(await corrections()).toEqual([]);
    expect(await open()).toEqual([]);
    expect(await readAll()).toEqual(truth);
  });

  it('makes wide and narrow rows and their buckets what a fresh derivation gives, bit for bit, and keeps what they were', async () => {
    await falsify();
    const wrong = await readAll();
    expect(wrong.observations).not.toEqual(truth.observations);
    expect(wrong.hourly).not.toEqual(truth.hourly);
    const { sql } = scene.database;
    const revisions = () =>
      sql`SELECT reserve, day, revision FROM lend.bucket_revisions WHERE reserve = ${SOL} ORDER BY day`;
    const before = await revisions();
    const [old] = await sql<{ values: string[] }[]>`
      SELECT array_agg(supply_apy_f::text ORDER BY observed_at) AS values FROM lend_v1.reserve_snapshots
      WHERE reserve = ${SOL} AND observed_at < ${timeAt(2 * DAY)}::timestamptz`;
    // Not the horizon, which transactions of other databases hold: the number that the next transaction has.
    const [next] = await sql<{ id: bigint }[]>`SELECT lend.change_id_of(pg_snapshot_xmax(pg_current_snapshot())) AS id`;

    const report = await rederive();
    expect(report).toMatchObject({ observations: 36, differing: 12, isComplete: true });
    expect(Object.fromEntries(report.values)).toEqual({
      accrued_borrowed_amount_sf: 12,
      price_usable: 12,
      supply_apy_f: 12,
    });
    expect(report.bucketValues).toBeGreaterThan(0);
    expect(await readAll()).toEqual(truth);
    expect(await open()).toEqual([]);

    const [kept] = await sql<{ values: string[]; versions: string }[]>`
      SELECT array_agg(old_value ORDER BY row_at) AS values, max(old_version || ' ' || new_version) AS versions
      FROM lend_v1.corrections WHERE view_str = 'reserve_snapshots' AND field = 'supply_apy_f'`;
    expect(kept?.values).toEqual(old?.values);
    expect(kept?.versions).toMatch(/^(\d+) \d+$/);
    const after = await revisions();
    expect(after.map(({ revision }) => revision)).not.toEqual(before.map(({ revision }) => revision));
    const changed = await sql`
      SELECT DISTINCT reserve FROM lend_v1.reserve_hourly WHERE change_id >= ${next?.id ?? 0n}`;
    expect(changed.map((row) => ({ ...row }))).toEqual([{ reserve: SOL }]);
    const told = await sql`SELECT count(*)::int AS count FROM lend_v1.corrections WHERE change_id >= ${next?.id ?? 0n}`;
    expect(told[0]?.['count']).toBe((await corrections()).length);
  });

  it('keeps of each bucket what it was, in the form of its view', async () => {
    await falsify();
    const { sql } = scene.database;
    const read = async () => {
      const rows = await sql<{ at: Date; row: Record<string, string | null> }[]>`
        SELECT h.bucket_start AS at, (SELECT json_object_agg(key, value) FROM json_each_text(row_to_json(h))) AS row
        FROM lend_v1.reserve_hourly AS h WHERE reserve = ${SOL}`;
      return new Map(rows.map(({ at, row }) => [at.getTime(), row]));
    };
    const wrong = await read();
    await rederive();
    const right = await read();
    const rows = await sql<{ at: Date; field: string; old: string | null; now: string | null }[]>`
      SELECT row_at AS at, field, old_value AS old, new_value AS now FROM lend_v1.corrections WHERE view_str = 'reserve_hourly'`;
    expect(rows.length).toBeGreaterThan(2);
    for (const { at, field, old, now } of rows) {
      expect(wrong.get(at.getTime())?.[field]).toBe(old);
      expect(right.get(at.getTime())?.[field]).toBe(now);
    }
  });

  it('with nothing but a look writes nothing, and says what differs', async () => {
    await falsify();
    const wrong = await readAll();
    expect(await rederive({ reason: null })).toMatchObject({ differing: 12, bucketValues: null, isComplete: true });
    expect(await readAll()).toEqual(wrong);
    expect(await corrections()).toEqual([]);
    expect(await open()).toEqual([]);
  });

  it.each(['after the first day', 'before the buckets'])('ended %s and begun again comes to the same', async (when) => {
    await falsify();
    await rederive();
    const wanted = await corrections();
    await scene.close();
    await prepare();
    await falsify();

    const stop = new AbortController();
    const stopped = await rederive({
      signal: stop.signal,
      ...(when === 'after the first day' ? { onDay: () => stop.abort() } : { onRebuild: () => stop.abort() }),
    });
    expect(stopped).toMatchObject({ isComplete: false });
    expect(await open()).not.toEqual([]);
    // Meanwhile the rollup comes by: what it replaces is kept, too.
    await rollUp(scene.database);
    expect(await rederive()).toMatchObject({ isComplete: true });
    expect(await readAll()).toEqual(truth);
    expect((await corrections()).map(({ row }) => row)).toEqual(wanted.map(({ row }) => row));
    const again = await rederive();
    expect(again).toMatchObject({ differing: 0, bucketValues: 0 });
    expect(await corrections()).toHaveLength(wanted.length);
  });

  it('leaves other reserves and other days alone', async () => {
    await falsify();
    const only = { from: new Date('2026-03-02'), to: new Date('2026-03-03') };
    expect(await rederive({ reserves: [addressFromLabel('usdc')] })).toMatchObject({ observations: 12, differing: 0 });
    expect(await rederive({ range: only })).toMatchObject({ observations: 18, differing: 6 });
    expect(await rederive()).toMatchObject({ differing: 6 });
  });

  it('corrects a row in both places, and each once, where it came again at the moment of a move', async () => {
    const { sql } = scene.database;
    await sql`UPDATE lend.reserve_snapshots SET supply_apy_f = supply_apy_f + 1 WHERE observed_at < ${RANGE.to}::timestamptz`;
    // As the poll that came again saw it: not there yet.
    await sql`CREATE TABLE public.again AS SELECT * FROM lend.reserve_snapshots WHERE observed_at = ${timeAt(40)}::timestamptz`;
    await moveHistory(sql, { before: timeAt(DAY), maxRows: 1_000_000 });
    await sql`INSERT INTO lend.reserve_snapshots SELECT * FROM public.again`;
    const [both] = await sql<{ rows: number }[]>`
      SELECT count(*)::int AS rows FROM lend.all_snapshots WHERE reserve = ${SOL} AND observed_at = ${timeAt(40)}::timestamptz`;
    expect(both).toEqual({ rows: 2 });
    await rederive();
    const rows = await sql<{ old: number; now: number }[]>`
      SELECT old_value::float8 AS old, new_value::float8 AS now FROM lend_v1.corrections
      WHERE reserve = ${SOL} AND row_at = ${timeAt(40)}::timestamptz AND field = 'supply_apy_f'`;
    expect(rows).toHaveLength(2);
    for (const { old, now } of rows) expect(old).toBeCloseTo(now + 1, 12);
    await moveHistory(sql, { before: timeAt(DAY), maxRows: 1_000_000 });
    expect((await readAll()).observations).toEqual(truth.observations);
  });

  it('has a sealed month sealed again', async () => {
    await falsify();
    const { sql } = scene.database;
    const later = new Date('2026-05-01');
    await moveHistory(sql, { before: later, maxRows: 1_000_000 });
    await sealHistory(sql, { before: later, maxRows: 1_000_000 });
    await rederive();
    const months = () => sql`SELECT sealed_at IS NOT NULL AS sealed, observations::int FROM lend.history_months`;
    expect(await months()).toMatchObject([{ sealed: false, observations: 39 }]);
    expect(await sealHistory(sql, { before: later, maxRows: 1_000_000 })).toMatchObject({ copied: 39 });
    expect((await readAll()).observations).toEqual(truth.observations);
  });
});

describe('the rederive command', () => {
  const start = (args: readonly string[], ready?: string) =>
    startProcess({
      entry: 'apps/indexer/src/rederive.ts',
      args: ['--from', '2026-03-01', '--to', '2026-03-03', ...args],
      env: { DATABASE_URL: scene.database.url },
      ...(ready === undefined ? {} : { ready: { line: (line: string) => line.includes(ready) } }),
    });

  it('killed in its middle and begun again does the rest; without a reason it does nothing', async () => {
    await falsify();
    const refused = await start([]);
    expect(await refused.exited).toMatchObject({ code: 64 });
    expect(refused.lines().join('\n')).toContain('--reason is missing');
    const killed = await start(['--reason', 'rates', '--protocol', PROTOCOL], 'makes the buckets again');
    killed.signal('SIGKILL');
    await killed.exited;
    const again = await start(['--reason', 'rates']);
    expect(await again.exited).toMatchObject({ code: 0 });
    // The scene has no reserve of the other protocol.
    expect(again.lines()).toContain('save: no observations of these reserves in the range');
    expect(await readAll()).toEqual(truth);
    expect(await open()).toEqual([]);
  });
});
