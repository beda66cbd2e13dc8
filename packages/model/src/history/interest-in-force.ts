import {
  type AccruedReserve,
  accrualUnitsPerYear,
  bpsToSf,
  compoundedInterestSf,
  mulSf,
} from '@tidemark/protocols/kamino';
import type { InterestSplit } from './interest-split.ts';
import type { Moment } from './stored-state.ts';
import { type AccountInForce, accrueTo, compoundingOf } from './to-reserve.ts';

/**
 * Interest of an account from its last refresh to `moment`: exactly what a refresh then would add, in the program's own
 * split. Throws what `accrueReserve` throws.
 */
export function interestInForce(account: AccountInForce, moment: Moment): InterestSplit {
  return interestOf(account, accrueTo(account, moment));
}

/** The interest in an accrual of the account. */
export function interestOf(account: AccountInForce, accrued: AccruedReserve): InterestSplit {
  const { state } = account;
  const interestSf = accrued.borrowedSf - state.borrowedAmountSf;
  const hostSf = hostInterest(account, accrued.elapsedUnits);
  const protocolSf = accrued.accumulatedProtocolFeesSf - state.accumulatedProtocolFeesSf - hostSf;
  const referrerMaxSf = accrued.pendingReferrerFeesSf - state.pendingReferrerFeesSf;
  return {
    interestSf,
    supplySideSf: interestSf - protocolSf - referrerMaxSf - hostSf,
    protocolSf,
    referrerMaxSf,
    hostSf,
  };
}

/** The program adds the host's interest to the protocol's fees, and does not keep it apart. */
function hostInterest({ state, terms }: AccountInForce, units: bigint): bigint {
  if (terms.hostFixedInterestRateBps === 0 || units === 0n) return 0n;
  const perYear = accrualUnitsPerYear(state.interestRateBasis);
  const growthSf = compoundedInterestSf(bpsToSf(terms.hostFixedInterestRateBps), units, perYear, compoundingOf(state));
  return mulSf(state.borrowedAmountSf, growthSf) - state.borrowedAmountSf;
}
