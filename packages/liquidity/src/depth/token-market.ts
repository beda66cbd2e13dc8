import { ratioToDouble } from '@tidemark/core';
import { bpsToPpm, PPM } from '../common/price.ts';
import type { SourceName } from '../source.ts';
import type { Classified } from './classify.ts';
import { amountOfUsd, type Reference, USD_ONE, worthUsd } from './reference.ts';
import { BEST, firstPpm, NO_TRADE, type Part, spread, type Trade, tradeOf, Venues, WORST } from './venues.ts';

/** What a token brings or costs in US dollars, over all pools that count. */
export interface TokenTrade {
  /** Base units of the token that are sold or bought. */
  readonly amountRaw: bigint;
  /** What is got or paid, at the reference prices, in parts of a US dollar (`USD_ONE`). */
  readonly usd: bigint;
  /** Base units of the token. */
  readonly bySource: Readonly<Partial<Record<SourceName, bigint>>>;
  readonly largestPoolShareF: number;
  /** Of the token, what is traded for SOL. */
  readonly viaSolShareF: number;
  /** Base units of SOL that are got for it or paid for it, and are traded for US dollars with it. */
  readonly solRaw: bigint;
  /** How far what is paid in has fallen against the reference in every pool, parts of a million. */
  readonly endFallPpm: bigint;
  readonly isLowerBound: boolean;
}

export interface TokenDepthRow {
  readonly bps: number;
  /** Until the price has moved by `bps`. */
  readonly marginal: TokenTrade;
  /** As much as loses at most `bps` of its worth at the reference price, fees included. */
  readonly average: TokenTrade;
}

export interface TokenMarketParts {
  readonly token: Reference;
  readonly references: ReadonlyMap<string, Reference>;
  /** Of the same side. */
  readonly classified: Classified;
  /** Pools of SOL and US dollars: everything that is traded for SOL goes through them together. */
  readonly solLeg: Venues;
  readonly side: 'sell' | 'buy';
}

/** A trade at one fall: with the pools of the token, and what it is worth in US dollars after the step through SOL. */
interface Combined {
  readonly trade: Trade;
  readonly usd: bigint;
}

const NOTHING: Combined = { trade: NO_TRADE, usd: 0n };

/**
 * The sale or the purchase of one token at any depth. What is paid in has lost the same in every pool, the step through SOL in it, and no
 * pool is used twice.
 */
export class TokenMarket {
  readonly #parts: TokenMarketParts;
  readonly #direct: Venues;
  readonly #viaSol: Venues;
  readonly #averages = new Map<number, TokenTrade>();
  /** Searches of depths and sizes begin at the same falls. */
  readonly #byFall = new Map<bigint, Combined>();
  /** How far SOL falls where the token does so far: the farther the token, the farther SOL. */
  readonly #legFalls = new Map<bigint, bigint>();

  constructor(parts: TokenMarketParts) {
    this.#parts = parts;
    this.#direct = new Venues(parts.classified.direct);
    this.#viaSol = new Venues(parts.classified.viaSol);
  }

  /** False where nothing is known: no pool counts, and some may. */
  get hasPools(): boolean {
    return !this.#direct.isEmpty || !this.#viaSol.isEmpty;
  }

  row(bps: number): TokenDepthRow {
    return { bps, marginal: this.#tradeAt(bpsToPpm(bps)), average: this.average(bps) };
  }

  /** The largest trade with a common end price that loses at most `bps` of its worth, to a millionth of the price. */
  average(bps: number): TokenTrade {
    const known = this.#averages.get(bps) ?? this.#findAverage(bps);
    this.#averages.set(bps, known);
    return known;
  }

  #findAverage(bps: number): TokenTrade {
    const { side, token } = this.#parts;
    const keeps = (fall: bigint): boolean => {
      const { trade, usd } = this.#at(fall);
      const worth = worthUsd(this.#amountOf(trade), token);
      const [paid, got] = side === 'sell' ? [worth, usd] : [usd, worth];
      return got * PPM >= paid * (PPM - bpsToPpm(bps));
    };
    // An average cannot be farther than the end, so it holds where nothing is traded beyond.
    const end = this.#first((fall) => fall === WORST || !keeps(fall), 0n);
    const last = end === WORST && keeps(end) ? end : end - 1n;
    return last < 0n ? this.#published(NOTHING, 0n) : this.#tradeAt(last);
  }

  /** A trade of a size in US dollars at the reference price; null where the pools do not take so much, as far as is known. */
  quoteUsd(usd: number): TokenTrade | null {
    const amount = amountOfUsd(BigInt(Math.round(usd)) * USD_ONE, this.#parts.token);
    const takes = (fall: bigint): boolean => this.#amountOf(this.#at(fall).trade) >= amount;
    if (!takes(WORST)) return null;
    const end = this.#first(takes, BEST);
    const trade = spread(this.#at(end - 1n).trade, this.#at(end).trade, amount, this.#exact);
    const combined = trade === null ? null : this.#valued(trade);
    return combined === null ? null : this.#published(combined, end);
  }

  /** As `firstPpm`, between falls that are known already. */
  #first(holds: (fall: bigint) => boolean, from: bigint): bigint {
    let [least, most] = [from, WORST];
    for (const fall of this.#byFall.keys()) {
      if (fall < least || fall >= most) continue;
      if (holds(fall)) most = fall;
      else least = fall + 1n;
    }
    return firstPpm(most, holds, least);
  }

  #tradeAt(fall: bigint): TokenTrade {
    return this.#published(this.#at(fall), fall);
  }

  /** Every pool until what is paid in has lost so much, the step through SOL in it. */
  #at(fall: bigint): Combined {
    const known = this.#byFall.get(fall) ?? this.#combine(fall);
    this.#byFall.set(fall, known);
    return known;
  }

  #combine(fall: bigint): Combined {
    const straight = this.#direct.to(fall);
    if (this.#viaSol.isEmpty) return this.#valued(straight) ?? NOTHING;
    // What is lost in the step of SOL is not left for the token: the more goes through SOL the less of the token is traded.
    const poolFall = (legFall: bigint): bigint => PPM - ((PPM - fall) * PPM + PPM - legFall - 1n) / (PPM - legFall);
    const { least, most } = this.#legRange(fall);
    const legFall = firstPpm(
      most,
      (leg) => leg === WORST || this.#legTakes(leg) >= this.#solOf(this.#viaSol.to(poolFall(leg))),
      least,
    );
    this.#legFalls.set(fall, legFall);
    const through = this.#viaSol.to(poolFall(legFall));
    const both = tradeOf([...straight.parts, ...through.parts], straight.isPartial || through.isPartial);
    return this.#valued(both, legFall) ?? this.#valued(straight) ?? NOTHING;
  }

  /** Between what was found for the next smaller and the next larger fall of the token. */
  #legRange(fall: bigint): { readonly least: bigint; readonly most: bigint } {
    let [below, above] = [BEST, WORST];
    let [least, most] = [BEST, WORST];
    for (const [known, legFall] of this.#legFalls) {
      if (known <= fall && known >= below) [below, least] = [known, legFall];
      if (known >= fall && known <= above) [above, most] = [known, legFall];
    }
    return { least, most };
  }

  /** In US dollars, all SOL traded at once, `legFall` about as far as SOL falls with it. Null where the pools of SOL do not take it. */
  #valued(trade: Trade, legFall?: bigint): Combined | null {
    const viaSol = this.#partsViaSol(trade);
    const leg = this.#parts.solLeg.trade(this.#solOf(tradeOf(viaSol, false)), this.#exact, legFall);
    if (leg === null) return null;
    const paid = [...trade.parts.filter((part) => !viaSol.includes(part)), ...leg.parts];
    return { trade, usd: paid.reduce((sum, part) => sum + this.#usdOf(part), 0n) };
  }

  #partsViaSol({ parts }: Trade): Part[] {
    return this.#viaSol.isEmpty ? [] : parts.filter(({ venue }) => this.#viaSol.list.includes(venue));
  }

  /** What of a trade is known: an amount to sell, or one to get. */
  get #exact(): 'in' | 'out' {
    return this.#parts.side === 'sell' ? 'in' : 'out';
  }

  /** Of the token. */
  #amountOf({ amountIn, amountOut }: Pick<Part, 'amountIn' | 'amountOut'>): bigint {
    return this.#parts.side === 'sell' ? amountIn : amountOut;
  }

  /** Of SOL, in a trade of the token for SOL. */
  #solOf({ amountIn, amountOut }: Trade): bigint {
    return this.#parts.side === 'sell' ? amountOut : amountIn;
  }

  #legTakes(fall: bigint): bigint {
    const { amountIn, amountOut } = this.#parts.solLeg.to(fall);
    return this.#parts.side === 'sell' ? amountIn : amountOut;
  }

  #usdOf({ venue: { market, direction }, amountIn, amountOut }: Part): bigint {
    const { mintA, mintB } = market.pool;
    const isSale = this.#parts.side === 'sell';
    const reference = this.#parts.references.get((direction === 'a_to_b') === isSale ? mintB : mintA);
    return reference === undefined ? 0n : worthUsd(isSale ? amountOut : amountIn, reference);
  }

  #published({ trade, usd }: Combined, endFallPpm: bigint): TokenTrade {
    const bySource: Partial<Record<SourceName, bigint>> = {};
    let largest = 0n;
    for (const part of trade.parts) {
      const { source } = part.venue;
      const amount = this.#amountOf(part);
      bySource[source] = (bySource[source] ?? 0n) + amount;
      if (amount > largest) largest = amount;
    }
    const amountRaw = this.#amountOf(trade);
    const viaSol = tradeOf(this.#partsViaSol(trade), false);
    const share = (part: bigint): number => (amountRaw === 0n ? 0 : ratioToDouble(part, amountRaw));
    return {
      amountRaw,
      usd,
      bySource,
      largestPoolShareF: share(largest),
      viaSolShareF: share(this.#amountOf(viaSol)),
      solRaw: this.#solOf(viaSol),
      endFallPpm,
      isLowerBound: this.#isLowerBound(endFallPpm),
    };
  }

  /** True where a pool may take more: of what it does nothing is known, it holds orders, or not all of it was read. */
  #isLowerBound(fall: bigint): boolean {
    const used = [this.#direct, this.#viaSol, ...(this.#viaSol.isEmpty ? [] : [this.#parts.solLeg])];
    return (
      this.#parts.classified.excluded.some(({ isUnknown }) => isUnknown) ||
      used.some(({ list }) => list.some(({ market }) => market.lowerBound.length > 0)) ||
      used.some((venues) => venues.to(fall).isPartial)
    );
  }
}
