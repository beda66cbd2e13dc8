import { refusal, U128_MAX } from '@tidemark/core';

// The program has two unsigned fixed-point types of 18 decimals: Rate (128 bits) and Decimal (192 bits). Every operation is
// cut off; a product that does not fit the type fails the transaction, even where the result would fit.

/** Parts of one. */
export const WAD = 1_000_000_000_000_000_000n;
const PERCENT = WAD / 100n;
const BASIS_POINT = WAD / 10_000n;
const U192_MAX = (1n << 192n) - 1n;

/** `a * b` as Rate. Throws `ARITHMETIC_OVERFLOW` where the product does not fit 128 bits. */
export function mulRate(a: bigint, b: bigint): bigint {
  return checkRate(a * b, 'product') / WAD;
}

/** `a / b` as Rate; `b` must not be zero. Throws `ARITHMETIC_OVERFLOW` where the dividend does not fit 128 bits. */
export function divRate(a: bigint, b: bigint): bigint {
  return checkRate(a * WAD, 'dividend') / b;
}

/** `a * b` as Decimal. Throws `ARITHMETIC_OVERFLOW` where the product does not fit 192 bits. */
export function mulDecimal(a: bigint, b: bigint): bigint {
  return checkDecimal(a * b, 'product') / WAD;
}

/** `a / b` as Decimal; `b` must not be zero. Throws `ARITHMETIC_OVERFLOW` where the dividend does not fit 192 bits. */
export function divDecimal(a: bigint, b: bigint): bigint {
  return checkDecimal(a * WAD, 'dividend') / b;
}

/** Percent as wads: exact. */
export function percentToWad(percent: number | bigint): bigint {
  return BigInt(percent) * PERCENT;
}

/** Basis points as wads: exact. */
export function bpsToWad(bps: number | bigint): bigint {
  return BigInt(bps) * BASIS_POINT;
}

/** Whole units as wads. */
export function intToWad(value: bigint): bigint {
  return value * WAD;
}

/** The value itself where 128 bits hold it: a Rate, or what an account can store. Throws `ARITHMETIC_OVERFLOW` elsewhere. */
export function checkRate(value: bigint, what: string): bigint {
  return checkWidth(value, U128_MAX, what);
}

/** The value itself where 192 bits hold it. Throws `ARITHMETIC_OVERFLOW` elsewhere. */
export function checkDecimal(value: bigint, what: string): bigint {
  return checkWidth(value, U192_MAX, what);
}

function checkWidth(value: bigint, max: bigint, what: string): bigint {
  if (value >= 0n && value <= max) return value;
  throw refusal('ARITHMETIC_OVERFLOW', what, `0..${max}`, value);
}
