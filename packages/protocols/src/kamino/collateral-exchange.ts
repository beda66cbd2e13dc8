import { FRACTION_BITS } from './fraction.ts';

/** What the worth of cTokens depends on; amounts accrued to the bank's slot. */
export interface CollateralExchange {
  readonly mintTotalSupplyRaw: bigint;
  readonly totalSupplySf: bigint;
}

/** What cTokens are worth, base units, cut off: total supply / cTokens in existence, one to one where either is zero. */
export function liquidityOf({ mintTotalSupplyRaw, totalSupplySf }: CollateralExchange, collateralRaw: bigint): bigint {
  if (mintTotalSupplyRaw === 0n || totalSupplySf === 0n) return collateralRaw;
  return (collateralRaw * totalSupplySf) / (mintTotalSupplyRaw << FRACTION_BITS);
}

/** The most cTokens in existence that are worth at most `amountRaw` base units; a negative amount stays as it is. */
export function collateralWithin(exchange: CollateralExchange, amountRaw: bigint): bigint {
  const { mintTotalSupplyRaw, totalSupplySf } = exchange;
  const isOneToOne = mintTotalSupplyRaw === 0n || totalSupplySf === 0n;
  const collateralRaw =
    isOneToOne || amountRaw < 0n
      ? amountRaw
      : ((amountRaw + 1n) * (mintTotalSupplyRaw << FRACTION_BITS) - 1n) / totalSupplySf;
  return collateralRaw < mintTotalSupplyRaw ? collateralRaw : mintTotalSupplyRaw;
}
