import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { upsertReserves } from './upsert-reserves.ts';
import { writePollBatch } from './write-poll-batch.ts';

const RESERVES = 3;
const RUNS = 15;

/** One poll of all reserves: when it was, and which version of each account it saw. */
interface Poll {
  readonly seconds: number;
  readonly versions: readonly number[];
}

/** What one write of a batch carries: some of the reserves of one poll. */
interface Delivery {
  readonly poll: Poll;
  readonly reserves: readonly number[];
}

// An account that changed never goes back to the same bytes: its last-update slot is among them.
const polls = fc
  .array(fc.array(fc.boolean(), { minLength: RESERVES, maxLength: RESERVES }), { minLength: 2, maxLength: 6 })
  .map((changes) =>
    changes.map(
      (_, index): Poll => ({
        seconds: (index + 1) * 5,
        versions: Array.from(
          { length: RESERVES },
          (__, reserve) => changes.slice(0, index + 1).filter((changed) => changed[reserve]).length,
        ),
      }),
    ),
  );
/** For each reserve of a poll, which part of the split batch it travels in, and how often that part is delivered. */
const split = fc.array(
  fc.record({
    parts: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: RESERVES, maxLength: RESERVES }),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  { minLength: 6, maxLength: 6 },
);

let database: OpenTestDatabase;
let world = 0;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: [] });
});
afterAll(() => database.drop());

/** Writes deliveries to reserves of their own and returns what is stored of each reserve. */
async function store(deliveries: readonly Delivery[]) {
  world += 1;
  const label = (reserve: number) => `world ${world} reserve ${reserve}`;
  await upsertReserves(
    database.sql,
    Array.from({ length: RESERVES }, (_, reserve) => buildReserveInput(label(reserve))),
  );
  for (const { poll, reserves } of deliveries) {
    if (reserves.length === 0) continue;
    const states = reserves.map((reserve) =>
      buildState(label(reserve), poll.seconds, `version ${poll.versions[reserve]}`, {
        // The same in every world, so that worlds can be compared.
        accountSha256: Buffer.alloc(32, (poll.versions[reserve] ?? 0) + 1),
      }),
    );
    await writePollBatch(
      database.sql,
      buildBatch(poll.seconds, states, { id: `world ${world} poll ${poll.seconds} of ${reserves.join()}` }),
    );
  }
  return Promise.all(Array.from({ length: RESERVES }, (_, reserve) => readReserve(addressOf(label(reserve)))));
}

async function readReserve(address: string) {
  const snapshots = await database.sql<{ slot: bigint; version: number }[]>`
    SELECT slot, get_byte(account_sha256, 0) AS version FROM lend.reserve_snapshots
    WHERE reserve = ${address} ORDER BY slot`;
  const latest = await database.sql<{ slot: bigint; version: number }[]>`
    SELECT slot, get_byte(account_sha256, 0) AS version FROM lend.reserve_latest WHERE reserve = ${address}`;
  return { snapshots: snapshots.map(({ slot, version }) => ({ slot, version })), latest: [...latest] };
}

const ALL = Array.from({ length: RESERVES }, (_, reserve) => reserve);
const inOrder = (truth: readonly Poll[]): Delivery[] => truth.map((poll) => ({ poll, reserves: ALL }));

function splitAndRepeat(
  truth: readonly Poll[],
  plan: readonly { parts: readonly number[]; times: number }[],
): Delivery[] {
  return truth.flatMap((poll, index) => {
    const { parts, times } = plan[index] ?? { parts: [], times: 1 };
    const halves = [0, 1].map((part) => ALL.filter((reserve) => (parts[reserve] ?? 0) === part));
    return Array.from({ length: times }, () => halves.map((reserves): Delivery => ({ poll, reserves }))).flat();
  });
}

describe('poll batches', () => {
  it('end in the same rows when they are split and delivered again', async () => {
    await fc.assert(
      fc.asyncProperty(polls, split, async (truth, plan) => {
        expect(await store(splitAndRepeat(truth, plan))).toEqual(await store(inOrder(truth)));
      }),
      { numRuns: RUNS },
    );
  });

  it('end in the same latest rows and the same first sight of every state in whatever order they come', async () => {
    const shuffled = fc.tuple(polls, split).chain(([truth, plan]) => {
      const deliveries = splitAndRepeat(truth, plan);
      return fc.tuple(fc.constant(truth), fc.shuffledSubarray(deliveries, { minLength: deliveries.length }));
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ([truth, deliveries]) => {
        const expected = await store(inOrder(truth));
        const stored = await store(deliveries);
        expect(stored.map(({ latest }) => latest)).toEqual(expected.map(({ latest }) => latest));
        // A late batch may leave a later sight of a state as well; it never costs the first, and never adds a state.
        expect(stored.map(({ snapshots }) => firstSights(snapshots))).toEqual(
          expected.map(({ snapshots }) => firstSights(snapshots)),
        );
      }),
      { numRuns: RUNS },
    );
  });
});

function firstSights(snapshots: readonly { slot: bigint; version: number }[]) {
  const bySlot = new Map<number, bigint>();
  for (const { slot, version } of snapshots) if (!bySlot.has(version)) bySlot.set(version, slot);
  return [...bySlot].toSorted(([a], [b]) => a - b);
}
