import type { AccruedReserve } from '@tidemark/protocols/kamino';
import type { Continuity } from './continuity.ts';
import { interestInForce, interestOf } from './interest-in-force.ts';
import { type InterestSplit, mapInterest, ZERO_INTEREST } from './interest-split.ts';
import type { Moment } from './stored-state.ts';
import { type AccountInForce, accrueTo } from './to-reserve.ts';
import { unlessRefused } from './unless-refused.ts';

/** Interest of a stretch in which other states came and went unseen: a total, spread over its slots evenly. */
export interface UnseenInterest {
  /** Bank of the last look at the account before, inclusive. */
  readonly fromSlot: bigint;
  /** Last refresh of the account after. */
  readonly toSlot: bigint;
  /** Null where it cannot be told: the cumulative rate fell, or neither account says how interest is split. */
  readonly total: InterestSplit | null;
}

/**
 * What borrowers paid between the last look at one account and the last refresh of the next. The index tells what one unit
 * of debt paid; the debt in units of the index (debt / index) is taken to have moved from one end to the other evenly:
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
  const interestSf = trapezoid(start, after.state);
  if (interestSf === null) return { ...stretch, total: null };
  if (interestSf === 0n) return { ...stretch, total: ZERO_INTEREST };
  const like = splitOfBefore(before, continuity) ?? splitOfAfter(after, stretch.toSlot - stretch.fromSlot);
  return { ...stretch, total: like === null ? null : inProportion(interestSf, like) };
}

/** How much of it had been paid by a slot. Amounts of any partition add up exactly. */
export function unseenInterestBy({ fromSlot, toSlot, total }: UnseenInterest, slot: bigint): InterestSplit {
  if (total === null || slot <= fromSlot) return ZERO_INTEREST;
  if (slot >= toSlot) return total;
  return mapInterest(total, (partSf) => (partSf * (slot - fromSlot)) / (toSlot - fromSlot));
}

function trapezoid(start: AccruedReserve, end: AccountInForce['state']): bigint | null {
  const from = start.cumulativeBorrowRateBsf;
  const to = end.cumulativeBorrowRateBsf;
  if (to < from || from === 0n) return null;
  return ((start.borrowedSf * to + end.borrowedAmountSf * from) * (to - from)) / (2n * from * to);
}

function splitOfBefore(before: AccountInForce, { accrued }: Continuity): InterestSplit | null {
  const split = accrued === null ? ZERO_INTEREST : interestOf(before, accrued);
  return split.interestSf > 0n ? split : null;
}

/** Where the account before had no debt, its proportions are unknown; the one after has the debt that paid. */
function splitOfAfter(after: AccountInForce, slots: bigint): InterestSplit | null {
  const { lastUpdateSlot, lastUpdateAt } = after.state;
  const seconds = lastUpdateAt === null ? 0 : lastUpdateAt.getTime() / 1000;
  const later = { slot: lastUpdateSlot + slots, unixSeconds: Math.floor(seconds) + Number(slots) };
  const split = unlessRefused(() => interestInForce(after, later));
  return split !== null && split.interestSf > 0n ? split : null;
}

function inProportion(interestSf: bigint, like: InterestSplit): InterestSplit {
  const share = (partSf: bigint) => (interestSf * partSf) / like.interestSf;
  const protocolSf = share(like.protocolSf);
  const referrerMaxSf = share(like.referrerMaxSf);
  const hostSf = share(like.hostSf);
  return {
    interestSf,
    supplySideSf: interestSf - protocolSf - referrerMaxSf - hostSf,
    protocolSf,
    referrerMaxSf,
    hostSf,
  };
}
