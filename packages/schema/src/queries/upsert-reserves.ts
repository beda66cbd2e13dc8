import {
  type AccountConfigChange,
  listConfigDifferences,
  reserveParameters,
  writeConfigChanges,
} from '../config-changes/write-config-changes.ts';
import type { Queryable, Sql } from '../create-database.ts';
import { columnList, listColumnSpecs, recordsetColumns } from '../rows/column-specs.ts';
import { encodeRecord, findRowProblem, type RowProblem, toJson } from '../rows/encode-record.ts';
import { type ReserveInput, reserves } from '../tables/index.ts';
import { type LastKnownReserve, type LockedReserve, lockLastKnownReserves, lockReserves } from './lock-reserves.ts';
import type { PollBatch } from './poll-batch.ts';
import { SchemaError } from '../schema-error.ts';
import { retryConflicts } from './retry-conflicts.ts';

const SPECS = listColumnSpecs(reserves, [
  'id',
  'firstSeenSlot',
  'firstSeenAt',
  'lastSeenSlot',
  'lastSeenAt',
  'missingSinceSlot',
  'missingSinceAt',
]);

const INSERT_NEW_SQL = `
INSERT INTO lend.reserves (${columnList(SPECS)}, first_seen_slot, first_seen_at, last_seen_slot, last_seen_at)
SELECT ${columnList(SPECS)}, config_slot, config_observed_at, config_slot, config_observed_at
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)})
ORDER BY address COLLATE "C"
ON CONFLICT (address) DO NOTHING
RETURNING address`;

// One condition for every column: a configuration is replaced as a whole or not at all. Only a symbol that discovery has found elsewhere
// stays where the account still has none.
const KEEPS_SYMBOL = `i.token_symbol = '' AND r.token_symbol_origin IN ('other_protocol', 'metadata')`;
const isColumnReplaced = (column: string) =>
  column.startsWith('token_symbol') ? `i.is_replaced AND NOT (${KEEPS_SYMBOL})` : 'i.is_replaced';
const SET_CONFIG = SPECS.filter((spec) => spec.name !== 'address')
  .map(({ name }) => `${name} = CASE WHEN ${isColumnReplaced(name)} THEN i.${name} ELSE r.${name} END`)
  .join(', ');

const UPDATE_KNOWN_SQL = `
UPDATE lend.reserves AS r SET ${SET_CONFIG},
  first_seen_slot = least(r.first_seen_slot, i.config_slot),
  first_seen_at = least(r.first_seen_at, i.config_observed_at),
  last_seen_slot = greatest(r.last_seen_slot, i.config_slot),
  last_seen_at = greatest(r.last_seen_at, i.config_observed_at),
  missing_since_slot = CASE WHEN i.config_slot >= r.missing_since_slot THEN NULL ELSE r.missing_since_slot END,
  missing_since_at = CASE WHEN i.config_slot >= r.missing_since_slot THEN NULL ELSE r.missing_since_at END
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)}, is_replaced boolean)
WHERE r.address = i.address`;

/** First value of the row that cannot be stored, null when there is none; `upsertReserves` refuses all rows for it. */
export function findReserveProblem(row: ReserveInput): RowProblem | null {
  return findRowProblem(SPECS, row);
}

export interface UpsertResult {
  /** Addresses that were not known before, in byte order. */
  readonly inserted: string[];
  /** Parameters that changed, as they were logged. The first sight of an account is no change. */
  readonly configChanges: readonly AccountConfigChange[];
}

/**
 * Stores identity and configuration as seen at one slot. The configuration of a known reserve is replaced, and the log of
 * changes written, only when its hash differs and the slot is newer than any at which the reserve was seen; being seen
 * clears a missing mark. Throws `INVALID_ROW`, `WRITE_CONFLICT`.
 */
export async function upsertReserves(sql: Sql, rows: readonly ReserveInput[]): Promise<UpsertResult> {
  return retryConflicts(() => sql.begin('isolation level read committed', (tx) => writeReserves(tx, rows, null)));
}

/** The same within a transaction. */
export async function writeReserves(
  tx: Queryable,
  rows: readonly ReserveInput[],
  pollBatchId: string | null,
): Promise<UpsertResult> {
  if (rows.length === 0) return { inserted: [], configChanges: [] };
  const records = rows.map((row) => encodeRecord(SPECS, row, row.address));
  const added = await tx.unsafe<{ address: string }[]>(INSERT_NEW_SQL, [toJson(records)], { prepare: true });
  const inserted = new Set(added.map(({ address }) => address));
  // Another writer may have stored a reserve while this one waited to insert it: what is known is judged under the lock.
  const known = rows.filter(({ address }) => !inserted.has(address));
  const configChanges = known.length === 0 ? [] : await writeKnown(tx, known, pollBatchId);
  return { inserted: [...inserted].toSorted(), configChanges };
}

async function writeKnown(
  tx: Queryable,
  rows: readonly ReserveInput[],
  pollBatchId: string | null,
): Promise<AccountConfigChange[]> {
  const stored = await lockLastKnownReserves(
    tx,
    rows.map(({ address }) => address),
  );
  const changes: AccountConfigChange[] = [];
  const records = rows.map((row) => {
    const last = stored.get(row.address);
    const isReplaced = last !== undefined && isNewConfig(row, last);
    if (isReplaced) changes.push(...listReserveChanges(row, last));
    return { ...encodeRecord(SPECS, row, row.address), is_replaced: isReplaced };
  });
  await tx.unsafe(UPDATE_KNOWN_SQL, [toJson(records)], { prepare: true });
  await writeConfigChanges(tx, changes, pollBatchId);
  return changes;
}

/** What is stored holds up to the newest bank in which the reserve was seen: an older one cannot tell anything new. */
function isNewConfig(row: ReserveInput, last: LastKnownReserve): boolean {
  return row.configSlot > last.seenSlot && Buffer.compare(row.configSha256, last.configSha256) !== 0;
}

function listReserveChanges(row: ReserveInput, last: LastKnownReserve): AccountConfigChange[] {
  return listConfigDifferences({
    account: row.address,
    accountKind: 'reserve',
    lendingMarket: row.lendingMarket,
    protocol: row.protocol,
    slot: row.configSlot,
    observedAt: row.configObservedAt,
    previousSlot: last.seenSlot,
    previousObservedAt: last.seenAt,
    before: reserveParameters(last),
    after: reserveParameters(row),
  });
}

export interface RegisteredReserves {
  readonly reserves: Map<string, LockedReserve>;
  /** How many were new or had another configuration. */
  readonly written: number;
  readonly configChanges: readonly AccountConfigChange[];
}

/**
 * Writes the reserves of the batch that are new or whose configuration changed, and returns what is known of all of them.
 * Throws `UNKNOWN_RESERVE` for a state without an identity.
 */
export async function registerReserves(
  tx: Queryable,
  batch: PollBatch,
  locked: Map<string, LockedReserve>,
): Promise<RegisteredReserves> {
  const rows = batch.reserves.filter((row) => isNews(row, locked.get(row.address)));
  const { configChanges } = await writeReserves(tx, rows, batch.id);
  // Another writer may have stored a new reserve and its first rows while this one waited to insert it.
  const isAnyNew = rows.some((row) => !locked.has(row.address));
  const known = isAnyNew ? await lockReserves(tx, [...locked.keys(), ...rows.map((row) => row.address)]) : locked;

  const unknown = batch.states.filter((state) => !known.has(state.reserve)).map((state) => state.reserve);
  if (unknown.length > 0) {
    throw new SchemaError('UNKNOWN_RESERVE', `reserves without identity: ${unknown.join(', ')}`, {
      context: { count: unknown.length },
    });
  }
  return { reserves: known, written: rows.length, configChanges };
}

function isNews(row: ReserveInput, stored: LockedReserve | undefined): boolean {
  // What comes late may be from before the first sight: the time since then counts as one in which the reserve is expected.
  if (stored === undefined || row.configSlot < stored.firstSeenSlot) return true;
  return row.configSlot > stored.seenSlot && Buffer.compare(row.configSha256, stored.configSha256) !== 0;
}
