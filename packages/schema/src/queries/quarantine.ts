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
    protocol: entry.protocol,
    lending_market: entry.lendingMarket,
    listed: entry.listed,
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
        AS i(address text, account_kind text, protocol text, lending_market text, listed boolean, reason_code text, expected text, actual text, data_sha256 bytea,
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
      (address, account_kind, protocol, lending_market, listed, reason_code, expected, actual, data_sha256, data_length, data, first_seen_slot,
       first_seen_at, last_seen_slot, last_seen_at, occurrences, last_batch_id)
    SELECT address, account_kind, protocol, lending_market, listed, reason_code, expected, actual, data_sha256, data_length, data, ${sighting.slot}::bigint,
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

/** The market of a refused account `q`: the one of its stored reserve where there is one, because refused bytes may name any. */
export const MARKET_OF_REFUSED = `LEFT JOIN lend.reserves AS r ON r.address = q.address AND q.account_kind = 'reserve'
LEFT JOIN lend.lending_markets AS m ON m.address = coalesce(r.lending_market, q.lending_market)`;

/** Whether that market is listed. One that was never read is what the indexer took it for. */
export const IS_LISTED_MARKET = 'coalesce(m.listed, q.listed, false)';

/**
 * Whether a refused account concerns what is listed: anybody can make a market and name any mint in it. Oracles are read for reserves of
 * listed markets alone.
 */
const IS_OF_LISTED = `CASE q.account_kind WHEN 'oracle' THEN true
  WHEN 'token_mint' THEN EXISTS (
    SELECT FROM lend.reserves AS n JOIN lend.lending_markets AS o ON o.address = n.lending_market AND o.listed
    WHERE n.token_mint = q.address AND n.missing_since_slot IS NULL)
  ELSE ${IS_LISTED_MARKET} END`;

/**
 * Oracles are read again with each batch of prices, and nothing else says that one was accepted: one that the newest batches did not refuse
 * is refused no more. Chain prices alone have a slot.
 */
export const IS_NO_PAST_ORACLE = `(q.account_kind <> 'oracle' OR q.last_seen_at >= (
  SELECT b.observed_at - b.gap_after_ms * interval '1 millisecond' FROM lend.price_batches AS b
  WHERE b.outcome = 'committed' AND b.slot IS NOT NULL ORDER BY b.observed_at DESC LIMIT 1))`;

/** A reserve that was kept out of the data, for one reason. */
export interface QuarantinedReserve {
  readonly reserve: string;
  /** Null where its bytes are too few to name one. */
  readonly lendingMarket: string | null;
  readonly listed: boolean;
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

/** One row per reserve of the protocol and reason, by address, reason (byte order). */
export async function listQuarantinedReserves(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<QuarantinedReserve[]> {
  const rows = await sql<(Omit<QuarantinedReserve, 'occurrences'> & { occurrences: string })[]>`
    WITH refused AS (
      SELECT address, reason_code AS "quarantineReason",
        (array_agg(lending_market ORDER BY last_seen_slot DESC, id DESC))[1] AS lending_market,
        (array_agg(listed ORDER BY last_seen_slot DESC, id DESC))[1] AS listed, account_kind,
        (array_agg(expected ORDER BY last_seen_slot DESC, id DESC))[1] AS expected,
        (array_agg(actual ORDER BY last_seen_slot DESC, id DESC))[1] AS actual,
        min(first_seen_slot) AS "firstSeenSlot", min(first_seen_at) AS "firstSeenAt",
        max(last_seen_slot) AS "lastSeenSlot", max(last_seen_at) AS "lastSeenAt", sum(occurrences) AS occurrences
      FROM lend.quarantine WHERE account_kind = 'reserve' AND protocol = ${protocol} GROUP BY address, reason_code, account_kind
    )
    SELECT q.address AS reserve, coalesce(r.lending_market, q.lending_market) AS "lendingMarket",
      ${sql.unsafe(IS_LISTED_MARKET)} AS listed, q."quarantineReason", q.expected, q.actual, q."firstSeenSlot",
      q."firstSeenAt", q."lastSeenSlot", q."lastSeenAt", q.occurrences,
      q."lastSeenSlot" = max(q."lastSeenSlot") OVER (PARTITION BY q.address)
        AND coalesce(q."lastSeenSlot" > l.slot, true) AND r.missing_since_slot IS NULL
        AND coalesce(q."lastSeenAt" >= newest.observed_at - ${RECENT}::interval, true) AS active
    FROM refused AS q
    ${sql.unsafe(MARKET_OF_REFUSED)}
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = q.address
    CROSS JOIN (
      SELECT max(n.observed_at) AS observed_at FROM lend.reserve_latest AS n
      JOIN lend.reserves AS k ON k.address = n.reserve WHERE k.protocol = ${protocol}
    ) AS newest
    ORDER BY q.address COLLATE "C", q."quarantineReason" COLLATE "C"`;
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

/** Accounts that concern what is listed: one row per kind and reason; `since` leaves out what was not seen at or after that chain time. */
export async function listQuarantineCounts(
  sql: Queryable,
  { since }: { readonly since?: Date } = {},
): Promise<QuarantineCount[]> {
  const rows = await sql<QuarantineCount[]>`
    SELECT account_kind AS "accountKind", reason_code AS "reasonCode", count(DISTINCT address)::int AS accounts,
      sum(occurrences)::bigint AS occurrences, max(last_seen_slot) AS "lastSeenSlot", max(last_seen_at) AS "lastSeenAt"
    FROM (
      SELECT q.* FROM lend.quarantine AS q ${sql.unsafe(MARKET_OF_REFUSED)}
      WHERE q.last_seen_at >= ${since ?? new Date(0)}::timestamptz AND ${sql.unsafe(IS_OF_LISTED)}
        AND ${sql.unsafe(IS_NO_PAST_ORACLE)}
    ) AS q
    GROUP BY account_kind, reason_code
    ORDER BY account_kind COLLATE "C", reason_code COLLATE "C"`;
  return rows.map((row) => ({ ...row }));
}
