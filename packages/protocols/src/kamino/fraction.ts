import { refusal, U128_MAX } from '@tidemark/core';

// The program's unsigned fixed point: a u128 with 60 fractional bits, every operation cut off, every overflow a panic.

export const FRACTION_BITS = 60n;
/** One in 60-bit fixed point. */
export const ONE_SF: bigint = 1n << FRACTION_BITS;

/** `a * b`, cut off. Throws `ARITHMETIC_OVERFLOW` beyond u128. */
export function mulSf(a: bigint, b: bigint): bigint {
  return checkSf((a * b) >> FRACTION_BITS, 'product');
}

/** `a / b`, cut off; `b` must not be zero. Throws `ARITHMETIC_OVERFLOW` beyond u128. */
export function divSf(a: bigint, b: bigint): bigint {
  return checkSf((a << FRACTION_BITS) / b, 'quotient');
}

/** Whole units as fixed point. */
export function intToSf(value: bigint): bigint {
  return value << FRACTION_BITS;
}

/** Percent as fixed point, cut off. */
export function percentToSf(percent: number | bigint): bigint {
  return (BigInt(percent) << FRACTION_BITS) / 100n;
}

/** Basis points as fixed point, cut off: one basis point is a hair below 0.0001. */
export function bpsToSf(bps: number | bigint): bigint {
  return (BigInt(bps) << FRACTION_BITS) / 10_000n;
}

/** The value itself where a u128 holds it. Throws `ARITHMETIC_OVERFLOW` elsewhere, where the program would panic. */
export function checkSf(value: bigint, what: string): bigint {
  if (value >= 0n && value <= U128_MAX) return value;
  throw refusal('ARITHMETIC_OVERFLOW', what, 'an unsigned 128-bit value', value);
}
