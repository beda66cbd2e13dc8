import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Look, storeLooks } from '../../test/support/build-history.ts';
import { addressOf, bankAt, buildBatch, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { getCommitRange } from './list-commits-after.ts';
import { purgePollBatches } from './purge-poll-batches.ts';
import { refreshObservationSpans } from './refresh-observation-spans.ts';
import { getRollupState, setRollupState } from './rollup-state.ts';

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
    expect(await purge(24 * HOUR)).toEqual({ pollBatches: 0, batchCommits: 0 });
    expect(await oldestBatch()).toEqual(at(0));
  });

  it('takes whole hours before the moment, keeps what they vouch for, and says the rest as before', async () => {
    await writeBatches(5);
    await setRollupState(database.sql, { protocol, commitSeq: await lastCommit() });
    await refreshAll();
    const before = [...(await listSpans())];
    expect(before.map((span) => span.observations)).toEqual([3, 3, 3, 3, 3]);
    expect(await purge(2 * HOUR + 1_800)).toEqual({ pollBatches: 6, batchCommits: 6 });
    expect(await oldestBatch()).toEqual(at(2 * HOUR));
    expect(await getRollupState(database.sql, { protocol })).toMatchObject({ purgedBefore: at(2 * HOUR) });
    expect(await refreshAll()).toEqual({ written: 0, deleted: 0 });
    expect([...(await listSpans())]).toEqual(before);
    expect(await purge(2 * HOUR + 1_800)).toEqual({ pollBatches: 0, batchCommits: 0 });
  });

  it('makes the spans that nobody had made yet before their batches go, of days at a time', async () => {
    const looks: Look[] = Array.from({ length: 60 }, (_, hour) => ({ seconds: hour * HOUR, labels: ['x'] }));
    await storeLooks(database.sql, looks);
    await setRollupState(database.sql, { protocol, commitSeq: 0n });
    expect(await purge(100 * HOUR)).toEqual({ pollBatches: 60, batchCommits: 0 });
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
    expect(await purge(24 * HOUR)).toEqual({ pollBatches: 3, batchCommits: 3 });
    expect(await oldestBatch()).toEqual(at(HOUR));
    await setRollupState(database.sql, { protocol, commitSeq: await lastCommit() });
    expect(await purge(24 * HOUR)).toEqual({ pollBatches: 5, batchCommits: 5 });
  });

  it('takes failures with the rest, by the time of their start', async () => {
    await storeLooks(database.sql, [
      { seconds: 10, labels: ['x'], failed: true },
      { seconds: HOUR + 10, labels: ['x'], failed: true },
    ]);
    await setRollupState(database.sql, { protocol, commitSeq: 0n });
    expect(await purge(HOUR + 1)).toEqual({ pollBatches: 1, batchCommits: 0 });
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
    expect(await purge(2 * HOUR)).toEqual({ pollBatches: 4, batchCommits: 6 });
    expect([...(await listSpans())]).toEqual(before);
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
