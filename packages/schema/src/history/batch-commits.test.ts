import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Sql } from '../create-database.ts';
import { recordFailedAttempt } from '../queries/poll-batch.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { type BatchCommit, getCommitRange, listCommitsAfter } from './commits.ts';

const LABELS = ['a', 'b', 'c', 'd', 'late'];
const PROTOCOL = 'kamino';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: LABELS });
  // Some transactions fail as late as they can: at their commit, when the number is drawn already.
  await database.sql`
    CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'undone at its commit'; END $$`;
  await database.sql`
    CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON lend.batch_commits
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.batch_id LIKE 'undone%') EXECUTE FUNCTION refuse_commit()`;
});
afterAll(() => database.drop());

const commitOf = async (batchId: string) => {
  const commits = await listCommitsAfter(database.sql, { protocol: PROTOCOL, commitSeq: 0n, limit: 10_000 });
  return commits.filter((commit) => commit.batchId === batchId);
};

describe('the order of the commits', () => {
  it('names the bank of a batch and the reserves of which it wrote a snapshot, sorted', async () => {
    const states = ['b', 'a', 'c'].map((label) => buildState(label, 0, 'one'));
    await writePollBatch(database.sql, buildBatch(0, states, { id: 'one' }));
    const changed = [buildState('a', 5, 'one'), buildState('b', 5, 'two'), buildState('c', 5, 'one')];
    await writePollBatch(database.sql, buildBatch(5, changed, { id: 'two' }));
    const [first] = await commitOf('one');
    expect(first).toMatchObject({ batchId: 'one', ...bankAt(0) });
    expect(first?.snapshotReserves).toEqual(['a', 'b', 'c'].map(addressOf).toSorted());
    const [second] = await commitOf('two');
    expect(second?.snapshotReserves).toEqual([addressOf('b')]);
    expect(second?.commitSeq).toBeGreaterThan(first?.commitSeq ?? 0n);
    expect(second?.committedAt.getTime()).toBeGreaterThanOrEqual(first?.committedAt.getTime() ?? 0);
  });

  it('has one row of a batch that comes twice, also by two writers at once, and one of a batch without news', async () => {
    const batch = buildBatch(10, [buildState('a', 10, 'one')], { id: 'twice' });
    await Promise.all([writePollBatch(database.sql, batch), writePollBatch(database.sql, batch)]);
    await writePollBatch(database.sql, batch);
    expect(await commitOf('twice')).toHaveLength(1);
    await writePollBatch(database.sql, buildBatch(11, [], { id: 'empty' }));
    expect((await commitOf('empty')).map((commit) => commit.snapshotReserves)).toEqual([[]]);
  });

  it('leaves out a snapshot that another batch of the same bank had written', async () => {
    await writePollBatch(database.sql, buildBatch(20, [buildState('d', 20, 'x')], { id: 'first of the bank' }));
    await writePollBatch(database.sql, buildBatch(20, [buildState('d', 20, 'y')], { id: 'second of the bank' }));
    expect((await commitOf('first of the bank'))[0]?.snapshotReserves).toEqual([addressOf('d')]);
    expect((await commitOf('second of the bank'))[0]?.snapshotReserves).toEqual([]);
  });

  it('has no row of a batch that failed, and of one that is undone none either', async () => {
    const failed = buildBatch(30, [], { id: 'failed' });
    await recordFailedAttempt(database.sql, { ...failed, slot: null, observedAt: null, errorCode: 'X' });
    const stranger = buildBatch(30, [buildState('nobody', 30, 'x')], { id: 'refused' });
    await expect(writePollBatch(database.sql, stranger)).rejects.toMatchObject({ code: 'UNKNOWN_RESERVE' });
    const undone = buildBatch(30, [buildState('late', 30, 'x')], { id: 'undone' });
    await expect(writePollBatch(database.sql, undone)).rejects.toThrow('undone at its commit');
    expect([...(await commitOf('failed')), ...(await commitOf('refused')), ...(await commitOf('undone'))]).toEqual([]);
    await writePollBatch(database.sql, failed);
    expect(await commitOf('failed')).toHaveLength(1);
  });

  it('says which numbers are kept', async () => {
    const all = await listCommitsAfter(database.sql, { protocol: PROTOCOL, commitSeq: 0n, limit: 10_000 });
    const range = await getCommitRange(database.sql, { protocol: PROTOCOL });
    expect(range).toEqual({ first: all[0]?.commitSeq, last: all.at(-1)?.commitSeq });
    expect(await getCommitRange(database.sql, { protocol: 'another' })).toBeNull();
  });
});

/** Reads what is new until told to stop, and once more after that. */
async function follow(sql: Sql, from: bigint, isOver: () => boolean): Promise<BatchCommit[]> {
  const seen: BatchCommit[] = [];
  for (;;) {
    const last = isOver();
    const commitSeq = seen.at(-1)?.commitSeq ?? from;
    seen.push(...(await listCommitsAfter(sql, { protocol: PROTOCOL, commitSeq, limit: 3 })));
    if (last && seen.at(-1)?.commitSeq === (await getCommitRange(sql, { protocol: PROTOCOL }))?.last) return seen;
    await sleep(1);
  }
}

describe('a reader of the commits beside several writers', () => {
  it('misses none and sees each once, although batches differ in length and some are undone', async () => {
    const start = (await getCommitRange(database.sql, { protocol: PROTOCOL }))?.last ?? 0n;
    const writers = [0, 1, 2, 3].map(() => database.connect({ maxConnections: 1 }).sql);
    let running = writers.length;
    const reading = follow(database.connect().sql, start, () => running === 0);
    const written = await Promise.all(
      writers.map(async (sql, writer) => {
        const ids: string[] = [];
        for (let round = 0; round < 25; round += 1) {
          const seconds = 1_000 + round * 10 + writer;
          const labels = LABELS.slice(0, 1 + ((round + writer) % 4));
          const id = `writer ${writer} round ${round}`;
          const states = labels.map((label) => buildState(label, seconds, id));
          const isUndone = round % 5 === writer;
          const batch = buildBatch(seconds, states, { id: isUndone ? `undone ${id}` : id });
          const outcome = await writePollBatch(sql, batch).then(
            () => id,
            () => null,
          );
          expect(outcome).toBe(isUndone ? null : id);
          if (outcome !== null) ids.push(outcome);
        }
        running -= 1;
        return ids;
      }),
    );
    const seen = await reading;
    expect(seen.map((commit) => commit.batchId).toSorted()).toEqual(written.flat().toSorted());
    const numbers = seen.map((commit) => commit.commitSeq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => Number(a - b)));
  });

  it('sees nothing of a later number while an earlier one is not committed', async () => {
    const holder = database.connect({ maxConnections: 1 }).sql;
    const before = (await getCommitRange(database.sql, { protocol: PROTOCOL }))?.last ?? 0n;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHolding = () => {};
    const holding = new Promise<void>((resolve) => {
      isHolding = resolve;
    });
    // What a batch does at its end, and then takes long to commit.
    const slow = holder.begin(async (tx) => {
      await tx`
        INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves)
        VALUES ('slow', ${PROTOCOL}, 1, now(), '{}')`;
      isHolding();
      await held;
    });
    await holding;
    const quick = writePollBatch(database.sql, buildBatch(5_000, [], { id: 'quick' }));
    await waitForLockWait();
    const seen = () => listCommitsAfter(database.sql, { protocol: PROTOCOL, commitSeq: before, limit: 10 });
    expect(await seen()).toEqual([]);
    release();
    await Promise.all([slow, quick]);
    expect((await seen()).map((commit) => commit.batchId)).toEqual(['slow', 'quick']);
  });
});

async function waitForLockWait(): Promise<void> {
  await waitFor(
    async () => {
      const rows = await database.sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%batch_commits%'`;
      return rows.length > 0;
    },
    { description: 'a writer that waits for its turn' },
  );
}
