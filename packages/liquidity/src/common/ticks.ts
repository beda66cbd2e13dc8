import type { CurveEnd } from './curve.ts';

/** An initialised tick. */
export interface Tick {
  readonly index: number;
  readonly sqrtPrice: bigint;
  /** Liquidity that comes in where the price rises over it. */
  readonly net: bigint;
}

/** How far the ticks are known on one side, and what is said of a swap that gets there. */
export interface Edge {
  /** Null where the curve ends at the last tick, wherever the price is. */
  readonly sqrtPrice: bigint | null;
  readonly end: CurveEnd;
}

/** The ticks of a pool in ascending order, as far as they were read. */
export class TickRange {
  readonly #ticks: readonly Tick[];
  readonly lower: Edge;
  readonly upper: Edge;

  constructor(ticks: readonly Tick[], lower: Edge, upper: Edge) {
    this.#ticks = ticks;
    this.lower = lower;
    this.upper = upper;
  }

  /** The greatest tick that is not above this one. */
  atOrBelow(index: number): Tick | undefined {
    return this.#ticks[this.#countUpTo(index) - 1];
  }

  above(index: number): Tick | undefined {
    return this.#ticks[this.#countUpTo(index)];
  }

  /** How many are at or below this one. */
  #countUpTo(index: number): number {
    let [low, high] = [0, this.#ticks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ticks[middle]?.index ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
