import type { Sql } from '../create-database.ts';
import { columnList, listColumnSpecs, recordsetColumns } from '../rows/column-specs.ts';
import { encodeRecord, findRowProblem, type RowProblem, toJson } from '../rows/encode-record.ts';
import { type LendingMarketInput, lendingMarkets } from '../tables/index.ts';
import { retryConflicts } from './retry-conflicts.ts';
import type { UpsertResult } from './upsert-reserves.ts';

const SPECS = listColumnSpecs(lendingMarkets, ['firstSeenSlot', 'firstSeenAt', 'missingSinceSlot', 'missingSinceAt']);
const SET_ALL = SPECS.filter((spec) => spec.name !== 'address')
  .map((spec) => `${spec.name} = CASE WHEN excluded.slot >= m.slot THEN excluded.${spec.name} ELSE m.${spec.name} END`)
  .join(', ');

const UPSERT_LENDING_MARKETS_SQL = `
INSERT INTO lend.lending_markets AS m (${columnList(SPECS)}, first_seen_slot, first_seen_at)
SELECT ${columnList(SPECS)}, slot, observed_at
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)})
ORDER BY address COLLATE "C"
ON CONFLICT (address) DO UPDATE SET ${SET_ALL},
  first_seen_slot = least(m.first_seen_slot, excluded.first_seen_slot),
  first_seen_at = least(m.first_seen_at, excluded.first_seen_at),
  missing_since_slot = CASE WHEN excluded.slot >= m.missing_since_slot THEN NULL ELSE m.missing_since_slot END,
  missing_since_at = CASE WHEN excluded.slot >= m.missing_since_slot THEN NULL ELSE m.missing_since_at END
RETURNING address, xmax = 0 AS inserted`;

/** First value of the row that cannot be stored, null when there is none; `upsertLendingMarkets` refuses all rows for it. */
export function findLendingMarketProblem(row: LendingMarketInput): RowProblem | null {
  return findRowProblem(SPECS, row);
}

/**
 * Stores lending markets as seen at one slot; an older slot never replaces a newer one. Being seen clears a missing mark.
 * Throws `INVALID_ROW`, `WRITE_CONFLICT`.
 */
export async function upsertLendingMarkets(sql: Sql, rows: readonly LendingMarketInput[]): Promise<UpsertResult> {
  if (rows.length === 0) return { inserted: [] };
  const records = rows.map((row) => encodeRecord(SPECS, row, row.address));
  const written = await retryConflicts(() =>
    sql.unsafe<{ address: string; inserted: boolean }[]>(UPSERT_LENDING_MARKETS_SQL, [toJson(records)], {
      prepare: true,
    }),
  );
  return {
    inserted: written
      .filter((row) => row.inserted)
      .map((row) => row.address)
      .toSorted(),
  };
}
