import type { AccrualRules, StoredState, TermsTimeline, TimeBasis } from '@tidemark/core';
import { type AccountInForce, deriveTo, isSameAccount, unlessRefused } from './account-in-force.ts';
import { type BucketEdge, toBucketEdge } from './bucket.ts';
import { type InterestTotals, NO_TOTALS } from './interest-stretch.ts';
import { InterestTimeline } from './interest-timeline.ts';
import { momentBetween, momentOf, type Sighting, writtenAtMs } from './moment.ts';
import { type Observation, stateBetween } from './state-at.ts';

/** The state at an edge, and the place among the observations of the one whose account it was derived from. */
export interface PlacedEdge {
  readonly edge: BucketEdge;
  readonly place: number;
}

/** A stored observation and its place among all. */
export interface PlacedState {
  readonly state: StoredState;
  readonly place: number;
}

/** The observations of one reserve, to be asked for its state and its interest at any time between the first and the last. */
export class ReserveTimeline {
  readonly #observations: readonly Observation[];
  readonly #storedObservations: number;
  readonly #interest: InterestTimeline;
  #current = 0;

  /** `states` ascend; `newest` is a later bank until which the last of them is known to be unchanged. */
  constructor(rules: AccrualRules, states: readonly StoredState[], terms: TermsTimeline, newest: Sighting | null) {
    this.#observations = toObservations(rules, states, terms, newest);
    this.#storedObservations = states.length;
    this.#interest = new InterestTimeline(this.#observations);
  }

  /** The newest observation, stored or not. */
  get newest(): Observation | undefined {
    return this.#observations.at(-1);
  }

  /** Stored observations in `[fromMs, toMs)`. */
  statesIn(fromMs: number, toMs: number): PlacedState[] {
    const first = this.#placeAt(fromMs);
    const end = Math.min(this.#placeAt(toMs), this.#storedObservations);
    return this.#observations.slice(first, end).map(({ state }, i) => ({ state, place: first + i }));
  }

  /** Since when the account of an observation has been in force; null where it is that of the observation at `before`, too. */
  writtenAtMs(place: number, before: number): number | null {
    const [state, other] = [this.#observations[place]?.state, this.#observations[before]?.state];
    if (state === undefined || other === undefined || isSameAccount(state, other)) return null;
    return writtenAtMs(this.#observations[place - 1]?.state, state);
  }

  /** Of the account of an observation. */
  basisOf(place: number): TimeBasis | null {
    return this.#observations[place]?.state.timeBasis ?? null;
  }

  hasObservationBefore(ms: number): boolean {
    return this.#placeAt(ms) > 0;
  }

  /** What has accrued by a time: by the first observation before that, by the newest after it. */
  totalsAt(ms: number): InterestTotals {
    const { prev, next } = this.#around(ms);
    if (prev === undefined || next === undefined) return this.#totalsOf(next ?? prev);
    return this.#interest.totalsAt(momentBetween(prev.state, next.state, new Date(ms)));
  }

  newestTotals(): InterestTotals {
    return this.#totalsOf(this.newest);
  }

  /**
   * The state at a time between the first observation and the last, at those themselves elsewhere. Where the program would refuse
   * to accrue the account to the time, it is that of the observation before, or else of the observation after, without proof. Throws the
   * `LendingError` where those are refused as well: they were derived before they were stored, so the terms must be wrong.
   */
  edgeAt(ms: number): PlacedEdge | null {
    const nextPlace = this.#placeAt(ms);
    const [prev, next] = [this.#observations[nextPlace - 1], this.#observations[nextPlace]];
    if (next === undefined) return this.#edgeOfObservation(nextPlace - 1, 'same_account');
    if (prev === undefined) return this.#edgeOfObservation(nextPlace, 'same_account');
    const at = new Date(ms);
    const moment = momentBetween(prev.state, next.state, at);
    const state = unlessRefused(() => stateBetween(prev, next, moment, this.#linkOf));
    if (state === null) {
      return (
        unlessRefused(() => this.#edgeOfObservation(nextPlace - 1, null)) ?? this.#edgeOfObservation(nextPlace, null)
      );
    }
    return { edge: toBucketEdge(state, at), place: state.evidence === next.state ? nextPlace : nextPlace - 1 };
  }

  newestEdge(): PlacedEdge | null {
    return this.#edgeOfObservation(this.#observations.length - 1, 'same_account');
  }

  #edgeOfObservation(place: number, proof: BucketEdge['proof']): PlacedEdge | null {
    const observation = this.#observations[place];
    if (observation === undefined) return null;
    const { state, account } = observation;
    const derived = deriveTo(account, momentOf(state), state.slotDurationMs);
    return { edge: toBucketEdge({ derived, evidence: state, proof }, state.observedAt), place };
  }

  readonly #linkOf = (account: AccountInForce, next: StoredState) => this.#interest.continuityOf(account, next);

  #totalsOf(observation: Observation | undefined): InterestTotals {
    return observation === undefined ? NO_TOTALS : this.#interest.totalsAt(momentOf(observation.state));
  }

  /** The last observation before a time, and the first at or after it. */
  #around(ms: number): { readonly prev: Observation | undefined; readonly next: Observation | undefined } {
    const place = this.#placeAt(ms);
    return { prev: this.#observations[place - 1], next: this.#observations[place] };
  }

  /** Place of the first observation at or after a time. Walks from the place found last: times mostly ascend. */
  #placeAt(ms: number): number {
    const timeAt = (place: number) => this.#observations[place]?.state.observedAt.getTime();
    while ((timeAt(this.#current - 1) ?? Number.NEGATIVE_INFINITY) >= ms) this.#current -= 1;
    while ((timeAt(this.#current) ?? Number.POSITIVE_INFINITY) < ms) this.#current += 1;
    return this.#current;
  }
}

/** Observations of one account share what is made of it. */
function toObservations(
  rules: AccrualRules,
  states: readonly StoredState[],
  terms: TermsTimeline,
  newest: Sighting | null,
): Observation[] {
  const observations: Observation[] = [];
  for (const state of states) {
    const last = observations.at(-1);
    const known = last !== undefined && isSameAccount(last.state, state);
    observations.push({ state, account: known ? last.account : { rules, state, terms: terms.at(state.observedAt) } });
  }
  const last = observations.at(-1);
  if (last !== undefined && newest !== null && isLater(newest, last.state)) {
    observations.push({
      state: { ...last.state, slot: newest.slot, observedAt: newest.observedAt },
      account: last.account,
    });
  }
  return observations;
}

function isLater(newest: Sighting, { slot, observedAt }: Sighting): boolean {
  return newest.slot > slot && newest.observedAt >= observedAt;
}
