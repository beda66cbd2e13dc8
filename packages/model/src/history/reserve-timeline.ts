import type { AccrualRules, StoredState, TermsTimeline, TimeBasis } from '@tidemark/core';
import { type AccountInForce, deriveTo, isSameAccount, unlessRefused } from './account-in-force.ts';
import { type BucketEdge, toBucketEdge } from './bucket.ts';
import { type InterestTotals, NO_TOTALS } from './interest-stretch.ts';
import { InterestTimeline } from './interest-timeline.ts';
import { momentBetween, momentOf, type Sighting, writtenAtMs } from './moment.ts';
import { type Look, stateBetween } from './state-at.ts';

/** The state at an edge, and the place among the looks of the one whose account it was derived from. */
export interface PlacedEdge {
  readonly edge: BucketEdge;
  readonly place: number;
}

/** A stored look and its place among all. */
export interface PlacedState {
  readonly state: StoredState;
  readonly place: number;
}

/** The looks at one reserve, to be asked for its state and its interest at any time between the first and the last. */
export class ReserveTimeline {
  readonly #looks: readonly Look[];
  readonly #storedLooks: number;
  readonly #interest: InterestTimeline;
  #current = 0;

  /** `states` ascend; `newest` is a later bank until which the last of them is known to be unchanged. */
  constructor(rules: AccrualRules, states: readonly StoredState[], terms: TermsTimeline, newest: Sighting | null) {
    this.#looks = toLooks(rules, states, terms, newest);
    this.#storedLooks = states.length;
    this.#interest = new InterestTimeline(this.#looks);
  }

  /** The newest look, stored or not. */
  get newest(): Look | undefined {
    return this.#looks.at(-1);
  }

  /** Stored looks in `[fromMs, toMs)`. */
  statesIn(fromMs: number, toMs: number): PlacedState[] {
    const first = this.#placeAt(fromMs);
    const end = Math.min(this.#placeAt(toMs), this.#storedLooks);
    return this.#looks.slice(first, end).map(({ state }, i) => ({ state, place: first + i }));
  }

  /** Since when the account of a look has been in force; null where it is that of the look at `before`, too. */
  writtenAtMs(place: number, before: number): number | null {
    const [state, other] = [this.#looks[place]?.state, this.#looks[before]?.state];
    if (state === undefined || other === undefined || isSameAccount(state, other)) return null;
    return writtenAtMs(this.#looks[place - 1]?.state, state);
  }

  /** Of the account of a look. */
  basisOf(place: number): TimeBasis | null {
    return this.#looks[place]?.state.timeBasis ?? null;
  }

  hasLookBefore(ms: number): boolean {
    return this.#placeAt(ms) > 0;
  }

  /** What has accrued by a time: by the first look before that, by the newest after it. */
  totalsAt(ms: number): InterestTotals {
    const { prev, next } = this.#around(ms);
    if (prev === undefined || next === undefined) return this.#totalsOf(next ?? prev);
    return this.#interest.totalsAt(momentBetween(prev.state, next.state, new Date(ms)));
  }

  newestTotals(): InterestTotals {
    return this.#totalsOf(this.newest);
  }

  /**
   * The state at a time between the first look and the last, at those themselves elsewhere. Where the program would refuse
   * to accrue the account to the time, it is that of the look before, or else of the look after, without proof. Throws the
   * `LendingError` where those are refused as well: they were derived before they were stored, so the terms must be wrong.
   */
  edgeAt(ms: number): PlacedEdge | null {
    const nextPlace = this.#placeAt(ms);
    const [prev, next] = [this.#looks[nextPlace - 1], this.#looks[nextPlace]];
    if (next === undefined) return this.#edgeOfLook(nextPlace - 1, 'same_account');
    if (prev === undefined) return this.#edgeOfLook(nextPlace, 'same_account');
    const at = new Date(ms);
    const moment = momentBetween(prev.state, next.state, at);
    const state = unlessRefused(() => stateBetween(prev, next, moment, this.#linkOf));
    if (state === null) {
      return unlessRefused(() => this.#edgeOfLook(nextPlace - 1, null)) ?? this.#edgeOfLook(nextPlace, null);
    }
    return { edge: toBucketEdge(state, at), place: state.evidence === next.state ? nextPlace : nextPlace - 1 };
  }

  newestEdge(): PlacedEdge | null {
    return this.#edgeOfLook(this.#looks.length - 1, 'same_account');
  }

  #edgeOfLook(place: number, proof: BucketEdge['proof']): PlacedEdge | null {
    const look = this.#looks[place];
    if (look === undefined) return null;
    const { state, account } = look;
    const derived = deriveTo(account, momentOf(state), state.slotDurationMs);
    return { edge: toBucketEdge({ derived, evidence: state, proof }, state.observedAt), place };
  }

  readonly #linkOf = (account: AccountInForce, next: StoredState) => this.#interest.continuityOf(account, next);

  #totalsOf(look: Look | undefined): InterestTotals {
    return look === undefined ? NO_TOTALS : this.#interest.totalsAt(momentOf(look.state));
  }

  /** The last look before a time, and the first at or after it. */
  #around(ms: number): { readonly prev: Look | undefined; readonly next: Look | undefined } {
    const place = this.#placeAt(ms);
    return { prev: this.#looks[place - 1], next: this.#looks[place] };
  }

  /** Place of the first look at or after a time. Walks from the place found last: times mostly ascend. */
  #placeAt(ms: number): number {
    const timeAt = (place: number) => this.#looks[place]?.state.observedAt.getTime();
    while ((timeAt(this.#current - 1) ?? Number.NEGATIVE_INFINITY) >= ms) this.#current -= 1;
    while ((timeAt(this.#current) ?? Number.POSITIVE_INFINITY) < ms) this.#current += 1;
    return this.#current;
  }
}

/** Looks at one account share what is made of it. */
function toLooks(
  rules: AccrualRules,
  states: readonly StoredState[],
  terms: TermsTimeline,
  newest: Sighting | null,
): Look[] {
  const looks: Look[] = [];
  for (const state of states) {
    const last = looks.at(-1);
    const known = last !== undefined && isSameAccount(last.state, state);
    looks.push({ state, account: known ? last.account : { rules, state, terms: terms.at(state.observedAt) } });
  }
  const last = looks.at(-1);
  if (last !== undefined && newest !== null && isLater(newest, last.state)) {
    looks.push({ state: { ...last.state, slot: newest.slot, observedAt: newest.observedAt }, account: last.account });
  }
  return looks;
}

function isLater(newest: Sighting, { slot, observedAt }: Sighting): boolean {
  return newest.slot > slot && newest.observedAt >= observedAt;
}
