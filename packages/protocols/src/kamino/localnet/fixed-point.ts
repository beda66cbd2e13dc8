import { FRACTION_BITS } from '../index.ts';

const SCALE = 1_000_000_000n;

/** Base units of an amount in whole tokens. */
export function toRaw(tokens: number, decimals: number): bigint {
  return (BigInt(Math.round(tokens * Number(SCALE))) * 10n ** BigInt(decimals)) / SCALE;
}

/** 60-bit fixed point of a number; for values below about 9 million. */
export function toSf(value: number): bigint {
  return (BigInt(Math.round(value * Number(SCALE))) << FRACTION_BITS) / SCALE;
}

/** `value × factor` for a factor between 0 and about 9 million, nine decimals of which count. */
export function scaleBy(value: bigint, factor: number): bigint {
  return (value * BigInt(Math.round(factor * Number(SCALE)))) / SCALE;
}
