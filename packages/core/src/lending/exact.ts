import { ratioToDouble } from '../fixed-point/ratio-to-double.ts';

// Exact numbers are integers that count parts; `scale` parts are one. Each double here is the one nearest to the exact value.

/** Most decimals of a token whose power of ten fits the u64 of the programs. */
export const MAX_TOKEN_DECIMALS = 19;

const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: MAX_TOKEN_DECIMALS + 1 }, (_, n) => 10n ** BigInt(n));

/** Base units of one whole token: 10^decimals. */
export function baseUnitsPerToken(decimals: number): bigint {
  return POWERS_OF_TEN[decimals] ?? 10n ** BigInt(decimals);
}

/** Parts as a plain number. */
export function exactToDouble(parts: bigint, scale: bigint): number {
  return ratioToDouble(parts, scale);
}

/** Whole tokens of an amount in base units. */
export function rawToAmount(amountRaw: bigint, decimals: number): number {
  return ratioToDouble(amountRaw, baseUnitsPerToken(decimals));
}

/** Whole tokens of an amount in parts of a base unit. */
export function exactToAmount(parts: bigint, scale: bigint, decimals: number): number {
  return ratioToDouble(parts, baseUnitsPerToken(decimals) * scale);
}

/** USD value of an amount in base units at a price per whole token in parts of a dollar. */
export function rawToUsd(amountRaw: bigint, price: bigint, scale: bigint, decimals: number): number {
  return ratioToDouble(amountRaw * price, baseUnitsPerToken(decimals) * scale);
}

/** USD value of an amount in parts of a base unit at a price per whole token in parts of a dollar. */
export function exactToUsd(parts: bigint, price: bigint, scale: bigint, decimals: number): number {
  return ratioToDouble(parts * price, baseUnitsPerToken(decimals) * scale * scale);
}

/** True where there is a price, which can value an amount whatever its age and status. */
export function hasPrice(price: bigint): boolean {
  return price !== 0n;
}
