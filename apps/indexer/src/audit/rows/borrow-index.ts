import type { AuditedRow, RowCheck, RowFault } from './audited-row.ts';

/** The index of the debt never falls from one stored look at a reserve to the next. */
export const borrowIndex: RowCheck = {
  checkName: 'borrow_index',
  message: 'the cumulative borrow rate falls between two looks',
  find({ state, previous, next }: AuditedRow): readonly RowFault[] {
    const rate = state.cumulativeBorrowRateBsf;
    const field = 'cumulative_borrow_rate_bsf';
    const faults: RowFault[] = [];
    if (previous !== null && previous.cumulativeBorrowRateBsf > rate) {
      const expected = `at least ${previous.cumulativeBorrowRateBsf}, as at slot ${previous.slot}`;
      faults.push({ field, expected, actual: String(rate) });
    }
    if (next !== null && next.cumulativeBorrowRateBsf < rate) {
      const expected = `at most ${next.cumulativeBorrowRateBsf}, as at slot ${next.slot}`;
      faults.push({ field, expected, actual: String(rate) });
    }
    return faults;
  },
};
