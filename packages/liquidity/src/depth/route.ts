import { FALL_ONE } from '../common/price.ts';
import { type Reference, worthUsd } from './reference.ts';
import { firstReaching } from './search.ts';
import {
  BEST,
  type CommonPrice,
  NO_TRADE,
  type Part,
  spread,
  type Trade,
  tradeOf,
  type Venue,
  WORST,
} from './venues.ts';

export interface RouteParts {
  readonly references: ReadonlyMap<string, Reference>;
  readonly side: 'sell' | 'buy';
  /** Pools to US dollars. */
  readonly direct: CommonPrice;
  /** Pools to SOL. */
  readonly viaSol: CommonPrice;
  readonly viaSolVenues: ReadonlySet<Venue>;
  /** Pools of SOL and US dollars: everything that is traded for SOL goes through them together. */
  readonly solLeg: CommonPrice;
}

/** A trade at one fall: with the pools of the token, and what it is worth in US dollars after the step through SOL. */
export interface Combined {
  readonly trade: Trade;
  /** Parts of a US dollar (`USD_ONE`). */
  readonly usd: bigint;
}

export const NOTHING: Combined = { trade: NO_TRADE, usd: 0n };

/** Direct pools and those through SOL to one price of the token, the step through SOL in it, at any fall. */
export class Route {
  readonly #parts: RouteParts;
  /** Searches of depths and sizes begin at the same falls. */
  readonly #byFall = new Map<bigint, Combined>();
  /** How far SOL falls where the token does so far: the farther the token, the farther SOL. */
  readonly #legFalls = new Map<bigint, bigint>();

  constructor(parts: RouteParts) {
    this.#parts = parts;
  }

  /** Every pool until what is paid in has lost so much, the step through SOL in it. */
  at(fall: bigint): Combined {
    const known = this.#byFall.get(fall) ?? this.#combine(fall);
    this.#byFall.set(fall, known);
    return known;
  }

  /** The smallest fall at which the excess is not negative, searched between those that are known already; `WORST` where there is none. */
  first(excess: (at: Combined) => bigint): bigint {
    let [least, most] = [BEST, WORST];
    for (const [fall, known] of this.#byFall) {
      if (fall < least || fall >= most) continue;
      if (excess(known) >= 0n) most = fall;
      else least = fall;
    }
    return firstReaching(least, most, (fall) => excess(this.at(fall)));
  }

  /** An amount of the token between what is traded to the fall before `end` and to it; null where what it brings is not known. */
  between(end: bigint, amount: bigint): Combined | null {
    const trade = spread(this.at(end - 1n).trade, this.at(end).trade, amount, this.#exact);
    return trade === null ? null : this.#valued(trade);
  }

  /** Of the token. */
  amountOf({ amountIn, amountOut }: Pick<Part, 'amountIn' | 'amountOut'>): bigint {
    return this.#parts.side === 'sell' ? amountIn : amountOut;
  }

  /** Of SOL, in a trade of the token for SOL. */
  solOf({ amountIn, amountOut }: Pick<Trade, 'amountIn' | 'amountOut'>): bigint {
    return this.#parts.side === 'sell' ? amountOut : amountIn;
  }

  throughSol({ parts }: Trade): Trade {
    return tradeOf(
      parts.filter(({ venue }) => this.#parts.viaSolVenues.has(venue)),
      false,
    );
  }

  /** True where a pool may take more at a fall. */
  isPartial(fall: bigint): boolean {
    const { direct, viaSol, viaSolVenues, solLeg } = this.#parts;
    return [direct, viaSol, ...(viaSolVenues.size > 0 ? [solLeg] : [])].some((pools) => pools.to(fall).isPartial);
  }

  #combine(fall: bigint): Combined {
    const straight = this.#parts.direct.to(fall);
    if (this.#parts.viaSolVenues.size === 0) return this.#valued(straight) ?? NOTHING;
    const { least, most } = this.#legRange(fall);
    const missing = (leg: bigint): bigint => this.#legTakes(leg) - this.solOf(this.#poolsTo(fall, leg));
    const legFall = this.#parts.solLeg.first(least, most, missing);
    this.#legFalls.set(fall, legFall);
    const through = this.#throughSolTo(fall, legFall);
    if (through === null) return this.#valued(straight) ?? NOTHING;
    const both = tradeOf([...straight.parts, ...through.parts], straight.isPartial || through.isPartial);
    return this.#valued(both, legFall) ?? this.#valued(straight) ?? NOTHING;
  }

  /** The pools to SOL where SOL falls by `legFall`: what is lost in the step of SOL is not left for them. */
  #poolsTo(fall: bigint, legFall: bigint): Trade {
    const left = FALL_ONE - legFall;
    return this.#parts.viaSol.to(FALL_ONE - ((FALL_ONE - fall) * FALL_ONE + left - 1n) / left);
  }

  /**
   * All SOL that the pools of SOL take at `legFall`, as far as the pools of the token trade so much: where their price stands still over an
   * amount (a bin), a part of that.
   */
  #throughSolTo(fall: bigint, legFall: bigint): Trade | null {
    const [lower, upper] = [this.#poolsTo(fall, legFall), this.#poolsTo(fall, legFall - 1n)];
    const [least, most, takes] = [this.solOf(lower), this.solOf(upper), this.#legTakes(legFall)];
    const amount = takes < most ? takes : most;
    return amount <= least ? lower : spread(lower, upper, amount, this.#parts.side === 'sell' ? 'out' : 'in');
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
    const through = this.throughSol(trade);
    const leg = this.#parts.solLeg.trade(this.solOf(through), this.#exact, legFall);
    if (leg === null) return null;
    const paid = [...trade.parts.filter(({ venue }) => !this.#parts.viaSolVenues.has(venue)), ...leg.parts];
    return { trade, usd: paid.reduce((sum, part) => sum + this.#usdOf(part), 0n) };
  }

  /** What of a trade is known: an amount to sell, or one to get. */
  get #exact(): 'in' | 'out' {
    return this.#parts.side === 'sell' ? 'in' : 'out';
  }

  #legTakes(fall: bigint): bigint {
    return this.amountOf(this.#parts.solLeg.to(fall));
  }

  #usdOf({ venue: { market, direction }, amountIn, amountOut }: Part): bigint {
    const { mintA, mintB } = market.pool;
    const isSale = this.#parts.side === 'sell';
    const reference = this.#parts.references.get((direction === 'a_to_b') === isSale ? mintB : mintA);
    return reference === undefined ? 0n : worthUsd(isSale ? amountOut : amountIn, reference);
  }
}
