import { refusal } from '@tidemark/core';
import { divDecimal, intToWad, WAD } from './wad.ts';

/** What a reserve holds, is owed and owes. */
export interface ReserveBalances {
  readonly availableRaw: bigint;
  readonly borrowedWads: bigint;
  readonly accumulatedProtocolFeesWads: bigint;
}

/**
 * What belongs to the suppliers: available + borrowed - fees owed to the protocol, wads of base units.
 * Throws `NEGATIVE_SUPPLY` where the fees exceed the rest: the program can never refresh such a reserve again.
 */
export function totalSupplyWads(balances: ReserveBalances): bigint {
  const supplyWads = intToWad(balances.availableRaw) + balances.borrowedWads - balances.accumulatedProtocolFeesWads;
  if (supplyWads >= 0n) return supplyWads;
  throw refusal('NEGATIVE_SUPPLY', 'total supply (wads)', '0 or more', supplyWads);
}

/** Borrowed / supplied, wads; 0 where nothing is supplied; above one where fees owed exceed what is available. */
export function utilizationWads(borrowedWads: bigint, supplyWads: bigint): bigint {
  return supplyWads === 0n ? 0n : (borrowedWads * WAD) / supplyWads;
}

/**
 * The utilization that the curve is fed with: borrowed / (borrowed + available), fees owed left in, so that it never exceeds
 * one; 0 where nothing is supplied, whatever is borrowed. Throws `NEGATIVE_SUPPLY` as {@link totalSupplyWads}.
 */
export function curveUtilizationWads(balances: ReserveBalances): bigint {
  const { availableRaw, borrowedWads } = balances;
  if (totalSupplyWads(balances) === 0n || borrowedWads === 0n) return 0n;
  return divDecimal(borrowedWads, borrowedWads + intToWad(availableRaw));
}
