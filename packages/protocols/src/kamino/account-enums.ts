import { LendingError } from '@tidemark/core';
import type { InterestRateBasis, ReserveStatus } from './reserve.ts';

const STATUSES: readonly ReserveStatus[] = ['active', 'obsolete', 'hidden'];
const BASES: readonly InterestRateBasis[] = ['legacy', 'true_apr'];

/** Meaning of the status byte. Throws `UNKNOWN_STATUS`: a status that nobody described is never called active. */
export function reserveStatusOf(code: number, address: string): ReserveStatus {
  const status = STATUSES[code];
  if (status !== undefined) return status;
  throw new LendingError('UNKNOWN_STATUS', { address, field: 'config.status', expected: '0..2', actual: String(code) });
}

/** Meaning of the interest rate basis byte. Throws `UNKNOWN_INTEREST_RATE_BASIS`: it decides every rate. */
export function interestRateBasisOf(code: number, address: string): InterestRateBasis {
  const basis = BASES[code];
  if (basis !== undefined) return basis;
  throw new LendingError('UNKNOWN_INTEREST_RATE_BASIS', {
    address,
    field: 'config.interestRateBasis',
    expected: '0..1',
    actual: String(code),
  });
}

export function reserveStatusCode(status: ReserveStatus): number {
  return STATUSES.indexOf(status);
}

export function interestRateBasisCode(basis: InterestRateBasis): number {
  return BASES.indexOf(basis);
}
