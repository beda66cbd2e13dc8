import { refusal } from '@tidemark/core';
import type { SuppliedBalances, WhatIfChange } from '../protocol.ts';

/** Balances that a supply or a borrow changes. */
export type ChangedBalances = Pick<SuppliedBalances, 'available' | 'borrowed' | 'supplied'>;

/**
 * The balances after deposits and borrows of the given size, fees and limits left aside: a deposit adds to available and supply, a
 * borrow moves from available to borrowed. Throws `INVALID_ARGUMENT` where that would take more than there is.
 */
export function changedBalances(
  { available, borrowed, supplied }: ChangedBalances,
  { supplyDeltaRaw, borrowDeltaRaw }: WhatIfChange,
  scale: bigint,
): ChangedBalances {
  return {
    available: notNegative(available + supplyDeltaRaw - borrowDeltaRaw, 'available amount'),
    borrowed: notNegative(borrowed + borrowDeltaRaw * scale, 'borrowed amount'),
    supplied: notNegative(supplied + supplyDeltaRaw * scale, 'supplied amount'),
  };
}

function notNegative(value: bigint, what: string): bigint {
  if (value >= 0n) return value;
  const field = `${what} after the change`;
  throw refusal('INVALID_ARGUMENT', field, '0 or more', value);
}
