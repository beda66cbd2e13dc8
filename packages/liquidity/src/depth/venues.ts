import { type Direction, FALL_ONE, fallenPrice, type Price } from '../common/price.ts';
import type { FeesOfPrice, Market, Quote, SourceName } from '../source.ts';
import { firstReaching, firstWhere } from './search.ts';

/** A pool that counts, with the price that the whole trade is measured by. */
export interface Venue {
  readonly source: SourceName;
  readonly market: Market;
  readonly direction: Direction;
  /** B for A, of the references of both tokens. */
  readonly reference: Price;
}

/** What a pool takes and what it pays. */
export interface Part {
  readonly venue: Venue;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** A trade over several pools. */
export interface Trade {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly parts: readonly Part[];
  /** True where a pool may take more: not all of it was read, or an amount of it is not known. */
  readonly isPartial: boolean;
}

/** How far above the reference a price can be and still be searched: twice. */
export const BEST = -FALL_ONE;
/** The farthest fall that is searched: all but a ten-thousandth of the price. */
export const WORST = FALL_ONE - FALL_ONE / 10_000n;
/** Forgets all before there are more. */
const MOST_KNOWN = 5_000;

/** Pools that are used together, by the pool's price or by what its fee leaves of it. */
export class Venues {
  readonly list: readonly Venue[];
  readonly #prices: Readonly<Record<FeesOfPrice, CommonPrice>>;

  constructor(list: readonly Venue[]) {
    this.list = list;
    this.#prices = { left_out: new CommonPrice(list, 'left_out'), taken: new CommonPrice(list, 'taken') };
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  by(fees: FeesOfPrice): CommonPrice {
    return this.#prices[fees];
  }
}

/**
 * Every pool to the same distance from the reference. With fees taken none could trade more at a better price, so nobody gets more for an
 * amount; with fees left out it says where the pools stand.
 */
export class CommonPrice {
  readonly #list: readonly Venue[];
  readonly #fees: FeesOfPrice;
  /** Searches begin at the same falls, and what sells SOL is shared by every token. */
  readonly #known = new Map<bigint, Trade>();
  /** The falls of `#known`, ascending. */
  #falls: bigint[] = [];
  /** Of pools of which amounts are known up to some fall: the least one at which none is. */
  readonly #unknownFrom = new Map<Venue, bigint>();

  constructor(list: readonly Venue[], fees: FeesOfPrice) {
    this.#list = list;
    this.#fees = fees;
  }

  /** Every pool until what is paid in has lost `fall` against the reference. */
  to(fall: bigint): Trade {
    const known = this.#known.get(fall);
    if (known !== undefined) return known;
    const trade = this.#walk(fall);
    if (this.#known.size >= MOST_KNOWN) {
      this.#known.clear();
      this.#falls = [];
    }
    this.#known.set(fall, trade);
    this.#falls.splice(this.#placeOf(fall), 0, fall);
    return trade;
  }

  /** The smallest fall at which the excess is not negative, searched between those that are known already; `most` where there is none. */
  first(least: bigint, most: bigint, excess: (fall: bigint) => bigint): bigint {
    const [from, to] = [this.#placeOf(least), this.#placeOf(most)];
    const falls = this.#falls.slice(from, to);
    const place = Number(firstWhere(0n, BigInt(falls.length), (at) => excess(falls[Number(at)] ?? most) >= 0n));
    return firstReaching(falls[place - 1] ?? least, falls[place] ?? most, excess);
  }

  /** Of the first known fall that is not below. */
  #placeOf(fall: bigint): number {
    return Number(firstWhere(0n, BigInt(this.#falls.length), (at) => (this.#falls[Number(at)] ?? fall) >= fall));
  }

  #walk(fall: bigint): Trade {
    const parts: Part[] = [];
    let isPartial = false;
    for (const venue of this.#list) {
      const { market, direction } = venue;
      const row = this.#walkOf(venue, fall);
      if (row === undefined) continue;
      if (row.value === null) isPartial = true;
      // What is known of it is traded in any case: leaving it out would make a deeper sum smaller.
      const traded =
        row.value ??
        (row.unknown === 'missing_array' ? market.reach(direction) : null) ??
        this.#farthestKnown(venue, fall);
      if (traded !== null) parts.push({ venue, amountIn: traded.amountIn, amountOut: traded.amountOut });
    }
    return tradeOf(parts, isPartial);
  }

  #walkOf({ market, direction, reference }: Venue, fall: bigint) {
    return market.walk(direction, [fallenPrice(reference, direction, fall)], this.#fees)[0];
  }

  /** What a pool takes to the farthest fall at which the amount is known; it is not at `fall`, nor at any that is deeper. */
  #farthestKnown(venue: Venue, fall: bigint): Quote | null {
    const amountAt = (at: bigint) => this.#walkOf(venue, at)?.value ?? null;
    const from = this.#unknownFrom.get(venue) ?? firstWhere(BEST, fall, (at) => amountAt(at) === null);
    this.#unknownFrom.set(venue, from);
    return from === BEST ? null : amountAt(from - 1n);
  }

  /**
   * An amount that is paid in or wanted out, spread so that all pools end at the same price. Null where it is more than they trade, as far as is
   * known. `near` is a fall at which they trade so much and that is hardly farther than it has to be.
   */
  trade(amount: bigint, exact: 'in' | 'out', near: bigint = WORST): Trade | null {
    if (amount === 0n) return NO_TRADE;
    const excess = (fall: bigint): bigint => this.to(fall)[sideOf(exact)] - amount;
    const most = excess(near) >= 0n ? near : WORST;
    if (most === WORST && excess(WORST) < 0n) return null;
    const end = excess(most - 1n) < 0n ? most : this.first(BEST, most - 1n, excess);
    return spread(this.to(end - 1n), this.to(end), amount, exact);
  }
}

function sideOf(exact: 'in' | 'out'): 'amountIn' | 'amountOut' {
  return exact === 'in' ? 'amountIn' : 'amountOut';
}

/** An amount between two trades of the same pools: what is over the lower one goes to the pools of the upper one in their order. */
export function spread(lower: Trade, upper: Trade, amount: bigint, exact: 'in' | 'out'): Trade | null {
  const side = sideOf(exact);
  let left = amount - lower[side];
  const parts: Part[] = [];
  for (const part of upper.parts) {
    const base = lower.parts.find(({ venue }) => venue === part.venue);
    const from = base?.[side] ?? 0n;
    const room = part[side] > from ? part[side] - from : 0n;
    const more = room < left ? room : left;
    left -= more;
    const known = [base, part].find((one) => one?.[side] === from + more);
    const traded = known ?? quoted(part.venue, from + more, exact);
    if (traded === null) return null;
    parts.push(traded);
  }
  return tradeOf(parts, upper.isPartial);
}

function quoted(venue: Venue, amount: bigint, exact: 'in' | 'out'): Part | null {
  const { value } = venue.market.quote(venue.direction, amount, exact);
  if (value === null) return null;
  return exact === 'in'
    ? { venue, amountIn: amount, amountOut: value.amountOut }
    : { venue, amountIn: value.amountIn, amountOut: amount };
}

export function tradeOf(parts: readonly Part[], isPartial: boolean): Trade {
  let [amountIn, amountOut] = [0n, 0n];
  for (const part of parts) {
    amountIn += part.amountIn;
    amountOut += part.amountOut;
  }
  return { amountIn, amountOut, parts, isPartial };
}

export const NO_TRADE: Trade = tradeOf([], false);
