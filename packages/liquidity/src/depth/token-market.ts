import { ratioToDouble } from '@tidemark/core';
import { bpsToFall, FALL_ONE } from '../common/price.ts';
import type { FeesOfPrice, SourceName } from '../source.ts';
import type { Classified } from './classify.ts';
import { amountOfUsd, type Reference, USD_ONE, worthUsd } from './reference.ts';
import { type Combined, NOTHING, Route } from './route.ts';
import { firstReaching } from './search.ts';
import { Venues, WORST } from './venues.ts';

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
  readonly isLowerBound: boolean;
}

export interface TokenDepthRow {
  readonly bps: number;
  /** Until the price of every pool has moved by `bps`, fees left out. */
  readonly marginal: TokenTrade;
  /** As much as loses at most `bps` of its worth at the reference price, fees included, in the pools that bring most. */
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

/** Trades that are worth less lose by rounding to base units what they do not lose by price. */
const LEAST_OF_AN_AVERAGE = USD_ONE;

/**
 * The sale or the purchase of one token at any depth. What is paid in has lost the same in every pool, the step through SOL in it, and no
 * pool is used twice. Sizes and averages go by what the fees of the pools leave, as whoever trades does: another pool never makes them worse.
 */
export class TokenMarket {
  readonly #parts: TokenMarketParts;
  readonly #direct: Venues;
  readonly #viaSol: Venues;
  readonly #routes: Readonly<Record<FeesOfPrice, Route>>;
  readonly #averages = new Map<number, TokenTrade>();

  constructor(parts: TokenMarketParts) {
    this.#parts = parts;
    this.#direct = new Venues(parts.classified.direct);
    this.#viaSol = new Venues(parts.classified.viaSol);
    this.#routes = { left_out: this.#routeBy('left_out'), taken: this.#routeBy('taken') };
  }

  /** False where nothing is known: no pool counts, and some may. */
  get hasPools(): boolean {
    return !this.#direct.isEmpty || !this.#viaSol.isEmpty;
  }

  row(bps: number): TokenDepthRow {
    const fall = bpsToFall(bps);
    const marginal = this.#published(this.#routes.left_out.at(fall), 'left_out', fall);
    return { bps, marginal, average: this.average(bps) };
  }

  /** The largest trade that loses at most `bps` of its worth. */
  average(bps: number): TokenTrade {
    const known = this.#averages.get(bps) ?? this.#findAverage(bps);
    this.#averages.set(bps, known);
    return known;
  }

  /** A trade of a size in US dollars at the reference price; null where the pools do not take so much, as far as is known. */
  quoteUsd(usd: number): TokenTrade | null {
    const route = this.#routes.taken;
    const amount = amountOfUsd(BigInt(Math.round(usd)) * USD_ONE, this.#parts.token);
    const excess = ({ trade }: Combined): bigint => route.amountOf(trade) - amount;
    if (excess(route.at(WORST)) < 0n) return null;
    const end = route.first(excess);
    const combined = route.between(end, amount);
    return combined === null ? null : this.#published(combined, 'taken', end);
  }

  #findAverage(bps: number): TokenTrade {
    const route = this.#routes.taken;
    const isTooSmall = ({ trade, usd }: Combined): boolean =>
      usd < LEAST_OF_AN_AVERAGE && worthUsd(route.amountOf(trade), this.#parts.token) < LEAST_OF_AN_AVERAGE;
    // Beyond zero too much is lost. It is for all that is more, because every further unit loses more than those before.
    const end = route.first((at) => (isTooSmall(at) ? -1n : this.#lostAbove(bps, at) - 1n));
    if (this.#lostAbove(bps, route.at(end)) <= 0n) return this.#published(route.at(end), 'taken', end);
    // Where the price stands still over an amount (a bin), a part of it can be the answer.
    const lost = (amount: bigint): bigint => {
      const between = route.between(end, amount);
      return between === null ? 1n : this.#lostAbove(bps, between) - 1n;
    };
    const [least, most] = [route.at(end - 1n), route.at(end)].map(({ trade }) => route.amountOf(trade));
    const first = firstReaching(least ?? 0n, most ?? 0n, lost);
    const best = first === least ? NOTHING : route.between(end, first - 1n);
    return this.#published(best ?? NOTHING, 'taken', end);
  }

  /** How much more is lost than `bps` of what is paid; negative where it is less. */
  #lostAbove(bps: number, { trade, usd }: Combined): bigint {
    const { side, token } = this.#parts;
    const worth = worthUsd(this.#routes.taken.amountOf(trade), token);
    const [paid, got] = side === 'sell' ? [worth, usd] : [usd, worth];
    return paid * (FALL_ONE - bpsToFall(bps)) - got * FALL_ONE;
  }

  #routeBy(fees: FeesOfPrice): Route {
    const { references, side, solLeg } = this.#parts;
    return new Route({
      references,
      side,
      direct: this.#direct.by(fees),
      viaSol: this.#viaSol.by(fees),
      viaSolVenues: new Set(this.#viaSol.list),
      solLeg: solLeg.by(fees),
    });
  }

  #published({ trade, usd }: Combined, fees: FeesOfPrice, fall: bigint): TokenTrade {
    const route = this.#routes[fees];
    const bySource: Partial<Record<SourceName, bigint>> = {};
    let largest = 0n;
    for (const part of trade.parts) {
      const { source } = part.venue;
      const amount = route.amountOf(part);
      bySource[source] = (bySource[source] ?? 0n) + amount;
      if (amount > largest) largest = amount;
    }
    const amountRaw = route.amountOf(trade);
    const viaSol = route.throughSol(trade);
    const share = (part: bigint): number => (amountRaw === 0n ? 0 : ratioToDouble(part, amountRaw));
    return {
      amountRaw,
      usd,
      bySource,
      largestPoolShareF: share(largest),
      viaSolShareF: share(route.amountOf(viaSol)),
      solRaw: route.solOf(viaSol),
      isLowerBound: this.#isLowerBound() || route.isPartial(fall),
    };
  }

  /** True where a pool may take more at any fall: of what it does nothing is known, or it holds orders. */
  #isLowerBound(): boolean {
    const used = [this.#direct, this.#viaSol, ...(this.#viaSol.isEmpty ? [] : [this.#parts.solLeg])];
    return (
      this.#parts.classified.excluded.some(({ isUnknown }) => isUnknown) ||
      used.some(({ list }) => list.some(({ market }) => market.lowerBound.length > 0))
    );
  }
}
