import type { AccountBytes } from '@tidemark/core';
import { PROTOCOLS, protocolOf } from '../../index.ts';
import type { ChainStart } from '../chain-start.ts';
import type { Scenario } from '../scenario.ts';
import { type Observation, type ObservedDay, planObservations } from './plan.ts';
import { ReservePast } from './reserve-past.ts';
import type { Story } from './story.ts';

export interface PastOptions {
  readonly chain: ChainStart;
  /** As the chain begins with them. */
  readonly accounts: readonly AccountBytes[];
  readonly scenarios: readonly Scenario[];
  readonly story: Story;
  readonly days: number;
  /** Addresses of the reserves that are wanted; all when left out. */
  readonly reserves?: ReadonlySet<string>;
}

/** All reserves of a protocol, as one bank of the past held them. */
export interface PastObservation extends Observation {
  readonly accounts: readonly AccountBytes[];
}

/** An account whose parameters were changed, at the first observation that saw them, and the one before. */
export interface PastConfiguration {
  readonly account: AccountBytes;
  readonly seen: Observation;
  readonly before: Observation | null;
}

export interface PastDay extends ObservedDay {
  /** Place of its first observation among all. */
  readonly first: number;
}

interface Track {
  readonly past: ReservePast;
  /** What the observation before each day saw; of the first day what its first one sees. */
  readonly beginnings: unknown[];
}

/** Steps after which whoever prepares the past may do something else. */
const STEPS_AT_ONCE = 200;

/**
 * What the reserves of a simulated chain were before it began, by days. It ends where the chain begins: with the accounts of its start,
 * and with indices that have grown to theirs. A pure function of the chain's start, the story and the number of days.
 */
export class Past {
  /** The oldest first. */
  readonly days: readonly PastDay[];
  readonly #observations: readonly Observation[];
  readonly #tracks: ReadonlyMap<string, readonly Track[]>;

  constructor({ chain, accounts, scenarios, story, days, reserves: wanted }: PastOptions) {
    let first = 0;
    this.days = planObservations(chain, story, days).map((day) => {
      const dated = { ...day, first };
      first += day.observations.length;
      return dated;
    });
    this.#observations = this.days.flatMap(({ observations }) => observations);
    this.#tracks = new Map(
      scenarios.map((scenario) => {
        const { arithmetics } = protocolOf(scenario.name);
        const model = scenario.createPastModel({ startAccounts: accounts, arithmetic: arithmetics[0] });
        const shared = { model, chain, story, observations: this.#observations };
        const reserves = reservesAmong(accounts, scenario.name).filter(({ address }) => wanted?.has(address) ?? true);
        const tracks = reserves.map((account) => ({ past: new ReservePast({ ...shared, account }), beginnings: [] }));
        return [scenario.name, tracks];
      }),
    );
  }

  /** Addresses of the reserves of a protocol. */
  reservesOf(protocol: string): readonly string[] {
    return this.#of(protocol).map(({ past }) => past.address);
  }

  /** Works out with which states each day begins. Must have come to its end before anything is observed. */
  *prepare(): Generator<undefined, void> {
    let steps = 0;
    for (const track of [...this.#tracks.values()].flat()) {
      const preparing = track.past.prepare();
      let made = preparing.next();
      for (; made.done !== true; made = preparing.next()) {
        steps += 1;
        if (steps % STEPS_AT_ONCE === 0) yield;
      }
      let state: unknown = made.value;
      track.beginnings.length = 0;
      for (const { first, observations } of this.days) {
        track.beginnings.push(state);
        for (let place = Math.max(1, first); place < first + observations.length; place += 1) {
          state = track.past.next(state, place);
          steps += 1;
          if (steps % STEPS_AT_ONCE === 0) yield;
        }
      }
    }
  }

  /** The observations of a day (by its place, the oldest is 0), in the order of time. */
  *observe(protocol: string, day: number): Generator<PastObservation, void> {
    const found = this.days[day];
    if (found === undefined) return;
    const tracks = this.#of(protocol).map(({ past, beginnings }) => {
      const state = beginnings[day];
      return { past, state, account: past.encode(state) };
    });
    for (const [offset, observation] of found.observations.entries()) {
      const place = found.first + offset;
      for (const track of tracks) {
        const after = place === 0 ? track.state : track.past.next(track.state, place);
        if (after !== track.state) track.account = track.past.encode(after);
        track.state = after;
      }
      yield { ...observation, accounts: tracks.map(({ account }) => account) };
    }
  }

  /** Every configuration that a reserve had, the oldest first; of those that never changed the only one. */
  configurations(protocol: string): readonly (readonly PastConfiguration[])[] {
    return this.#of(protocol).map(({ past }) => {
      const found: PastConfiguration[] = [];
      let known: string | null = null;
      for (const [place, seen] of this.#observations.entries()) {
        const parameters = JSON.stringify(past.parametersAt(seen));
        if (parameters === known) continue;
        known = parameters;
        found.push({ account: past.configured(seen), seen, before: this.#observations[place - 1] ?? null });
      }
      return found;
    });
  }

  #of(protocol: string): readonly Track[] {
    return this.#tracks.get(protocol) ?? [];
  }
}

function reservesAmong(accounts: readonly AccountBytes[], protocol: string): readonly AccountBytes[] {
  const kind = PROTOCOLS.find(({ name }) => name === protocol)?.accounts.reserve;
  return accounts.filter(({ owner, data }) => owner === kind?.program && data.length === kind.size);
}
