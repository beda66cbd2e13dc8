import { BPS, Q64, sqrtCeil, sqrtFloor } from './exact.ts';

/** Which token leaves the seller. A is the token that the pool names first (mint A, token 0, token X, coin). */
export type Direction = 'a_to_b' | 'b_to_a';
export const DIRECTIONS: readonly Direction[] = ['a_to_b', 'b_to_a'];

/** Base units of B for one base unit of A, as an exact fraction; both parts are positive. */
export interface Price {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A share of an amount, or what is got for what is paid; both parts are positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Parts of one in which a fall of a price is stated: so fine that what is traded between two of them costs less than a base unit too much. */
export const FALL_ONE = 10_000_000n;

/** The price at which the token that is sold has lost `fall`: B for A falls where A is sold and rises where B is. */
export function fallenPrice(price: Price, direction: Direction, fall: bigint): Price {
  const { numerator, denominator } = price;
  const left = FALL_ONE - fall;
  return direction === 'a_to_b'
    ? { numerator: numerator * left, denominator: denominator * FALL_ONE }
    : { numerator: numerator * FALL_ONE, denominator: denominator * left };
}

export function bpsToFall(bps: number): bigint {
  return (BigInt(bps) * FALL_ONE) / BPS;
}

/** What one unit that is paid brings at a price; or the price at which it brings so much, because the step is its own inverse. */
export function outPerIn({ numerator, denominator }: Fraction, direction: Direction): Fraction {
  return direction === 'a_to_b' ? { numerator, denominator } : { numerator: denominator, denominator: numerator };
}

export function isAtMost(one: Fraction, other: Fraction): boolean {
  return one.numerator * other.denominator <= other.numerator * one.denominator;
}

/** The square root of a price, Q64.64, rounded to the side of the pool: a swap that stops there has not passed the price. */
export function sqrtPriceOf({ numerator, denominator }: Price, direction: Direction): bigint {
  const scaled = numerator * Q64 * Q64;
  return direction === 'a_to_b' ? sqrtCeil((scaled + denominator - 1n) / denominator) : sqrtFloor(scaled / denominator);
}

/** True where the output is worth at least the input less `fall`, at a price before the swap. */
export function isWithin(
  { amountIn, amountOut }: { readonly amountIn: bigint; readonly amountOut: bigint },
  { numerator, denominator }: Price,
  direction: Direction,
  fall: bigint,
): boolean {
  const [worth, cost] = direction === 'a_to_b' ? [denominator, numerator] : [numerator, denominator];
  return amountOut * worth * FALL_ONE >= amountIn * cost * (FALL_ONE - fall);
}
