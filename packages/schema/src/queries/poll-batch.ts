import { createHash } from 'node:crypto';
import type { AccountConfigChange } from '../config-changes/write-config-changes.ts';
import type { Queryable, Sql } from '../create-database.ts';
import { encodeBytes } from '../rows/encode-record.ts';
import type { PollBatchKind, ReserveInput, ReserveState, SnapshotReason } from '../tables/index.ts';

/** An account that could not become a row. */
export interface QuarantineInput {
  readonly address: string;
  /** `reserve`, `lending_market`, `token_mint`, `oracle`. */
  readonly accountKind: string;
  /** Whose account it is; null for what protocols share: mints and oracles. */
  readonly protocol: string | null;
  /** The market that its bytes name, or that it is; null where there is none, or the bytes are too few to name one. */
  readonly lendingMarket: string | null;
  /** Whether that market is listed; null where it is not known which one that is. */
  readonly listed: boolean | null;
  readonly reasonCode: string;
  readonly expected: string | null;
  readonly actual: string | null;
  /** SHA-256 of the whole account data. */
  readonly dataSha256: Uint8Array;
  /** Length of the whole account data in bytes. */
  readonly dataLength: number;
  /** The data; only the first 16 KiB are kept. */
  readonly data: Uint8Array;
}

/** What every poll batch row says, whether the batch was committed or failed. */
export interface PollBatchFacts {
  /** Deterministic: the same work has the same id, and is written once. */
  readonly id: string;
  readonly protocol: string;
  /** Default `poll`. A `follow` covers no time: it comes when an account changed, and not in between. */
  readonly kind?: PollBatchKind;
  /** How long after this observation the next one may come before the time between counts as not observed. Default 30,000. */
  readonly gapAfterMs?: number;
  readonly batchIndex: number;
  readonly commitment: string;
  /** Addresses asked for, in any order. */
  readonly requested: readonly string[];
  readonly startedAt: Date;
  /** Time spent before the write. */
  readonly durationMs: number;
  /** Host name of the endpoint only: a path or a query may hold a key. */
  readonly rpcEndpoint: string | null;
}

/** Everything one poll batch found, all of it at one bank. */
export interface PollBatch extends PollBatchFacts {
  readonly slot: bigint;
  /** The bank's clock. */
  readonly observedAt: Date;
  /** A snapshot is kept when the last one is at least this old, by `observedAt`. */
  readonly heartbeatMs: number;
  /** One per decoded reserve; `slot` and `observedAt` must be the batch's. */
  readonly states: readonly ReserveState[];
  /** Identity and configuration, for the reserves whose configuration hash is not the stored one. May hold all. */
  readonly reserves: readonly ReserveInput[];
  /** Addresses whose account was not there. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
  /** W3C trace context of the work that writes the batch. Left out where it is not traced. */
  readonly traceparent?: string | null;
}

/** What writing a batch did. `alreadyWritten`: nothing, because this id was committed before; the counts are of then. */
export interface PollBatchResult {
  readonly alreadyWritten: boolean;
  readonly snapshotsWritten: number;
  readonly latestWritten: number;
  /** Rows whose account is the one of the last snapshot, so that no snapshot was kept. */
  readonly unchanged: number;
  readonly missing: number;
  readonly quarantined: number;
  /** Rows older than the stored latest row, which they did not touch. */
  readonly olderThanLatest: number;
  /** Parameters of reserves that this write found changed, and logged; none where it was written before. */
  readonly configChanges: readonly AccountConfigChange[];
  /** Place of the batch in the order of the commits; null when that has been purged. */
  readonly commitSeq: bigint | null;
}

/** Payload of the `lend_latest` notification. */
export interface LatestNotification {
  readonly slot: number;
  /** ISO-8601 UTC. */
  readonly observedAt: string;
  readonly batchId: string;
  /** Place of the batch in the order of the commits; see `listCommitsAfter`. */
  readonly commitSeq: number;
}

/** Channel on which a committed batch is announced. */
export const LATEST_CHANNEL = 'lend_latest';

/** What has to be known of the snapshot before a row. */
export interface PreviousSnapshot {
  readonly observedAt: Date;
  readonly accountSha256: Uint8Array;
}

/**
 * Whether a row is kept in the history, judged against the newest snapshot that is not newer than the row; null: it is not.
 * The rule is the same for a row that arrives late, so the first observation of each state is kept in whatever order the
 * batches come.
 */
export function decideSnapshot(
  row: PreviousSnapshot,
  previous: PreviousSnapshot | null,
  heartbeatMs: number,
): SnapshotReason | null {
  if (previous === null) return 'first';
  if (Buffer.compare(row.accountSha256, previous.accountSha256) !== 0) return 'changed';
  return row.observedAt.getTime() - previous.observedAt.getTime() >= heartbeatMs ? 'heartbeat' : null;
}

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

/** The set of addresses that was asked for; null where the batch covers no time, or asked for nothing. */
function requestedSetOf({ kind, requested }: PollBatchFacts): RequestedSet | null {
  const reserves = kind === 'follow' ? [] : [...new Set(requested)].toSorted();
  if (reserves.length === 0) return null;
  return { sha256: createHash('sha256').update(reserves.join('\n')).digest(), reserves };
}

/** The result of the batch if it was committed before. */
export async function findCommittedBatch(tx: Queryable, id: string): Promise<PollBatchResult | null> {
  return (await findCommittedBatches(tx, [id])).get(id) ?? null;
}

/** Results of those of the batches that were committed before, by their id. */
export async function findCommittedBatches(
  tx: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PollBatchResult>> {
  const rows = await tx<(Omit<PollBatchResult, 'configChanges'> & { readonly id: string })[]>`
    SELECT id, true AS "alreadyWritten", snapshots_written AS "snapshotsWritten", latest_written AS "latestWritten",
      unchanged, missing, quarantined, older_than_latest AS "olderThanLatest",
      (SELECT c.commit_seq FROM lend.batch_commits AS c WHERE c.batch_id = p.id) AS "commitSeq"
    FROM lend.poll_batches AS p WHERE id = ANY(${[...ids]}::text[])`;
  return new Map(rows.map(({ id, ...result }) => [id, { ...result, configChanges: [] }]));
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
