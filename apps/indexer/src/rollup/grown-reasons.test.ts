import { createHash } from 'node:crypto';
import { purgePollBatches, recordFailedAttempt, type Sql } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEGIN, openScene, type RollupScene, slotAt, timeAt } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, readRollups, rebuildAll, rollUp } from '../../test/test-rollup.ts';
import { rebuildRange } from './run-rollup.ts';

/** An observation or an attempt; its place is the time at which the work on it began, and that of its bank. */
interface Work {
  readonly place: number;
  readonly labels: readonly string[];
  readonly what: 'observation' | 'fail';
  /** Of an observation: who was not observed, and whether the account was there. */
  readonly vain: readonly string[];
  readonly isRefused: boolean;
}
type Step = Work | { readonly upkeep: 'rollUp' | 'purge'; readonly place: number };

const LABELS = ['jto', 'sol'];
const PLACES = 40;
/** Between two places: most are a gap apart, and some are in another hour. */
const SECONDS = 500;
const GAP_AFTER_MS = 30_000;
const timeOf = (place: number) => timeAt(10_000 + place * SECONDS);
/** The machine's clock is of another day, so that a comparison of the two clocks would show. */
const startOf = (place: number) => new Date((BEGIN + 86_400 * 3) * 1000 + place * 1000);

let chain: TestChain;
let scene: RollupScene;
beforeAll(async () => {
  chain = await shareTestChain();
  scene = await openScene(chain);
  await scene.pollAt(0);
});
afterAll(async () => {
  await scene.close();
  await chain.stop();
});

async function store(sql: Sql, id: string, { place, labels, what, vain, isRefused }: Work): Promise<void> {
  const requested = labels.map((label) => addressFromLabel(label)).toSorted();
  const facts = {
    id,
    protocol: PROTOCOL,
    batchIndex: 0,
    commitment: 'confirmed',
    requested,
    startedAt: startOf(place),
  };
  if (what === 'fail') {
    const failure = { slot: null, observedAt: null, errorCode: `CODE_${place}` };
    return recordFailedAttempt(sql, { ...facts, ...failure, durationMs: 1, rpcEndpoint: null });
  }
  const sha256 = createHash('sha256').update(requested.join('\n')).digest();
  const notObserved = vain
    .filter((label) => labels.includes(label))
    .map((label) => addressFromLabel(label))
    .toSorted();
  const [slot, observedAt] = [slotAt(10_000 + place * SECONDS), timeOf(place)];
  await sql`INSERT INTO lend.reserve_sets ${sql({ sha256, reserves: requested })} ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO lend.poll_batches (id, protocol, batch_index, slot, observed_at, commitment, requested, received,
      snapshots_written, latest_written, unchanged, missing, quarantined, older_than_latest, first_reserve, last_reserve,
      not_observed, refused, started_at, duration_ms, outcome, kind, gap_after_ms, reserve_set)
    VALUES (${id}, ${PROTOCOL}, 0, ${slot}, ${observedAt}, 'confirmed', ${requested.length}, 0, 0, 0, 0, 0, 0, 0,
      ${requested[0] ?? ''}, ${requested.at(-1) ?? ''}, ${notObserved}, ${isRefused ? notObserved : []}, ${startOf(place)}, 1,
      'committed', 'poll', ${GAP_AFTER_MS}, ${sha256})`;
  await sql`
    INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves)
    VALUES (${id}, ${PROTOCOL}, ${slot}, ${observedAt}, '{}')`;
}

/** What the ledger must say of a reserve, by going through everything that was done. */
function expectedGaps(label: string, works: readonly Work[]): (readonly [number, number, string])[] {
  const asked = works.filter(({ labels }) => labels.includes(label)).toSorted((a, b) => a.place - b.place);
  const observations = asked.filter(({ what }) => what === 'observation');
  const seen = observations.filter(({ vain }) => !vain.includes(label)).map(({ place }) => place);
  const newest = Math.max(...works.filter(({ what }) => what === 'observation').map(({ place }) => place));
  return seen.flatMap((from, index) => {
    const next = seen[index + 1];
    const to = next ?? newest;
    if (to <= from) return [];
    const vain = observations.find(({ place }) => place > from && place <= to);
    if (vain?.vain.includes(label) === true) return [[from, to, vain.isRefused ? 'quarantined' : 'account_missing']];
    const failure = asked.find(
      ({ what, place }) => what === 'fail' && place > from && (next === undefined || place < next),
    );
    return [[from, to, failure === undefined ? 'not_polled' : `poll_failed:CODE_${failure.place}`]];
  });
}

const work = fc.record({
  what: fc.constantFrom('observation' as const, 'fail' as const, 'fail' as const),
  labels: fc.subarray(LABELS, { minLength: 1 }),
  vain: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(LABELS)),
  isRefused: fc.boolean(),
});
/** Works of different places in any order, with rollups and purges between them. */
const steps = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: PLACES }), { minLength: 2, maxLength: 14 }),
    fc.infiniteStream(work),
    fc.infiniteStream(fc.constantFrom('none', 'none', 'rollUp', 'purge')),
    fc.infiniteStream(fc.integer({ min: 1, max: PLACES })),
  )
  .map(([places, works, others, moments]): readonly Step[] => {
    const first: Work = { place: 0, what: 'observation', labels: LABELS, vain: [], isRefused: false };
    const rest = places.flatMap((place): Step[] => {
      const other = others.next().value;
      const then: Step[] =
        other === 'rollUp' || other === 'purge' ? [{ upkeep: other, place: moments.next().value }] : [];
      return [{ place, ...works.next().value }, ...then];
    });
    return [first, ...rest];
  });

/** An observation that is committed late divides a gap: the part before it is one of a failure, which no reason named until then. */
const DIVIDED_LATE: readonly Step[] = [
  { place: 0, what: 'observation', labels: LABELS, vain: [], isRefused: false },
  { place: 1, what: 'fail', labels: ['sol'], vain: [], isRefused: false },
  { upkeep: 'purge', place: 25 },
  { place: 27, what: 'observation', labels: LABELS, vain: LABELS, isRefused: false },
  { upkeep: 'purge', place: 5 },
  { place: 26, what: 'observation', labels: LABELS, vain: [], isRefused: true },
];

/** One time in which reserves were refused and one in which nothing was done, which not every choice of histories has. */
const REFUSED: readonly Step[] = [
  { place: 0, what: 'observation', labels: LABELS, vain: [], isRefused: false },
  { place: 3, what: 'observation', labels: LABELS, vain: LABELS, isRefused: true },
  { place: 6, what: 'observation', labels: LABELS, vain: [], isRefused: false },
  { place: 9, what: 'observation', labels: LABELS, vain: [], isRefused: false },
];

async function play(history: readonly Step[]): Promise<Work[]> {
  const { sql } = scene.database;
  await sql`
    TRUNCATE lend.poll_batches, lend.batch_commits, lend.failed_attempts, lend.ingest_gaps, lend.observation_spans,
      lend.rollup_state, lend.reserve_quarters, lend.reserve_hours, lend.reserve_days, lend.bucket_totals,
      lend.bucket_totals_due`;
  const done: Work[] = [];
  let purgedTo = 0;
  for (const [index, step] of history.entries()) {
    if ('upkeep' in step && step.upkeep === 'rollUp') {
      await rollUp(scene.database);
    } else if ('upkeep' in step) {
      await rollUp(scene.database);
      await purgePollBatches(sql, { before: timeOf(step.place) });
      // The two clocks are apart here: what is old by the one is asked for by the other.
      await sql`SELECT lend.purge_failed_attempts(${PROTOCOL}, ${startOf(step.place)}::timestamptz, 100)`;
      purgedTo = Math.max(purgedTo, step.place);
    } else if (step.place > purgedTo || done.length === 0) {
      // What comes for a time whose batches are deleted covers nothing, and is not a part of this.
      await store(sql, `work ${index}`, step);
      done.push(step);
    }
  }
  await rollUp(scene.database);
  return done;
}

async function readGaps(label: string) {
  const rows = await scene.database.sql<{ from: Date; to: Date; reason: string }[]>`
    SELECT from_at AS "from", to_at AS "to", reason_code AS reason FROM lend.ingest_gaps
    WHERE reserve = ${addressFromLabel(label)} AND from_at >= ${timeOf(0)} ORDER BY from_at`;
  const placeOf = (time: Date) => (time.getTime() - timeOf(0).getTime()) / (SECONDS * 1000);
  return rows.map(({ from, to, reason }) => [placeOf(from), placeOf(to), reason]);
}

it('gaps and reasons are those of a search through all that was done, however they grew, what was purged, and rebuilt', async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const done = await play(history);
      for (const label of LABELS) {
        const expected = expectedGaps(label, done);
        expect(await readGaps(label)).toEqual(expected);
        for (const [, , reason] of expected) met.add(reason.split(':')[0] ?? '');
      }
      const grown = await readRollups(scene.database);
      if (history.some((step) => 'upkeep' in step && step.upkeep === 'purge')) {
        const range = { from: timeOf(0), to: timeOf(PLACES + 1) };
        const signal = new AbortController().signal;
        await scene.database.sql`TRUNCATE lend.reserve_quarters, lend.reserve_hours, lend.reserve_days`;
        await rebuildRange({
          sql: scene.database.sql,
          protocol: PROTOCOL,
          range,
          reserves: null,
          signal,
          lockTimeoutMs: 0,
        });
      } else await rebuildAll(scene.database);
      expect(await readRollups(scene.database)).toEqual(grown);
    }),
    { numRuns: 40, examples: [[DIVIDED_LATE], [REFUSED]] },
  );
  expect([...met].toSorted()).toEqual(['account_missing', 'not_polled', 'poll_failed', 'quarantined']);
});
