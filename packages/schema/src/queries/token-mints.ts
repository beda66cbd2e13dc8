import type { Queryable, Sql } from '../create-database.ts';
import { columnList, listColumnSpecs, recordsetColumns } from '../rows/column-specs.ts';
import { encodeRecord, toJson } from '../rows/encode-record.ts';
import { type TokenMintRow, tokenMints } from '../tables/index.ts';
import { retryConflicts } from './retry-conflicts.ts';

const SPECS = listColumnSpecs(tokenMints, []);

const UPSERT_SQL = `
INSERT INTO lend.token_mints AS t (${columnList(SPECS)})
SELECT ${columnList(SPECS)} FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)})
ORDER BY address COLLATE "C"
ON CONFLICT (address) DO UPDATE SET ${SPECS.filter(({ name }) => name !== 'address')
  .map(({ name }) => `${name} = excluded.${name}`)
  .join(', ')}
WHERE excluded.slot > t.slot`;

/** Stores mints as seen at one slot; only a newer slot replaces anything. Throws `INVALID_ROW`, `WRITE_CONFLICT`. */
export async function upsertTokenMints(sql: Sql, rows: readonly TokenMintRow[]): Promise<void> {
  if (rows.length === 0) return;
  const records = toJson(rows.map((row) => encodeRecord(SPECS, row, row.address)));
  await retryConflicts(() => sql.unsafe(UPSERT_SQL, [records], { prepare: true }));
}

/** A mint that reserves on chain lend, and their lending markets. */
export interface ReserveMint {
  readonly mint: string;
  readonly lendingMarkets: readonly string[];
}

/** Mints of a token program that reserves on chain lend, in byte order. */
export async function listReserveMints(
  sql: Queryable,
  { protocol, tokenProgram }: { readonly protocol: string; readonly tokenProgram: string },
): Promise<ReserveMint[]> {
  const rows = await sql<ReserveMint[]>`
    SELECT token_mint AS mint, array_agg(DISTINCT lending_market) AS "lendingMarkets" FROM lend.reserves
    WHERE protocol = ${protocol} AND token_program = ${tokenProgram} AND missing_since_slot IS NULL
    GROUP BY token_mint ORDER BY token_mint COLLATE "C"`;
  return rows.map((row) => ({ ...row }));
}
