import { waitFor } from '@tidemark/testing';
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
import { LATEST_CHANNEL, recordFailedAttempt } from './poll-batch.ts';
import { writePollBatch } from './write-poll-batch.ts';

// Each test uses reserves of its own.
const LABELS = [
  'first',
  'same',
  'beat',
  'change',
  'late',
  'late2',
  'early',
  'equal',
  'fork',
  'repeat',
  'fail',
  'notify',
];

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: LABELS });
});
afterAll(() => database.drop());

const write = (seconds: number, label: string, account: string, overrides = {}) =>
  writePollBatch(
    database.sql,
    buildBatch(seconds, [buildState(label, seconds, account)], { id: `${label}-${seconds}-${account}`, ...overrides }),
  );

/** `second:reason` of the snapshots kept, oldest first. */
async function snapshotsOf(label: string): Promise<string[]> {
  const rows = await database.sql<{ slot: bigint; reason: string }[]>`
    SELECT slot, reason FROM lend.reserve_snapshots WHERE reserve = ${addressOf(label)} ORDER BY slot`;
  return rows.map((row) => `${(row.slot - bankAt(0).slot) / 2n}:${row.reason}`);
}

async function latestOf(label: string) {
  const [row] = await database.sql<{ slot: bigint; account_sha256: Uint8Array; snapshot_slot: bigint }[]>`
    SELECT slot, account_sha256, snapshot_slot FROM lend.reserve_latest WHERE reserve = ${addressOf(label)}`;
  if (row === undefined) throw new Error(`${label} has no latest row`);
  return row;
}

describe('writePollBatch', () => {
  it('stores the first sight of a reserve as snapshot and latest, each value as it was given', async () => {
    const state = buildState('first', 10, 'a', {
      availableAmountRaw: 2n ** 64n - 1n,
      borrowed: 2n ** 128n - 1n,
      borrowIndex: 2n ** 256n - 1n,
      depositCapCurrentRaw: -(2n ** 63n),
      suppliedAmountF: 0.1 + 0.2,
      borrowApyF: 5e-324,
      supplyApyF: 1.7976931348623157e308,
      utilizationF: 1.0000000000000002,
      priceUsdF: null,
      lastUpdateAt: new Date('2026-06-15T00:00:03.000Z'),
    });
    const result = await writePollBatch(database.sql, buildBatch(10, [state], { id: 'first' }));
    expect(result).toEqual({
      alreadyWritten: false,
      snapshotsWritten: 1,
      latestWritten: 1,
      unchanged: 0,
      missing: 0,
      quarantined: 0,
      olderThanLatest: 0,
      configChanges: [],
      commitSeq: expect.any(BigInt),
    });

    const stored = await database.db.query.reserveSnapshots.findFirst({
      where: (table, { eq }) => eq(table.reserve, state.reserve),
    });
    const { recordedAt, ...snapshot } = stored ?? { recordedAt: null };
    expect({ ...snapshot, accountSha256: undefined }).toEqual({
      ...state,
      accountSha256: undefined,
      pollBatchId: 'first',
      reason: 'first',
    });
    expect(Buffer.compare(stored?.accountSha256 ?? new Uint8Array(), state.accountSha256)).toBe(0);
    expect(recordedAt).toBeInstanceOf(Date);

    const latest = await database.db.query.reserveLatest.findFirst({
      where: (table, { eq }) => eq(table.reserve, state.reserve),
    });
    expect(latest).toMatchObject({
      slot: state.slot,
      borrowIndex: 2n ** 256n - 1n,
      supplyApyF: 1.7976931348623157e308,
      snapshotSlot: state.slot,
      snapshotObservedAt: state.observedAt,
    });
  });

  it('moves latest on but keeps no snapshot while the account is the same', async () => {
    await write(0, 'same', 'a');
    const result = await write(5, 'same', 'a');
    expect(result).toMatchObject({ snapshotsWritten: 0, latestWritten: 1, unchanged: 1 });
    expect(await snapshotsOf('same')).toEqual(['0:first']);
    expect(await latestOf('same')).toMatchObject({ slot: bankAt(5).slot, snapshot_slot: bankAt(0).slot });
  });

  it('keeps a heartbeat counted from the last snapshot, not from the last poll', async () => {
    for (const seconds of [0, 300, 599, 600, 900, 1199, 1200]) await write(seconds, 'beat', 'a');
    expect(await snapshotsOf('beat')).toEqual(['0:first', '600:heartbeat', '1200:heartbeat']);
  });

  it('keeps every change, also back to an earlier content', async () => {
    for (const [seconds, account] of [
      [0, 'a'],
      [5, 'b'],
      [10, 'b'],
      [15, 'a'],
    ] as const)
      await write(seconds, 'change', account);
    expect(await snapshotsOf('change')).toEqual(['0:first', '5:changed', '15:changed']);
  });

  it('leaves latest alone for an older slot, and keeps the state if the snapshot before it is another', async () => {
    await write(0, 'late', 'a');
    await write(20, 'late', 'c');
    const unseen = await write(10, 'late', 'b');
    expect(unseen).toMatchObject({ snapshotsWritten: 1, latestWritten: 0, olderThanLatest: 1, unchanged: 0 });
    const seen = await write(5, 'late', 'a');
    expect(seen).toMatchObject({ snapshotsWritten: 0, latestWritten: 0, olderThanLatest: 1, unchanged: 1 });
    expect(await snapshotsOf('late')).toEqual(['0:first', '10:changed', '20:changed']);
    expect(await latestOf('late')).toMatchObject({ slot: bankAt(20).slot, snapshot_slot: bankAt(20).slot });
  });

  it('judges the next row against a late snapshot that is the newest one', async () => {
    await write(0, 'late2', 'a');
    await write(20, 'late2', 'a');
    await write(10, 'late2', 'b');
    expect((await latestOf('late2')).snapshot_slot).toBe(bankAt(10).slot);
    await write(30, 'late2', 'a');
    expect(await snapshotsOf('late2')).toEqual(['0:first', '10:changed', '30:changed']);
  });

  it('keeps a row that is older than everything stored', async () => {
    await write(100, 'early', 'a');
    await write(50, 'early', 'a');
    expect(await snapshotsOf('early')).toEqual(['50:first', '100:first']);
    expect((await latestOf('early')).slot).toBe(bankAt(100).slot);
  });

  it('rewrites latest at an equal slot, without a second snapshot', async () => {
    await write(0, 'equal', 'a');
    const again = buildState('equal', 0, 'a', { borrowApyF: 0.5 });
    const result = await writePollBatch(database.sql, buildBatch(0, [again], { id: 'equal again' }));
    expect(result).toMatchObject({ snapshotsWritten: 0, latestWritten: 1, olderThanLatest: 0 });
    const rows = await database.sql`SELECT borrow_apy_f FROM lend.reserve_latest WHERE reserve = ${addressOf('equal')}`;
    expect(rows[0]?.['borrow_apy_f']).toBe(0.5);
    expect(await snapshotsOf('equal')).toEqual(['0:first']);
  });

  it('keeps the snapshot it has when another fork gives another account at the same slot, and then notices the change', async () => {
    await write(0, 'fork', 'a');
    const result = await write(0, 'fork', 'b');
    expect(result).toMatchObject({ snapshotsWritten: 0, latestWritten: 1 });
    await write(5, 'fork', 'b');
    expect(await snapshotsOf('fork')).toEqual(['0:first', '5:changed']);
  });

  it('changes nothing when a batch id comes again, and returns what it did the first time', async () => {
    const batch = buildBatch(0, [buildState('repeat', 0, 'a')], { id: 'repeat' });
    const first = await writePollBatch(database.sql, batch);
    await write(5, 'repeat', 'b');
    const before = await database.sql`SELECT * FROM lend.reserve_latest WHERE reserve = ${addressOf('repeat')}`;
    const second = await writePollBatch(database.sql, batch);
    expect(second).toEqual({ ...first, alreadyWritten: true });
    expect(await database.sql`SELECT * FROM lend.reserve_latest WHERE reserve = ${addressOf('repeat')}`).toEqual(
      before,
    );
    expect(await database.sql`SELECT * FROM lend.poll_batches WHERE id = 'repeat'`).toHaveLength(1);
  });

  it('records the batch: what was asked for, what came, what was kept', async () => {
    const gone = addressOf('never there');
    const states = [buildState('first', 40, 'z'), buildState('same', 40, 'a')];
    const bytes = new Uint8Array([1, 2, 3]);
    const quarantined = [
      {
        address: addressOf('broken'),
        accountKind: 'reserve',
        protocol: 'kamino',
        lendingMarket: null,
        listed: null,
        reasonCode: 'WRONG_SIZE',
        expected: '8624',
        actual: '3',
        dataSha256: sha256Of('x'),
        dataLength: 3,
        data: bytes,
      },
    ];
    await writePollBatch(
      database.sql,
      buildBatch(40, states, { id: 'recorded', batchIndex: 3, missing: [gone], quarantined }),
    );
    const row = await database.db.query.pollBatches.findFirst({ where: (table, { eq }) => eq(table.id, 'recorded') });
    const requested = [...states.map((state) => state.reserve), gone, addressOf('broken')].toSorted();
    expect(row).toMatchObject({
      protocol: 'kamino',
      batchIndex: 3,
      ...bankAt(40),
      commitment: 'confirmed',
      requested: 4,
      received: 3,
      snapshotsWritten: 1,
      latestWritten: 2,
      unchanged: 1,
      missing: 1,
      quarantined: 1,
      olderThanLatest: 0,
      firstReserve: requested[0],
      lastReserve: requested[3],
      notObserved: [gone, addressOf('broken')].toSorted(),
      durationMs: 12,
      outcome: 'committed',
      errorCode: null,
      rpcEndpoint: 'rpc.example',
    });
  });

  it('keeps every attempt that failed, before its batch is committed under the same id and after', async () => {
    const batch = buildBatch(0, [buildState('fail', 0, 'a')], { id: 'fail' });
    const failure = { ...batch, slot: null, observedAt: null, errorCode: 'RPC_TIMEOUT' };
    const attempts = async () => {
      const rows = await database.sql`
        SELECT error_code FROM lend.failed_attempts WHERE batch_id = 'fail' ORDER BY attempt_id`;
      return rows.map((row) => row['error_code']);
    };
    const batches = () => database.sql`SELECT outcome, error_code FROM lend.poll_batches WHERE id = 'fail'`;
    await recordFailedAttempt(database.sql, failure);
    await recordFailedAttempt(database.sql, { ...failure, errorCode: 'RPC_429' });
    expect(await batches()).toEqual([]);
    expect(await writePollBatch(database.sql, batch)).toMatchObject({ alreadyWritten: false, snapshotsWritten: 1 });
    expect(await attempts()).toEqual(['RPC_TIMEOUT', 'RPC_429']);
    await recordFailedAttempt(database.sql, failure);
    expect(await batches()).toEqual([{ outcome: 'committed', error_code: null }]);
    expect(await attempts()).toEqual(['RPC_TIMEOUT', 'RPC_429', 'RPC_TIMEOUT']);
  });

  it('keeps what made a batch and when a gap begins, of failures too', async () => {
    const batch = buildBatch(0, [], { id: 'kinds', requested: [addressOf('fail')] });
    const failure = { ...batch, slot: null, observedAt: null, errorCode: 'RPC_TIMEOUT' };
    await recordFailedAttempt(database.sql, failure);
    await recordFailedAttempt(database.sql, { ...failure, kind: 'discover', gapAfterMs: 60_000 });
    await recordFailedAttempt(database.sql, { ...failure, kind: 'follow' });
    await writePollBatch(database.sql, { ...batch, kind: 'poll', gapAfterMs: 15_000 });
    const attempts = await database.db.query.failedAttempts.findMany({
      where: (table, { eq }) => eq(table.batchId, 'kinds'),
      orderBy: (table) => table.attemptId,
    });
    expect(attempts.map((row) => [row.kind, row.gapAfterMs, row.reserveSet === null, row.reserves])).toEqual([
      ['poll', 30_000, false, null],
      ['discover', 60_000, false, null],
      ['follow', 30_000, true, [addressOf('fail')]],
    ]);
    const row = await database.db.query.pollBatches.findFirst({ where: (table, { eq }) => eq(table.id, 'kinds') });
    expect([row?.kind, row?.gapAfterMs, row?.reserveSet === null]).toEqual(['poll', 15_000, false]);
  });

  it('stores a set of addresses once, whatever their order', async () => {
    const requested = ['same', 'beat', 'first'].map(addressOf);
    await writePollBatch(database.sql, buildBatch(1, [], { id: 'set 1', requested }));
    await writePollBatch(
      database.sql,
      buildBatch(2, [], { id: 'set 2', requested: [...requested.toReversed(), requested[0] ?? ''] }),
    );
    const rows = await database.sql`
      SELECT DISTINCT s.reserves FROM lend.poll_batches AS p JOIN lend.reserve_sets AS s ON s.sha256 = p.reserve_set
      WHERE p.id LIKE 'set _'`;
    expect(rows).toEqual([{ reserves: requested.toSorted() }]);
  });

  it('stores the set of a batch that failed, known or new, however often it fails', async () => {
    const failedAs = (id: string, requested: readonly string[]) =>
      recordFailedAttempt(database.sql, {
        ...buildBatch(1, [], { id, requested }),
        slot: null,
        observedAt: null,
        errorCode: 'RPC_TIMEOUT',
      });
    const fresh = ['never', 'asked', 'before'].map(addressOf);
    await failedAs('failed set 1', fresh);
    await failedAs('failed set 1', fresh);
    await failedAs('failed set 2', fresh.toReversed());
    const rows = await database.sql`
      SELECT a.batch_id, p.not_observed, s.reserves FROM lend.failed_attempts AS a
      JOIN lend.reserve_sets AS s ON s.sha256 = a.reserve_set JOIN lend_v1.poll_batches AS p USING (attempt_id)
      WHERE a.batch_id LIKE 'failed set _' ORDER BY a.attempt_id`;
    const reserves = fresh.toSorted();
    expect(rows).toEqual(
      ['failed set 1', 'failed set 1', 'failed set 2'].map((id) => ({
        batch_id: id,
        not_observed: reserves,
        reserves,
      })),
    );
  });

  it('records a failure before anything was asked for', async () => {
    const failure = { ...buildBatch(0, [], { id: 'nothing asked' }), slot: null, observedAt: null, errorCode: 'X' };
    await recordFailedAttempt(database.sql, failure);
    const rows = await database.sql`
      SELECT requested, not_observed, outcome_str FROM lend_v1.poll_batches WHERE poll_batch_id = 'nothing asked'`;
    expect(rows).toEqual([{ requested: 0, not_observed: [], outcome_str: 'failed' }]);
  });

  it('announces a batch when it commits, and says nothing for one that brings no news', async () => {
    const heard: unknown[] = [];
    const subscription = await database.sql.listen(LATEST_CHANNEL, (payload) => heard.push(JSON.parse(payload)));
    await write(10, 'notify', 'a', { id: 'news' });
    await write(10, 'notify', 'a', { id: 'news' });
    await write(0, 'notify', 'a', { id: 'late' });
    await write(20, 'notify', 'a', { id: 'more news' });
    await waitFor(() => heard.length >= 2, { description: 'two notifications' });
    await subscription.unlisten();
    const commits = await database.sql<{ batch_id: string; commit_seq: bigint }[]>`
      SELECT batch_id, commit_seq FROM lend.batch_commits WHERE batch_id LIKE '%news' ORDER BY commit_seq`;
    const commitSeq = (id: string) => Number(commits.find((row) => row.batch_id === id)?.commit_seq);
    expect(heard).toEqual([
      {
        slot: Number(bankAt(10).slot),
        observedAt: bankAt(10).observedAt.toISOString(),
        batchId: 'news',
        commitSeq: commitSeq('news'),
      },
      {
        slot: Number(bankAt(20).slot),
        observedAt: bankAt(20).observedAt.toISOString(),
        batchId: 'more news',
        commitSeq: commitSeq('more news'),
      },
    ]);
  });

  it('registers reserves that come with the batch, and refuses states of unknown ones', async () => {
    const states = [buildState('brand new', 0, 'a')];
    await expect(writePollBatch(database.sql, buildBatch(0, states, { id: 'new' }))).rejects.toMatchObject({
      code: 'UNKNOWN_RESERVE',
    });
    const reserves = [buildReserveInput('brand new')];
    const result = await writePollBatch(database.sql, buildBatch(0, states, { id: 'new', reserves }));
    expect(result).toMatchObject({ snapshotsWritten: 1, latestWritten: 1 });
  });

  it('writes an empty batch as proof that we looked', async () => {
    expect(await writePollBatch(database.sql, buildBatch(77, [], { id: 'empty' }))).toMatchObject({ latestWritten: 0 });
    expect(await database.sql`SELECT requested FROM lend.poll_batches WHERE id = 'empty'`).toEqual([{ requested: 0 }]);
  });
});
