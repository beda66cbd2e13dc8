import { ceilDiv, Q64 } from './exact.ts';
import { type Price, sqrtPriceOf } from './price.ts';
import { deltaA, deltaB } from './sqrt-price-math.ts';
import { MAX_TICK, MIN_TICK, type TickMath } from './tick-math.ts';

/** A pool to build accounts of, for localnet and tests. */
export interface PoolSpec {
  readonly address: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  /** Of the account with the fees, where the program keeps them apart. */
  readonly config: string;
  readonly price: Price;
  /** Base units of A in the pool, with as much of B at the price. */
  readonly amountA: bigint;
  /** Parts of a million. */
  readonly feePpm: number;
  /** Of ticks or bins. */
  readonly spacing: number;
  /** Unix seconds of the last swap. */
  readonly lastUsedAt: bigint;
  /** Of a Whirlpool whose fee adapts: how much its price has moved, 0 (not at all) to {@link MAX_VOLATILITY}. Null: the fee is fixed. */
  readonly volatility?: number | null;
}

/** At which the fee of a built Whirlpool is highest: 3.2 % more than without. */
export const MAX_VOLATILITY = 880_000;

export interface LadderTick {
  readonly index: number;
  readonly net: bigint;
}

/** Nested positions around a price, as liquidity mostly lies: a third each within 2, 10 and 30 %. */
export interface Ladder {
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  readonly ticks: readonly LadderTick[];
  readonly amountA: bigint;
  readonly amountB: bigint;
}

const WIDTHS = [200, 953, 2_624];

export function buildLadder({ price, amountA, spacing }: PoolSpec, math: TickMath): Ladder {
  const sqrtPrice = sqrtPriceOf(price, 'a_to_b');
  const tick = math.tickAt(sqrtPrice);
  const net = new Map<number, bigint>();
  let [liquidity, sumA, sumB] = [0n, 0n, 0n];
  for (const width of WIDTHS) {
    const steps = Math.max(1, Math.round(width / spacing));
    const middle = Math.floor(tick / spacing);
    const aligned = (place: number): number =>
      Math.min(Math.floor(MAX_TICK / spacing), Math.max(Math.ceil(MIN_TICK / spacing), place)) * spacing;
    const [lower, upper] = [aligned(middle - steps), aligned(middle + 1 + steps)];
    const [bottom, top] = [math.sqrtPriceAt(lower), math.sqrtPriceAt(upper)];
    const share = amountA / BigInt(WIDTHS.length);
    const added = (share * sqrtPrice * top) / ((top - sqrtPrice) * Q64);
    liquidity += added;
    net.set(lower, (net.get(lower) ?? 0n) + added);
    net.set(upper, (net.get(upper) ?? 0n) - added);
    sumA += deltaA(sqrtPrice, top, added, 'up');
    sumB += deltaB(bottom, sqrtPrice, added, 'up');
  }
  const ticks = [...net]
    .map(([index, change]) => ({ index, net: change }))
    .toSorted((one, other) => one.index - other.index);
  return { sqrtPrice, tick, liquidity, ticks, amountA: sumA, amountB: sumB };
}

/** As much of B as an amount of A is worth, rounded up. */
export function worthOf(amountA: bigint, { numerator, denominator }: Price): bigint {
  return ceilDiv(amountA * numerator, denominator);
}

/** Ticks by the array that they are in. */
export function byArray(ticks: readonly LadderTick[], width: number): Map<number, LadderTick[]> {
  const arrays = new Map<number, LadderTick[]>();
  for (const tick of ticks) {
    const place = Math.floor(tick.index / width);
    arrays.set(place, [...(arrays.get(place) ?? []), tick]);
  }
  return arrays;
}
