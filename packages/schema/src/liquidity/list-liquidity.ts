import type { Queryable } from '../create-database.ts';

/** The newest read of a token. Prices and amounts are exact decimals. */
export interface StoredTokenDepth {
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number | null;
  readonly observedAt: Date;
  readonly slotMin: bigint;
  readonly slotMax: bigint;
  readonly price: string | null;
  readonly priceAt: Date | null;
  readonly counted: number;
  readonly excluded: number;
  readonly unknown: number;
  readonly evidence: string | null;
  readonly lowerBound: boolean;
  readonly reason: string | null;
  readonly quotes: readonly StoredQuote[];
  /** Share of the 24 hours up to the read that reads cover; null in rows of the version before. */
  readonly coverage24h: number | null;
  readonly firstSeenAt: Date;
}

/** A sale of a size, as it is stored. */
export interface StoredQuote {
  readonly size: string;
  readonly amount: string | null;
  readonly out: string | null;
  readonly reason: string | null;
}

/** Depth at one side and fall, over all sources or of one. */
export interface StoredDepth {
  readonly side: 'sell' | 'buy';
  readonly bps: number;
  readonly source: string;
  readonly marginalRaw: string | null;
  readonly marginalUsd: number | null;
  readonly averageRaw: string | null;
  readonly averageUsd: number | null;
  readonly largestPoolShare: number | null;
  readonly viaSolShare: number | null;
  readonly solLegShare: number | null;
  readonly lowerBound: boolean;
  readonly evidence: string | null;
  readonly reason: string | null;
  /** The smallest of the 24 hours up to the read; null where it was not known throughout, and in rows of one source. */
  readonly min24hMarginalRaw: string | null;
  readonly min24hMarginalUsd: number | null;
  readonly min24hAverageRaw: string | null;
  readonly min24hAverageUsd: number | null;
  readonly known24hShare: number | null;
}

/** Null where the token was never read. */
export async function getTokenDepth(sql: Queryable, mint: string): Promise<StoredTokenDepth | null> {
  const [row] = await sql<StoredTokenDepth[]>`
    SELECT token_mint AS "tokenMint", token_symbol AS "tokenSymbol", token_decimals AS "tokenDecimals", observed_at AS "observedAt",
      slot_min AS "slotMin", slot_max AS "slotMax", trim_scale(price)::text AS price, price_at AS "priceAt", counted, excluded, unknown,
      evidence, lower_bound AS "lowerBound", reason, quotes, coverage_24h AS "coverage24h", first_seen_at AS "firstSeenAt"
    FROM lend.liquidity_tokens WHERE token_mint = ${mint}`;
  return row ?? null;
}

/** Rows of a token: selling first, by fall, all sources first. */
export async function listTokenDepth(sql: Queryable, mint: string): Promise<StoredDepth[]> {
  return sql<StoredDepth[]>`
    SELECT side, bps, source, trim_scale(marginal_raw)::text AS "marginalRaw", marginal_usd::float8 AS "marginalUsd",
      trim_scale(average_raw)::text AS "averageRaw", average_usd::float8 AS "averageUsd", largest_pool_share AS "largestPoolShare",
      via_sol_share AS "viaSolShare", sol_leg_share AS "solLegShare", lower_bound AS "lowerBound", evidence, reason,
      trim_scale(min_24h_marginal_raw)::text AS "min24hMarginalRaw", min_24h_marginal_usd::float8 AS "min24hMarginalUsd",
      trim_scale(min_24h_average_raw)::text AS "min24hAverageRaw", min_24h_average_usd::float8 AS "min24hAverageUsd",
      known_24h_share AS "known24hShare"
    FROM lend.liquidity_depth_latest WHERE token_mint = ${mint} ORDER BY side DESC, bps, source <> 'all', source`;
}

/** A pool with what was made of it for one token. */
export interface StoredPool {
  readonly tokenMint: string;
  readonly pool: string;
  readonly source: string;
  readonly evidence: string;
  readonly mintA: string | null;
  readonly mintB: string | null;
  readonly counted: boolean;
  readonly route: string | null;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly depthUsd: number | null;
  readonly priceGapBps: number | null;
  readonly price: string | null;
  readonly status: string;
  readonly statusDetail: string | null;
  readonly lowerBound: readonly string[];
  readonly lastUsedAt: Date | null;
  readonly oneBank: boolean | null;
  readonly foundBy: 'listed' | 'built_in' | 'configured';
  readonly failure: string | null;
  readonly observedAt: Date | null;
  readonly slot: bigint | null;
}

/** Pools of a token, or of all: by token, those that count first, the deepest first. */
export async function listLiquidityPools(sql: Queryable, mint: string | null): Promise<StoredPool[]> {
  const ofMint = mint === null ? sql`` : sql`WHERE v.token_mint = ${mint}`;
  return sql<StoredPool[]>`
    SELECT v.token_mint AS "tokenMint", p.pool, p.source, p.evidence, p.mint_a AS "mintA", p.mint_b AS "mintB", v.counted, v.route,
      v.reason, v.detail, v.depth_usd AS "depthUsd", v.price_gap_bps AS "priceGapBps", trim_scale(p.price)::text AS price, p.status,
      p.detail AS "statusDetail", p.lower_bound AS "lowerBound", p.last_used_at AS "lastUsedAt", p.one_bank AS "oneBank",
      p.found_by AS "foundBy", s.failure, p.observed_at AS "observedAt", p.slot
    FROM lend.liquidity_verdicts AS v JOIN lend.liquidity_pools AS p ON p.pool = v.pool
    LEFT JOIN lend.liquidity_searches AS s ON s.token_mint = v.token_mint
    ${ofMint} ORDER BY v.token_mint, v.counted DESC, v.depth_usd DESC NULLS LAST, p.pool`;
}

/** One row of a pool's depth, as it is stored. */
export interface StoredPoolLevel {
  readonly direction: 'a_to_b' | 'b_to_a';
  readonly bps: number;
  readonly marginalIn: string | null;
  readonly marginalOut: string | null;
  readonly averageIn: string | null;
  readonly averageOut: string | null;
  readonly unknown: string | null;
}

/** A pool with its depth. */
export interface StoredPoolDepth {
  readonly pool: string;
  readonly source: string;
  readonly evidence: string;
  readonly mintA: string | null;
  readonly mintB: string | null;
  readonly status: string;
  readonly detail: string | null;
  readonly lowerBound: readonly string[];
  readonly oneBank: boolean | null;
  readonly observedAt: Date | null;
  readonly slot: bigint | null;
  readonly depth: readonly StoredPoolLevel[];
}

/** Null where the pool was never found. */
export async function getPoolDepth(sql: Queryable, pool: string): Promise<StoredPoolDepth | null> {
  const [row] = await sql<StoredPoolDepth[]>`
    SELECT pool, source, evidence, mint_a AS "mintA", mint_b AS "mintB", status, detail, lower_bound AS "lowerBound",
      one_bank AS "oneBank", observed_at AS "observedAt", slot, depth
    FROM lend.liquidity_pools WHERE pool = ${pool}`;
  return row ?? null;
}

/** The newest coverage of a reserve, with the read of its token. */
export interface StoredCoverage {
  readonly protocol: string;
  readonly lendingMarket: string;
  readonly lendingMarketName: string;
  readonly reserve: string;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
  readonly observedAt: Date;
  readonly slotMin: bigint;
  readonly slotMax: bigint;
  readonly collateralRaw: string | null;
  readonly tokenCollateralRaw: string | null;
  readonly tokenReserves: number;
  readonly tokenReservesUnknown: number;
  readonly minNetBonusBps: number;
  readonly maxNetBonusBps: number;
  readonly sellableAtMinBonusRaw: string | null;
  readonly sellableAtMaxBonusRaw: string | null;
  readonly coverageAtMinBonus: number | null;
  readonly coverageAtMaxBonus: number | null;
  readonly tokenCoverageAtMinBonus: number | null;
  readonly tokenCoverageAtMaxBonus: number | null;
  readonly coverageAt100Bps: number | null;
  readonly coverageAt200Bps: number | null;
  readonly coverageAt500Bps: number | null;
  readonly coverageAt1000Bps: number | null;
  readonly lowerBound: boolean;
  readonly reason: string | null;
  readonly firstSeenAt: Date;
  readonly price: string | null;
  readonly priceAt: Date | null;
  readonly counted: number;
  readonly evidence: string | null;
}

/** Coverage of one reserve or of all of a protocol, the worst first; those that are not known last. */
export async function listLiquidationCoverage(
  sql: Queryable,
  { protocol, reserve }: { readonly protocol: string; readonly reserve?: string },
): Promise<StoredCoverage[]> {
  const ofReserve = reserve === undefined ? sql`` : sql`AND c.reserve = ${reserve}`;
  return sql<StoredCoverage[]>`
    SELECT r.protocol, r.lending_market AS "lendingMarket", coalesce(m.display_name, '') AS "lendingMarketName", c.reserve,
      c.token_mint AS "tokenMint", r.token_symbol AS "tokenSymbol", r.token_decimals AS "tokenDecimals", c.observed_at AS "observedAt",
      c.slot_min AS "slotMin", c.slot_max AS "slotMax", trim_scale(c.collateral_raw)::text AS "collateralRaw",
      trim_scale(c.token_collateral_raw)::text AS "tokenCollateralRaw", c.token_reserves AS "tokenReserves",
      c.token_reserves_unknown AS "tokenReservesUnknown", c.min_net_bonus_bps AS "minNetBonusBps",
      c.max_net_bonus_bps AS "maxNetBonusBps", trim_scale(c.sellable_at_min_bonus_raw)::text AS "sellableAtMinBonusRaw",
      trim_scale(c.sellable_at_max_bonus_raw)::text AS "sellableAtMaxBonusRaw", c.coverage_at_min_bonus AS "coverageAtMinBonus",
      c.coverage_at_max_bonus AS "coverageAtMaxBonus", c.token_coverage_at_min_bonus AS "tokenCoverageAtMinBonus",
      c.token_coverage_at_max_bonus AS "tokenCoverageAtMaxBonus", c.coverage_at_100_bps AS "coverageAt100Bps",
      c.coverage_at_200_bps AS "coverageAt200Bps", c.coverage_at_500_bps AS "coverageAt500Bps",
      c.coverage_at_1000_bps AS "coverageAt1000Bps", c.lower_bound AS "lowerBound", c.reason, c.first_seen_at AS "firstSeenAt",
      trim_scale(t.price)::text AS price, t.price_at AS "priceAt", coalesce(t.counted, 0) AS counted, t.evidence
    FROM lend.liquidity_coverage_latest AS c
    JOIN lend.reserves AS r ON r.address = c.reserve AND r.protocol = ${protocol}
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    LEFT JOIN lend.liquidity_tokens AS t ON t.token_mint = c.token_mint
    WHERE true ${ofReserve}
    ORDER BY c.token_coverage_at_min_bonus NULLS LAST, c.coverage_at_min_bonus NULLS LAST, c.reserve`;
}
