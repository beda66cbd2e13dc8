import {
  around,
  type Observation,
  observedBetween,
  type ReserveObservations,
  slotAt,
} from './observations-of-reserve.ts';
import { STATE_NUMBERS, type StateNumber } from './protocol.ts';

/** What a bucket must say of each number; null where it was not observed. */
export interface NaiveNumber {
  readonly open: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly twavg: number | null;
  readonly close: number | null;
}

/** A value of all numbers, the moment that it is as of, and the account behind it. */
interface Value {
  readonly valueOf: (name: StateNumber) => number | null;
  readonly at: number;
  readonly observation: Observation;
}

/** Those that are annualised from the mean of another, since the third version of the rollup; the rest are averaged as they are. */
const ANNUALISED: Partial<Record<StateNumber, StateNumber>> = { borrow_apy: 'borrow_apr', supply_apy: 'supply_apr' };
const FIRST_VERSION_BY_WRITING = 3;

/** The numbers of `[from, to)`, by hand: over the observations and both edges. `version` is the one that the bucket was made by. */
export function naiveNumbers(
  own: ReserveObservations,
  { from, to, version }: { readonly from: number; readonly to: number; readonly version: number },
): ReadonlyMap<StateNumber, NaiveNumber> {
  const { observations } = own;
  const [first, newest] = [observations[0], observations.at(-1)];
  if (first === undefined || newest === undefined) return new Map();
  const within = observations
    .filter(({ at, row }) => row !== null && at >= from && at < to)
    .map((observation) => valueOfObservation(observation));
  const values = [edgeAt(own, Math.max(from, first.at)), ...within, edgeAt(own, Math.min(to, newest.at))];
  const begins = values.map((value, place) =>
    version < FIRST_VERSION_BY_WRITING ? value.at : beginOf(values, place, observations),
  );
  const last = values.at(-1)?.at ?? to;
  const weights = values.map((_, place) => observedBetween(own, begins[place] ?? 0, begins[place + 1] ?? last));
  const mean = (name: StateNumber): number | null => {
    let [sum, weight] = [0, 0];
    values.forEach(({ valueOf }, place) => {
      const value = valueOf(name);
      if (value === null) return;
      sum += value * (weights[place] ?? 0);
      weight += weights[place] ?? 0;
    });
    return weight === 0 ? null : sum / weight;
  };
  const perYear = values.at(-1)?.observation.account.unitsPerYear ?? 1;
  const annualise = (apr: number | null): number | null =>
    apr === null ? null : Math.expm1(perYear * Math.log1p(apr / perYear));
  return new Map(
    STATE_NUMBERS.map((name): [StateNumber, NaiveNumber] => {
      const all = values.map(({ valueOf }) => valueOf(name));
      const known = all.filter((value) => value !== null);
      const apr = version < FIRST_VERSION_BY_WRITING ? undefined : ANNUALISED[name];
      return [
        name,
        {
          open: all[0] ?? null,
          min: known.length === 0 ? null : Math.min(...known),
          max: known.length === 0 ? null : Math.max(...known),
          twavg: apr === undefined ? mean(name) : annualise(mean(apr)),
          close: all.at(-1) ?? null,
        },
      ];
    }),
  );
}

function valueOfObservation(observation: Observation): Value {
  const valueOf = (name: StateNumber): number | null => {
    const value = observation.row?.[`${name}_f`];
    return typeof value === 'number' ? value : null;
  };
  return { valueOf, at: observation.at, observation };
}

/** The account in force at a time, accrued to it: the later observation's where it had been written by then. */
function edgeAt({ observations }: ReserveObservations, at: number): Value {
  const slot = slotAt(observations, at);
  const { before, after } = around(observations, at);
  const observation = after !== undefined && isWrittenBy(after, slot, at) ? after : (before ?? after);
  if (observation === undefined) throw new RangeError('a reserve without observations has no edges');
  const { account, slotDurationMs } = observation;
  const { numbers } = account.accrue({ slot, unixTime: at }, slotDurationMs);
  return { at, observation, valueOf: (name) => numbers[name] };
}

function isWrittenBy(
  { account: { writtenSlot, writtenTime, timeBasis } }: Observation,
  slot: number,
  at: number,
): boolean {
  return writtenSlot <= slot && (timeBasis === 'slots' || (writtenTime ?? 0) <= at);
}

/** When a value begins to count: when its account was written, where that is known. */
function beginOf(values: readonly Value[], place: number, observations: readonly Observation[]): number {
  const [value, previous] = [values[place], values[place - 1]];
  if (value === undefined) return 0;
  if (previous === undefined || previous.observation.sha256 === value.observation.sha256) return value.at;
  const found = observations.findIndex(
    ({ sha256, slot }) => sha256 === value.observation.sha256 && slot > previous.observation.slot,
  );
  const [before, first] = [observations[found - 1], observations[found]];
  const { writtenSlot: written, writtenTime, timeBasis } = value.observation.account;
  if (before === undefined || first === undefined || written <= before.slot) return value.at;
  // To the millisecond, as the times of slots are.
  const ms = Math.ceil(((written - before.slot) * (first.at - before.at) * 1000) / (first.slot - before.slot));
  const reached = before.at + ms / 1000;
  const begin = timeBasis === 'seconds' ? Math.max(reached, writtenTime ?? 0) : reached;
  return Math.min(Math.max(begin, previous.at), value.at);
}
