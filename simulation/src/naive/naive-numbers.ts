import { deriveAt } from '../audit/expected-state.ts';
import type { Truth } from '../audit/truth.ts';
import {
  around,
  type Observation,
  observedBetween,
  type ReserveObservations,
  slotAt,
} from './observations-of-reserve.ts';

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
  readonly numbers: ReadonlyMap<string, number | null>;
  readonly at: number;
  readonly observation: Observation;
}

/** Numbers of a state that are averaged as they are. */
const PLAIN = [
  'available_amount',
  'supplied_amount',
  'borrowed_amount',
  'available_amount_usd',
  'supplied_amount_usd',
  'borrowed_amount_usd',
  'price_usd',
  'utilization',
  'borrow_apr',
  'supply_apr',
  'rewards_apr',
];
/** Those that are annualised from the mean of another, since the third version of the rollup. */
const ANNUALISED: Readonly<Record<string, string>> = { borrow_apy: 'borrow_apr', supply_apy: 'supply_apr' };
const UNITS_PER_YEAR: Readonly<Record<string, number>> = { true_apr: 31_536_000 };
const SLOTS_PER_YEAR = 63_072_000;
const FIRST_VERSION_BY_WRITING = 3;

/** The numbers of `[from, to)`, by hand: over the observations and both edges. `version` is the one that the bucket was made by. */
export function naiveNumbers(
  own: ReserveObservations,
  truth: Truth,
  { from, to, version }: { readonly from: number; readonly to: number; readonly version: number },
): ReadonlyMap<string, NaiveNumber> {
  const { observations } = own;
  const [first, newest] = [observations[0], observations.at(-1)];
  if (first === undefined || newest === undefined) return new Map();
  const within = observations
    .filter(({ at, row }) => row !== null && at >= from && at < to)
    .map((observation) => valueOfObservation(observation));
  const values = [edgeAt(own, truth, Math.max(from, first.at)), ...within, edgeAt(own, truth, Math.min(to, newest.at))];
  const begins = values.map((value, place) =>
    version < FIRST_VERSION_BY_WRITING ? value.at : beginOf(values, place, observations),
  );
  const last = values.at(-1)?.at ?? to;
  const weights = values.map((_, place) => observedBetween(own, begins[place] ?? 0, begins[place + 1] ?? last));
  const mean = (name: string): number | null => {
    let [sum, weight] = [0, 0];
    values.forEach(({ numbers }, place) => {
      const value = numbers.get(name) ?? null;
      if (value === null) return;
      sum += value * (weights[place] ?? 0);
      weight += weights[place] ?? 0;
    });
    return weight === 0 ? null : sum / weight;
  };
  const perYear = UNITS_PER_YEAR[values.at(-1)?.observation.account.config.interestRateBasis ?? ''] ?? SLOTS_PER_YEAR;
  const annualise = (apr: number | null): number | null =>
    apr === null ? null : Math.expm1(perYear * Math.log1p(apr / perYear));
  return new Map(
    [...PLAIN, ...Object.keys(ANNUALISED)].map((name): [string, NaiveNumber] => {
      const all = values.map(({ numbers }) => numbers.get(name) ?? null);
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
  const numbers = [...PLAIN, ...Object.keys(ANNUALISED)].map((name): [string, number | null] => {
    const value = observation.row?.[`${name}_f`];
    return [name, typeof value === 'number' ? value : null];
  });
  return { numbers: new Map(numbers), at: observation.at, observation };
}

/** The account in force at a time, accrued to it: the later observation's where it had been written by then. */
function edgeAt({ observations }: ReserveObservations, truth: Truth, at: number): Value {
  const slot = slotAt(observations, at);
  const { before, after } = around(observations, at);
  const observation = after !== undefined && isWrittenBy(after, slot, at) ? after : (before ?? after);
  if (observation === undefined) throw new RangeError('a reserve without observations has no edges');
  const derived = deriveAt(truth, observation.account, {
    slot,
    unixTime: at,
    slotDurationMs: observation.slotDurationMs,
  });
  return {
    at,
    observation,
    numbers: new Map<string, number | null>([
      ['available_amount', derived.availableAmount],
      ['supplied_amount', derived.suppliedAmount],
      ['borrowed_amount', derived.borrowedAmount],
      ['available_amount_usd', derived.availableAmountUsd],
      ['supplied_amount_usd', derived.suppliedAmountUsd],
      ['borrowed_amount_usd', derived.borrowedAmountUsd],
      ['price_usd', derived.priceUsd],
      ['utilization', derived.utilization],
      ['borrow_apr', derived.borrowApr],
      ['borrow_apy', derived.borrowApy],
      ['supply_apr', derived.supplyApr],
      ['supply_apy', derived.supplyApy],
      ['rewards_apr', derived.rewardsApr],
    ]),
  };
}

function isWrittenBy({ account: { lastUpdate, config } }: Observation, slot: number, at: number): boolean {
  return Number(lastUpdate.slot) <= slot && (config.interestRateBasis !== 'true_apr' || lastUpdate.timestamp <= at);
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
  const { slot: written, timestamp } = {
    ...value.observation.account.lastUpdate,
    slot: Number(value.observation.account.lastUpdate.slot),
  };
  if (before === undefined || first === undefined || written <= before.slot) return value.at;
  // To the millisecond, as the times of slots are.
  const ms = Math.ceil(((written - before.slot) * (first.at - before.at) * 1000) / (first.slot - before.slot));
  const reached = before.at + ms / 1000;
  const begin =
    value.observation.account.config.interestRateBasis === 'true_apr' ? Math.max(reached, timestamp) : reached;
  return Math.min(Math.max(begin, previous.at), value.at);
}
