import {
  type AccruedReserve,
  accrualUnitsPerYear,
  borrowRateAt,
  ONE_SF,
  totalSupplySf,
  utilizationSf,
} from '@tidemark/protocols/kamino';
import { refreshMomentOf } from './moment.ts';
import type { StoredState } from './stored-state.ts';
import { type AccountInForce, accrueTo } from './to-reserve.ts';
import { unlessRefused } from './unless-refused.ts';

/** 2^-17, below a hundred-thousandth. */
const TRACE_BITS = 17n;

/** How an account relates to the next one that was seen. */
export interface Continuity {
  /** The account as the refresh that wrote the next one found it, if nobody came before; null where that has no answer. */
  readonly accrued: AccruedReserve | null;
  /** True where both the index and the fees owed of the next account are, to the bit, what this one accrues to. */
  readonly continuous: boolean;
}

/**
 * Holds the next account against what this one accrues to. Fees are compared up to whole base units, because those can be
 * withdrawn in the same slot; interest moves the sixty bits below, so they tell another debt from this one where the rate
 * alone does not (a flat curve).
 */
export function continuityOf(account: AccountInForce, next: StoredState): Continuity {
  const moment = refreshMomentOf(account.state, next);
  if (moment === null) return { accrued: null, continuous: false };
  const accrued = unlessRefused(() => accrueTo(account, moment));
  if (accrued === null) return { accrued, continuous: false };
  const sameIndex = accrued.cumulativeBorrowRateBsf === next.cumulativeBorrowRateBsf;
  return { accrued, continuous: sameIndex && owesSame(account, accrued, next) };
}

function owesSame({ state }: AccountInForce, accrued: AccruedReserve, next: StoredState): boolean {
  const expected = accrued.accumulatedProtocolFeesSf + state.accumulatedReferrerFeesSf + accrued.pendingReferrerFeesSf;
  const found = next.accumulatedProtocolFeesSf + next.accumulatedReferrerFeesSf + next.pendingReferrerFeesSf;
  return found <= expected && (expected - found) % ONE_SF === 0n;
}

/**
 * True where continuity proves that nobody moved the account's utilization by a hundred-thousandth in between: interest was
 * added, and at a rate that such a change would have moved by more than all that compounding cuts off. On a flat piece of the
 * curve, at a knot, above full utilization and without debt a deposit leaves no trace in the index, and nothing is proven.
 */
export function provesUntouched({ state, reserve }: AccountInForce, { accrued, continuous }: Continuity): boolean {
  if (!continuous || accrued === null) return false;
  if (accrued.cumulativeBorrowRateBsf === state.cumulativeBorrowRateBsf) return false;
  const { borrowRateCurve, interestRateBasis } = reserve.config;
  const usedSf = utilizationSf(state.borrowedAmountSf, totalSupplySf(reserve.liquidity));
  const traceSf = usedSf >> TRACE_BITS;
  const rateSf = borrowRateAt(borrowRateCurve, usedSf);
  const least = cutOffOf(accrued) * accrualUnitsPerYear(interestRateBasis);
  return (
    rateSf - borrowRateAt(borrowRateCurve, usedSf - traceSf) > least &&
    borrowRateAt(borrowRateCurve, usedSf + traceSf) - rateSf > least
  );
}

/** More than the last bits of the index that compounding in two steps may lose against one. */
function cutOffOf({ compounding, elapsedUnits }: AccruedReserve): bigint {
  return compounding === 'before-1.17' ? (elapsedUnits + 1n) * (elapsedUnits + 1n) : elapsedUnits + 1n;
}
