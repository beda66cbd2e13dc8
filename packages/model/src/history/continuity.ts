import type { Accrued, OwedFee, StoredState } from '@tidemark/core';
import { type AccountInForce, accrueTo, unlessRefused } from './account-in-force.ts';
import { refreshMomentOf } from './moment.ts';

/** A change of utilization by 2^-17 of it, below a hundred-thousandth. */
const TRACE_BITS = 17n;

/** How an account relates to the next one that was seen. */
export interface Continuity {
  /** The account as the refresh that wrote the next one found it, if nobody came before; null where that has no answer. */
  readonly accrued: Accrued | null;
  /** True where both the index and the fees owed of the next account are, to the bit, what this one accrues to. */
  readonly continuous: boolean;
}

/**
 * Holds the next account against what this one accrues to. Fees are compared up to whole base units, because those can be
 * withdrawn in the same slot; interest moves the parts below, so they tell another debt from this one where the rate
 * alone does not (a flat curve).
 */
export function continuityOf(account: AccountInForce, next: StoredState): Continuity {
  const moment = refreshMomentOf(account.state, next);
  if (moment === null) return { accrued: null, continuous: false };
  const accrued = unlessRefused(() => accrueTo(account, moment));
  if (accrued === null) return { accrued, continuous: false };
  return { accrued, continuous: accrued.borrowIndex === next.borrowIndex && owesSame(account, accrued, next) };
}

function owesSame({ rules }: AccountInForce, accrued: Accrued, next: StoredState): boolean {
  const expected = sumOf(rules.owedFees(accrued.own));
  const found = sumOf(rules.owedFees(next.own));
  return found <= expected && (expected - found) % rules.scale === 0n;
}

function sumOf(fees: readonly OwedFee[]): bigint {
  return fees.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * True where continuity proves that nobody moved the account's utilization by a hundred-thousandth in between: interest was
 * added, and at a rate that such a change would have moved by more than all that compounding cuts off. On a flat piece of the
 * curve, at a knot, above full utilization and without debt a deposit leaves no trace in the index, and nothing is proven.
 */
export function provesUntouched(account: AccountInForce, { accrued, continuous }: Continuity): boolean {
  const { rules, state, terms } = account;
  if (!continuous || accrued === null || accrued.borrowIndex === state.borrowIndex) return false;
  const used = rules.curveUtilization(state);
  const trace = used >> TRACE_BITS;
  const rate = rules.rateAt(terms, used);
  const least = rules.cutOff(state, accrued) * rules.unitsPerYear(state.timeBasis);
  return rate - rules.rateAt(terms, used - trace) > least && rules.rateAt(terms, used + trace) - rate > least;
}
