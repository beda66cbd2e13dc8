import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Observation, storeObservations } from '../../test/support/build-history.ts';
import { addressOf, bankAt } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Queryable } from '../create-database.ts';
import { explainGaps, listFirstFailures } from './gap-evidence.ts';
import { listNeighbourObservations } from './neighbour-observations.ts';
import { listObservationSpans } from './observation-spans.ts';
import { refreshObservationSpans } from './refresh-observation-spans.ts';

const HOUR = 3_600;
const LABELS = ['x', 'y', 'z'];
const at = (seconds: number) => bankAt(seconds).observedAt;
const secondsOf = (time: Date) => (time.getTime() - at(0).getTime()) / 1000;

let database: OpenTestDatabase;
let world = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** A protocol of its own with the spans of some observations. */
async function newWorld(observations: readonly Observation[]): Promise<string> {
  world += 1;
  const protocol = `world ${world}`;
  await storeObservations(database.sql, observations, protocol);
  const last = Math.max(0, ...observations.map(({ seconds }) => seconds));
  await refreshObservationSpans(database.sql, { protocol, from: at(0), to: at(last + 1) });
  return protocol;
}

/** Rows of a table that the work reads. The counter holds those of what its session did just before, too. */
async function countReads(table: string, work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  return database.sql.begin(async (tx) => {
    const count = async (): Promise<number> => {
      const [row] = await tx<{ rows: number }[]>`
        SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables
        WHERE schemaname = 'lend' AND relname = ${table}`;
      return row?.rows ?? 0;
    };
    const before = await count();
    await work(tx);
    return (await count()) - before;
  });
}

describe('the looks next to a moment', () => {
  const observation = fc.record({
    seconds: fc.integer({ min: 0, max: 40 }).map((place) => place * 900),
    labels: fc.subarray(LABELS, { minLength: 1 }),
    withoutSet: fc.boolean(),
    notObserved: fc.subarray(LABELS),
  });

  it('are those of the spans, however far away and in whatever set', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(observation, { maxLength: 25 }),
        fc.integer({ min: 0, max: 40 }),
        async (observations, place) => {
          const protocol = await newWorld(observations.map((entry) => ({ ...entry, gapAfterMs: 1_000_000 })));
          const moment = at(place * 900);
          const { spansOf } = await listObservationSpans(database.sql, { protocol, from: at(0), to: at(50 * HOUR) });
          const reserves = LABELS.map(addressOf);
          const before = await listNeighbourObservations(database.sql, { protocol, reserves, before: moment });
          const after = await listNeighbourObservations(database.sql, { protocol, reserves, after: moment });
          const hourOf = (time: Date) => Math.floor(time.getTime() / (HOUR * 1000));
          for (const reserve of reserves) {
            const spans = spansOf(reserve);
            const earlier = spans.filter(({ from }) => from < moment);
            const newest = Math.max(...earlier.map(({ from }) => hourOf(from)));
            const ends = earlier.filter(({ from }) => hourOf(from) === newest).map(({ to }) => to.getTime());
            expect(before.get(reserve)?.at.getTime()).toEqual(ends.length === 0 ? undefined : Math.max(...ends));
            const later = spans.filter(({ from, to }) => to >= moment && hourOf(from) >= hourOf(moment));
            const begins = later.map(({ from }) => from.getTime());
            expect(after.get(reserve)?.at.getTime()).toEqual(begins.length === 0 ? undefined : Math.min(...begins));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are found without reading the time in which others were looked at', async () => {
    const protocol = await newWorld([
      { seconds: 0, labels: ['x', 'y'] },
      { seconds: 30, labels: ['x'] },
    ]);
    await database.sql`
      INSERT INTO lend.observation_spans
      SELECT protocol, hour_start + hours * interval '1 hour', span_index, from_at + hours * interval '1 hour',
        to_at + hours * interval '1 hour', from_slot, to_slot, observations, gap_after_ms, reserve_set, first_reserve,
        last_reserve, not_observed
      FROM lend.observation_spans, generate_series(1, 3000) AS hours
      WHERE protocol = ${protocol} AND from_at = ${at(30)}`;
    await database.sql`ANALYZE lend.observation_spans`;
    const reserves = [addressOf('y')];
    const now = at(3_000 * HOUR);
    const reads = await countReads('observation_spans', async (tx) => {
      const observations = await listNeighbourObservations(tx, { protocol, reserves, before: now });
      expect([...observations.values()].map((found) => secondsOf(found.at))).toEqual([0]);
      expect(await listNeighbourObservations(tx, { protocol, reserves, after: at(HOUR) })).toEqual(new Map());
    });
    expect(reads).toBeLessThan(1_000);
  });
});

describe('the first failure of a gap', () => {
  const gapOf = (label: string, from: number, to: number | null) => ({
    reserve: addressOf(label),
    fromStartedAt: at(from),
    toStartedAt: to === null ? null : at(to),
  });
  const failed = { labels: ['x', 'y'], failed: true };

  it('is the first attempt after the observation before it and before the observation after it that asked for the reserve', async () => {
    const protocol = await newWorld([
      { ...failed, seconds: 100 },
      { ...failed, seconds: 150, labels: ['z'] },
      { ...failed, seconds: 200, kind: 'follow' },
      { ...failed, seconds: 250, labels: ['y', 'z'] },
      { ...failed, seconds: 300 },
    ]);
    const gaps = [
      gapOf('x', 100, 300),
      gapOf('x', 99, 300),
      gapOf('x', 100, 301),
      gapOf('x', 100, null),
      gapOf('y', 100, null),
      gapOf('z', 0, 150),
    ];
    const found = await listFirstFailures(database.sql, { protocol, gaps });
    const rows = await database.sql`
      SELECT attempt_id, started_at FROM lend.failed_attempts
      WHERE attempt_id = ANY(${found.flatMap((failure) => (failure === null ? [] : [String(failure.attemptId)]))}::bigint[])`;
    const startOf = new Map(rows.map((row) => [row['attempt_id'], secondsOf(row['started_at'])]));
    expect(found.map((failure) => (failure === null ? null : startOf.get(failure.attemptId)))).toEqual([
      null,
      100,
      300,
      300,
      250,
      null,
    ]);
    expect(found[1]).toMatchObject({ errorCode: 'RPC_TIMEOUT' });
  });

  it('is found without reading all that failed, or the batches that were committed', async () => {
    const protocol = await newWorld([
      { seconds: 0, labels: ['x'] },
      { ...failed, seconds: 500 },
    ]);
    await database.sql`
      INSERT INTO lend.failed_attempts (batch_id, protocol, kind, batch_index, commitment, requested, reserve_set, started_at,
        duration_ms, error_code, gap_after_ms)
      SELECT batch_id, protocol, kind, batch_index, commitment, requested, reserve_set,
        started_at + n * interval '5 seconds', duration_ms, error_code, gap_after_ms
      FROM lend.failed_attempts, generate_series(1, 5000) AS n WHERE protocol = ${protocol}`;
    await database.sql`ANALYZE lend.failed_attempts`;
    for (const table of ['failed_attempts', 'poll_batches']) {
      const reads = await countReads(table, async (tx) => {
        const gaps = [gapOf('x', 0, null), gapOf('x', 20_000, 25_000), gapOf('z', 0, null)];
        const found = await listFirstFailures(tx, { protocol, gaps });
        expect(found.map((failure) => failure?.errorCode ?? null)).toEqual(['RPC_TIMEOUT', 'RPC_TIMEOUT', null]);
      });
      expect(reads).toBeLessThan(100);
    }
  });
});

describe('the reason of a gap', () => {
  it('is that of the first observation in vain, whatever failed before it', async () => {
    const asked = ['x', 'y'];
    const protocol = await newWorld([
      { seconds: 0, labels: asked },
      { seconds: 100, labels: asked, failed: true },
      { seconds: 200, labels: asked, notObserved: ['x'] },
      { seconds: 4_000, labels: asked, notObserved: ['x', 'y'], refused: ['x', 'y'] },
      { seconds: 8_000, labels: asked },
    ]);
    const gap = (label: string, from: number, to: number) => ({
      ...{ reserve: addressOf(label), from: at(from), to: at(to) },
      ...{ fromStartedAt: at(from), toStartedAt: at(to) },
    });
    const gaps = [gap('x', 0, 8_000), gap('y', 200, 8_000), gap('y', 0, 200), gap('z', 0, 8_000)];
    const explained = await explainGaps(database.sql, { protocol, gaps });
    expect(explained.map(({ reason, attemptId }) => [reason, attemptId !== null])).toEqual([
      ['account_missing', true],
      ['quarantined', false],
      ['poll_failed:RPC_TIMEOUT', true],
      ['not_polled', false],
    ]);
  });
});
