import type { Queryable, Sql } from '../create-database.ts';
import { lockReserves } from './lock-reserves.ts';
import { findCommittedBatches, type PollBatch } from './poll-batch.ts';
import { writePresence } from './presence.ts';
import { writeQuarantine } from './quarantine.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { encodeStates, listAddresses, prepareWrite, type PreparedWrite, writeBatchCommit } from './write-poll-batch.ts';
import { WRITE_POLL_BATCH_SQL } from './write-poll-batch-sql.ts';

interface Written {
  readonly batch: PollBatch;
  readonly commit: PreparedWrite['commit'];
}

/**
 * Stores batches as `writePollBatch` does one after the other, in one transaction: all of them, or none. For what came to pass before this
 * moment: other writers of the same reserves wait until all are written. Answers how many of them had not been written before.
 *
 * A crash of the server can undo them, because the commit does not wait for the disk: for callers that note how far they are
 * in a later transaction, and begin there again. Throws as `writePollBatch`.
 */
export async function writePollBatches(sql: Sql, batches: readonly PollBatch[]): Promise<number> {
  if (batches.length === 0) return 0;
  const records = batches.map(encodeStates);
  return retryConflicts(() =>
    sql.begin('isolation level read committed', async (tx) => {
      await tx`SET LOCAL synchronous_commit TO off`;
      return writeAll(tx, batches, records);
    }),
  );
}

async function writeAll(
  tx: Queryable,
  batches: readonly PollBatch[],
  records: readonly ReadonlyMap<string, string>[],
): Promise<number> {
  const addresses = [...new Set(batches.flatMap(listAddresses))];
  const ids = batches.map(({ id }) => id);
  let [locked, committed] = await Promise.all([lockReserves(tx, addresses), findCommittedBatches(tx, ids)]);
  const written: Written[] = [];
  for (const [place, batch] of batches.entries()) {
    if (committed.has(batch.id)) continue;
    const prepared = await prepareWrite(tx, batch, { locked, records: records[place] ?? new Map() });
    await writeOne(tx, batch, prepared);
    if (prepared.changesReserves) locked = await lockReserves(tx, addresses);
    written.push({ batch, commit: prepared.commit });
  }
  // Last, because all writers share a lock from here on: see `writeBatchCommit`.
  await Promise.all(written.map(({ batch, commit }) => writeBatchCommit(tx, batch, commit)));
  return written.length;
}

async function writeOne(tx: Queryable, batch: PollBatch, { parameters, presence }: PreparedWrite): Promise<void> {
  await tx.unsafe(WRITE_POLL_BATCH_SQL, [...parameters], { prepare: true });
  await writePresence(tx, presence, batch);
  const { id: batchId, slot, observedAt, quarantined } = batch;
  if (quarantined.length > 0) await writeQuarantine(tx, { batchId, slot, observedAt }, quarantined);
}
