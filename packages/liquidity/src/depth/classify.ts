import { bpsToFall, fallenPrice, type Price } from '../common/price.ts';
import type { Halt, Market, SourceName, Unknown } from '../source.ts';
import type { DepthRules } from './config.ts';
import { crossPrice, type Reference, sellingOf, USD_ONE, worthUsd } from './reference.ts';
import type { Venue } from './venues.ts';

export interface Candidate {
  readonly source: SourceName;
  readonly market: Market;
}

/** Why a pool that pairs the token was not counted. */
export type Exclusion =
  | 'other_pair'
  | 'no_reference_price'
  | 'halted'
  | 'unknown'
  | 'no_price'
  | 'stale_price'
  | 'idle'
  | 'dust';

export interface ExcludedPool {
  readonly source: SourceName;
  readonly pool: string;
  readonly reason: Exclusion;
  /** What a halt or an unknown amount comes from. */
  readonly detail: Halt | Unknown | null;
  /** True where more may be sold than the sum says: nobody knows what this pool would take. */
  readonly isUnknown: boolean;
  /** What it would take until its price has fallen by 5 %, US dollars; null where that is not known. */
  readonly depthUsdF: number | null;
}

export interface Classified {
  /** Pools to US dollars. */
  readonly direct: readonly Venue[];
  /** Pools to SOL. */
  readonly viaSol: readonly Venue[];
  readonly excluded: readonly ExcludedPool[];
}

export interface ClassifyInput {
  readonly token: Reference;
  readonly candidates: readonly Candidate[];
  /** Prices of the tokens that pools pair this one with, by mint. */
  readonly references: ReadonlyMap<string, Reference>;
  readonly rules: DepthRules;
  /** Unix seconds. */
  readonly now: bigint;
  readonly side: 'sell' | 'buy';
}

/** Sorts the pools that pair a token: what counts, and every other one with its reason. A pool that is listed twice counts once. */
export function classify(input: ClassifyInput): Classified {
  const direct: Venue[] = [];
  const viaSol: Venue[] = [];
  const excluded: ExcludedPool[] = [];
  const seen = new Set<string>();
  for (const candidate of input.candidates) {
    const { address } = candidate.market.pool;
    if (seen.has(address)) continue;
    seen.add(address);
    const found = judge(input, candidate);
    if (found === null) continue;
    if ('reason' in found) excluded.push(found);
    else if (found.isDirect) direct.push(found.venue);
    else viaSol.push(found.venue);
  }
  return { direct, viaSol, excluded };
}

type Verdict = ExcludedPool | { readonly venue: Venue; readonly isDirect: boolean };

/** Null where the pool does not hold the token. */
function judge({ token, references, rules, now, side }: ClassifyInput, { source, market }: Candidate): Verdict | null {
  const { pool } = market;
  const selling = sellingOf(pool, token.mint);
  if (selling === null) return null;
  const other = selling === 'a_to_b' ? pool.mintB : pool.mintA;
  const out = (
    reason: Exclusion,
    detail: ExcludedPool['detail'] = null,
    depthUsdF: number | null = null,
  ): ExcludedPool => {
    return { source, pool: pool.address, reason, detail, isUnknown: reason === 'unknown', depthUsdF };
  };
  const isDirect = rules.usdMints.has(other);
  const isLeg = other === rules.solMint && !rules.usdMints.has(token.mint);
  if (!isDirect && !isLeg) return out('other_pair');
  const paired = references.get(other);
  if (paired === undefined) return out('no_reference_price');
  if (market.halt !== null) return out('halted', market.halt, 0);
  const reference = selling === 'a_to_b' ? crossPrice(token, paired) : crossPrice(paired, token);
  const direction = (selling === 'a_to_b') === (side === 'sell') ? 'a_to_b' : 'b_to_a';
  const { spot } = market;
  if (spot === null) return out('no_price');
  if (isFarther(spot, reference, rules.maxPriceGapBps)) return out('stale_price');
  if (pool.lastUsedAt !== null && now - pool.lastUsedAt > BigInt(rules.maxIdleSeconds)) return out('idle');
  const [row] = market.walk(direction, [fallenPrice(spot, direction, bpsToFall(500))]);
  const sold = row?.value ?? (row?.unknown === 'missing_array' ? market.reach(direction) : null);
  if (sold === null) return out('unknown', row?.unknown ?? null);
  const depthUsdF = Number(worthUsd(sold.amountIn, side === 'sell' ? token : paired)) / Number(USD_ONE);
  if (depthUsdF < rules.dustUsd && row?.value !== null) return out('dust', null, depthUsdF);
  return { venue: { source, market, direction, reference }, isDirect };
}

/** True where a price is farther from another than so many basis points of it. */
function isFarther(price: Price, from: Price, bps: number): boolean {
  const [one, other] = [price.numerator * from.denominator, from.numerator * price.denominator];
  const gap = one > other ? one - other : other - one;
  return gap * 10_000n > other * BigInt(bps);
}
