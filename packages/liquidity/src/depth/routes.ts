import { type Direction, fallenPrice, PPM, type Price } from '../common/price.ts';
import type { Market, SourceName, Unknown } from '../source.ts';

/** A pool that counts, with the price that the whole sale is measured by. */
export interface Venue {
  readonly source: SourceName;
  readonly market: Market;
  readonly direction: Direction;
  /** B for A, of the references of both tokens. */
  readonly reference: Price;
}

/** What is sold to a pool and what it pays. */
export interface Part {
  readonly venue: Venue;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

export interface Sale {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly parts: readonly Part[];
}

/** Every pool until its own price is at the same distance from the reference: no pool could take more at a better price. */
export function sellToPrice(venues: readonly Venue[], fallPpm: bigint, missing?: Map<Venue, Unknown>): Sale {
  const parts: Part[] = [];
  for (const venue of venues) {
    const [row] = venue.market.walk(venue.direction, [fallenPrice(venue.reference, venue.direction, fallPpm)]);
    if (row === undefined) continue;
    if (row.value === null) missing?.set(venue, row.unknown);
    // What was read of it is sold in any case: leaving it out would make a deeper sum smaller.
    const sold = row.value ?? (row.unknown === 'missing_array' ? venue.market.reach(venue.direction) : null);
    if (sold !== null) parts.push({ venue, amountIn: sold.amountIn, amountOut: sold.amountOut });
  }
  return sumOf(parts);
}

/** An amount, spread so that all pools end at the same price. Null where it is more than they take, as far as is known. */
export function sellAmount(venues: readonly Venue[], amount: bigint): Sale | null {
  if (amount === 0n) return sumOf([]);
  if (sellToPrice(venues, WORST).amountIn < amount) return null;
  const end = firstPpm(WORST, (fall) => sellToPrice(venues, fall).amountIn >= amount);
  return spread(sellToPrice(venues, end - 1n), sellToPrice(venues, end), amount);
}

/** An amount between two sales of the same pools: what is over the lower one goes to the pools of the upper one in their order. */
export function spread(lower: Sale, upper: Sale, amount: bigint): Sale | null {
  let left = amount - lower.amountIn;
  const parts: Part[] = [];
  for (const { venue, amountIn } of upper.parts) {
    const base = lower.parts.find((part) => part.venue === venue)?.amountIn ?? 0n;
    const room = amountIn > base ? amountIn - base : 0n;
    const more = room < left ? room : left;
    left -= more;
    const quote = venue.market.quote(venue.direction, base + more);
    if (quote.value === null) return null;
    parts.push({ venue, amountIn: base + more, amountOut: quote.value.amountOut });
  }
  return sumOf(parts);
}

/** How far above the reference a price can be and still be searched: twice. */
const BEST = -PPM;
/** The farthest fall that is searched: all but a ten-thousandth of the price. */
export const WORST = PPM - 100n;

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

export function sumOf(parts: readonly Part[]): Sale {
  return {
    amountIn: parts.reduce((sum, part) => sum + part.amountIn, 0n),
    amountOut: parts.reduce((sum, part) => sum + part.amountOut, 0n),
    parts,
  };
}
