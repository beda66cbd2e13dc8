import type { LiquidationCoverageRow, TokenDepthHistoryRow } from '@tidemark/contract';
import { unixSecondsOf } from '@tidemark/core';
import type { CoverageBucketRow, CoverageRow, DepthBucketRow, DepthRow } from '@tidemark/schema';

/** Nothing is computed of this time yet. */
const NOT_ROLLED_UP = 'not_rolled_up';

type Facts = Pick<
  DepthBucketRow,
  'lowerBound' | 'observations' | 'known' | 'elapsedSeconds' | 'observedSeconds' | 'gapReason' | 'final'
>;

function observedOf(row: Facts) {
  const { elapsedSeconds: elapsed, observedSeconds: observed, observations } = row;
  const quality = observations === 0 && observed === 0 ? 'missing' : elapsed === observed ? 'ok' : 'partial';
  return {
    lower_bound_b: row.lowerBound,
    observations,
    known_observations: row.known,
    coverage_f: elapsed === null || elapsed === 0 ? null : observed / elapsed,
    quality_str: quality,
    gap_reason_str: elapsed === null ? NOT_ROLLED_UP : row.gapReason,
    final_b: row.final,
  } as const;
}

/** Of one read, whose number may not be known. */
function readOf(lowerBound: boolean, isKnown: boolean) {
  return {
    lower_bound_b: lowerBound,
    observations: 1,
    known_observations: isKnown ? 1 : 0,
    coverage_f: null,
    quality_str: isKnown ? 'ok' : 'missing',
    gap_reason_str: null,
    final_b: true,
  } as const;
}

export type DepthIdentity = Pick<TokenDepthHistoryRow, 'token_address' | 'token_symbol' | 'side_str' | 'fall_bps'>;

export function toDepthBucketRow(row: DepthBucketRow, identity: DepthIdentity): TokenDepthHistoryRow {
  return {
    timestamp: unixSecondsOf(row.bucketStart),
    ...identity,
    min_marginal_amount_raw: row.minMarginalRaw,
    min_marginal_usd_f: row.minMarginalUsd,
    min_average_amount_raw: row.minAverageRaw,
    min_average_usd_f: row.minAverageUsd,
    close_average_usd_f: row.closeAverageUsd,
    ...observedOf(row),
  };
}

export function toDepthRow(row: DepthRow, identity: DepthIdentity): TokenDepthHistoryRow {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    ...identity,
    min_marginal_amount_raw: row.marginalRaw,
    min_marginal_usd_f: row.marginalUsd,
    min_average_amount_raw: row.averageRaw,
    min_average_usd_f: row.averageUsd,
    close_average_usd_f: row.averageUsd,
    ...readOf(row.lowerBound, row.marginalRaw !== null),
  };
}

export type CoverageIdentity = Pick<LiquidationCoverageRow, 'reserve' | 'token_address' | 'token_symbol'>;

export function toCoverageBucketRow(row: CoverageBucketRow, identity: CoverageIdentity): LiquidationCoverageRow {
  return {
    timestamp: unixSecondsOf(row.bucketStart),
    ...identity,
    min_coverage_at_min_bonus_f: row.minCoverage,
    min_token_coverage_at_min_bonus_f: row.minTokenCoverage,
    min_sellable_at_min_bonus_raw: row.minSellableRaw,
    max_collateral_raw: row.maxCollateralRaw,
    ...observedOf(row),
  };
}

export function toCoverageRow(row: CoverageRow, identity: CoverageIdentity): LiquidationCoverageRow {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    ...identity,
    min_coverage_at_min_bonus_f: row.coverage,
    min_token_coverage_at_min_bonus_f: row.tokenCoverage,
    min_sellable_at_min_bonus_raw: row.sellableRaw,
    max_collateral_raw: row.collateralRaw,
    ...readOf(row.lowerBound, row.coverage !== null),
  };
}
