import { isLendingError } from '@tidemark/core';
import { sfToDouble, utilizationSf } from '@tidemark/protocols/kamino';
import type { ReserveState } from '@tidemark/schema';
import { type AuditedRow, type RowCheck, type RowFault, unequal } from './audited-row.ts';

/** Utilization = borrowed / supplied, cut off; 0 where nothing is supplied; above one where fees are owed: never clamped. */
export const utilizationDefinition: RowCheck = {
  checkName: 'utilization_definition',
  message: 'utilization is not borrowed / supplied',
  find({ state }: AuditedRow): readonly RowFault[] {
    return [
      ...unequal('accrued_utilization_sf', utilizationOf(state), state.accruedUtilizationSf),
      ...unequal('utilization_f', sfToDouble(state.accruedUtilizationSf), state.utilizationF),
    ];
  },
};

function utilizationOf({ accruedBorrowedAmountSf, accruedTotalSupplySf }: ReserveState): bigint | null {
  try {
    return utilizationSf(accruedBorrowedAmountSf, accruedTotalSupplySf);
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}
