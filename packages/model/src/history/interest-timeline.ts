import type { InterestSplit, Moment, StoredState } from '@tidemark/core';
import type { AccountInForce } from './account-in-force.ts';
import { type Continuity, continuityOf } from './continuity.ts';
import {
  addTotals,
  endOf,
  hasBegun,
  type InterestStretch,
  type InterestTotals,
  interestStretch,
  NO_TOTALS,
  subtractTotals,
  totalsWithin,
} from './interest-stretch.ts';
import type { Observation } from './state-at.ts';

/** What a stretch adds to: everything before it, less what its own count begins with. */
interface Entry {
  readonly stretch: InterestStretch;
  readonly base: InterestTotals;
}

/**
 * Cumulative interest along the observations of one reserve, ascending. Where an account was seen unchanged, or is what the next one
 * was made from, its interest is the program's own; elsewhere the borrow index tells it. Differences between moments add
 * up exactly over any partition, in tokens and in USD, part by part.
 */
export class InterestTimeline {
  readonly #entries: Entry[] = [];
  readonly #continuities = new Map<AccountInForce, Continuity>();
  #current = 0;

  constructor(observations: readonly Observation[]) {
    observations.forEach((observation, i) => {
      const next = observations[i + 1];
      if (next?.account !== observation.account) this.#add(observation, next);
    });
  }

  /** How an account of the observations relates to the next other one; computed once. */
  continuityOf(account: AccountInForce, next: StoredState): Continuity {
    const known = this.#continuities.get(account);
    if (known !== undefined) return known;
    const continuity = continuityOf(account, next);
    this.#continuities.set(account, continuity);
    return continuity;
  }

  /** Totals at a moment between the first observation and the last. */
  totalsAt(moment: Moment): InterestTotals {
    const entry = this.#entryAt(moment);
    return entry === undefined ? NO_TOTALS : addTotals(entry.base, totalsWithin(entry.stretch, moment));
  }

  #add(lastObservation: Observation, next: Observation | undefined): void {
    const link = next === undefined ? null : this.continuityOf(lastObservation.account, next.state);
    const previous = this.#entries.at(-1);
    const stretch = interestStretch(previous?.stretch, lastObservation, next, link);
    const before =
      previous === undefined
        ? NO_TOTALS
        : addTotals(previous.base, totalsWithin(previous.stretch, endOf(previous.stretch)));
    const ownSlot = stretch.account.state.lastUpdateSlot;
    const own = stretch.from.slot === ownSlot ? NO_TOTALS : totalsWithin(stretch, stretch.from);
    this.#entries.push({ stretch, base: subtractTotals(before, own) });
  }

  #entryAt(moment: Moment): Entry | undefined {
    while (this.#current > 0 && !this.#hasBegun(this.#current, moment)) this.#current -= 1;
    while (this.#hasBegun(this.#current + 1, moment)) this.#current += 1;
    return this.#entries[this.#current];
  }

  #hasBegun(place: number, moment: Moment): boolean {
    const entry = this.#entries[place];
    return entry !== undefined && hasBegun(entry.stretch, moment);
  }
}

/** Interest between two moments: null where it is unknown, and in USD also where some of it had no price. */
export function interestBetween(
  from: InterestTotals,
  to: InterestTotals,
): { readonly interest: InterestSplit | null; readonly interestUsd: InterestSplit | null } {
  const { tokens, usd, unpriced, unknownSlots } = subtractTotals(to, from);
  if (unknownSlots !== 0n) return { interest: null, interestUsd: null };
  return { interest: tokens, interestUsd: unpriced === 0n ? usd : null };
}
