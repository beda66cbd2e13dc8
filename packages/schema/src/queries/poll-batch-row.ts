import { createHash } from 'node:crypto';
import type { Queryable, Sql } from '../create-database.ts';
import { encodeBytes } from '../rows/encode-record.ts';
import type { PollBatch, PollBatchFacts, PollBatchResult } from './poll-batch.ts';

/** Several polls at the usual interval: one that failed and was made up for is no gap. */
const DEFAULT_GAP_AFTER_MS = 30_000;

/** Columns of the batch row but for the counts that the write itself finds out. */
export function encodeBatchRow(
  batch: PollBatch,
  counts: { readonly unchanged: number; readonly olderThanLatest: number },
): Record<string, unknown> {
  const observed = new Set(batch.states.map((state) => state.reserve));
  const requested = new Set(batch.requested);
  const set = requestedSetOf(batch);
  return {
    ...encodeFacts(batch),
    slot: batch.slot,
    observed_at: batch.observedAt.toISOString(),
    received: Math.max(0, batch.requested.length - batch.missing.length),
    unchanged: counts.unchanged,
    missing: batch.missing.length,
    quarantined: batch.quarantined.length,
    older_than_latest: counts.olderThanLatest,
    ...encodeRange(batch),
    not_observed: batch.requested.filter((address) => !observed.has(address)).toSorted(),
    refused: batch.quarantined
      .map(({ address }) => address)
      .filter((address) => requested.has(address))
      .toSorted(),
    reserve_set: set === null ? null : encodeBytes(set.sha256),
    reserves: set?.reserves ?? null,
  };
}

interface RequestedSet {
  /** Of the sorted addresses, joined by line feeds. */
  readonly sha256: Buffer;
  readonly reserves: readonly string[];
}

/** The set of addresses that was asked for; null where the batch vouches for no time, or asked for nothing. */
function requestedSetOf({ kind, requested }: PollBatchFacts): RequestedSet | null {
  const reserves = kind === 'follow' ? [] : [...new Set(requested)].toSorted();
  if (reserves.length === 0) return null;
  return { sha256: createHash('sha256').update(reserves.join('\n')).digest(), reserves };
}

/** The result of the batch if it was committed before. */
export async function findCommittedBatch(tx: Queryable, id: string): Promise<PollBatchResult | null> {
  const [row] = await tx<Omit<PollBatchResult, 'configChanges'>[]>`
    SELECT true AS "alreadyWritten", snapshots_written AS "snapshotsWritten", latest_written AS "latestWritten",
      unchanged, missing, quarantined, older_than_latest AS "olderThanLatest",
      (SELECT c.commit_seq FROM lend.batch_commits AS c WHERE c.batch_id = ${id}) AS "commitSeq"
    FROM lend.poll_batches WHERE id = ${id}`;
  return row === undefined ? null : { ...row, configChanges: [] };
}

/** An attempt at a batch that could not be read or stored. */
export interface FailedAttempt extends PollBatchFacts {
  /** Null when no bank was read. */
  readonly slot: bigint | null;
  readonly observedAt: Date | null;
  readonly errorCode: string;
}

/** Records that an attempt at a batch failed. Every call adds a row, and nothing changes one. */
export async function recordFailedAttempt(sql: Sql, attempt: FailedAttempt): Promise<void> {
  const set = requestedSetOf(attempt);
  const row = {
    ...encodeFacts(attempt),
    batch_id: attempt.id,
    slot: attempt.slot,
    observed_at: attempt.observedAt,
    error_code: attempt.errorCode,
    reserve_set: set?.sha256 ?? null,
    reserves: set === null ? [...new Set(attempt.requested)].toSorted() : null,
  };
  await sql`
    WITH known AS (
      INSERT INTO lend.reserve_sets (sha256, reserves)
      SELECT ${row.reserve_set}::bytea, ${[...(set?.reserves ?? [])]}::text[] WHERE ${set !== null}
      ON CONFLICT (sha256) DO NOTHING
    )
    INSERT INTO lend.failed_attempts ${sql(row)}`;
}

function encodeFacts(batch: PollBatchFacts) {
  return {
    protocol: batch.protocol,
    batch_index: batch.batchIndex,
    commitment: batch.commitment,
    requested: batch.requested.length,
    started_at: batch.startedAt.toISOString(),
    duration_ms: Math.max(0, Math.round(batch.durationMs)),
    rpc_endpoint: batch.rpcEndpoint,
    kind: batch.kind ?? 'poll',
    gap_after_ms: batch.gapAfterMs ?? DEFAULT_GAP_AFTER_MS,
  };
}

function encodeRange({ requested }: PollBatchFacts) {
  const sorted = requested.toSorted();
  return { first_reserve: sorted[0] ?? null, last_reserve: sorted.at(-1) ?? null };
}
