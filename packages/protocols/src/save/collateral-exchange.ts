import { checkRate, divDecimal, intToWad, WAD } from './wad.ts';

/** What the worth of cTokens depends on; amounts accrued to the slot. */
export interface CollateralExchange {
  readonly mintTotalSupplyRaw: bigint;
  readonly totalSupplyWads: bigint;
}

/**
 * cTokens of one base unit, wads, cut off: cTokens in existence / total supply, one to one where either is zero. Throws
 * `ARITHMETIC_OVERFLOW` where the program can neither mint nor redeem.
 */
export function collateralExchangeRateWads({ mintTotalSupplyRaw, totalSupplyWads }: CollateralExchange): bigint {
  if (mintTotalSupplyRaw === 0n || totalSupplyWads === 0n) return WAD;
  return checkRate(divDecimal(intToWad(mintTotalSupplyRaw), totalSupplyWads), 'collateral exchange rate');
}

/** What cTokens are worth, base units, cut off. The rate is not 0. */
export function liquidityOf(rateWads: bigint, collateralRaw: bigint): bigint {
  return (collateralRaw * WAD) / rateWads;
}

/** cTokens for a deposit of base units, cut off. */
export function collateralOf(rateWads: bigint, amountRaw: bigint): bigint {
  return (amountRaw * rateWads) / WAD;
}

/** The most cTokens that are worth at most `amountRaw` base units; a negative amount stays as it is. */
export function collateralWithin(rateWads: bigint, amountRaw: bigint): bigint {
  return amountRaw < 0n ? amountRaw : ((amountRaw + 1n) * rateWads - 1n) / WAD;
}
