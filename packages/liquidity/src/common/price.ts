import { BPS, Q64, sqrtCeil, sqrtFloor } from './exact.ts';

/** Which token leaves the seller. A is the token that the pool names first (mint A, token 0, token X, coin). */
export type Direction = 'a_to_b' | 'b_to_a';
export const DIRECTIONS: readonly Direction[] = ['a_to_b', 'b_to_a'];

/** Base units of B for one base unit of A, as an exact fraction; both parts are positive. */
export interface Price {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Parts of one in which a fall of a price is stated; a basis point is a hundred of them. */
export const PPM = 1_000_000n;

/** The price at which the token that is sold has lost `fallPpm`: B for A falls where A is sold and rises where B is. */
export function fallenPrice(price: Price, direction: Direction, fallPpm: bigint): Price {
  const { numerator, denominator } = price;
  const left = PPM - fallPpm;
  return direction === 'a_to_b'
    ? { numerator: numerator * left, denominator: denominator * PPM }
    : { numerator: numerator * PPM, denominator: denominator * left };
}

export function bpsToPpm(bps: number): bigint {
  return (BigInt(bps) * PPM) / BPS;
}

/** The square root of a price, Q64.64, rounded to the side of the pool: a swap that stops there has not passed the price. */
export function sqrtPriceOf({ numerator, denominator }: Price, direction: Direction): bigint {
  const scaled = numerator * Q64 * Q64;
  return direction === 'a_to_b' ? sqrtCeil((scaled + denominator - 1n) / denominator) : sqrtFloor(scaled / denominator);
}

/** True where the output is worth at least the input less `fallPpm`, at a price before the swap. */
export function isWithin(
  { amountIn, amountOut }: { readonly amountIn: bigint; readonly amountOut: bigint },
  { numerator, denominator }: Price,
  direction: Direction,
  fallPpm: bigint,
): boolean {
  const [worth, cost] = direction === 'a_to_b' ? [denominator, numerator] : [numerator, denominator];
  return amountOut * worth * PPM >= amountIn * cost * (PPM - fallPpm);
}
