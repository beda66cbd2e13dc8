import { reserveLatest, type ReserveState } from '../tables/index.ts';
import { listColumnSpecs } from './column-specs.ts';
import { findRowProblem, type RowProblem } from './encode-record.ts';

const FILLED_BY_THE_WRITE = [
  'snapshotSlot',
  'snapshotObservedAt',
  'snapshotAccountSha256',
  'recordedAt',
  'pollBatchId',
];

/** Columns of a `ReserveState`; the batch id is added by the write. */
export const RESERVE_STATE_SPECS = listColumnSpecs(reserveLatest, FILLED_BY_THE_WRITE);

/**
 * First value of a derived row that cannot be stored: not finite, out of its column's range, an impossible date. Null when
 * there is none. For callers that quarantine the account; `writePollBatch` refuses the whole batch for such a row.
 */
export function findReserveStateProblem(state: ReserveState): RowProblem | null {
  return findRowProblem(RESERVE_STATE_SPECS, state);
}
