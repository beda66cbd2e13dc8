import fc from 'fast-check';
import {
  type Candidate,
  classify,
  DEFAULT_RULES,
  orcaWhirlpool,
  type Reference,
  referenceOf,
  SOL_MINT,
  SOURCES,
  TokenMarket,
  USD_ONE,
  Venues,
} from '../../src/index.ts';
import type { PoolSource } from '../../src/source.ts';
import { addressOf, buildPool, NOW, openBuilt } from './built-pools.ts';

export type Side = 'sell' | 'buy';

export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const TOKEN = addressOf(2);
// A token of 9 decimals at 300 dollars, SOL at 150.
export const token = referenceOf(TOKEN, 9, 300n, 1n);
const sol = referenceOf(SOL_MINT, 9, 150n, 1n);
const references: ReadonlyMap<string, Reference> = new Map([
  [TOKEN, token],
  [SOL_MINT, sol],
  [USDC, referenceOf(USDC, 6, 1n, 1n)],
]);
const RULES = { ...DEFAULT_RULES, dustUsd: 0 };

/** Pools of a token to dollars and to SOL, and of SOL to dollars. */
export interface World {
  readonly direct: readonly Candidate[];
  readonly viaSol: readonly Candidate[];
  readonly leg: readonly Candidate[];
}

interface PoolChoice {
  readonly source: PoolSource;
  /** How far its price is from the reference, basis points: beyond its fee for some. */
  readonly offBps: number;
  readonly feePpm: number;
  readonly whole: number;
  readonly volatility: number | null;
}

const anyPool: fc.Arbitrary<PoolChoice> = fc.record({
  source: fc.constantFrom(...SOURCES),
  offBps: fc.integer({ min: -150, max: 150 }),
  feePpm: fc.integer({ min: 1, max: 6_000 }),
  whole: fc.integer({ min: 500, max: 20_000 }),
  volatility: fc.option(fc.integer({ min: 0, max: 300_000 })),
});

function pools(
  choices: readonly PoolChoice[],
  first: number,
  mintA: string,
  mintB: string,
  price: bigint,
): Candidate[] {
  return choices.map(({ source, offBps, feePpm, whole, volatility }, index) => {
    const place = first + index;
    const built = buildPool(source, {
      ...{ address: addressOf(40 + place), vaultA: addressOf(100 + place), vaultB: addressOf(150 + place) },
      ...{ config: addressOf(200 + place), mintA, mintB, feePpm, amountA: BigInt(whole) * 10n ** 9n },
      price: { numerator: price * BigInt(10_000 + offBps), denominator: 1_000n * 10_000n },
      ...(source === orcaWhirlpool ? { volatility } : {}),
    });
    return { source: source.name, market: openBuilt(built) };
  });
}

export const anyWorld: fc.Arbitrary<World> = fc
  .record({
    direct: fc.array(anyPool, { minLength: 1, maxLength: 4 }),
    viaSol: fc.array(anyPool, { maxLength: 2 }),
    leg: fc.array(anyPool, { minLength: 1, maxLength: 3 }),
  })
  .map(({ direct, viaSol, leg }) => ({
    direct: pools(direct, 0, TOKEN, USDC, 300n),
    viaSol: pools(viaSol, 10, TOKEN, SOL_MINT, 2_000n),
    leg: pools(leg, 20, SOL_MINT, USDC, 150n),
  }));

export function marketOf({ direct, viaSol, leg }: World, side: Side): TokenMarket {
  const input = { references, rules: RULES, now: NOW.unixTimestamp, side };
  const classified = classify({ ...input, token, candidates: [...direct, ...viaSol] });
  const solLeg = new Venues(classify({ ...input, token: sol, candidates: leg }).direct);
  return new TokenMarket({ token, references, classified, solLeg, side });
}

/** What a pool pays for an amount that is sold, or takes for one that is bought; null where it does not do all of it. */
function priceOf({ market }: Candidate, side: Side, amount: bigint): bigint | null {
  const { value } = market.quote(side === 'sell' ? 'a_to_b' : 'b_to_a', amount, side === 'sell' ? 'in' : 'out');
  if (value === null || value.status !== 'filled') return null;
  return side === 'sell' ? value.amountOut : value.amountIn;
}

const UNIT = USD_ONE / 1_000_000n;

/** Trades one chunk after the other with whichever pool does it best: no search, no price, nothing but quotes of pools. */
export function greedyTrades(
  { direct, viaSol, leg }: World,
  side: Side,
  { chunk, count }: { readonly chunk: bigint; readonly count: number },
): { readonly amount: bigint; readonly usd: bigint }[] {
  const done = new Map<Candidate, bigint>();
  const stepOf = (pool: Candidate, more: bigint): bigint | null => {
    const before = done.get(pool) ?? 0n;
    const [one, other] = [priceOf(pool, side, before), priceOf(pool, side, before + more)];
    return one === null || other === null ? null : other - one;
  };
  const isBetter = (one: bigint, other: bigint): boolean => (side === 'sell' ? one > other : one < other);
  const best = (ways: readonly Way[]): Way | null =>
    ways.reduce<Way | null>((found, way) => (found === null || isBetter(way.usd, found.usd) ? way : found), null);
  const trades: { amount: bigint; usd: bigint }[] = [];
  let usd = 0n;
  for (let place = 1; place <= count; place++) {
    const straight = direct.flatMap((pool): Way[] => {
      const step = stepOf(pool, chunk);
      return step === null ? [] : [{ usd: step * UNIT, steps: [[pool, chunk]] }];
    });
    const through = viaSol.flatMap((pool): Way[] => {
      const solRaw = stepOf(pool, chunk);
      if (solRaw === null) return [];
      return leg.flatMap((second): Way[] => {
        const step = stepOf(second, solRaw);
        const steps: Way['steps'] = [
          [pool, chunk],
          [second, solRaw],
        ];
        return step === null ? [] : [{ usd: step * UNIT, steps }];
      });
    });
    const way = best([...straight, ...through]);
    if (way === null) break;
    usd += way.usd;
    for (const [pool, more] of way.steps) done.set(pool, (done.get(pool) ?? 0n) + more);
    trades.push({ amount: chunk * BigInt(place), usd });
  }
  return trades;
}

interface Way {
  readonly usd: bigint;
  readonly steps: readonly (readonly [pool: Candidate, more: bigint])[];
}
