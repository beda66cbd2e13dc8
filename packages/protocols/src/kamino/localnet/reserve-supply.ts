import { FRACTION_BITS, type ReserveFields, totalSupplySf } from '../index.ts';

/** Total supply in whole base units. */
export function totalSupplyRawOf(reserve: ReserveFields): bigint {
  return totalSupplySf(reserve.liquidity) >> FRACTION_BITS;
}

/** Debt in whole base units. */
export function borrowedRawOf(reserve: ReserveFields): bigint {
  return reserve.liquidity.borrowedAmountSf >> FRACTION_BITS;
}

/** Debt ÷ supply as a double; 0 where there is no supply. */
export function utilizationOf(reserve: ReserveFields): number {
  const supply = totalSupplySf(reserve.liquidity);
  return supply === 0n ? 0 : Number(reserve.liquidity.borrowedAmountSf) / Number(supply);
}
