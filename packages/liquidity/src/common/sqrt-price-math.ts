import { ceilDiv, Q64 } from './exact.ts';

// Amounts and square roots of prices (Q64.64) at constant liquidity, rounded as Whirlpool and Raydium CLMM do.

type Rounding = 'up' | 'down';

/** Of token A between two square roots of prices. */
export function deltaA(one: bigint, other: bigint, liquidity: bigint, rounding: Rounding): bigint {
  const difference = one > other ? one - other : other - one;
  const numerator = (liquidity * difference) << 64n;
  return rounding === 'up' ? ceilDiv(numerator, one * other) : numerator / (one * other);
}

/** Of token B between two square roots of prices. */
export function deltaB(one: bigint, other: bigint, liquidity: bigint, rounding: Rounding): bigint {
  const product = liquidity * (one > other ? one - other : other - one);
  return (rounding === 'up' ? product + Q64 - 1n : product) >> 64n;
}

export function nextAfterAIn(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  const shifted = liquidity << 64n;
  return ceilDiv(shifted * sqrtPrice, shifted + sqrtPrice * amount);
}

export function nextAfterAOut(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  const shifted = liquidity << 64n;
  return ceilDiv(shifted * sqrtPrice, shifted - sqrtPrice * amount);
}

export function nextAfterBIn(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  return sqrtPrice + (amount << 64n) / liquidity;
}

export function nextAfterBOut(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  return sqrtPrice - ceilDiv(amount << 64n, liquidity);
}
