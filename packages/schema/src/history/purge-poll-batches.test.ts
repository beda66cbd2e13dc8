import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Observation, storeObservations } from '../../test/support/build-history.ts';
import { addressOf, bankAt, buildBatch, buildState } from '../../test/support/build-rows.ts';
import { fillBatches } from '../../test/support/fill-batches.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Sql } from '../create-database.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { getCommitRange, getRollupState, setRollupState } from './commits.ts';
import { purgePollBatches } from './purge-poll-batches.ts';
import { refreshObservationSpans, refreshSpansInTransaction } from './refresh-observation-spans.ts';

const HOUR = 3_600;
const at = (seconds: number) => bankAt(seconds).observedAt;
const protocol = 'kamino';
const opened: OpenTestDatabase[] = [];

let database: OpenTestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ reserves: ['x'] });
  opened.push(database);
});
afterAll(() => Promise.all(opened.map((each) => each.drop())));

/** Batches as the indexer writes them, every 20 minutes. */
async function writeBatches(hours: number): Promise<void> {
  for (let seconds = 0; seconds < hours * HOUR; seconds += 1_200) {
    await writePollBatch(database.sql, buildBatch(seconds, [buildState('x', seconds, 'a')], { gapAfterMs: 1_200_000 }));
  }
}
const lastCommit = async () => (await getCommitRange(database.sql, { protocol }))?.last ?? 0n;
const takeAttemptsIn = () =>
  database.sql`UPDATE lend.rollup_state SET attempts_before = pg_snapshot_xmax(pg_current_snapshot())`;
const purge = (seconds: number) => purgePollBatches(database.sql, { before: at(seconds) });
const refreshAll = () => refreshObservationSpans(database.sql, { protocol, from: at(0), to: at(24 * HOUR) });
const listSpans = () => database.sql<{ hour: Date; observations: number }[]>`
  SELECT hour_start AS hour, observations FROM lend.observation_spans ORDER BY hour_start, span_index`;
const oldestBatch = async () => {
  const [row] = await database.sql<{ oldest: Date }[]>`SELECT min(observed_at) AS oldest FROM lend.poll_batches`;
  return row?.oldest;
};

describe('purging poll batches', () => {
  it('does nothing before the rollups have taken anything in', async () => {
    await writeBatches(3);
    expect(await purge(24 * HOUR)).toEqual({ failedAttempts: 0, pollBatches: 0, batchCommits: 0 });
    expect(await oldestBatch()).toEqual(at(0));
  });

  it('takes whole hours before the moment, keeps the time that they cover, and says the rest as before', async () => {
    await writeBatches(5);
    await setRollupState(database.sql, { protocol, commitSeq: await lastCommit() });
    await refreshAll();
    const before = [...(await listSpans())];
    expect(before.map((span) => span.observations)).toEqual([3, 3, 3, 3, 3]);
    expect(await purge(2 * HOUR + 1_800)).toEqual({ failedAttempts: 0, pollBatches: 6, batchCommits: 6 });
    expect(await oldestBatch()).toEqual(at(2 * HOUR));
    expect(await getRollupState(database.sql, { protocol })).toMatchObject({ purgedBefore: at(2 * HOUR) });
    expect(await refreshAll()).toEqual({ written: 0, deleted: 0 });
    expect([...(await listSpans())]).toEqual(before);
    expect(await purge(2 * HOUR + 1_800)).toEqual({ failedAttempts: 0, pollBatches: 0, batchCommits: 0 });
  });

  it('makes the spans that nobody had made yet before their batches go, however many hours', async () => {
    const observations: Observation[] = Array.from({ length: 60 }, (_, hour) => ({
      seconds: hour * HOUR,
      labels: ['x'],
    }));
    await storeObservations(database.sql, observations);
    await setRollupState(database.sql, { protocol, commitSeq: 0n });
    expect(await purge(100 * HOUR)).toEqual({ failedAttempts: 0, pollBatches: 60, batchCommits: 0 });
    expect(await listSpans()).toHaveLength(60);
    expect(await refreshAll()).toEqual({ written: 0, deleted: 0 });
    expect(await listSpans()).toHaveLength(60);
  });

  it('keeps the hour of the oldest batch that the rollups have not taken in, and all after it', async () => {
    await writeBatches(2);
    const seen = await lastCommit();
    await writePollBatch(database.sql, buildBatch(5 * HOUR, [], { id: 'new' }));
    await writePollBatch(database.sql, buildBatch(HOUR + 30, [], { id: 'late', requested: [addressOf('x')] }));
    await setRollupState(database.sql, { protocol, commitSeq: seen });
    expect(await purge(24 * HOUR)).toEqual({ failedAttempts: 0, pollBatches: 3, batchCommits: 3 });
    expect(await oldestBatch()).toEqual(at(HOUR));
    await setRollupState(database.sql, { protocol, commitSeq: await lastCommit() });
    expect(await purge(24 * HOUR)).toEqual({ failedAttempts: 0, pollBatches: 5, batchCommits: 5 });
  });

  it('takes attempts that failed with the rest, by the time of their start, once the rollups have taken them in', async () => {
    await storeObservations(database.sql, [
      { seconds: 10, labels: ['x'], failed: true },
      { seconds: HOUR + 10, labels: ['x'], failed: true },
      { seconds: HOUR + 20, labels: ['x'] },
    ]);
    await setRollupState(database.sql, { protocol, commitSeq: 0n });
    expect(await purge(HOUR + 1)).toEqual({ failedAttempts: 0, pollBatches: 0, batchCommits: 0 });
    await takeAttemptsIn();
    expect(await purge(HOUR + 1)).toEqual({ failedAttempts: 1, pollBatches: 0, batchCommits: 0 });
    expect(await purge(24 * HOUR)).toEqual({ failedAttempts: 1, pollBatches: 1, batchCommits: 0 });
  });

  it('keeps attempts of after the newest observation: the gap that they are in is not on record yet', async () => {
    await storeObservations(database.sql, [
      { seconds: 10, labels: ['x'], failed: true },
      { seconds: 20, labels: ['x'] },
      { seconds: 30, labels: ['x'], failed: true },
    ]);
    await setRollupState(database.sql, { protocol, commitSeq: 0n });
    await takeAttemptsIn();
    for (const failedAttempts of [1, 0]) {
      expect(await purge(24 * HOUR)).toMatchObject({ failedAttempts });
      const rows = await database.sql`SELECT started_at FROM lend.failed_attempts`;
      expect(rows).toEqual([{ started_at: at(30) }]);
    }
  });

  it('makes the same spans as one statement would of all hours, each hour in a transaction of its own', async () => {
    const observations = Array.from(
      { length: 400 },
      (_, index): Observation => ({
        seconds: index * 97 + (index % 7 === 0 ? 60 : 0),
        labels: index % 5 === 0 ? ['x', 'y'] : ['x'],
        notObserved: index % 10 === 0 ? ['y'] : [],
        gapAfterMs: 100_000,
      }),
    );
    for (const world of ['purged', 'refreshed', 'at once']) {
      await storeObservations(database.sql, observations, world);
      await setRollupState(database.sql, { protocol: world, commitSeq: 0n });
    }
    const range = { from: at(0), to: at(12 * HOUR) };
    await database.sql.begin((tx) => refreshSpansInTransaction(tx, { protocol: 'at once', ...range }));
    await refreshObservationSpans(database.sql, { protocol: 'refreshed', ...range });
    expect(await purge(12 * HOUR)).toEqual({ failedAttempts: 0, pollBatches: 1_200, batchCommits: 0 });
    const spansIn = async (world: string) => [
      ...(await database.sql`
        SELECT to_jsonb(o) - 'protocol' AS span FROM lend.observation_spans AS o
        WHERE protocol = ${world} ORDER BY hour_start, span_index`),
    ];
    const wanted = await spansIn('at once');
    expect(wanted.length).toBeGreaterThan(50);
    expect(await spansIn('refreshed')).toEqual(wanted);
    expect(await spansIn('purged')).toEqual(wanted);
    const writers = await database.sql`
      SELECT protocol, count(DISTINCT hour_start)::int AS hours, count(DISTINCT xmin::text)::int AS transactions
      FROM lend.observation_spans GROUP BY protocol ORDER BY protocol`;
    expect([...writers]).toEqual([
      { protocol: 'at once', hours: 11, transactions: 1 },
      { protocol: 'purged', hours: 11, transactions: 11 },
      { protocol: 'refreshed', hours: 11, transactions: 11 },
    ]);
  });

  it('was broken off between the mark and the end: the spans stay, and the next call goes on', async () => {
    await writeBatches(3);
    await setRollupState(database.sql, { protocol, commitSeq: await lastCommit() });
    await refreshAll();
    const before = [...(await listSpans())];
    await database.sql`UPDATE lend.rollup_state SET purged_before = ${at(2 * HOUR)}`;
    await database.sql`DELETE FROM lend.poll_batches WHERE observed_at IN (${at(0)}, ${at(HOUR)})`;
    await refreshAll();
    expect([...(await listSpans())]).toEqual(before);
    expect(await purge(2 * HOUR)).toEqual({ failedAttempts: 0, pollBatches: 4, batchCommits: 6 });
    expect([...(await listSpans())]).toEqual(before);
  });
});

describe('purging poll batches, of a long history', () => {
  const HISTORY = 60_000;
  const OLD = 2 * HOUR;

  /** Rows of the table and of its indexes that were read since the database was made, whichever way. */
  async function countReads(sql: Sql) {
    await sql`SELECT pg_stat_force_next_flush()`;
    const rows = await sql<{ table: string; read: number }[]>`
      SELECT t.relname AS table, (t.seq_tup_read + sum(i.idx_tup_read))::int AS read
      FROM pg_stat_user_tables AS t JOIN pg_stat_user_indexes AS i USING (relid)
      WHERE t.schemaname = 'lend' AND t.relname IN ('poll_batches', 'batch_commits')
      GROUP BY t.relname, t.seq_tup_read`;
    return new Map(rows.map(({ table, read }) => [table, read]));
  }

  it('reads what goes and a piece of what stays, not all that is kept', async () => {
    const { sql } = database.connect({ maxConnections: 1 });
    await fillBatches(sql, { count: HISTORY });
    await setRollupState(sql, { protocol, commitSeq: await lastCommit() });
    const before = await countReads(sql);
    expect(await purgePollBatches(sql, { before: at(OLD) })).toEqual({
      failedAttempts: 0,
      pollBatches: OLD,
      batchCommits: OLD,
    });
    const purged = await countReads(sql);
    expect(await purgePollBatches(sql, { before: at(OLD) })).toEqual({
      failedAttempts: 0,
      pollBatches: 0,
      batchCommits: 0,
    });
    const idle = await countReads(sql);
    for (const table of ['poll_batches', 'batch_commits']) {
      const readBy = (from: Map<string, number>, to: Map<string, number>) =>
        (to.get(table) ?? 0) - (from.get(table) ?? 0);
      expect(readBy(before, purged)).toBeLessThan(HISTORY / 2);
      expect(readBy(purged, idle)).toBeLessThan(HISTORY / 2);
    }
  });

  it('finds a commit that is out of the order of time, and leaves a straggler far from the others to a later purge', async () => {
    await fillBatches(database.sql, { count: 10, fromSeconds: 5 * HOUR });
    await fillBatches(database.sql, { count: 6_000 });
    await fillBatches(database.sql, { count: 12_000, fromSeconds: 5 * HOUR + 100 });
    await fillBatches(database.sql, { count: 1, fromSeconds: 7_000 });
    await fillBatches(database.sql, { count: 7, protocol: 'another', fromSeconds: 7_000 });
    await setRollupState(database.sql, { protocol, commitSeq: await lastCommit() });
    expect(await purge(OLD)).toEqual({ failedAttempts: 0, pollBatches: 6_001, batchCommits: 6_000 });
    expect(await purge(OLD)).toEqual({ failedAttempts: 0, pollBatches: 0, batchCommits: 0 });
    expect(await purge(24 * HOUR)).toEqual({ failedAttempts: 0, pollBatches: 12_010, batchCommits: 12_011 });
    const [{ kept } = { kept: -1 }] = await database.sql<{ kept: number }[]>`
      SELECT count(*)::int AS kept FROM lend.batch_commits`;
    expect(kept).toBe(7);
  });
});

describe('the state of the rollups', () => {
  it('is null at first, and never goes back', async () => {
    expect(await getRollupState(database.sql, { protocol })).toBeNull();
    await setRollupState(database.sql, { protocol, commitSeq: 7n });
    await setRollupState(database.sql, { protocol, commitSeq: 5n });
    expect(await getRollupState(database.sql, { protocol })).toMatchObject({ commitSeq: 7n, purgedBefore: null });
  });
});
