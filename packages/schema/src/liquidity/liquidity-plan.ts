import type { Queryable, Sql } from '../create-database.ts';
import { toJson } from '../rows/encode-record.ts';

/** A reserve of a listed market, with what its posted collateral and its liquidation follow from. */
export interface LiquidityReserveRow {
  readonly protocol: string;
  readonly reserve: string;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
  readonly receiptVault: string;
  readonly minLiquidationBonusBps: number;
  readonly maxLiquidationBonusBps: number;
  readonly protocolLiquidationFeePct: number | null;
  /** Receipt tokens in existence, and what belongs to the suppliers in parts of a base unit; null where the reserve was never read. */
  readonly receiptSupplyRaw: bigint | null;
  readonly supplied: bigint | null;
  readonly observedAt: Date | null;
}

type Texts = Omit<LiquidityReserveRow, 'receiptSupplyRaw' | 'supplied'> & {
  readonly receiptSupplyRaw: string | null;
  readonly supplied: string | null;
};

/** Reserves of listed markets that are on chain, by mint and address. */
export async function listLiquidityReserves(
  sql: Queryable,
  protocols: readonly string[],
): Promise<LiquidityReserveRow[]> {
  const rows = await sql<Texts[]>`
    SELECT r.protocol, r.address AS reserve, r.token_mint AS "tokenMint", r.token_symbol AS "tokenSymbol",
      r.token_decimals AS "tokenDecimals", r.collateral_supply_vault AS "receiptVault",
      r.min_liquidation_bonus_bps AS "minLiquidationBonusBps", r.max_liquidation_bonus_bps AS "maxLiquidationBonusBps",
      r.protocol_liquidation_fee_pct AS "protocolLiquidationFeePct", l.collateral_supply_raw::text AS "receiptSupplyRaw",
      l.accrued_total_supply_sf::text AS supplied, l.observed_at AS "observedAt"
    FROM lend.reserves AS r
    JOIN lend.lending_markets AS m ON m.address = r.lending_market AND m.listed
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    WHERE r.missing_since_slot IS NULL AND r.protocol = ANY(${[...protocols]})
    ORDER BY r.token_mint COLLATE "C", r.address COLLATE "C"`;
  const exact = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
  return rows.map((row) => ({ ...row, receiptSupplyRaw: exact(row.receiptSupplyRaw), supplied: exact(row.supplied) }));
}

/** When the pools of a token were searched for. */
export interface LiquiditySearchRow {
  readonly tokenMint: string;
  readonly searchedAt: Date;
  readonly failure: string | null;
}

export async function listLiquiditySearches(sql: Queryable): Promise<LiquiditySearchRow[]> {
  return sql<LiquiditySearchRow[]>`
    SELECT token_mint AS "tokenMint", searched_at AS "searchedAt", failure FROM lend.liquidity_searches`;
}

export interface FoundPool {
  readonly pool: string;
  readonly source: string;
  readonly evidence: 'program' | 'sdk' | 'source';
}

/** What a search for the pools of a token gave. */
export interface LiquiditySearch {
  readonly tokenMint: string;
  readonly foundBy: 'listed' | 'built_in';
  /** Why they were not listed; null where they were. */
  readonly failure: string | null;
  readonly pools: readonly FoundPool[];
  readonly calls: number;
}

/** Keeps pools that the settings name; what was listed stays listed. Returns how many are new. May be repeated. */
export async function writeConfiguredPools(sql: Queryable, pools: readonly FoundPool[]): Promise<number> {
  const rows = await sql<{ isNew: boolean }[]>`
    INSERT INTO lend.liquidity_pools AS p (pool, source, evidence, found_by)
    SELECT i.pool, i.source, i.evidence, 'configured' FROM json_to_recordset(${toJson(pools)}::text::json)
      AS i(pool text, source text, evidence text) ORDER BY i.pool
    ON CONFLICT (pool) DO UPDATE SET found_by = 'configured' WHERE p.found_by = 'built_in'
    RETURNING xmax = 0 AS "isNew"`;
  return rows.filter(({ isNew }) => isNew).length;
}

/** Keeps what a search gave; a pool that was found before stays, whatever the list leaves out. May be repeated. */
export async function writeLiquiditySearch(sql: Sql, search: LiquiditySearch): Promise<void> {
  const { tokenMint, foundBy, failure, pools, calls } = search;
  const rows = toJson(pools);
  await sql.begin('isolation level read committed', async (tx) => {
    await tx`
      INSERT INTO lend.liquidity_pools AS p (pool, source, evidence, found_by)
      SELECT i.pool, i.source, i.evidence, ${foundBy}::text FROM json_to_recordset(${rows}::text::json)
        AS i(pool text, source text, evidence text) ORDER BY i.pool
      ON CONFLICT (pool) DO UPDATE SET evidence = excluded.evidence,
        found_by = CASE WHEN p.found_by = 'configured' AND excluded.found_by = 'built_in' THEN p.found_by ELSE excluded.found_by END
      WHERE (p.evidence, p.found_by) IS DISTINCT FROM (excluded.evidence, excluded.found_by)`;
    // Pools of the committed list may be of other tokens: their accounts say of which.
    if (foundBy === 'listed') {
      await tx`
        INSERT INTO lend.liquidity_verdicts (token_mint, pool, counted, reason, observed_at, batch_id)
        SELECT ${tokenMint}, i.pool, false, 'not_read', 'epoch', '' FROM json_to_recordset(${rows}::text::json) AS i(pool text)
        ORDER BY i.pool ON CONFLICT (token_mint, pool) DO NOTHING`;
    }
    await tx`
      INSERT INTO lend.liquidity_searches AS s (token_mint, searched_at, found_by, failure, pools, calls)
      VALUES (${tokenMint}, now(), ${foundBy}, ${failure}, ${pools.length}, ${calls})
      ON CONFLICT (token_mint) DO UPDATE SET searched_at = excluded.searched_at, found_by = excluded.found_by,
        failure = excluded.failure, pools = excluded.pools, calls = excluded.calls`;
  });
}

/** A pool that is known, with what was made of it last. */
export interface KnownPoolRow {
  readonly pool: string;
  readonly source: string;
  readonly status: string;
  /** Tokens that it was found for, or that hold a verdict of it. */
  readonly tokens: readonly string[];
  /** Whether it counted for one of them at the newest read. */
  readonly counted: boolean;
  /** Whether it is one of the deepest, which take nearly all of the depth of one of them; also where its own depth is not known. */
  readonly large: boolean;
}

/** What the large pools of a token take of its depth, as far as it is known of each pool: the rest is of small ones. */
const LARGE_SHARE = 0.95;

/** Every known pool, by address. */
export async function listKnownPools(sql: Queryable): Promise<KnownPoolRow[]> {
  return sql<KnownPoolRow[]>`
    WITH verdict AS (
      SELECT *, counted AND (depth_usd IS NULL OR sum(depth_usd) OVER (deepest) - depth_usd < ${LARGE_SHARE} * sum(depth_usd) OVER (PARTITION BY token_mint, counted))
        AS large
      FROM lend.liquidity_verdicts
      WINDOW deepest AS (PARTITION BY token_mint, counted ORDER BY depth_usd DESC NULLS LAST, pool)
    )
    SELECT p.pool, p.source, p.status, coalesce(bool_or(v.counted), false) AS counted, coalesce(bool_or(v.large), false) AS large,
      coalesce(array_agg(v.token_mint ORDER BY v.token_mint) FILTER (WHERE v.token_mint IS NOT NULL), '{}') AS tokens
    FROM lend.liquidity_pools AS p LEFT JOIN verdict AS v ON v.pool = p.pool
    GROUP BY p.pool ORDER BY p.pool`;
}

/** Removes rows about reads that are old enough, and attempts of the same age; what is not rolled up yet stays. Returns how many. */
export async function purgeLiquidityBatches(sql: Sql, { before }: { readonly before: Date }): Promise<number> {
  const rows = await sql`
    DELETE FROM lend.liquidity_batches AS b USING lend.liquidity_rollup AS r
    WHERE b.recorded_at < ${before}::timestamptz AND b.recorded_at < r.recorded_to - interval '1 day'`;
  return rows.count;
}
