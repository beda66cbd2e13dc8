import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Observation, storeObservations } from '../../test/support/build-history.ts';
import { addressOf, bankAt, buildBatch, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { listObservationSpans } from './observation-spans.ts';
import { refreshObservationSpans } from './refresh-observation-spans.ts';

const HOUR = 3_600;
const at = (seconds: number) => bankAt(seconds).observedAt;

let database: OpenTestDatabase;
let world = 0;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['x', 'y'] });
});
afterAll(() => database.drop());

/** A protocol of its own, so that tests do not see each other. */
const newWorld = () => {
  world += 1;
  return `world ${world}`;
};
const refresh = (protocol: string, from: number, to: number) =>
  refreshObservationSpans(database.sql, { protocol, from: at(from), to: at(to) });

/** `from-to×observations` in seconds of the spans of a reserve. */
async function spansOf(protocol: string, label: string, from = 0, to = 24 * HOUR): Promise<string[]> {
  const { spansOf: list } = await listObservationSpans(database.sql, { protocol, from: at(from), to: at(to) });
  const seconds = (time: Date) => (time.getTime() - at(0).getTime()) / 1000;
  return list(addressOf(label)).map((span) => `${seconds(span.from)}-${seconds(span.to)}×${span.observations}`);
}

const every = (
  step: number,
  from: number,
  to: number,
  labels: readonly string[],
  more: Partial<Observation> = {},
): Observation[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => ({
    seconds: from + index * step,
    labels,
    ...more,
  }));

describe('observation spans', () => {
  it('run from observation to observation while none is more than the gap after the one before', async () => {
    const protocol = newWorld();
    await storeObservations(database.sql, [...every(30, 0, 300, ['x']), ...every(5, 331, 400, ['x'])], protocol);
    expect(await refresh(protocol, 0, 400)).toEqual({ written: 2, deleted: 0 });
    expect(await spansOf(protocol, 'x')).toEqual(['0-300×11', '331-396×14']);
    const { spans } = await listObservationSpans(database.sql, { protocol, from: at(0), to: at(1) });
    expect(spans[0]).toMatchObject({ fromSlot: bankAt(0).slot, toSlot: bankAt(300).slot, gapAfterMs: 30_000 });
  });

  it('are cut at full hours, each observation in the hour that it is of', async () => {
    const protocol = newWorld();
    await storeObservations(database.sql, every(10, HOUR - 20, HOUR + 20, ['x']), protocol);
    await refresh(protocol, HOUR - 20, HOUR + 20);
    expect(await spansOf(protocol, 'x')).toEqual([`${HOUR - 20}-${HOUR - 10}×2`, `${HOUR}-${HOUR + 20}×3`]);
  });

  it('take the set of a batch at its word, and the range of one that has none', async () => {
    const protocol = newWorld();
    const [first, middle, last] = ['p', 'q', 'r'].toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
    if (first === undefined || middle === undefined || last === undefined) throw new Error('three labels');
    await storeObservations(
      database.sql,
      [
        { seconds: 0, labels: [first, last] },
        { seconds: 100, labels: [first, last], withoutSet: true },
      ],
      protocol,
    );
    await refresh(protocol, 0, 101);
    expect(await spansOf(protocol, first)).toEqual(['0-0×1', '100-100×1']);
    expect(await spansOf(protocol, middle)).toEqual(['100-100×1']);
  });

  it('leave out who was asked for and gave no row, and only them', async () => {
    const protocol = newWorld();
    const labels = ['x', 'y'];
    await storeObservations(
      database.sql,
      [
        ...every(10, 0, 20, labels),
        ...every(10, 30, 90, labels, { notObserved: ['y'] }),
        ...every(10, 100, 120, labels),
      ],
      protocol,
    );
    await refresh(protocol, 0, 1);
    expect(await spansOf(protocol, 'y')).toEqual(['0-20×3', '100-120×3']);
    expect(await spansOf(protocol, 'x')).toEqual(['0-20×3', '30-90×7', '100-120×3']);
  });

  it('are not made of what was followed, of failures, of batches that asked for nothing, of other protocols', async () => {
    const protocol = newWorld();
    await storeObservations(
      database.sql,
      [
        { seconds: 0, labels: ['x'], kind: 'follow' },
        { seconds: 1, labels: ['x'], failed: true },
        { seconds: 2, labels: [] },
      ],
      protocol,
    );
    await storeObservations(database.sql, [{ seconds: 3, labels: ['x'] }], newWorld());
    expect(await refresh(protocol, 0, 10)).toEqual({ written: 0, deleted: 0 });
  });

  it('take up a batch that comes late, in the middle of a gap', async () => {
    const protocol = newWorld();
    const observations = every(10, 0, 200, ['x']);
    const late = observations.splice(8, 6);
    await storeObservations(database.sql, observations, protocol);
    await refresh(protocol, 0, 200);
    expect(await spansOf(protocol, 'x')).toEqual(['0-70×8', '140-200×7']);
    await storeObservations(database.sql, late, protocol);
    expect(await refresh(protocol, 80, 81)).toEqual({ written: 1, deleted: 1 });
    expect(await spansOf(protocol, 'x')).toEqual(['0-200×21']);
    expect(await refresh(protocol, 0, 200)).toEqual({ written: 0, deleted: 0 });
  });

  it('are those of the batches that were written, with their set', async () => {
    const states = ['x', 'y'].map((label) => buildState(label, 10, 'a'));
    await writePollBatch(database.sql, buildBatch(10, states, { gapAfterMs: 12_000 }));
    await writePollBatch(
      database.sql,
      buildBatch(20, [buildState('x', 20, 'a')], { missing: [addressOf('y')], gapAfterMs: 12_000, kind: 'discover' }),
    );
    const followed = buildBatch(25, [buildState('y', 25, 'b')], { id: 'followed', kind: 'follow' });
    await writePollBatch(database.sql, followed);
    await refresh('kamino', 0, HOUR);
    expect(await spansOf('kamino', 'x')).toEqual(['10-10×1', '20-20×1']);
    expect(await spansOf('kamino', 'y')).toEqual(['10-10×1']);
    const { spans } = await listObservationSpans(database.sql, { protocol: 'kamino', from: at(0), to: at(HOUR) });
    const asked = new Set(['x', 'y'].map(addressOf));
    expect(spans.map((span) => [span.reserves, span.gapAfterMs])).toEqual([
      [asked, 12_000],
      [asked, 12_000],
    ]);
    expect(await database.sql`SELECT kind, reserve_set FROM lend.poll_batches WHERE id = 'followed'`).toEqual([
      { kind: 'follow', reserve_set: null },
    ]);
  });
});

const asked = fc.constantFrom<Pick<Observation, 'labels' | 'notObserved'>>(
  { labels: ['x'] },
  { labels: ['y'] },
  { labels: ['x', 'y'] },
  { labels: ['x', 'y'], notObserved: ['x'] },
  { labels: ['x', 'y', 'z'], notObserved: ['z'] },
);
const observation = fc.tuple(asked, fc.nat(540), fc.constantFrom(20_000, 60_000, 600_000), fc.boolean()).map(
  ([labels, place, gapAfterMs, withoutSet]): Observation => ({
    ...labels,
    seconds: place * 20,
    gapAfterMs,
    withoutSet,
  }),
);

const allSpans = (protocol: string) => database.sql`
  SELECT hour_start, span_index, from_at, to_at, from_slot, to_slot, observations, gap_after_ms, reserve_set,
    first_reserve, last_reserve, not_observed
  FROM lend.observation_spans WHERE protocol = ${protocol} ORDER BY hour_start, span_index`;

describe('observation spans, however they came about', () => {
  it('depend on the batches alone: not on their order, nor on when and for which range they were made', async () => {
    const plan = fc.record({
      observations: fc.uniqueArray(observation, {
        minLength: 1,
        maxLength: 25,
        selector: (entry) => JSON.stringify(entry),
      }),
      refreshes: fc.array(fc.tuple(fc.nat(24), fc.nat(3 * HOUR), fc.nat(3 * HOUR)), { maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ observations, refreshes }) => {
        const [atOnce, bitByBit] = [newWorld(), newWorld()];
        await storeObservations(database.sql, observations, atOnce);
        await refresh(atOnce, 0, 3 * HOUR + 1);
        const reversed = observations.toReversed();
        for (const [index, entry] of reversed.entries()) {
          await storeObservations(database.sql, [entry], bitByBit);
          for (const [when, from, length] of refreshes) {
            if (when === index) await refresh(bitByBit, from, from + length + 1);
          }
        }
        await refresh(bitByBit, 0, 3 * HOUR + 1);
        expect([...(await allSpans(bitByBit))]).toEqual([...(await allSpans(atOnce))]);
        const total = (await allSpans(atOnce)).reduce((sum, row) => sum + Number(row['observations']), 0);
        expect(total).toBe(observations.length);
      }),
      { numRuns: 25 },
    );
  });
});
