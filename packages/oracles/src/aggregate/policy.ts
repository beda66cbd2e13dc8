import { PRICE_BOUND_BPS, USD_STABLECOINS } from '@tidemark/core';
import { UNUSABLE_REASONS } from '../source.ts';

/** What is allowed of the prices of a token. */
export interface AggregationPolicy {
  /** Of a price whose feed states no maximum age. */
  readonly maxAgeSeconds: bigint;
  /** How far from the median a price may lie, basis points of the median; further away it is dropped. */
  readonly outlierBps: bigint;
}

const VOLATILE: AggregationPolicy = { maxAgeSeconds: 120n, outlierBps: BigInt(PRICE_BOUND_BPS.other) };
/** Their oracles publish seldom, because little happens; what they disagree about matters sooner. Nothing is rounded to a dollar. */
const STABLE: AggregationPolicy = { maxAgeSeconds: 900n, outlierBps: BigInt(PRICE_BOUND_BPS.stable) };

const STABLE_MINTS: ReadonlySet<string> = new Set(USD_STABLECOINS.map(({ mint }) => mint));

export function aggregationPolicyOf(mint: string): AggregationPolicy {
  return STABLE_MINTS.has(mint) ? STABLE : VOLATILE;
}

/** Without a price that may be used, the newest that may not is shown as stale until it is this old. */
export const MAX_STALE_SECONDS = 3_600n;

/** A price whose own uncertainty is more than one fiftieth of it, 2 %, is not used. */
export const CONFIDENCE_DIVISOR = 50n;

/** Bounds of any price of a whole token, powers of ten of a dollar: outside of them something was misread. */
export const LEAST_PRICE_EXPONENT = -18;
export const MOST_PRICE_EXPONENT = 9;

const ORACLE_WEIGHT = 3n;
const MARKET_WEIGHT = 2n;

/**
 * What a source's voice counts. Any two weigh more than any other one, so of three or more a single one never decides: that bounds what
 * a lying source can do, and a new weight must keep it so.
 */
export function weightOf(source: string): bigint {
  return ['pyth', 'switchboard', 'scope', 'reserve', 'hermes'].includes(source) ? ORACLE_WEIGHT : MARKET_WEIGHT;
}

/** A copy may be older than its original, or wrong: of two that rest on the same, the lower rank speaks. */
export function rankOf(source: string): number {
  return source === 'reserve' ? 2 : source === 'scope' ? 1 : 0;
}

/** Why an observation is not part of the aggregate. Stable words: they are stored and published. */
export const EXCLUSION_REASONS = {
  ...UNUSABLE_REASONS,
  implausible: 'The price is outside of what any token costs.',
  same_root: 'It rests on the same as a source that is used; the detail is that one.',
  outlier: 'It lies too far from the median.',
  disagreement: 'No majority of the sources agrees, so none is used.',
} as const;

export type ExclusionReason = keyof typeof EXCLUSION_REASONS;
