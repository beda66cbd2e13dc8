import { type Direction, fallenPrice, PPM, type Price } from '../common/price.ts';
import type { Market, Quote, SourceName } from '../source.ts';

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
export const BEST = -PPM;
/** The farthest fall that is searched: all but a ten-thousandth of the price. */
export const WORST = PPM - 100n;
/** Forgets all before there are more. */
const MOST_KNOWN = 5_000;

/** Pools that are used together: all of them to the same distance from the reference, so that none could take more at a better price. */
export class Venues {
  readonly list: readonly Venue[];
  /** Searches begin at the same falls, and what sells SOL is shared by every token. */
  readonly #known = new Map<bigint, Trade>();
  /** Of pools of which amounts are known up to some fall: the least one at which none is. */
  readonly #unknownFrom = new Map<Venue, bigint>();

  constructor(list: readonly Venue[]) {
    this.list = list;
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  /** Every pool until what is paid in has lost `fallPpm` against the reference. */
  to(fallPpm: bigint): Trade {
    const known = this.#known.get(fallPpm);
    if (known !== undefined) return known;
    const trade = this.#walk(fallPpm);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(fallPpm, trade);
    return trade;
  }

  #walk(fallPpm: bigint): Trade {
    const parts: Part[] = [];
    let isPartial = false;
    for (const venue of this.list) {
      const { market, direction, reference } = venue;
      const [row] = market.walk(direction, [fallenPrice(reference, direction, fallPpm)]);
      if (row === undefined) continue;
      if (row.value === null) isPartial = true;
      // What is known of it is traded in any case: leaving it out would make a deeper sum smaller.
      const traded =
        row.value ??
        (row.unknown === 'missing_array' ? market.reach(direction) : null) ??
        this.#farthestKnown(venue, fallPpm);
      if (traded !== null) parts.push({ venue, amountIn: traded.amountIn, amountOut: traded.amountOut });
    }
    return tradeOf(parts, isPartial);
  }

  /** What a pool takes to the farthest fall at which the amount is known; it is not at `fallPpm`, nor at any that is deeper. */
  #farthestKnown(venue: Venue, fallPpm: bigint): Quote | null {
    const { market, direction, reference } = venue;
    const amountAt = (fall: bigint) =>
      market.walk(direction, [fallenPrice(reference, direction, fall)])[0]?.value ?? null;
    const from = this.#unknownFrom.get(venue) ?? firstPpm(fallPpm, (fall) => amountAt(fall) === null);
    this.#unknownFrom.set(venue, from);
    return from === BEST ? null : amountAt(from - 1n);
  }

  /**
   * An amount that is paid in or wanted out, spread so that all pools end at the same price. Null where it is more than they trade, as far as is
   * known. `near` is a fall at which they trade so much and that is hardly farther than it has to be.
   */
  trade(amount: bigint, exact: 'in' | 'out', near: bigint = WORST): Trade | null {
    if (amount === 0n) return NO_TRADE;
    const side = exact === 'in' ? 'amountIn' : 'amountOut';
    const isEnough = (fall: bigint): boolean => this.to(fall)[side] >= amount;
    const most = isEnough(near) ? near : WORST;
    if (most === WORST && !isEnough(WORST)) return null;
    const end = isEnough(most - 1n) ? firstPpm(most - 1n, isEnough) : most;
    return spread(this.to(end - 1n), this.to(end), amount, exact);
  }
}

/** An amount between two trades of the same pools: what is over the lower one goes to the pools of the upper one in their order. */
export function spread(lower: Trade, upper: Trade, amount: bigint, exact: 'in' | 'out'): Trade | null {
  const side = exact === 'in' ? 'amountIn' : 'amountOut';
  let left = amount - lower[side];
  const parts: Part[] = [];
  for (const part of upper.parts) {
    const { market, direction } = part.venue;
    const base = lower.parts.find(({ venue }) => venue === part.venue)?.[side] ?? 0n;
    const room = part[side] > base ? part[side] - base : 0n;
    const more = room < left ? room : left;
    left -= more;
    const wanted = base + more;
    const { value } = market.quote(direction, wanted, exact);
    if (value === null) return null;
    const [amountIn, amountOut] = exact === 'in' ? [wanted, value.amountOut] : [value.amountIn, wanted];
    parts.push({ venue: part.venue, amountIn, amountOut });
  }
  return tradeOf(parts, upper.isPartial);
}

/** The smallest whole number up to `most` for which `holds`; it holds for `most`, and for all above one for which it does. */
export function firstPpm(most: bigint, holds: (fall: bigint) => boolean, least: bigint = BEST): bigint {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
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
