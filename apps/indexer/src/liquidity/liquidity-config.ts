import { isAddress, USD_STABLECOINS } from '@tidemark/core';
import { DEFAULT_RULES, type DepthRules } from '@tidemark/liquidity';
import { type EnvProblem, type EnvRule, envFields } from '@tidemark/runtime';

/** How pools are searched for, read and judged. */
export interface LiquidityConfig {
  /** How often pools are read; 0: not at all. */
  readonly intervalMs: number;
  /** How often the pools of a token are searched for again. */
  readonly searchIntervalMs: number;
  /** Most calls of a node in a minute, of searches and reads together. */
  readonly callsPerMinute: number;
  /** Pools that are known besides those that nodes list, each once. */
  readonly pools: readonly string[];
  /** Small pools that count are read in one of so many runs. */
  readonly smallPoolRuns: number;
  /** So many of the largest pools are subscribed to; 0: none. */
  readonly followPools: number;
  /** Least time between two reads that their changes ask for. */
  readonly followMinIntervalMs: number;
  readonly rules: DepthRules;
}

/** Subscriptions that a node takes of one connection without complaint, and pools that one request names. */
const MAX_FOLLOWED_POOLS = 100;

/** Settings of liquidity in the environment. */
export const LIQUIDITY_ENV = {
  LIQUIDITY_INTERVAL_MS: envFields.milliseconds({ min: 0, max: 3_600_000 }).default(300_000),
  LIQUIDITY_SEARCH_INTERVAL_MS: envFields.milliseconds({ min: 1_000, max: 604_800_000 }).default(86_400_000),
  LIQUIDITY_CALLS_PER_MINUTE: envFields.integer({ min: 1, max: 60_000 }).default(60),
  LIQUIDITY_POOLS: envFields.commaList('pool addresses').default([]),
  LIQUIDITY_SMALL_POOL_RUNS: envFields.integer({ min: 1, max: 60 }).default(3),
  LIQUIDITY_FOLLOW_POOLS: envFields.integer({ min: 0, max: MAX_FOLLOWED_POOLS }).default(0),
  LIQUIDITY_FOLLOW_MIN_INTERVAL_MS: envFields.milliseconds({ min: 5_000, max: 3_600_000 }).default(30_000),
  LIQUIDITY_DUST_USD: envFields.integer({ min: 0, max: 1_000_000_000 }).default(DEFAULT_RULES.dustUsd),
  LIQUIDITY_MAX_PRICE_GAP_BPS: envFields.integer({ min: 1, max: 10_000 }).default(DEFAULT_RULES.maxPriceGapBps),
  LIQUIDITY_MAX_IDLE_SECONDS: envFields.integer({ min: 60, max: 31_536_000 }).default(DEFAULT_RULES.maxIdleSeconds),
  LIQUIDITY_USD_MINTS: envFields.commaList('mint addresses').default(USD_STABLECOINS.map(({ mint }) => mint)),
};

interface LiquidityEnv {
  readonly LIQUIDITY_INTERVAL_MS: number;
  readonly LIQUIDITY_SEARCH_INTERVAL_MS: number;
  readonly LIQUIDITY_CALLS_PER_MINUTE: number;
  readonly LIQUIDITY_POOLS: readonly string[];
  readonly LIQUIDITY_SMALL_POOL_RUNS: number;
  readonly LIQUIDITY_FOLLOW_POOLS: number;
  readonly LIQUIDITY_FOLLOW_MIN_INTERVAL_MS: number;
  readonly SOLANA_WS_URL?: readonly string[] | undefined;
  readonly SOLANA_RPC_URL: readonly string[];
  readonly LIQUIDITY_DUST_USD: number;
  readonly LIQUIDITY_MAX_PRICE_GAP_BPS: number;
  readonly LIQUIDITY_MAX_IDLE_SECONDS: number;
  readonly LIQUIDITY_USD_MINTS: readonly string[];
}

/** Every entry of the lists of US dollars and of pools is an address. */
export const liquidityAddresses: EnvRule<LiquidityEnv> = (env): EnvProblem[] =>
  (['LIQUIDITY_USD_MINTS', 'LIQUIDITY_POOLS'] as const).flatMap((name) =>
    (env[name] ?? [])
      .filter((address) => !isAddress(address))
      .map((address) => ({ name, message: `${JSON.stringify(address)} is not a base58 address` })),
  );

/** Pools are subscribed to over the sockets of reserves. */
export const poolsNeedSockets: EnvRule<LiquidityEnv> = ({ LIQUIDITY_FOLLOW_POOLS: pools, SOLANA_WS_URL: urls }) =>
  (pools ?? 0) > 0 && urls === undefined ? [{ name: 'LIQUIDITY_FOLLOW_POOLS', message: 'needs SOLANA_WS_URL' }] : [];

export function readLiquidityConfig(env: LiquidityEnv): LiquidityConfig {
  return {
    intervalMs: env.LIQUIDITY_INTERVAL_MS,
    searchIntervalMs: env.LIQUIDITY_SEARCH_INTERVAL_MS,
    // A single endpoint serves the polls as well.
    callsPerMinute: env.LIQUIDITY_CALLS_PER_MINUTE / (env.SOLANA_RPC_URL.length === 1 ? 2 : 1),
    pools: [...new Set(env.LIQUIDITY_POOLS)],
    smallPoolRuns: env.LIQUIDITY_SMALL_POOL_RUNS,
    followPools: env.LIQUIDITY_FOLLOW_POOLS,
    followMinIntervalMs: env.LIQUIDITY_FOLLOW_MIN_INTERVAL_MS,
    rules: {
      usdMints: new Set(env.LIQUIDITY_USD_MINTS),
      solMint: DEFAULT_RULES.solMint,
      dustUsd: env.LIQUIDITY_DUST_USD,
      maxPriceGapBps: env.LIQUIDITY_MAX_PRICE_GAP_BPS,
      maxIdleSeconds: env.LIQUIDITY_MAX_IDLE_SECONDS,
    },
  };
}
