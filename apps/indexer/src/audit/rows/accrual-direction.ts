import type { AuditedRow, RowCheck, RowFault } from './audited-row.ts';

/** Accrual adds: at the bank's slot debt, its index and the fees are at least what the account holds, and the bank is not older. */
export const accrualDirection: RowCheck = {
  checkName: 'accrual_direction',
  message: 'values moved to the slot are below those of the account',
  find({ state }: AuditedRow): readonly RowFault[] {
    return [
      ...below('slot', state.lastUpdateSlot, state.slot),
      ...below('accrued_available_amount_raw', state.availableAmountRaw, state.accruedAvailableAmountRaw),
      ...below('accrued_borrowed_amount_sf', state.borrowedAmountSf, state.accruedBorrowedAmountSf),
      ...below(
        'accrued_cumulative_borrow_rate_bsf',
        state.cumulativeBorrowRateBsf,
        state.accruedCumulativeBorrowRateBsf,
      ),
      ...below('accrued_protocol_fees_sf', state.accumulatedProtocolFeesSf, state.accruedProtocolFeesSf),
      ...below('accrued_pending_referrer_fees_sf', state.pendingReferrerFeesSf, state.accruedPendingReferrerFeesSf),
    ];
  },
};

function below(field: string, least: bigint, actual: bigint): RowFault[] {
  return actual >= least ? [] : [{ field, expected: `at least ${least}`, actual: String(actual) }];
}
