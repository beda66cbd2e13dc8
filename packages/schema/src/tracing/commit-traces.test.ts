import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { findStateTrace, listCommitTraces, listLatestTraces } from './commit-traces.ts';

const FIRST = `00-${'a'.repeat(32)}-${'1'.repeat(16)}-01`;
const SECOND = `00-${'b'.repeat(32)}-${'2'.repeat(16)}-01`;
const PROTOCOL = 'kamino';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['a', 'b', 'c'] });
});
afterAll(() => database.drop());

const write = (seconds: number, labels: readonly string[], traceparent?: string) =>
  writePollBatch(
    database.sql,
    buildBatch(
      seconds,
      labels.map((label) => buildState(label, seconds, 'same')),
      { id: `at ${seconds}`, ...(traceparent === undefined ? {} : { traceparent }) },
    ),
  );

describe('the trace context of a commit', () => {
  it('is found by the newest states, by the commit and by a stored state, and is null where nothing was traced', async () => {
    const first = await write(0, ['a', 'b', 'c'], FIRST);
    const second = await write(10, ['b'], SECOND);
    const untraced = await write(20, ['c']);
    expect(await listLatestTraces(database.sql, { protocol: PROTOCOL })).toEqual(
      [
        { reserve: addressOf('a'), slot: bankAt(0).slot, ...traceOf('at 0', first, FIRST) },
        { reserve: addressOf('b'), slot: bankAt(10).slot, ...traceOf('at 10', second, SECOND) },
      ].toSorted((x, y) => (x.reserve < y.reserve ? -1 : 1)),
    );
    const seqs = [untraced, second, first].map(({ commitSeq }) => commitSeq ?? 0n);
    expect(await listCommitTraces(database.sql, seqs)).toEqual([
      traceOf('at 0', first, FIRST),
      traceOf('at 10', second, SECOND),
    ]);
    const stateOf = (label: string, seconds: number) => ({ reserve: addressOf(label), ...bankAt(seconds) });
    // The first state of b is in the history, its second, of the same account, only among the latest.
    expect(await findStateTrace(database.sql, stateOf('b', 0))).toEqual(traceOf('at 0', first, FIRST));
    expect(await findStateTrace(database.sql, stateOf('b', 10))).toEqual(traceOf('at 10', second, SECOND));
    expect(await findStateTrace(database.sql, stateOf('c', 20))).toBeNull();
    expect(await findStateTrace(database.sql, stateOf('b', 20))).toBeNull();
  });

  it('comes with the result of the write, the first time and when the batch comes again', async () => {
    const first = await write(30, ['a'], FIRST);
    const again = await write(30, ['a'], SECOND);
    expect(again).toMatchObject({ alreadyWritten: true, commitSeq: first.commitSeq });
    expect(await listCommitTraces(database.sql, [first.commitSeq ?? 0n])).toEqual([traceOf('at 30', first, FIRST)]);
  });

  it.each([
    'nonsense',
    FIRST.toUpperCase(),
    `${FIRST}-more`,
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
  ])('is refused by the database when it is none: %s', async (text) => {
    await expect(write(40, ['a'], text)).rejects.toMatchObject({ constraint_name: 'batch_commits_traceparent_check' });
  });
});

const traceOf = (batchId: string, { commitSeq }: { readonly commitSeq: bigint | null }, traceparent: string) => ({
  commitSeq,
  batchId,
  traceparent,
});
