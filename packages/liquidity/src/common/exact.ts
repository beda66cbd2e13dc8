import { refusal } from '@tidemark/core';

// Integer arithmetic that several programs share. Amounts and liquidity are not negative.

export const Q64 = 1n << 64n;
export const BPS = 10_000n;
/** Numbers below it are doubles that are not infinite. */
const DOUBLE_MAX = 1n << 1_000n;

export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** The largest integer whose square is at most `value`. */
export function sqrtFloor(value: bigint): bigint {
  if (value < 2n) return value;
  // The root of the double has its first 53 bits right. One step of Newton from any guess is not below the root, and falls from there.
  const guess =
    value < DOUBLE_MAX
      ? BigInt(Math.floor(Math.sqrt(Number(value))))
      : 1n << BigInt((value.toString(2).length + 1) >> 1);
  let root = (guess + value / guess) >> 1n;
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The smallest integer whose square is at least `value`. */
export function sqrtCeil(value: bigint): bigint {
  const root = sqrtFloor(value);
  return root * root === value ? root : root + 1n;
}

/** Throws `ARITHMETIC_OVERFLOW`, as the program fails, where a value does not fit its width. */
export function expectBits(value: bigint, bits: bigint, what: string): bigint {
  if (value >= 0n && value >> bits === 0n) return value;
  throw refusal('ARITHMETIC_OVERFLOW', what, `at most ${bits} bits`, value);
}
