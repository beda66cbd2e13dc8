import { refusal } from '@tidemark/core';
import { checkSf, divSf, intToSf } from './fraction.ts';

/** What a reserve owes and holds; `ReserveLiquidity` is one. */
export interface ReserveBalances {
  readonly availableAmountRaw: bigint;
  readonly borrowedAmountSf: bigint;
  readonly accumulatedProtocolFeesSf: bigint;
  readonly accumulatedReferrerFeesSf: bigint;
  readonly pendingReferrerFeesSf: bigint;
}

/**
 * What belongs to the suppliers: available + borrowed - the three fees owed, 60-bit fixed point of base units.
 * Throws `NEGATIVE_SUPPLY` where the fees exceed the rest and `ARITHMETIC_OVERFLOW` beyond u128; the program panics.
 */
export function totalSupplySf(balances: ReserveBalances): bigint {
  const heldSf = checkSf(intToSf(balances.availableAmountRaw) + balances.borrowedAmountSf, 'available + borrowed');
  const supplySf =
    heldSf - balances.accumulatedProtocolFeesSf - balances.accumulatedReferrerFeesSf - balances.pendingReferrerFeesSf;
  if (supplySf >= 0n) return supplySf;
  throw refusal('NEGATIVE_SUPPLY', 'total supply (Sf)', '0 or more', supplySf);
}

/** Borrowed / supplied, 60-bit fixed point; 0 where nothing is supplied; above one where fees owed exceed what is available. */
export function utilizationSf(borrowedSf: bigint, supplySf: bigint): bigint {
  return supplySf === 0n ? 0n : divSf(borrowedSf, supplySf);
}
