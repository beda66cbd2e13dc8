import { refusal, U128_MAX } from '@tidemark/core';
import { BPS, Q64 } from '../common/exact.ts';

const POWER_BITS = 19;
const MOST_KNOWN = 200_000;
const known = new Map<number, bigint>();

/** Y for X in a bin, Q64.64, rounded as the program does: powers of the inverse, each cut off. Throws `ARITHMETIC_OVERFLOW` beyond 128 bits. */
export function binPrice(binStep: number, bin: number): bigint {
  const key = binStep * 1_048_576 + bin;
  const found = known.get(key);
  if (found !== undefined) return found;
  const price = computePrice(binStep, bin);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, price);
  return price;
}

function computePrice(binStep: number, bin: number): bigint {
  if (bin === 0) return Q64;
  let square = U128_MAX / (Q64 + (BigInt(binStep) * Q64) / BPS);
  let result = Q64;
  const power = Math.abs(bin);
  for (let i = 0; i < POWER_BITS; i++) {
    if ((power >> i) & 1) result = (result * square) >> 64n;
    square = (square * square) >> 64n;
  }
  if (result === 0n)
    throw refusal('ARITHMETIC_OVERFLOW', 'price of a bin', 'positive', `bin ${bin} of step ${binStep}`);
  return bin > 0 ? U128_MAX / result : result;
}
