import type { Queryable, Sql } from '../create-database.ts';
import { columnList, listColumnSpecs, recordsetColumns } from '../rows/column-specs.ts';
import { encodeRecord, findRowProblem, type RowProblem, toJson } from '../rows/encode-record.ts';
import { type ReserveInput, reserves } from '../tables/index.ts';
import { retryConflicts } from './retry-conflicts.ts';

const SPECS = listColumnSpecs(reserves, [
  'firstSeenSlot',
  'firstSeenAt',
  'lastSeenSlot',
  'lastSeenAt',
  'missingSinceSlot',
  'missingSinceAt',
]);

// One condition for every column: a configuration is replaced as a whole or not at all.
const IS_NEW_CONFIG = 'excluded.config_sha256 <> r.config_sha256 AND excluded.config_slot > r.config_slot';
const SET_CONFIG = SPECS.filter((spec) => spec.name !== 'address')
  .map((spec) => `${spec.name} = CASE WHEN ${IS_NEW_CONFIG} THEN excluded.${spec.name} ELSE r.${spec.name} END`)
  .join(', ');

const UPSERT_RESERVES_SQL = `
INSERT INTO lend.reserves AS r
  (${columnList(SPECS)}, first_seen_slot, first_seen_at, last_seen_slot, last_seen_at)
SELECT ${columnList(SPECS)}, config_slot, config_observed_at, config_slot, config_observed_at
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)})
ORDER BY address COLLATE "C"
ON CONFLICT (address) DO UPDATE SET ${SET_CONFIG},
  first_seen_slot = least(r.first_seen_slot, excluded.first_seen_slot),
  first_seen_at = least(r.first_seen_at, excluded.first_seen_at),
  last_seen_slot = greatest(r.last_seen_slot, excluded.last_seen_slot),
  last_seen_at = greatest(r.last_seen_at, excluded.last_seen_at),
  missing_since_slot = CASE WHEN excluded.last_seen_slot >= r.missing_since_slot THEN NULL ELSE r.missing_since_slot END,
  missing_since_at = CASE WHEN excluded.last_seen_slot >= r.missing_since_slot THEN NULL ELSE r.missing_since_at END
RETURNING address, xmax = 0 AS inserted`;

/** First value of the row that cannot be stored, null when there is none; `upsertReserves` refuses all rows for it. */
export function findReserveProblem(row: ReserveInput): RowProblem | null {
  return findRowProblem(SPECS, row);
}

export interface UpsertResult {
  /** Addresses that were not known before, in byte order. */
  readonly inserted: string[];
}

/**
 * Stores identity and configuration as seen at one slot. The configuration of a known reserve changes only when its hash
 * differs and the slot is newer; being seen clears a missing mark. Throws `INVALID_ROW`, `WRITE_CONFLICT`.
 */
export async function upsertReserves(sql: Sql, rows: readonly ReserveInput[]): Promise<UpsertResult> {
  return retryConflicts(() => sql.begin((tx) => writeReserves(tx, rows)));
}

/** The same within a transaction. */
export async function writeReserves(tx: Queryable, rows: readonly ReserveInput[]): Promise<UpsertResult> {
  if (rows.length === 0) return { inserted: [] };
  const records = rows.map((row) => encodeRecord(SPECS, row, row.address));
  const written = await tx.unsafe<{ address: string; inserted: boolean }[]>(UPSERT_RESERVES_SQL, [toJson(records)], {
    prepare: true,
  });
  return {
    inserted: written
      .filter((row) => row.inserted)
      .map((row) => row.address)
      .toSorted(),
  };
}
