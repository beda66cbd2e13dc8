import { exactToDouble } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import { type AuditedRow, type RowCheck, type RowFault, unequal } from './audited-row.ts';

/** Utilization = borrowed / supplied, cut off; 0 where nothing is supplied; above one where fees are owed: never clamped. */
export const utilizationDefinition: RowCheck = {
  checkName: 'utilization_definition',
  message: 'utilization is not borrowed / supplied',
  find({ state }: AuditedRow, { scale }: Protocol): readonly RowFault[] {
    const { accruedBorrowedAmountSf: borrowed, accruedTotalSupplySf: supplied, accruedUtilizationSf: stored } = state;
    const utilization = supplied === 0n ? 0n : (borrowed * scale) / supplied;
    return [
      ...unequal('accrued_utilization_sf', utilization, stored),
      ...unequal('utilization_f', exactToDouble(stored, scale), state.utilizationF),
    ];
  },
};
