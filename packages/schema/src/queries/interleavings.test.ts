import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildState, sha256Of } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { decideSnapshot } from './poll-batch.ts';
import { writePollBatch } from './write-poll-batch.ts';

const HEARTBEAT_SECONDS = 600;
const LOOKS = 8;
const PURE_RUNS = 100_000;
/** Rounds of so many reserves: each reserve has accounts of its own, each round an order of its own. */
const [ROUNDS, RESERVES] = [10, 100];

/** What a poll found at a second of the chain. */
interface Observation {
  readonly at: number;
  readonly account: string;
}

/** mulberry32: the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Times of observations: near each other, minutes apart, and further apart than a heartbeat. */
function timesOf(random: () => number): number[] {
  let at = 0;
  return Array.from({ length: LOOKS }, () => (at += [1, 20, 250, 400, 700][Math.floor(random() * 5)] ?? 1));
}

/** The account at each time: it changes now and then, and never back, since every refresh leaves its slot in it. */
function accountsOf(times: readonly number[], random: () => number): Observation[] {
  let changes = 0;
  return times.map((at) => {
    if (random() < 0.4) changes += 1;
    return { at, account: `account ${changes}` };
  });
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Hashed once: what is compared is bytes. */
const HASHES = new Map<string, Uint8Array>(
  Array.from({ length: LOOKS + 1 }, (_, changes) => [`account ${changes}`, sha256Of(`account ${changes}`)] as const),
);
const rowOf = ({ at, account }: Observation) => ({
  observedAt: bankAt(at).observedAt,
  accountSha256: HASHES.get(account) ?? new Uint8Array(),
});

/** The observations that are kept, in the order in which they were, where they come in that order. */
function keep(observations: readonly Observation[]): Observation[] {
  const kept: Observation[] = [];
  for (const observation of observations) {
    const before = kept.filter(({ at }) => at <= observation.at).toSorted((a, b) => b.at - a.at)[0];
    const reason = decideSnapshot(
      rowOf(observation),
      before === undefined ? null : rowOf(before),
      HEARTBEAT_SECONDS * 1000,
    );
    if (reason !== null) kept.push(observation);
  }
  return kept;
}

/** What must hold of kept observations, whatever the rule: in words what does not. `order` is that in which observations came. */
function problemsOf(order: readonly Observation[], kept: readonly Observation[]): string[] {
  const byTime = kept.toSorted((a, b) => a.at - b.at);
  const lost = order.filter((observation) => {
    const row = byTime.findLast(({ at }) => at <= observation.at);
    return (
      row === undefined ||
      row.account !== observation.account ||
      (row !== observation && observation.at - row.at >= HEARTBEAT_SECONDS)
    );
  });
  const doubled = byTime.filter((observation, place) => {
    const before = byTime[place - 1];
    if (before === undefined || before.account !== observation.account) return false;
    return observation.at - before.at < HEARTBEAT_SECONDS && order.indexOf(before) < order.indexOf(observation);
  });
  return [
    ...lost.map(({ at }) => `the observation at ${at} is lost`),
    ...doubled.map(({ at }) => `the row at ${at} is doubled`),
  ];
}

describe('which observations are kept, in whatever order they come', () => {
  it(`loses none and doubles none, in ${PURE_RUNS} interleavings`, () => {
    const random = createRandom(1);
    const failed: object[] = [];
    let rows = 0;
    for (let run = 0; run < PURE_RUNS; run += 1) {
      const observations = accountsOf(timesOf(random), random);
      const order = run % 4 === 0 ? observations : shuffled(observations, random);
      const kept = keep(order);
      rows += kept.length;
      const problems = problemsOf(order, kept);
      if (problems.length > 0) failed.push({ order, kept, problems });
    }
    expect(failed.slice(0, 1)).toEqual([]);
    expect(rows).toBeGreaterThan(PURE_RUNS);
  });

  it.each<[string, (observations: readonly Observation[]) => Observation[]]>([
    [
      'never heartbeats',
      (observations) =>
        observations.filter((observation, place) => observations[place - 1]?.account !== observation.account),
    ],
    ['keeps everything', (observations) => [...observations]],
    ['forgets one of many', (observations) => keep(observations).filter(({ at }) => at % 13 !== 0)],
  ])('a rule that %s is found out', (_, rule) => {
    const random = createRandom(2);
    const found = Array.from({ length: 100 }, () => {
      const observations = accountsOf(timesOf(random), random);
      return problemsOf(observations, rule(observations)).length;
    });
    expect(found.some((count) => count > 0)).toBe(true);
  });
});

describe('which observations Postgres keeps', () => {
  let database: OpenTestDatabase;
  const labelOf = (round: number, place: number): string => `round ${round} reserve ${place}`;
  beforeAll(async () => {
    const labels = Array.from({ length: ROUNDS * RESERVES }, (_, place) =>
      labelOf(Math.floor(place / RESERVES), place % RESERVES),
    );
    database = await openTestDatabase({ reserves: labels });
  });
  afterAll(() => database.drop());

  it(`is the same, and the newest row is the newest observation, in ${ROUNDS * RESERVES} interleavings`, async () => {
    const random = createRandom(3);
    for (let round = 0; round < ROUNDS; round += 1) {
      const times = timesOf(random);
      const observationsOf = Array.from({ length: RESERVES }, () => accountsOf(times, random));
      const order = round === 0 ? times : shuffled(times, random);
      for (const at of order) {
        const states = observationsOf.map((observations, place) =>
          buildState(
            labelOf(round, place),
            at,
            observations.find((observation) => observation.at === at)?.account ?? '',
          ),
        );
        const options = { id: `round ${round} at ${at}`, heartbeatMs: HEARTBEAT_SECONDS * 1000 };
        await writePollBatch(database.sql, buildBatch(at, states, options));
      }
      const rows = await database.sql<{ reserve: string; slot: bigint }[]>`
        SELECT reserve, slot FROM lend.reserve_snapshots
        WHERE poll_batch_id LIKE ${`round ${round} at %`} ORDER BY reserve, slot`;
      const newest = await database.sql<{ slot: bigint }[]>`
        SELECT slot FROM lend.reserve_latest WHERE poll_batch_id LIKE ${`round ${round} at %`}`;
      expect(newest.map(({ slot }) => slot)).toEqual(observationsOf.map(() => bankAt(times.at(-1) ?? 0).slot));
      for (const [place, observations] of observationsOf.entries()) {
        const inOrder = order.flatMap((at) => observations.find((observation) => observation.at === at) ?? []);
        const stored = rows
          .filter(({ reserve }) => reserve === addressOf(labelOf(round, place)))
          .flatMap(({ slot }) => observations.find(({ at }) => bankAt(at).slot === slot) ?? []);
        expect(problemsOf(inOrder, stored)).toEqual([]);
        expect(stored).toEqual(keep(inOrder).toSorted((a, b) => a.at - b.at));
      }
    }
  });
});
