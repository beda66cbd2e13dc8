import type {
  LiquidationCoverage,
  LiquidityPool,
  PoolDepth,
  TokenDepth,
  TokenDepthLevel,
  TokenQuote,
} from '@tidemark/contract';
import { unixSecondsOf, unixSecondsOrNull } from '@tidemark/core';
import { EVIDENCE_GRADES } from '@tidemark/model/fields';
import type {
  StoredCoverage,
  StoredDepth,
  StoredPool,
  StoredPoolDepth,
  StoredQuote,
  StoredTokenDepth,
} from '@tidemark/schema';

/** What to read beside depth, and beside coverage. */
export const DEPTH_CAVEATS: readonly string[] = ['one_instant', 'amm_pools_only'];
export const COVERAGE_CAVEATS: readonly string[] = [
  'shared_pools',
  'correlated_sales',
  'one_instant',
  'amm_pools_only',
  'bonus_is_not_profit',
  'posted_collateral',
];

type Evidence = (typeof EVIDENCE_GRADES)[number];
const evidenceOf = (text: string | null): Evidence | null => EVIDENCE_GRADES.find((grade) => grade === text) ?? null;
/** The grade of a pool: it always has one. */
const gradeOf = (text: string): Evidence => evidenceOf(text) ?? 'source';

/** Exact base units as whole tokens, the nearest double. */
export function tokensOf(raw: string | null, decimals: number | null): number | null {
  return raw === null || decimals === null ? null : Number(`${raw}e-${decimals}`);
}

interface Priced {
  readonly price: string | null;
  readonly priceAt: Date | null;
  readonly observedAt: Date;
}

function referenceOf({ price, priceAt, observedAt }: Priced) {
  return {
    reference_price_usd_f: price === null ? null : Number(price),
    reference_price_usd_raw: price,
    reference_age_seconds: priceAt === null ? null : unixSecondsOf(observedAt) - unixSecondsOf(priceAt),
  };
}

/** The depth of a token with its levels and quotes. */
export function toTokenDepth(token: StoredTokenDepth, levels: readonly StoredDepth[]): TokenDepth {
  return {
    timestamp: unixSecondsOf(token.observedAt),
    slot_min: Number(token.slotMin),
    slot_max: Number(token.slotMax),
    token_address: token.tokenMint,
    token_symbol: token.tokenSymbol,
    token_decimals: token.tokenDecimals,
    ...referenceOf(token),
    pools_counted: token.counted,
    pools_excluded: token.excluded,
    pools_unknown: token.unknown,
    evidence_str: evidenceOf(token.evidence),
    lower_bound_b: token.lowerBound,
    depth_gap_str: token.reason,
    coverage_24h_f: token.coverage24h,
    caveats: [...DEPTH_CAVEATS],
    depth: levels.map((level) => toLevel(level, token.tokenDecimals)),
    quotes: token.quotes.map((quote) => toQuote(quote, token)),
  };
}

/** The row of a token that is not read. */
export function toUnreadToken(mint: string): TokenDepth {
  return {
    timestamp: null,
    slot_min: null,
    slot_max: null,
    token_address: mint,
    token_symbol: '',
    token_decimals: null,
    reference_price_usd_f: null,
    reference_price_usd_raw: null,
    reference_age_seconds: null,
    pools_counted: 0,
    pools_excluded: 0,
    pools_unknown: 0,
    evidence_str: null,
    lower_bound_b: false,
    depth_gap_str: 'not_read',
    coverage_24h_f: null,
    caveats: [...DEPTH_CAVEATS],
    depth: [],
    quotes: [],
  };
}

function toLevel(level: StoredDepth, decimals: number | null): TokenDepthLevel {
  return {
    side_str: level.side,
    fall_bps: level.bps,
    source_str: level.source,
    evidence_str: evidenceOf(level.evidence),
    marginal_amount_raw: level.marginalRaw,
    marginal_amount_f: tokensOf(level.marginalRaw, decimals),
    marginal_usd_f: level.marginalUsd,
    average_amount_raw: level.averageRaw,
    average_amount_f: tokensOf(level.averageRaw, decimals),
    average_usd_f: level.averageUsd,
    largest_pool_share_f: level.largestPoolShare,
    via_sol_share_f: level.viaSolShare,
    sol_leg_share_f: level.solLegShare,
    lower_bound_b: level.lowerBound,
    depth_gap_str: level.reason,
    min_24h_marginal_amount_raw: level.min24hMarginalRaw,
    min_24h_marginal_usd_f: level.min24hMarginalUsd,
    min_24h_average_amount_raw: level.min24hAverageRaw,
    min_24h_average_usd_f: level.min24hAverageUsd,
    known_24h_share_f: level.known24hShare,
  };
}

function toQuote({ size, amount, out, reason }: StoredQuote, { price, tokenDecimals }: StoredTokenDepth): TokenQuote {
  const worth = amount === null || price === null ? null : (tokensOf(amount, tokenDecimals) ?? 0) * Number(price);
  const outUsd = out === null ? null : Number(out);
  return {
    size_usd_f: Number(size),
    quote_amount_raw: amount,
    quote_out_usd_f: outUsd,
    price_impact_bps_f: outUsd === null || worth === null || worth === 0 ? null : (1 - outUsd / worth) * 10_000,
    depth_gap_str: reason,
  };
}

/** A pool with what was made of it for a token. */
export function toLiquidityPool(row: StoredPool): LiquidityPool {
  return {
    timestamp: unixSecondsOrNull(row.observedAt),
    slot: row.slot === null ? null : Number(row.slot),
    token_address: row.tokenMint,
    pool: row.pool,
    source_str: row.source,
    evidence_str: gradeOf(row.evidence),
    token_a_address: row.mintA,
    token_b_address: row.mintB,
    counted_b: row.counted,
    route_str: row.route === 'direct' || row.route === 'via_sol' ? row.route : null,
    excluded_reason_str: row.reason,
    excluded_detail_str: row.detail,
    depth_usd_f: row.depthUsd,
    price_gap_bps_f: row.priceGapBps,
    pool_price_raw: row.price,
    ...statusOf(row.status, row.statusDetail),
    lower_bound_reasons: [...row.lowerBound],
    pool_used_timestamp: unixSecondsOrNull(row.lastUsedAt),
    one_bank_b: row.oneBank,
    found_by_str: row.foundBy,
    search_failure_str: row.failure,
  };
}

type PoolStatus = LiquidityPool['pool_status_str'];
const STATUSES: readonly PoolStatus[] = ['ok', 'halted', 'unknown', 'refused', 'missing', 'not_read'];

export function statusOf(status: string, detail: string | null) {
  return { pool_status_str: STATUSES.find((word) => word === status) ?? 'unknown', pool_detail_str: detail };
}

/** Rows of a pool's depth: token a first, then by fall. */
export function toPoolDepth(pool: StoredPoolDepth): PoolDepth[] {
  const { mintA, mintB } = pool;
  if (mintA === null || mintB === null) return [];
  return pool.depth.map((level) => ({
    timestamp: unixSecondsOrNull(pool.observedAt),
    slot: pool.slot === null ? null : Number(pool.slot),
    pool: pool.pool,
    source_str: pool.source,
    evidence_str: gradeOf(pool.evidence),
    token_in_address: level.direction === 'a_to_b' ? mintA : mintB,
    token_out_address: level.direction === 'a_to_b' ? mintB : mintA,
    fall_bps: level.bps,
    marginal_in_raw: level.marginalIn,
    marginal_out_raw: level.marginalOut,
    average_in_raw: level.averageIn,
    average_out_raw: level.averageOut,
    lower_bound_b: pool.lowerBound.length > 0 || level.unknown !== null,
    depth_gap_str: level.unknown,
  }));
}

/** The coverage of a reserve. */
export function toLiquidationCoverage(row: StoredCoverage): LiquidationCoverage {
  const collateral = tokensOf(row.collateralRaw, row.tokenDecimals);
  return {
    timestamp: unixSecondsOf(row.observedAt),
    slot_min: Number(row.slotMin),
    slot_max: Number(row.slotMax),
    protocol: row.protocol,
    lending_market: row.lendingMarket,
    lending_market_name: row.lendingMarketName,
    reserve: row.reserve,
    token_address: row.tokenMint,
    token_symbol: row.tokenSymbol,
    collateral_raw: row.collateralRaw,
    collateral_f: collateral,
    collateral_usd_f: collateral === null || row.price === null ? null : collateral * Number(row.price),
    token_collateral_raw: row.tokenCollateralRaw,
    token_reserves: row.tokenReserves,
    token_reserves_unknown: row.tokenReservesUnknown,
    min_net_bonus_bps: row.minNetBonusBps,
    max_net_bonus_bps: row.maxNetBonusBps,
    sellable_at_min_bonus_raw: row.sellableAtMinBonusRaw,
    sellable_at_max_bonus_raw: row.sellableAtMaxBonusRaw,
    coverage_at_min_bonus_f: row.coverageAtMinBonus,
    coverage_at_max_bonus_f: row.coverageAtMaxBonus,
    token_coverage_at_min_bonus_f: row.tokenCoverageAtMinBonus,
    token_coverage_at_max_bonus_f: row.tokenCoverageAtMaxBonus,
    coverage_at_100_bps_f: row.coverageAt100Bps,
    coverage_at_200_bps_f: row.coverageAt200Bps,
    coverage_at_500_bps_f: row.coverageAt500Bps,
    coverage_at_1000_bps_f: row.coverageAt1000Bps,
    ...referenceOf(row),
    evidence_str: evidenceOf(row.evidence),
    pools_counted: row.counted,
    lower_bound_b: row.lowerBound,
    coverage_gap_str: row.reason,
  };
}
