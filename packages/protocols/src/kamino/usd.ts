import { baseUnitsPerToken, ratioToDouble } from '@tidemark/core';
import { FRACTION_BITS } from './fraction.ts';

export { baseUnitsPerToken, rawToAmount } from '@tidemark/core';

const FRACTION_BITS_COUNT = Number(FRACTION_BITS);

/** Whole tokens of an amount in 60-bit fixed-point base units: the nearest double. */
export function sfToAmount(amountSf: bigint, decimals: number): number {
  return ratioToDouble(amountSf, baseUnitsPerToken(decimals), FRACTION_BITS_COUNT);
}

/** USD value of an amount in base units at a 60-bit fixed-point price per whole token: the nearest double. */
export function rawToUsd(amountRaw: bigint, priceSf: bigint, decimals: number): number {
  return ratioToDouble(amountRaw * priceSf, baseUnitsPerToken(decimals), FRACTION_BITS_COUNT);
}

/** USD value of an amount in 60-bit fixed-point base units at a price per whole token: the nearest double. */
export function sfToUsd(amountSf: bigint, priceSf: bigint, decimals: number): number {
  return ratioToDouble(amountSf * priceSf, baseUnitsPerToken(decimals), 2 * FRACTION_BITS_COUNT);
}

const ULP_OF_ONE_SF = 2 ** -60;

/** The double nearest to a 60-bit fixed-point value: the conversion rounds once, the scaling is exact. */
export function sfToDouble(sf: bigint): number {
  return Number(sf) * ULP_OF_ONE_SF;
}
