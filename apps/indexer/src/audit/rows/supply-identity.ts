import { isLendingError } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import { type ReserveState, toAccruedBalances } from '@tidemark/schema';
import { type AuditedRow, type RowCheck, type RowFault, unequal } from './audited-row.ts';

/** Supplied = available + borrowed − fees, to the last bit, as the protocol counts them, of the integers as they are stored. */
export const supplyIdentity: RowCheck = {
  checkName: 'supply_identity',
  message: 'supplied is not available + borrowed − fees',
  find({ state }: AuditedRow, protocol: Protocol): readonly RowFault[] {
    return unequal('accrued_total_supply_sf', supplyOf(state, protocol), state.accruedTotalSupplySf);
  },
};

/** Null where the fees exceed what there is: then no supply can be right. */
function supplyOf(state: ReserveState, protocol: Protocol): bigint | null {
  try {
    return protocol.supplied(toAccruedBalances(protocol, state));
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}
