import { hasPrice, type InterestSplit, type Moment, unixSecondsOf } from '@tidemark/core';
import { type AccountInForce, unlessRefused } from './account-in-force.ts';
import type { Continuity } from './continuity.ts';
import { addInterest, interestToUsd, subtractInterest, ZERO_INTEREST } from './interest-split.ts';
import {
  interestInForce,
  interestOf,
  type UnseenInterest,
  unseenInterest,
  unseenInterestBy,
} from './interest-unseen.ts';
import { isWrittenBy, momentOf, refreshMomentOf } from './moment.ts';
import type { Observation } from './state-at.ts';

/** Interest that has accrued by a moment. Every amount of it only grows. */
export interface InterestTotals {
  readonly tokens: InterestSplit;
  readonly usd: InterestSplit;
  /** Interest that accrued while the account held no price. */
  readonly unpriced: bigint;
  /** Slots whose interest cannot be told. */
  readonly unknownSlots: bigint;
}

export const NO_TOTALS: InterestTotals = {
  tokens: ZERO_INTEREST,
  usd: ZERO_INTEREST,
  unpriced: 0n,
  unknownSlots: 0n,
};

/** One account while it was in force, and the time until the next one that was seen. */
export interface InterestStretch {
  readonly account: AccountInForce;
  readonly from: Moment;
  /** Until here the account is known to have been in force. */
  readonly to: Moment;
  /** Program interest from the account's last refresh to `to`; null where the program would refuse. */
  readonly seen: InterestSplit | null;
  /** From `to` to the next account; null where nothing was missed. */
  readonly unseen: UnseenInterest | null;
}

/** The account that `lastObservation` was the last to find, `next` being the first to find another one. */
export function interestStretch(
  previous: InterestStretch | undefined,
  lastObservation: Observation,
  next: Observation | undefined,
  link: Continuity | null,
): InterestStretch {
  const { account } = lastObservation;
  const lastSeen = momentOf(lastObservation.state);
  const from = startOf(account, previous);
  const handover = next === undefined ? null : refreshMomentOf(account.state, next.state);
  if (link?.continuous === true && link.accrued !== null && handover !== null && handover.slot >= lastSeen.slot) {
    return { account, from, to: handover, seen: interestOf(account, link.accrued), unseen: null };
  }
  const seen = unlessRefused(() => interestInForce(account, lastSeen));
  const missed = next !== undefined && link !== null && next.state.lastUpdateSlot > lastSeen.slot;
  const unseen = missed ? unseenInterest(account, lastSeen, next.account, link) : null;
  return { account, from, to: lastSeen, seen, unseen };
}

/**
 * Totals of the stretch up to a moment, counted from the account's last refresh: a function of account and moment alone, so
 * that it does not matter where a range of observations begins.
 */
export function totalsWithin(stretch: InterestStretch, moment: Moment): InterestTotals {
  const { account, unseen } = stretch;
  const known = seenInterestBy(stretch, moment);
  const tokens = unseen === null ? known : addInterest(known, unseenInterestBy(unseen, moment.slot));
  const priced = hasPrice(account.state.price);
  return {
    tokens,
    usd: priced ? interestToUsd(tokens, account) : ZERO_INTEREST,
    unpriced: priced ? 0n : tokens.interest,
    unknownSlots: unknownSlotsBy(stretch, moment.slot),
  };
}

/** The moment at which nothing of the stretch is left. */
export function endOf({ to, unseen }: InterestStretch): Moment {
  return unseen === null ? to : { slot: unseen.toSlot, unixSeconds: to.unixSeconds };
}

/** True where a moment lies in the stretch or after it. */
export function hasBegun({ account, from }: InterestStretch, moment: Moment): boolean {
  return moment.slot >= from.slot && isWrittenBy(account.state, moment);
}

export function addTotals(a: InterestTotals, b: InterestTotals): InterestTotals {
  return {
    tokens: addInterest(a.tokens, b.tokens),
    usd: addInterest(a.usd, b.usd),
    unpriced: a.unpriced + b.unpriced,
    unknownSlots: a.unknownSlots + b.unknownSlots,
  };
}

export function subtractTotals(later: InterestTotals, earlier: InterestTotals): InterestTotals {
  return {
    tokens: subtractInterest(later.tokens, earlier.tokens),
    usd: subtractInterest(later.usd, earlier.usd),
    unpriced: later.unpriced - earlier.unpriced,
    unknownSlots: later.unknownSlots - earlier.unknownSlots,
  };
}

/** An account is in force from its refresh on, but not while another one was still seen: then it was written by no refresh. */
function startOf({ state }: AccountInForce, previous: InterestStretch | undefined): Moment {
  const { lastUpdateSlot: slot, lastUpdateAt, observedAt } = state;
  if (previous !== undefined && previous.to.slot > slot) return previous.to;
  return { slot, unixSeconds: unixSecondsOf(lastUpdateAt ?? observedAt) };
}

function seenInterestBy({ account, from, to, seen }: InterestStretch, moment: Moment): InterestSplit {
  if (seen === null) return ZERO_INTEREST;
  if (moment.slot >= to.slot && moment.unixSeconds >= to.unixSeconds) return seen;
  const slot = least(greatest(moment.slot, from.slot), to.slot);
  const unixSeconds = Math.min(Math.max(moment.unixSeconds, from.unixSeconds), to.unixSeconds);
  return interestInForce(account, { slot, unixSeconds });
}

function unknownSlotsBy({ from, to, seen, unseen }: InterestStretch, slot: bigint): bigint {
  const seenSlots = seen === null ? least(greatest(slot, from.slot), to.slot) - from.slot : 0n;
  if (unseen === null || unseen.total !== null) return seenSlots;
  return seenSlots + least(greatest(slot, unseen.fromSlot), unseen.toSlot) - unseen.fromSlot;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
