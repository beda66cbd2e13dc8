import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildReserveInput,
  buildState,
  sha256Of,
} from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Sql } from '../create-database.ts';
import { writePollBatch } from './write-poll-batch.ts';

const LABELS = Array.from({ length: 40 }, (_, index) => `r${index}`);

let database: OpenTestDatabase;
let writers: readonly [Sql, Sql];
beforeAll(async () => {
  database = await openTestDatabase({ reserves: [...LABELS, 'order'] });
  writers = [database.connect().sql, database.connect().sql];
});
afterAll(() => database.drop());

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Deterministic numbers in [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function countSnapshots(seconds: number): Promise<number> {
  const rows = await database.sql`SELECT FROM lend.reserve_snapshots WHERE slot = ${bankAt(seconds).slot}`;
  return rows.length;
}

describe('writePollBatch by two writers at once', () => {
  it('writes a batch id once', async () => {
    for (let seconds = 1; seconds <= 10; seconds += 1) {
      const states = LABELS.map((label) => buildState(label, seconds, `content ${seconds}`));
      const results = await Promise.all(writers.map((sql) => writePollBatch(sql, buildBatch(seconds, states))));
      expect(results.filter((result) => result.alreadyWritten)).toHaveLength(1);
      expect(results.map((result) => result.snapshotsWritten)).toEqual([LABELS.length, LABELS.length]);
      expect(await countSnapshots(seconds)).toBe(LABELS.length);
    }
  });

  it('keeps one snapshot of a state that both saw, in overlapping batches, in opposite order', async () => {
    for (let seconds = 100; seconds < 110; seconds += 1) {
      const states = LABELS.map((label) => buildState(label, seconds, `content ${seconds}`));
      const batches = [
        buildBatch(seconds, states.slice(0, 30), { id: `a${seconds}` }),
        buildBatch(seconds, states.slice(10).toReversed(), { id: `b${seconds}` }),
      ];
      await Promise.all(batches.map((batch, index) => writePollBatch(writers[index % 2] ?? writers[0], batch)));
      expect(await countSnapshots(seconds)).toBe(LABELS.length);
    }
  });

  it('keeps one first snapshot of a reserve that both register', async () => {
    for (let round = 0; round < 10; round += 1) {
      const labels = Array.from({ length: 10 }, (_, index) => `new ${round} ${index}`);
      const reserves = labels.map((label) => buildReserveInput(label));
      await Promise.all(
        writers.map((sql, index) => {
          const order = index === 0 ? labels : labels.toReversed();
          const states = order.map((label) => buildState(label, 200 + index, 'same content'));
          return writePollBatch(sql, buildBatch(200 + index, states, { id: `new ${round} ${index}`, reserves }));
        }),
      );
      const addresses = labels.map(addressOf);
      const rows = await database.sql<{ count: number; latest: bigint }[]>`
        SELECT count(*)::int AS count, max(l.slot) AS latest
        FROM lend.reserve_snapshots AS s JOIN lend.reserve_latest AS l USING (reserve)
        WHERE s.reserve = ANY(${addresses}::text[])
        GROUP BY s.reserve`;
      expect(rows).toHaveLength(labels.length);
      for (const row of rows) {
        // Two where the later bank was written first: the earlier one is then older than everything stored, and kept.
        expect(row.count).toBeLessThanOrEqual(2);
        expect(row.latest).toBe(bankAt(201).slot);
      }
    }
  });

  it('counts an account in quarantine once per batch', async () => {
    const entry = {
      address: addressOf('odd'),
      accountKind: 'reserve',
      protocol: 'kamino',
      lendingMarket: null,
      listed: null,
      reasonCode: 'WRONG_SIZE',
      expected: null,
      actual: null,
      dataSha256: sha256Of('odd'),
      dataLength: 0,
      data: new Uint8Array(),
    };
    for (let seconds = 300; seconds < 305; seconds += 1) {
      const batch = buildBatch(seconds, [], { quarantined: [entry, entry] });
      await Promise.all(writers.map((sql) => writePollBatch(sql, batch)));
    }
    expect(await database.sql`SELECT occurrences FROM lend.quarantine`).toEqual([{ occurrences: 5n }]);
  });
});

describe('writePollBatch in any order', () => {
  it.each([1, 2, 3, 4, 5])(
    'ends in the newest latest row and the first sight of every state (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const label = 'order';
      const start = seed * 10_000;
      // Contents that change at random and never come back: the truth is when each was there first.
      const truth: { seconds: number; account: string }[] = [];
      for (let index = 0, version = 0; index < 30; index += 1) {
        if (random() < 0.4) version += 1;
        truth.push({ seconds: start + index * 5, account: `seed ${seed} version ${version}` });
      }
      const batches = truth.map(({ seconds, account }) => buildBatch(seconds, [buildState(label, seconds, account)]));
      // Some twice, all in disorder, two at a time.
      const queue = shuffled([...batches, ...batches.slice(0, 10)], random);
      await Promise.all(
        writers.map(async (sql) => {
          for (let batch = queue.pop(); batch !== undefined; batch = queue.pop()) await writePollBatch(sql, batch);
        }),
      );

      const stored = await database.sql<{ slot: bigint; account: string }[]>`
      SELECT slot, encode(account_sha256, 'hex') AS account FROM lend.reserve_snapshots
      WHERE reserve = ${addressOf(label)} AND slot >= ${bankAt(start).slot} ORDER BY slot`;
      const firstSights = truth.filter((row, index) => truth[index - 1]?.account !== row.account);
      for (const { seconds, account } of firstSights) {
        const hash = Buffer.from(sha256Of(`${label} ${account}`)).toString('hex');
        expect(stored.find((row) => row.account === hash)?.slot).toBe(bankAt(seconds).slot);
      }
      const [latest] = await database.sql`SELECT slot FROM lend.reserve_latest WHERE reserve = ${addressOf(label)}`;
      expect(latest?.['slot']).toBe(bankAt(truth.at(-1)?.seconds ?? 0).slot);
      const batchRows = await database.sql`SELECT FROM lend.poll_batches WHERE slot >= ${bankAt(start).slot}`;
      expect(batchRows).toHaveLength(truth.length);
    },
  );
});
