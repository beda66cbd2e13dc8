import { USD_STABLECOINS } from '@tidemark/core';

/** What is counted, and what is not: every rule that a pool can be left out by. */
export interface DepthRules {
  /** Tokens that are taken for one US dollar each where no price is given, by mint. */
  readonly usdMints: ReadonlySet<string>;
  /** The token through which others are sold where they have no direct pool. */
  readonly solMint: string;
  /** A pool that sells for less than so many US dollars until its price has fallen by 5 % is dust. */
  readonly dustUsd: number;
  /** A pool whose price is farther from the reference is stale or fake. */
  readonly maxPriceGapBps: number;
  /** A pool that was not used for so long is stale; where its account says so. */
  readonly maxIdleSeconds: number;
}

export const SOL_MINT = 'So11111111111111111111111111111111111111112';

export const DEFAULT_RULES: DepthRules = {
  usdMints: new Set(USD_STABLECOINS.map(({ mint }) => mint)),
  solMint: SOL_MINT,
  dustUsd: 1_000,
  maxPriceGapBps: 500,
  maxIdleSeconds: 86_400,
};

/** Falls of the price at which depth is published. */
export const DEPTH_BPS: readonly number[] = [50, 100, 200, 500, 1_000];

/** Sizes of sales that are quoted, US dollars. */
export const QUOTE_USD: readonly number[] = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
