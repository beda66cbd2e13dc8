import {
  type Accrued,
  type AccrualRules,
  type Derived,
  isLendingError,
  type Moment,
  type StoredState,
  type Terms,
} from '@tidemark/core';

/** A stored account with the terms that were in force and the arithmetic of its protocol, ready to be accrued to any moment. */
export interface AccountInForce {
  readonly rules: AccrualRules;
  readonly state: StoredState;
  readonly terms: Terms;
}

/** The balances as a refresh at `moment` would leave them. Throws what the protocol's `accrue` throws. */
export function accrueTo({ rules, state, terms }: AccountInForce, moment: Moment): Accrued {
  return rules.accrue(state, terms, moment);
}

/** Every published number of the account at `moment`. Throws what the protocol's `derive` throws. */
export function deriveTo({ rules, state, terms }: AccountInForce, moment: Moment, slotDurationMs: number): Derived {
  return rules.derive(state, terms, moment, slotDurationMs);
}

/**
 * True where two observations found the same bytes. A refresh moves `lastUpdateSlot` forward and nothing moves it back, so an
 * account that is the same at two observations was the same all the time between them.
 */
export function isSameAccount(a: StoredState, b: StoredState): boolean {
  if (a.lastUpdateSlot !== b.lastUpdateSlot) return false;
  const left = a.accountSha256;
  const right = b.accountSha256;
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i += 1) if (left[i] !== right[i]) return false;
  return true;
}

/** What `derive` gives, or null where the program itself would refuse to compute it. Other errors pass through. */
export function unlessRefused<T>(derive: () => T): T | null {
  try {
    return derive();
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}
