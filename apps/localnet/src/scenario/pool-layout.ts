import { USD_STABLECOINS } from '@tidemark/core';
import { SOL_MINT, type SourceName, SOURCES } from '@tidemark/liquidity';
import { hashText } from '@tidemark/protocols/localnet';

/** A pool of the scenario: what it trades, and how much of token A it holds. */
export interface PoolPlan {
  readonly source: SourceName;
  readonly mintA: string;
  readonly mintB: string;
  /** US dollars of token A, with as much of token B. */
  readonly usd: number;
  /** Its price in percent of that of its tokens: 100, and 120 for a pool that no longer trades. */
  readonly pricePct: number;
}

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SOURCE_NAMES = SOURCES.map(({ name }) => name);
/** Of pools without arrays: those through SOL are many. */
const SMALL_SOURCES: readonly SourceName[] = ['raydium_cpmm', 'raydium_amm_v4'];

const SOL_POOL_USD = 25_000_000;
const DUST_USD = 200;
const LEAST_USD = 400_000;
/** Pools hold 0.4 to 8 million US dollars, by their address. */
const SPREAD = 20;

/**
 * Pools of the tokens that have a price. Every token but USDC has one to USDC, SOL one of every source; others have one to SOL, too. A few are of
 * the kinds that do not count: dust, a price far away, a pair of two tokens that are no money.
 */
export function planPools(mints: readonly string[]): PoolPlan[] {
  const stables = new Set(USD_STABLECOINS.map(({ mint }) => mint));
  const sorted = mints.filter((mint) => mint !== USDC).toSorted();
  if (!mints.includes(USDC)) return [];
  const plans = sorted.flatMap((mintA, place): PoolPlan[] => {
    if (mintA === SOL_MINT) return SOURCE_NAMES.map((source) => plan(source, mintA, USDC, SOL_POOL_USD));
    const toUsd = plan(pick(SOURCE_NAMES, place), mintA, USDC, sizeOf(mintA));
    if (stables.has(mintA) || !mints.includes(SOL_MINT)) return [toUsd];
    return [toUsd, plan(pick(SMALL_SOURCES, place), mintA, SOL_MINT, sizeOf(`${mintA} to SOL`))];
  });
  const [one, other] = sorted.filter((mint) => mint !== SOL_MINT && !stables.has(mint));
  if (one === undefined || other === undefined) return plans;
  return [
    ...plans,
    plan('raydium_cpmm', one, other, LEAST_USD),
    plan('raydium_amm_v4', SOL_MINT, USDC, DUST_USD),
    { ...plan('raydium_cpmm', other, USDC, LEAST_USD), pricePct: 120 },
  ];
}

function plan(source: SourceName, mintA: string, mintB: string, usd: number): PoolPlan {
  return { source, mintA, mintB, usd, pricePct: 100 };
}

function pick<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

function sizeOf(label: string): number {
  return LEAST_USD * (1 + (hashText(`pool of ${label}`) % SPREAD));
}
