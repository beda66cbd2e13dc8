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
  return {
    ...encodeFacts(batch),
    slot: batch.slot,
    observed_at: batch.observedAt.toISOString(),
    received: Math.max(0, batch.requested.length - batch.missing.length),
    unchanged: counts.unchanged,
    missing: batch.missing.length,
    quarantined: batch.quarantined.length,
    older_than_latest: counts.olderThanLatest,
    not_observed: batch.requested.filter((address) => !observed.has(address)).toSorted(),
    ...encodeReserveSet(batch),
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

function encodeReserveSet(batch: PollBatchFacts) {
  const set = requestedSetOf(batch);
  return { reserve_set: set === null ? null : encodeBytes(set.sha256), reserves: set?.reserves ?? null };
}

/** The result of the batch if it was committed before. */
export async function findCommittedBatch(tx: Queryable, id: string): Promise<PollBatchResult | null> {
  const [row] = await tx<Omit<PollBatchResult, 'configChanges'>[]>`
    SELECT true AS "alreadyWritten", snapshots_written AS "snapshotsWritten", latest_written AS "latestWritten",
      unchanged, missing, quarantined, older_than_latest AS "olderThanLatest",
      (SELECT c.commit_seq FROM lend.batch_commits AS c WHERE c.batch_id = ${id}) AS "commitSeq"
    FROM lend.poll_batches WHERE id = ${id} AND outcome = 'committed'`;
  return row === undefined ? null : { ...row, configChanges: [] };
}

/** A batch that could not be read or stored. */
export interface FailedPollBatch extends PollBatchFacts {
  /** Null when no bank was read. */
  readonly slot: bigint | null;
  readonly observedAt: Date | null;
  readonly errorCode: string;
}

/** Records that a batch failed. Never replaces a committed row, and is itself replaced when the batch succeeds later. */
export async function recordFailedPollBatch(sql: Sql, batch: FailedPollBatch): Promise<void> {
  const { requested, ...facts } = encodeFacts(batch);
  const set = requestedSetOf(batch);
  const row = {
    ...facts,
    id: batch.id,
    slot: batch.slot,
    observed_at: batch.observedAt,
    requested,
    received: 0,
    snapshots_written: 0,
    latest_written: 0,
    unchanged: 0,
    missing: 0,
    quarantined: 0,
    older_than_latest: 0,
    outcome: 'failed',
    error_code: batch.errorCode,
    reserve_set: set?.sha256 ?? null,
  };
  await sql`
    WITH known AS (
      INSERT INTO lend.reserve_sets (sha256, reserves)
      SELECT ${row.reserve_set}::bytea, ${[...(set?.reserves ?? [])]}::text[] WHERE ${set !== null}
      ON CONFLICT (sha256) DO NOTHING
    )
    INSERT INTO lend.poll_batches ${sql(row)}
    ON CONFLICT (id) DO UPDATE SET
      slot = excluded.slot, observed_at = excluded.observed_at, started_at = excluded.started_at,
      duration_ms = excluded.duration_ms, error_code = excluded.error_code, rpc_endpoint = excluded.rpc_endpoint,
      kind = excluded.kind, gap_after_ms = excluded.gap_after_ms, reserve_set = excluded.reserve_set, recorded_at = now()
    WHERE poll_batches.outcome = 'failed'`;
}

function encodeFacts(batch: PollBatchFacts) {
  const sorted = batch.requested.toSorted();
  return {
    protocol: batch.protocol,
    batch_index: batch.batchIndex,
    commitment: batch.commitment,
    requested: sorted.length,
    first_reserve: sorted[0] ?? null,
    last_reserve: sorted.at(-1) ?? null,
    not_observed: sorted,
    started_at: batch.startedAt.toISOString(),
    duration_ms: Math.max(0, Math.round(batch.durationMs)),
    rpc_endpoint: batch.rpcEndpoint,
    kind: batch.kind ?? 'poll',
    gap_after_ms: batch.gapAfterMs ?? DEFAULT_GAP_AFTER_MS,
  };
}
