import { isLendingError, type LendingError, refusal, U64_MAX } from '@tidemark/core';
import { type Fraction, isAtMost } from './price.ts';

/** What a swap takes and gives. `amountIn` includes the fee; no transfer fees of tokens here. */
export interface Fill {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** In units of the input, or of the output where the pool takes its fee there. */
  readonly fee: bigint;
  /** Where the price is afterwards, in the pool's own words: a square root, a bin, a reserve. */
  readonly endPrice: bigint;
}

/** A stretch of a curve along which nothing changes but amount and price, sold to its end. */
export interface Piece<Position> extends Fill {
  readonly to: Position;
  /** True where a tick is crossed at its end, or a bin emptied. */
  readonly crosses: boolean;
}

/**
 * Why a curve ends. `exhausted`: the price can go no further, and the program fills partly. `out_of_liquidity`: there is nothing more,
 * and the program refuses the whole swap. `missing_array`: what comes next was not read.
 */
export type CurveEnd = 'exhausted' | 'out_of_liquidity' | 'missing_array';

/** A pool seen from one direction: how to go on from a position. Every function depends on its arguments alone. */
export interface Path<Position, Target> {
  readonly start: Position;
  readonly startPrice: bigint;
  /** An input that costs half of the price and more: searches begin there. Null where the curve ends by itself. */
  readonly mostIn: bigint | null;
  /** From here to the next place where something changes; or why there is none. */
  next(from: Position): Piece<Position> | CurveEnd;
  /** Part of the next piece, by what is paid in: less than the whole piece takes. */
  fillIn(from: Position, amountIn: bigint): Fill;
  /** Part of the next piece, by what is paid out: less than the whole piece gives. */
  fillOut(from: Position, amountOut: bigint): Fill;
  /** The part of a piece before a target; null where the piece ends before it. */
  fillTo(from: Position, piece: Piece<Position>, target: Target): Fill | null;
  /** True where the price is at the target, or beyond it, before anything is sold. */
  isAtTarget(from: Position, target: Target): boolean;
  /** What the fee of the next piece leaves of a trade. */
  keptAt(from: Position): Fraction;
  /** What one unit that is paid brings, before the fee, where the price is at `endPrice`. */
  outPerInAt(endPrice: bigint): Fraction;
}

export type QuoteStatus = 'filled' | CurveEnd;

/** `filled`, or as far as it goes and why no further. After `missing_array` the true amounts are unknown and at least these. */
export interface CurveQuote extends Fill {
  readonly status: QuoteStatus;
  /** Ticks crossed, or bins emptied. */
  readonly crossed: number;
}

interface Entry<Position> {
  readonly piece: Piece<Position>;
  readonly from: Position;
  /** Sums up to the end of the piece. */
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly fee: bigint;
  readonly crossed: number;
  /** The least that one more unit brings after the fee, up to the end of the piece: a fee may fall on the way. */
  readonly leastKept: Fraction;
}

/** No pool has so many ticks or bins in arrays that fit into an answer of a node: a walk that goes on turns in a circle. */
const MOST_PIECES = 200_000;

/**
 * The pieces of a path with their sums, computed once and as far as somebody asks. A piece is sold whole exactly where what is left of
 * the amount covers its input and fee, so every quote is a search in the sums and one part of a piece.
 */
export class Curve<Position, Target> {
  readonly #path: Path<Position, Target>;
  readonly #entries: Entry<Position>[] = [];
  #end: CurveEnd | null = null;
  /** What the path failed with where it goes no further: every later call fails with the same. */
  #failure: LendingError | null = null;

  constructor(path: Path<Position, Target>) {
    this.#path = path;
  }

  /** Throws `ARITHMETIC_OVERFLOW` where the program would. */
  quote(amount: bigint, exact: 'in' | 'out'): CurveQuote {
    const reaches = (entry: Entry<Position>): boolean => (exact === 'in' ? entry.amountIn : entry.amountOut) >= amount;
    const place = amount === 0n ? -1 : this.#search(reaches);
    const entry = this.#entries[place];
    if (amount === 0n) return this.#sum(-1, null, 'filled');
    if (entry === undefined) return this.#sum(this.#entries.length - 1, null, this.#end ?? 'exhausted');
    const before = this.#entries[place - 1];
    const left = amount - ((exact === 'in' ? before?.amountIn : before?.amountOut) ?? 0n);
    const whole = exact === 'in' ? entry.piece.amountIn : entry.piece.amountOut;
    if (left === whole) return this.#sum(place, null, 'filled');
    const part = exact === 'in' ? this.#path.fillIn(entry.from, left) : this.#path.fillOut(entry.from, left);
    return this.#sum(place - 1, part, 'filled');
  }

  /** Everything that can be sold until the price is at the target. `filled` where it gets there. */
  sellTo(target: Target): CurveQuote {
    if (this.#path.isAtTarget(this.#path.start, target)) return this.#sum(-1, null, 'filled');
    const place = this.#search(({ from, piece }) => this.#path.fillTo(from, piece, target) !== null);
    const entry = this.#entries[place];
    if (entry === undefined) return this.#sum(this.#entries.length - 1, null, this.#end ?? 'exhausted');
    return this.#sum(place - 1, this.#path.fillTo(entry.from, entry.piece, target), 'filled');
  }

  /**
   * Everything that can be sold until one more unit brings no more than `kept` after the fee. `targetOf` says where the pool's own price is
   * then, of what a unit brings before the fee. `filled` where it gets there.
   */
  sellWhile(kept: Fraction, targetOf: (outPerIn: Fraction) => Target): CurveQuote {
    const targetAt = (from: Position): Target => {
      const { numerator, denominator } = this.#path.keptAt(from);
      return targetOf({ numerator: kept.numerator * denominator, denominator: kept.denominator * numerator });
    };
    if (this.#path.isAtTarget(this.#path.start, targetAt(this.#path.start))) return this.#sum(-1, null, 'filled');
    const place = this.#search(({ leastKept }) => isAtMost(leastKept, kept));
    const entry = this.#entries[place];
    if (entry === undefined) return this.#sum(this.#entries.length - 1, null, this.#end ?? 'exhausted');
    const target = targetAt(entry.from);
    // The fee has risen where the piece begins, by more than was left.
    if (this.#path.isAtTarget(entry.from, target)) return this.#sum(place - 1, null, 'filled');
    const part = this.#path.fillTo(entry.from, entry.piece, target);
    return part === null ? this.#sum(place, null, 'filled') : this.#sum(place - 1, part, 'filled');
  }

  /**
   * The largest input of which `isEnough` holds, between nothing and all that can be sold. Halves from above until it holds (it may not
   * for dust, where the output is rounded to nothing), then searches between. Null where it still holds at the edge of what was read.
   */
  largest(isEnough: (fill: Fill) => boolean): CurveQuote | null {
    const all = this.quote(this.#path.mostIn ?? U64_MAX, 'in');
    if (isEnough(all)) return all.status === 'missing_array' ? null : all;
    let [low, high] = [all.amountIn >> 1n, all.amountIn];
    while (low > 0n && !isEnough(this.quote(low, 'in'))) [low, high] = [low >> 1n, low];
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (isEnough(this.quote(middle, 'in'))) low = middle;
      else high = middle;
    }
    return this.quote(low, 'in');
  }

  /** The first entry for which `holds` is true; it is for all after it. The number of entries where there is none. */
  #search(holds: (entry: Entry<Position>) => boolean): number {
    const last = this.#entries.at(-1);
    if (last === undefined || !holds(last)) {
      while (this.#extend()) {
        const added = this.#entries.at(-1);
        if (added !== undefined && holds(added)) return this.#entries.length - 1;
      }
      return this.#entries.length;
    }
    let [low, high] = [0, this.#entries.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && holds(entry)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #extend(): boolean {
    if (this.#end !== null) return false;
    if (this.#entries.length >= MOST_PIECES)
      throw refusal('ARITHMETIC_OVERFLOW', 'pieces of a curve', `at most ${MOST_PIECES}`, this.#entries.length);
    const last = this.#entries.at(-1);
    const from = last?.piece.to ?? this.#path.start;
    const piece = this.#nextOf(from);
    if (typeof piece === 'string') {
      this.#end = piece;
      return false;
    }
    const kept = this.#keptAtEnd(from, piece);
    this.#entries.push({
      piece,
      from,
      amountIn: (last?.amountIn ?? 0n) + piece.amountIn,
      amountOut: (last?.amountOut ?? 0n) + piece.amountOut,
      fee: (last?.fee ?? 0n) + piece.fee,
      crossed: (last?.crossed ?? 0) + (piece.crosses ? 1 : 0),
      leastKept: last === undefined || isAtMost(kept, last.leastKept) ? kept : last.leastKept,
    });
    return true;
  }

  #keptAtEnd(from: Position, { endPrice }: Piece<Position>): Fraction {
    const [share, price] = [this.#path.keptAt(from), this.#path.outPerInAt(endPrice)];
    return {
      numerator: price.numerator * share.numerator,
      denominator: price.denominator * share.denominator,
    };
  }

  #nextOf(from: Position): Piece<Position> | CurveEnd {
    if (this.#failure !== null) throw this.#failure;
    try {
      return this.#path.next(from);
    } catch (error) {
      if (isLendingError(error)) this.#failure = error;
      throw error;
    }
  }

  /** The entries up to `place` and a part of the next one. */
  #sum(place: number, part: Fill | null, status: QuoteStatus): CurveQuote {
    const entry = this.#entries[place];
    return {
      amountIn: (entry?.amountIn ?? 0n) + (part?.amountIn ?? 0n),
      amountOut: (entry?.amountOut ?? 0n) + (part?.amountOut ?? 0n),
      fee: (entry?.fee ?? 0n) + (part?.fee ?? 0n),
      endPrice: part?.endPrice ?? entry?.piece.endPrice ?? this.#path.startPrice,
      crossed: entry?.crossed ?? 0,
      status,
    };
  }
}
