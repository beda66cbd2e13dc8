import type { AccountConfigChange } from '../config-changes/write-config-changes.ts';
import type { Queryable, Sql } from '../create-database.ts';
import { listSnapshotsBefore, type LockedReserve, lockReserves } from './lock-reserves.ts';
import { registerReserves } from './upsert-reserves.ts';
import {
  decideSnapshot,
  encodeBatchRow,
  findCommittedBatch,
  LATEST_CHANNEL,
  type LatestNotification,
  type PollBatch,
  type PollBatchResult,
} from './poll-batch.ts';
import { planPresence, type PresencePlan, writePresence } from './presence.ts';
import { writeQuarantine } from './quarantine.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { WRITE_POLL_BATCH_SQL, type WrittenCounts } from './write-poll-batch-sql.ts';
import { encodeRecord, toJson } from '../rows/encode-record.ts';
import { RESERVE_STATE_SPECS } from '../rows/reserve-state-row.ts';
import { SchemaError } from '../schema-error.ts';
import type { ReserveState, SnapshotReason } from '../tables/index.ts';

interface Decision {
  readonly state: ReserveState;
  readonly reason: SnapshotReason | null;
  /** The stored latest row is of a newer slot. */
  readonly late: boolean;
}

/**
 * Stores one poll batch in one transaction: snapshots where the account changed or the heartbeat is due, latest rows where
 * the slot is not older, presence, configuration, quarantine, the batch row, its place in the order of the commits, and the
 * notification. A batch id is written once: the second call changes nothing and returns the counts of the first. Batches may come late and in any order.
 *
 * Throws `INVALID_ROW` (nothing was sent), `UNKNOWN_RESERVE` (a state whose reserve is neither stored nor in `reserves`) and
 * `WRITE_CONFLICT` (retryable). Whatever it throws, nothing was written.
 */
export async function writePollBatch(sql: Sql, batch: PollBatch): Promise<PollBatchResult> {
  const records = encodeStates(batch);
  return retryConflicts(() =>
    // Every statement has to see what was committed while it waited for a lock, so the level is not left to a default.
    sql.begin('isolation level read committed', (tx) => writeInTransaction(tx, batch, records)),
  );
}

async function writeInTransaction(
  tx: Queryable,
  batch: PollBatch,
  records: ReadonlyMap<string, string>,
): Promise<PollBatchResult> {
  // Sent together, run one after the other: the batch is looked for under the locks. Two writers of an id that share no stored
  // reserve meet at its row, where the second one fails and is tried again.
  const [locked, committed] = await Promise.all([
    lockReserves(tx, listAddresses(batch)),
    findCommittedBatch(tx, batch.id),
  ]);
  if (committed !== null) return committed;

  const prepared = await prepareWrite(tx, batch, { locked, records });
  const { presence, unchanged, olderThanLatest, configChanges, commit } = prepared;
  const writing = tx
    .unsafe<WrittenCounts[]>(WRITE_POLL_BATCH_SQL, [...prepared.parameters], { prepare: true })
    .execute();
  if (presence.returned.length + presence.gone.length + batch.quarantined.length > 0) {
    // Awaited, because what follows takes a lock that all batches share: under it nothing may wait for another writer.
    await Promise.all([
      writing,
      writePresence(tx, presence, batch),
      writeQuarantine(tx, { batchId: batch.id, slot: batch.slot, observedAt: batch.observedAt }, batch.quarantined),
    ]);
  }
  const [[counts], commitSeq] = await Promise.all([writing, writeBatchCommit(tx, batch, commit)]);
  return {
    alreadyWritten: false,
    snapshotsWritten: counts?.snapshots ?? 0,
    latestWritten: counts?.latest ?? 0,
    unchanged,
    missing: batch.missing.length,
    quarantined: batch.quarantined.length,
    olderThanLatest,
    configChanges,
    commitSeq,
  };
}

/** What is written of a batch, worked out under the locks of its reserves. */
export interface PreparedWrite {
  readonly presence: PresencePlan;
  readonly unchanged: number;
  readonly olderThanLatest: number;
  readonly configChanges: readonly AccountConfigChange[];
  /** Whether reserves, their configurations or their latest rows are others afterwards than they were under the locks. */
  readonly changesReserves: boolean;
  /** Of `WRITE_POLL_BATCH_SQL`. */
  readonly parameters: readonly [states: string, batchId: string, row: string];
  /** For `writeBatchCommit`. */
  readonly commit: { readonly snapshotReserves: readonly string[]; readonly isNews: boolean };
}

/** Registers what is new of reserves, and decides what is kept of a batch. */
export async function prepareWrite(
  tx: Queryable,
  batch: PollBatch,
  { locked, records }: { readonly locked: Map<string, LockedReserve>; readonly records: ReadonlyMap<string, string> },
): Promise<PreparedWrite> {
  const { reserves, written, configChanges } = await registerReserves(tx, batch, locked);
  const decisions = await decideAll(tx, batch, reserves);
  const presence = planPresence(batch, reserves);
  const olderThanLatest = decisions.filter((decision) => decision.late).length;
  const unchanged = decisions.filter((decision) => decision.reason === null).length;
  const news = decisions.length - olderThanLatest + written + presence.returned.length + presence.gone.length;
  const input = decisions.map(({ state, reason, late }) => {
    const decided = JSON.stringify({ reason, write_latest: !late });
    return `${decided.slice(0, -1)},${records.get(state.reserve)?.slice(1) ?? ''}`;
  });
  const row = encodeBatchRow(batch, { unchanged, olderThanLatest });
  const kept = decisions.filter(({ reason }) => reason !== null).map(({ state }) => state.reserve);
  return {
    ...{ presence, unchanged, olderThanLatest, configChanges },
    changesReserves: news > 0,
    parameters: [`[${input.join(',')}]`, batch.id, toJson(row)],
    commit: { snapshotReserves: kept, isNews: news > 0 },
  };
}

export function listAddresses(batch: PollBatch): string[] {
  return [
    ...new Set([
      ...batch.states.map((state) => state.reserve),
      ...batch.reserves.map((reserve) => reserve.address),
      ...batch.missing,
      ...batch.quarantined.map((entry) => entry.address),
    ]),
  ];
}

async function decideAll(
  tx: Queryable,
  batch: PollBatch,
  reserves: ReadonlyMap<string, LockedReserve>,
): Promise<Decision[]> {
  const isLate = (state: ReserveState) => {
    const latestSlot = reserves.get(state.reserve)?.latestSlot ?? null;
    return latestSlot !== null && latestSlot > state.slot;
  };
  const lateAddresses = batch.states.filter(isLate).map((state) => state.reserve);
  const before = await listSnapshotsBefore(tx, lateAddresses, batch);
  return batch.states.map((state) => {
    const late = isLate(state);
    const previous = late ? before.get(state.reserve) : reserves.get(state.reserve)?.lastSnapshot;
    return { state, late, reason: decideSnapshot(state, previous ?? null, batch.heartbeatMs) };
  });
}

/** The states as JSON texts by reserve: made before any lock is held. Throws `INVALID_ROW` for a value, a slot or a repetition that must not be stored. */
export function encodeStates(batch: PollBatch): Map<string, string> {
  const records = new Map<string, string>();
  for (const state of batch.states) {
    if (records.has(state.reserve)) throw invalid(state.reserve, 'is in the batch twice');
    if (state.slot !== batch.slot || state.observedAt.getTime() !== batch.observedAt.getTime()) {
      throw invalid(state.reserve, 'is of another bank than its batch');
    }
    records.set(state.reserve, toJson(encodeRecord(RESERVE_STATE_SPECS, state, state.reserve)));
  }
  return records;
}

function invalid(address: string, rule: string): SchemaError {
  return new SchemaError('INVALID_ROW', `${address} ${rule}`, { context: { address } });
}

/**
 * Numbers the batch in the order of the commits, and announces it where it brings news. A trigger of the table takes the row
 * of `lend.commit_order` before the number is drawn, and holds it until the transaction is visible to others: who has read
 * up to n has missed nothing up to n. Must be the last statement, because everything that follows is done one batch after
 * the other.
 *
 * A queue of notifications that is full fails the commit, and any login may fill it: half full, nothing is announced, and
 * readers find the batch when they ask.
 *
 * `snapshotReserves` are those for which a snapshot was decided; recorded are the ones that this batch really wrote. Returns
 * the number.
 */
export async function writeBatchCommit(
  tx: Queryable,
  batch: PollBatch,
  { snapshotReserves, isNews }: { readonly snapshotReserves: readonly string[]; readonly isNews: boolean },
): Promise<bigint | null> {
  const payload: Omit<LatestNotification, 'commitSeq'> = {
    slot: Number(batch.slot),
    observedAt: batch.observedAt.toISOString(),
    batchId: batch.id,
  };
  const [row] = await tx<{ commitSeq: bigint }[]>`
    WITH numbered AS (
      INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves, traceparent)
      SELECT ${batch.id}, ${batch.protocol}, ${batch.slot}::bigint, ${batch.observedAt}::timestamptz, ARRAY(
        SELECT s.reserve FROM lend.reserve_snapshots AS s
        WHERE s.reserve = ANY(${[...snapshotReserves]}::text[]) AND s.observed_at = ${batch.observedAt}::timestamptz
          AND s.slot = ${batch.slot}::bigint AND s.poll_batch_id = ${batch.id}
        ORDER BY s.reserve), ${batch.traceparent ?? null}::text
      RETURNING commit_seq
    )
    SELECT commit_seq AS "commitSeq", CASE WHEN ${isNews} AND pg_notification_queue_usage() < 0.5 THEN pg_notify(${LATEST_CHANNEL},
      (${JSON.stringify(payload)}::text::jsonb || jsonb_build_object('commitSeq', commit_seq))::text) END
    FROM numbered`;
  return row?.commitSeq ?? null;
}
