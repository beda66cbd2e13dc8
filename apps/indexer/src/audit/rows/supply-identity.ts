import { isLendingError } from '@tidemark/core';
import { totalSupplySf } from '@tidemark/protocols/kamino';
import type { ReserveState } from '@tidemark/schema';
import { type AuditedRow, type RowCheck, type RowFault, unequal } from './audited-row.ts';

/** Supplied = available + borrowed − fees, to the last bit, of the integers as they are stored. */
export const supplyIdentity: RowCheck = {
  checkName: 'supply_identity',
  message: 'supplied is not available + borrowed − fees',
  find({ state }: AuditedRow): readonly RowFault[] {
    return unequal('accrued_total_supply_sf', supplyOf(state), state.accruedTotalSupplySf);
  },
};

/** Null where the fees exceed what there is: then no supply can be right. */
function supplyOf(state: ReserveState): bigint | null {
  try {
    return totalSupplySf({
      availableAmountRaw: state.accruedAvailableAmountRaw,
      borrowedAmountSf: state.accruedBorrowedAmountSf,
      accumulatedProtocolFeesSf: state.accruedProtocolFeesSf,
      // Those are assigned by the program's instructions, and by no accrual.
      accumulatedReferrerFeesSf: state.accumulatedReferrerFeesSf,
      pendingReferrerFeesSf: state.accruedPendingReferrerFeesSf,
    });
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}
