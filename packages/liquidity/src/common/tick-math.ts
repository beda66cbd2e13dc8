import { refused } from './refuse.ts';

/** Ticks of both programs; a price is 1.0001 to the power of a tick. */
export const MIN_TICK = -443_636;
export const MAX_TICK = 443_636;

const LOG_OF_TICK = Math.log(1.0001);
/** Forgets all before there are more. */
const MOST_KNOWN = 100_000;

/** Square roots of the prices of ticks, Q64.64: each program rounds its own way, so each has its own. */
export class TickMath {
  readonly #compute: (tick: number) => bigint;
  readonly #known = new Map<number, bigint>();
  readonly min: bigint;
  readonly max: bigint;

  constructor(compute: (tick: number) => bigint) {
    this.#compute = compute;
    this.min = compute(MIN_TICK);
    this.max = compute(MAX_TICK);
  }

  sqrtPriceAt(tick: number): bigint {
    const found = this.#known.get(tick);
    if (found !== undefined) return found;
    const price = this.#compute(tick);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(tick, price);
    return price;
  }

  /** The greatest tick whose price is not above this one. The logarithm is a first guess: the exact prices decide. */
  tickAt(sqrtPrice: bigint): number {
    const guess = Math.floor((2 * (Math.log(Number(sqrtPrice)) - 64 * Math.LN2)) / LOG_OF_TICK);
    let tick = Math.min(MAX_TICK, Math.max(MIN_TICK, guess));
    while (tick > MIN_TICK && this.#compute(tick) > sqrtPrice) tick -= 1;
    while (tick < MAX_TICK && this.#compute(tick + 1) <= sqrtPrice) tick += 1;
    return tick;
  }
}

/** The product of the factors whose bits are set in `power`, cut off to `bits` fractional bits after each. */
export function productOf(factors: readonly bigint[], power: number, bits: bigint): bigint {
  const one = 1n << bits;
  let product = (power & 1) === 0 ? one : (factors[0] ?? one);
  for (let i = 1; i < factors.length; i++) {
    if ((power >> i) & 1) product = (product * (factors[i] ?? one)) >> bits;
  }
  return product;
}

/**
 * How far from the price arrays are read: a fall by 21 %, a rise by 27 %. A pool of even liquidity loses 10 % on average where its price
 * has fallen by 19 %.
 */
export const REACH_TICKS = 2_400;

interface PricedPool {
  readonly address: string;
  readonly tickSpacing: number;
  readonly sqrtPrice: bigint;
  readonly tick: number;
}

/** Throws `INVALID_POOL` where price and tick are not of each other: no swap and no deposit leaves them so. */
export function expectPrice({ address, tickSpacing, sqrtPrice, tick }: PricedPool, math: TickMath): void {
  if (tickSpacing === 0) throw refused('INVALID_POOL', address, 'tick spacing', 'positive', tickSpacing);
  if (sqrtPrice < math.min || sqrtPrice > math.max) {
    throw refused('INVALID_POOL', address, 'sqrt price', `${math.min}..${math.max}`, sqrtPrice);
  }
  const expected = math.tickAt(sqrtPrice);
  // At the price of a tick that a falling price has just crossed, the tick is the one below.
  const isJustCrossed = tick === expected - 1 && math.sqrtPriceAt(expected) === sqrtPrice;
  if (tick !== expected && !isJustCrossed) throw refused('INVALID_POOL', address, 'tick', String(expected), tick);
}
