import type { AccrualRules, Derived, Moment, StoredState, TermsTimeline } from '@tidemark/core';
import { type AccountInForce, deriveTo, isSameAccount } from './account-in-force.ts';
import { type Continuity, continuityOf, provesUntouched } from './continuity.ts';
import { isWrittenBy, momentBetween, momentOf } from './moment.ts';

/**
 * Why the state at a moment is certain. `same_account`: an observation at the moment itself, or observations before and after it that
 * found the same account. `later_account`: the account that the next observation found had been written before the moment, and
 * after the observation before it. `index_continuity`: the borrow index and the fees owed of the next observation are, to the bit,
 * what this account accrues to, so nobody moved its utilization by a hundred-thousandth in between. Null: not proven; another state
 * may have come and gone between two observations.
 */
export type StateProof = 'same_account' | 'later_account' | 'index_continuity';

/** A reserve as of a moment, derived from the account that was in force then. */
export interface StateAt {
  readonly derived: Derived;
  /** The stored observation whose account was accrued to the moment. It may be later than the moment, see `StateProof`. */
  readonly evidence: StoredState;
  readonly proof: StateProof | null;
}

/** The observations around a moment, and the settings over time. */
export interface StateAtInput {
  readonly rules: AccrualRules;
  /** The newest observation at or before the moment; null where there is none. */
  readonly prev: StoredState | null;
  /** The first observation at or after the moment; null where there is none yet. */
  readonly next: StoredState | null;
  readonly terms: TermsTimeline;
  readonly at: Date;
}

/**
 * The state at a time: the account that was in force, accrued to the slot on the line between the two observations. Null where a
 * observation is missing on one side, for nothing is extrapolated: see {@link deriveNewest} for a bank that is known otherwise.
 * Throws the `LendingError` of a derivation that the program would refuse.
 */
export function deriveStateAt({ rules, prev, next, terms, at }: StateAtInput): StateAt | null {
  const exact = [prev, next].find((observation) => observation?.observedAt.getTime() === at.getTime());
  if (exact !== undefined && exact !== null)
    return deriveNewest({ rules, state: exact, terms, moment: momentOf(exact) });
  if (prev === null || next === null) return null;
  const before: Observation = { state: prev, account: { rules, state: prev, terms: terms.at(prev.observedAt) } };
  const after: Observation = { state: next, account: { rules, state: next, terms: terms.at(next.observedAt) } };
  return stateBetween(before, after, momentBetween(prev, next, at), continuityOf);
}

/**
 * An observation's account accrued to a bank until which it is known to be unchanged, such as that of the newest poll that found
 * it so. Throws the `LendingError` of a derivation that the program would refuse.
 */
export function deriveNewest(input: {
  readonly rules: AccrualRules;
  readonly state: StoredState;
  readonly terms: TermsTimeline;
  readonly moment: Moment;
}): StateAt {
  const { rules, state, terms, moment } = input;
  const account = { rules, state, terms: terms.at(state.observedAt) };
  return { derived: deriveTo(account, moment, state.slotDurationMs), evidence: state, proof: 'same_account' };
}

/** A stored observation with its account; observations of one account share it. */
export interface Observation {
  readonly state: StoredState;
  readonly account: AccountInForce;
}

/** The state at a moment between two observations, or at the second of them. */
export function stateBetween(
  prev: Observation,
  next: Observation,
  moment: Moment,
  continuity: (account: AccountInForce, next: StoredState) => Continuity,
): StateAt {
  if (isSameAccount(prev.state, next.state)) return stateOf(prev, moment, 'same_account');
  if (moment.slot === next.state.slot && isWrittenBy(next.state, moment)) return stateOf(next, moment, 'same_account');
  // Written before the observation that found another account: then it was not written by a refresh, and nobody knows when.
  const writtenSince = next.state.lastUpdateSlot > prev.state.slot;
  if (writtenSince && isWrittenBy(next.state, moment)) return stateOf(next, moment, 'later_account');
  const proven = writtenSince && provesUntouched(prev.account, continuity(prev.account, next.state));
  return stateOf(prev, moment, proven ? 'index_continuity' : null);
}

function stateOf({ state, account }: Observation, moment: Moment, proof: StateProof | null): StateAt {
  return { derived: deriveTo(account, moment, state.slotDurationMs), evidence: state, proof };
}
