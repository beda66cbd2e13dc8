import { afterAll, beforeAll, expect, it } from 'vitest';
import { bankAt, buildBatch } from '../../test/support/build-rows.ts';
import { fillBatches } from '../../test/support/fill-batches.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { getSlotClockPair, selectSlotClockPair } from './polling.ts';
import { recordFailedAttempt } from './poll-batch.ts';

const COUNT = 20_000;
const query = { protocol: 'kamino', spanMs: 600_000 };

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function fail(id: string, seconds: number, errorCode: string): Promise<void> {
  await recordFailedAttempt(database.sql, { ...buildBatch(seconds, [], { id }), errorCode });
}

const pairOf = (from: number, to: number) => ({
  fromSlot: bankAt(from).slot,
  fromAt: bankAt(from).observedAt,
  toSlot: bankAt(to).slot,
  toAt: bankAt(to).observedAt,
});

it('a pair needs two banks, that of a batch that failed for want of a slot duration is one, and other failures are none', async () => {
  expect(await getSlotClockPair(database.sql, query)).toBeNull();
  await fail('first', -2_000, 'SLOT_DURATION_UNAVAILABLE');
  await fail('of no use', -1_990, 'RPC_TIMEOUT');
  expect(await getSlotClockPair(database.sql, query)).toBeNull();
  await fail('second', -1_900, 'SLOT_DURATION_UNAVAILABLE');
  expect(await getSlotClockPair(database.sql, query)).toEqual(pairOf(-2_000, -1_900));
});

it('a pair is read from the two ends of the index, however many batches are kept', async () => {
  await fillBatches(database.sql, { count: COUNT });
  expect(await getSlotClockPair(database.sql, query)).toEqual(pairOf(COUNT - 1 - 600, COUNT - 1));
  const plan = await database.sql<{ 'QUERY PLAN': string }[]>`
    EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ${selectSlotClockPair(database.sql, query)}`;
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(
    /Index Scan Backward using poll_batches_protocol_observed_at_idx on poll_batches.*rows=1(\.00)? /,
  );
  expect(text).toMatch(/Index Scan using poll_batches_protocol_observed_at_idx on poll_batches.*rows=1(\.00)? /);
  expect(text).not.toMatch(/CTE Scan|Seq Scan|Bitmap|Sort Method/);
});
