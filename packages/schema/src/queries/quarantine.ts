import type { Queryable, Sql } from '../create-database.ts';
import type { QuarantineInput } from './poll-batch.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { encodeBytes, toJson } from '../rows/encode-record.ts';

/** Bytes of an account that are kept. */
export const QUARANTINE_DATA_BYTES = 16_384;

/**
 * Contents kept per address and reason. An account that changes with every slot and is never decodable would otherwise fill
 * the disk; beyond this its occurrences are counted on its newest row.
 */
export const QUARANTINE_CONTENTS_PER_REASON = 16;

/** When and by which work the accounts were seen. `batchId` keeps a repeated call from counting twice. */
export interface QuarantineSighting {
  readonly batchId: string;
  readonly slot: bigint;
  readonly observedAt: Date;
}

/** Records accounts that could not become rows. The same call twice in a row counts once. */
export async function upsertQuarantine(
  sql: Sql,
  sighting: QuarantineSighting,
  entries: readonly QuarantineInput[],
): Promise<void> {
  if (entries.length === 0) return;
  await retryConflicts(() => sql.begin((tx) => writeQuarantine(tx, sighting, entries)));
}

/** The same within a transaction. */
export async function writeQuarantine(
  tx: Queryable,
  sighting: QuarantineSighting,
  entries: readonly QuarantineInput[],
): Promise<void> {
  const rest = new Map(entries.map((entry) => [keyOf(entry.address, entry.reasonCode, entry.dataSha256), entry]));
  if (rest.size === 0) return;
  const counted = await countAgain(tx, sighting, [...rest.values()]);
  for (const row of counted) rest.delete(keyOf(row.address, row.reason_code, row.data_sha256));
  // Most accounts in quarantine are there for the second time: their bytes need not be sent.
  if (rest.size > 0) await insertNew(tx, sighting, [...rest.values()]);
}

function keyOf(address: string, reasonCode: string, dataSha256: Uint8Array): string {
  return `${address} ${reasonCode} ${Buffer.from(dataSha256).toString('hex')}`;
}

function countAgain(tx: Queryable, sighting: QuarantineSighting, entries: readonly QuarantineInput[]) {
  const keys = entries.map((entry) => ({
    address: entry.address,
    reason_code: entry.reasonCode,
    data_sha256: encodeBytes(entry.dataSha256),
  }));
  return tx<{ address: string; reason_code: string; data_sha256: Uint8Array }[]>`
    WITH known AS MATERIALIZED (
      SELECT q.id FROM lend.quarantine AS q
      JOIN json_to_recordset(${toJson(keys)}::text::json) AS k(address text, reason_code text, data_sha256 bytea)
        ON q.address = k.address AND q.reason_code = k.reason_code AND q.data_sha256 = k.data_sha256
      ORDER BY q.id FOR UPDATE OF q
    )
    UPDATE lend.quarantine AS q SET
      occurrences = q.occurrences + (q.last_batch_id <> ${sighting.batchId})::int,
      last_seen_slot = greatest(q.last_seen_slot, ${sighting.slot}::bigint),
      last_seen_at = greatest(q.last_seen_at, ${sighting.observedAt}::timestamptz),
      last_batch_id = ${sighting.batchId}
    FROM known WHERE q.id = known.id
    RETURNING q.address, q.reason_code, q.data_sha256`;
}

async function insertNew(
  tx: Queryable,
  sighting: QuarantineSighting,
  entries: readonly QuarantineInput[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    address: entry.address,
    account_kind: entry.accountKind,
    reason_code: entry.reasonCode,
    expected: entry.expected,
    actual: entry.actual,
    data_sha256: encodeBytes(entry.dataSha256),
    data_length: entry.dataLength,
    data: encodeBytes(entry.data.subarray(0, QUARANTINE_DATA_BYTES)),
  }));
  await tx`
    WITH input AS MATERIALIZED (
      SELECT i.*, newest.id AS full_id
      FROM json_to_recordset(${toJson(rows)}::text::json)
        AS i(address text, account_kind text, reason_code text, expected text, actual text, data_sha256 bytea,
             data_length int, data bytea)
      LEFT JOIN LATERAL (
        SELECT max(q.id) AS id FROM lend.quarantine AS q
        WHERE q.address = i.address AND q.reason_code = i.reason_code
        HAVING count(*) >= ${QUARANTINE_CONTENTS_PER_REASON}
      ) AS newest ON true
    ), counted AS (
      UPDATE lend.quarantine AS q SET
        occurrences = q.occurrences + (q.last_batch_id <> ${sighting.batchId})::int,
        last_seen_slot = greatest(q.last_seen_slot, ${sighting.slot}::bigint),
        last_seen_at = greatest(q.last_seen_at, ${sighting.observedAt}::timestamptz),
        last_batch_id = ${sighting.batchId}
      FROM input AS i WHERE q.id = i.full_id
    )
    INSERT INTO lend.quarantine AS q
      (address, account_kind, reason_code, expected, actual, data_sha256, data_length, data, first_seen_slot,
       first_seen_at, last_seen_slot, last_seen_at, occurrences, last_batch_id)
    SELECT address, account_kind, reason_code, expected, actual, data_sha256, data_length, data, ${sighting.slot}::bigint,
      ${sighting.observedAt}::timestamptz, ${sighting.slot}::bigint, ${sighting.observedAt}::timestamptz, 1,
      ${sighting.batchId}
    FROM input WHERE full_id IS NULL
    ORDER BY address, reason_code, data_sha256
    ON CONFLICT (address, reason_code, data_sha256) DO UPDATE SET
      occurrences = q.occurrences + (q.last_batch_id <> excluded.last_batch_id)::int,
      last_seen_slot = greatest(q.last_seen_slot, excluded.last_seen_slot),
      last_seen_at = greatest(q.last_seen_at, excluded.last_seen_at),
      last_batch_id = excluded.last_batch_id`;
}

/** A reserve that was kept out of the data, for one reason. */
export interface QuarantinedReserve {
  readonly reserve: string;
  readonly quarantineReason: string;
  /** What the newest refusal said. */
  readonly expected: string | null;
  readonly actual: string | null;
  readonly firstSeenSlot: bigint;
  readonly firstSeenAt: Date;
  readonly lastSeenSlot: bigint;
  readonly lastSeenAt: Date;
  /** Poll batches that met it. */
  readonly occurrences: bigint;
  /** The newest refusal is for this reason and recent, no later read gave a row, and the account is on chain. */
  readonly active: boolean;
}

/** How much older than the newest row of any reserve an active refusal may be: several runs of discovery. */
const RECENT = '1 hour';

/** One row per reserve and reason, by address, reason (byte order). */
export async function listQuarantinedReserves(sql: Queryable): Promise<QuarantinedReserve[]> {
  const rows = await sql<(Omit<QuarantinedReserve, 'occurrences'> & { occurrences: string })[]>`
    WITH refused AS (
      SELECT address AS reserve, reason_code AS "quarantineReason",
        (array_agg(expected ORDER BY last_seen_slot DESC, id DESC))[1] AS expected,
        (array_agg(actual ORDER BY last_seen_slot DESC, id DESC))[1] AS actual,
        min(first_seen_slot) AS "firstSeenSlot", min(first_seen_at) AS "firstSeenAt",
        max(last_seen_slot) AS "lastSeenSlot", max(last_seen_at) AS "lastSeenAt", sum(occurrences) AS occurrences
      FROM lend.quarantine WHERE account_kind = 'reserve' GROUP BY address, reason_code
    )
    SELECT q.*, q."lastSeenSlot" = max(q."lastSeenSlot") OVER (PARTITION BY q.reserve)
        AND coalesce(q."lastSeenSlot" > l.slot, true) AND r.missing_since_slot IS NULL
        AND coalesce(q."lastSeenAt" >= newest.observed_at - ${RECENT}::interval, true) AS active
    FROM refused AS q
    LEFT JOIN lend.reserves AS r ON r.address = q.reserve
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = q.reserve
    CROSS JOIN (SELECT max(observed_at) AS observed_at FROM lend.reserve_latest) AS newest
    ORDER BY q.reserve COLLATE "C", q."quarantineReason" COLLATE "C"`;
  return rows.map((row) => ({ ...row, occurrences: BigInt(row.occurrences) }));
}

/** How many accounts a reason keeps out of the data. */
export interface QuarantineCount {
  readonly accountKind: string;
  readonly reasonCode: string;
  /** Distinct addresses. */
  readonly accounts: number;
  /** Sightings, one per batch that met such an account. */
  readonly occurrences: bigint;
  readonly lastSeenSlot: bigint;
  readonly lastSeenAt: Date;
}

/** One row per kind of account and reason; `since` leaves out what was not seen at or after that chain time. */
export async function listQuarantineCounts(
  sql: Queryable,
  { since }: { readonly since?: Date } = {},
): Promise<QuarantineCount[]> {
  const rows = await sql<QuarantineCount[]>`
    SELECT account_kind AS "accountKind", reason_code AS "reasonCode", count(DISTINCT address)::int AS accounts,
      sum(occurrences)::bigint AS occurrences, max(last_seen_slot) AS "lastSeenSlot", max(last_seen_at) AS "lastSeenAt"
    FROM lend.quarantine
    WHERE last_seen_at >= ${since ?? new Date(0)}::timestamptz
    GROUP BY account_kind, reason_code
    ORDER BY account_kind COLLATE "C", reason_code COLLATE "C"`;
  return rows.map((row) => ({ ...row }));
}
