import type { Accrued, InterestSplit, Moment, StoredState } from '@tidemark/core';
import { type AccountInForce, accrueTo, unlessRefused } from './account-in-force.ts';
import type { Continuity } from './continuity.ts';
import { inProportion, mapInterest, ZERO_INTEREST } from './interest-split.ts';

/**
 * Interest of an account from its last refresh to `moment`: exactly what a refresh then would add, in the program's own
 * split. Throws what the protocol's `accrue` throws.
 */
export function interestInForce(account: AccountInForce, moment: Moment): InterestSplit {
  return interestOf(account, accrueTo(account, moment));
}

/** The interest in an accrual of the account. */
export function interestOf({ rules, state, terms }: AccountInForce, accrued: Accrued): InterestSplit {
  return rules.interest(state, terms, accrued);
}

/** Interest of a stretch in which other states came and went unseen: a total, spread over its slots evenly. */
export interface UnseenInterest {
  /** Bank of the last observation of the account before, inclusive. */
  readonly fromSlot: bigint;
  /** Last refresh of the account after. */
  readonly toSlot: bigint;
  /** Null where it cannot be told: the borrow index fell, or neither account says how interest is split. */
  readonly total: InterestSplit | null;
}

/**
 * What borrowers paid between the last observation of one account and the last refresh of the next. The index tells what one
 * unit of debt paid; the debt in units of the index (debt / index) is taken to have moved from one end to the other evenly:
 * (d₁/R₁ + d₂/R₂)/2 · (R₂ − R₁). The split is that of the accounts at the ends.
 */
export function unseenInterest(
  before: AccountInForce,
  lastSeen: Moment,
  after: AccountInForce,
  continuity: Continuity,
): UnseenInterest {
  const stretch = { fromSlot: lastSeen.slot, toSlot: after.state.lastUpdateSlot };
  const start = unlessRefused(() => accrueTo(before, lastSeen));
  if (start === null) return { ...stretch, total: null };
  const interest = trapezoid(start, after.state);
  if (interest === null) return { ...stretch, total: null };
  if (interest === 0n) return { ...stretch, total: ZERO_INTEREST };
  const like = splitOfBefore(before, continuity) ?? splitOfAfter(after, stretch.toSlot - stretch.fromSlot);
  return { ...stretch, total: like === null ? null : inProportion(interest, like) };
}

/** How much of it had been paid by a slot. Amounts of any partition add up exactly. */
export function unseenInterestBy({ fromSlot, toSlot, total }: UnseenInterest, slot: bigint): InterestSplit {
  if (total === null || slot <= fromSlot) return ZERO_INTEREST;
  if (slot >= toSlot) return total;
  return mapInterest(total, (part) => (part * (slot - fromSlot)) / (toSlot - fromSlot));
}

function trapezoid(start: Accrued, end: StoredState): bigint | null {
  const from = start.borrowIndex;
  const to = end.borrowIndex;
  if (to < from || from === 0n) return null;
  return ((start.borrowed * to + end.borrowed * from) * (to - from)) / (2n * from * to);
}

function splitOfBefore(before: AccountInForce, { accrued }: Continuity): InterestSplit | null {
  const split = accrued === null ? ZERO_INTEREST : interestOf(before, accrued);
  return split.interest > 0n ? split : null;
}

/** Where the account before had no debt, its proportions are unknown; the one after has the debt that paid. */
function splitOfAfter(after: AccountInForce, slots: bigint): InterestSplit | null {
  const { lastUpdateSlot, lastUpdateAt } = after.state;
  const seconds = lastUpdateAt === null ? 0 : lastUpdateAt.getTime() / 1000;
  const later = { slot: lastUpdateSlot + slots, unixSeconds: Math.floor(seconds) + Number(slots) };
  const split = unlessRefused(() => interestInForce(after, later));
  return split !== null && split.interest > 0n ? split : null;
}
