import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { PollBatch } from './poll-batch.ts';
import { writePollBatch } from './write-poll-batch.ts';
import { writePollBatches } from './write-poll-batches.ts';

const LABELS = ['a', 'b'];
let one: OpenTestDatabase;
let together: OpenTestDatabase;
beforeAll(async () => {
  one = await openTestDatabase({ reserves: LABELS });
  together = await openTestDatabase({ reserves: LABELS });
});
afterAll(() => Promise.all([one.drop(), together.drop()]));

/** A change, an unchanged state, a heartbeat, a reserve that is not there, one that is back, one that is new, and what is older than all of it. */
const BATCHES: readonly PollBatch[] = [
  buildBatch(5_000, [buildState('a', 5_000, 'x'), buildState('b', 5_000, 'x')], { id: 'newest' }),
  buildBatch(1_000, [buildState('a', 1_000, 'u'), buildState('b', 1_000, 'u')], { id: '1' }),
  buildBatch(1_060, [buildState('a', 1_060, 'v'), buildState('b', 1_060, 'u')], { id: '2' }),
  buildBatch(1_120, [buildState('a', 1_120, 'v'), buildState('b', 1_120, 'u')], { id: '3' }),
  buildBatch(1_800, [buildState('a', 1_800, 'v'), buildState('b', 1_800, 'u')], { id: '4' }),
  buildBatch(6_000, [buildState('a', 6_000, 'y')], { id: '5', missing: [addressOf('b')] }),
  buildBatch(6_060, [buildState('a', 6_060, 'y'), buildState('b', 6_060, 'y'), buildState('new', 6_060, 'y')], {
    id: '6',
    reserves: [buildReserveInput('new', 6_060)],
  }),
  buildBatch(6_120, [buildState('new', 6_120, 'y')], { id: '7' }),
];

/** Everything that a batch writes, but for moments and names of this run. */
async function readAll({ sql }: OpenTestDatabase) {
  const read = async (table: string, order: string, hidden: readonly string[]) => {
    const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(t) - '{${hidden.join(',')}}'::text[] AS row FROM lend.${table} AS t ORDER BY ${order}`,
    );
    return rows.map(({ row }) => row);
  };
  return {
    snapshots: await read('reserve_snapshots', 'reserve, observed_at, slot', ['recorded_at']),
    latest: await read('reserve_latest', 'reserve', ['recorded_at', 'change_id']),
    reserves: await read('reserves', 'address', ['id', 'change_id']),
    batches: await read('poll_batches', 'id', ['recorded_at', 'started_at', 'recorded_xid', 'change_id']),
    commits: await read('batch_commits', 'commit_seq', ['commit_seq', 'committed_at']),
  };
}

describe('batches that are written together', () => {
  it('leave what they leave one after the other', async () => {
    for (const batch of BATCHES) await writePollBatch(one.sql, batch);
    expect(await writePollBatches(together.sql, BATCHES.slice(0, 1))).toBe(1);
    expect(await writePollBatches(together.sql, BATCHES.slice(1))).toBe(BATCHES.length - 1);
    const expected = await readAll(one);
    expect(await readAll(together)).toEqual(expected);
    expect(expected.snapshots.length).toBeGreaterThan(8);
    expect(expected.commits).toHaveLength(BATCHES.length);
  });

  it('are written once, those of them that are new', async () => {
    const before = await readAll(together);
    expect(await writePollBatches(together.sql, BATCHES)).toBe(0);
    expect(await readAll(together)).toEqual(before);
    const more = buildBatch(1_860, [buildState('a', 1_860, 'w')], { id: 'more' });
    expect(await writePollBatches(together.sql, [...BATCHES, more])).toBe(1);
    expect((await readAll(together)).batches).toHaveLength(BATCHES.length + 1);
  });

  it('are written all or none', async () => {
    const before = await readAll(together);
    const good = buildBatch(7_000, [buildState('a', 7_000, 'z')], { id: 'good' });
    const bad = buildBatch(7_060, [buildState('nobody', 7_060, 'z')], { id: 'bad' });
    await expect(writePollBatches(together.sql, [good, bad])).rejects.toMatchObject({ code: 'UNKNOWN_RESERVE' });
    expect(await readAll(together)).toEqual(before);
    expect(await writePollBatches(together.sql, [])).toBe(0);
  });
});
