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

/**
 * Names the reserves of a protocol whose accounts do not name their token: by the list, else as reserves of listed markets of another
 * protocol with the same mint are named, else by the metadata of the mint. Metadata are what the maker of the mint wants: a symbol that
 * the list gives to another mint is not taken from there. Gives how many reserves have another symbol than before.
 */
export async function nameReserves(
  sql: Sql,
  {
    protocol,
    known,
  }: { readonly protocol: string; readonly known: readonly { readonly mint: string; readonly symbol: string }[] },
): Promise<number> {
  const { count } = await retryConflicts(
    () => sql`
    WITH known AS (
      SELECT mint, symbol FROM json_to_recordset(${toJson(known.map((token) => ({ ...token })))}::text::json) AS k(mint text, symbol text)
    ), unnamed AS (
      SELECT address, token_mint FROM lend.reserves
      WHERE protocol = ${protocol} AND (token_symbol = '' OR token_symbol_origin IN ('other_protocol', 'metadata'))
      ORDER BY address FOR NO KEY UPDATE
    ), found AS (
      SELECT u.address, coalesce(k.symbol, o.symbol, t.symbol, '') AS symbol,
        CASE WHEN k.symbol IS NOT NULL THEN 'list' WHEN o.symbol IS NOT NULL THEN 'other_protocol'
          WHEN t.symbol IS NOT NULL THEN 'metadata' ELSE 'account' END AS origin
      FROM unnamed AS u
      LEFT JOIN known AS k ON k.mint = u.token_mint
      LEFT JOIN LATERAL (
        SELECT r.token_symbol AS symbol FROM lend.reserves AS r
        JOIN lend.lending_markets AS m ON m.address = r.lending_market AND m.listed
        WHERE r.token_mint = u.token_mint AND r.protocol <> ${protocol} AND r.token_symbol_origin = 'account'
          AND r.token_symbol <> ''
        ORDER BY r.address COLLATE "C" LIMIT 1
      ) AS o ON true
      LEFT JOIN lend.token_mints AS t ON t.address = u.token_mint
        AND NOT EXISTS (SELECT FROM known AS other WHERE lower(other.symbol) = lower(t.symbol) AND other.mint <> u.token_mint)
    )
    UPDATE lend.reserves AS r SET token_symbol = f.symbol, token_symbol_origin = f.origin
    FROM found AS f
    WHERE r.address = f.address AND (r.token_symbol, r.token_symbol_origin) IS DISTINCT FROM (f.symbol, f.origin)`,
  );
  return count;
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
