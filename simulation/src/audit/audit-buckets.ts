import { sumOfDecimals } from '../naive/decimals.ts';
import { doubtAt } from '../naive/doubt.ts';
import { observationsOfReserves, observedBetween, type ReserveObservations } from '../naive/observations-of-reserve.ts';
import { naiveInterest } from '../naive/naive-interest.ts';
import { type NaiveNumber, naiveNumbers } from '../naive/naive-numbers.ts';
import { STATE_NUMBERS } from '../naive/protocol.ts';
import { type Hole, holesOfReserves } from './audit-gaps.ts';
import { differenceOf, type Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';
import type { Truth } from './truth.ts';

const HOUR = 3_600;
/** Means and interest are of doubles here, and of integers there. */
const TOLERANCE = 1e-6;
/** Two base units: what the program cuts off. */
const CUT_OFF = 2;
/** Two base units of the token whose units are worth most. */
const CUT_OFF_USD = 0.01;
const INTEREST = ['interest_raw', 'interest_protocol_raw', 'interest_usd_raw', 'interest_protocol_usd_raw'];

/** Hours against a naive calculation over the observations and the chain's accounts; days against the hours. */
export function auditBuckets(facts: StoredFacts, { reserves }: StoredSettings, truth: Truth): Finding[] {
  const firstSeen = new Map(reserves.map((row) => [String(row['reserve']), secondsOf(row['first_seen_at'])]));
  const hoursOf = groupBy(facts.hours, (row) => String(row['reserve']));
  const holesOf = holesOfReserves(facts.batches);
  const problems = observationsOfReserves(facts, truth).flatMap((own) =>
    (hoursOf.get(own.reserve) ?? []).flatMap((row) => {
      const found = compareHour(row, own, truth, {
        firstSeen: firstSeen.get(own.reserve) ?? 0,
        holes: holesOf(own.reserve),
      });
      return found.length === 0 ? [] : [`hour ${nameOf(row)}: ${found.join('; ')}`];
    }),
  );
  const days = facts.days.flatMap((row) => {
    const start = secondsOf(row['bucket_start']);
    const within = (hoursOf.get(String(row['reserve'])) ?? [])
      .filter((hour) => secondsOf(hour['bucket_start']) >= start && secondsOf(hour['bucket_start']) < start + 24 * HOUR)
      .toSorted((a, b) => secondsOf(a['bucket_start']) - secondsOf(b['bucket_start']));
    const found = compareDay(row, within);
    return found.length === 0 ? [] : [`day ${nameOf(row)}: ${found.join('; ')}`];
  });
  return [...problems, ...days].map((message) => ({ invariant: 'buckets', message }));
}

function nameOf(row: StoredRow): string {
  const start = row['bucket_start'];
  return `${start instanceof Date ? start.toISOString() : '?'} of ${String(row['reserve'])}`;
}

function compareHour(
  row: StoredRow,
  own: ReserveObservations,
  truth: Truth,
  { firstSeen, holes }: { readonly firstSeen: number; readonly holes: readonly Hole[] },
): string[] {
  const from = secondsOf(row['bucket_start']);
  const to = from + HOUR;
  const { observations, seenAt } = own;
  const [first, newest] = [observations[0]?.at ?? 0, observations.at(-1)?.at ?? 0];
  const begin = Math.max(from, Math.min(first, firstSeen));
  const end = Math.min(to, newest);
  const observed = observedBetween(own, begin, end);
  const isWithin = (at: number): boolean => at >= from && at < to;
  const counts = {
    observed_seconds: observed,
    elapsed_seconds: Math.max(0, end - begin),
    snapshots: observations.filter((observation) => observation.row !== null && isWithin(observation.at)).length,
    observations: row['quality_str'] === 'missing' ? 0 : seenAt.filter(isWithin).length,
  };
  const problems = Object.entries(counts).flatMap(([name, value]) => differenceOf(name, row[name], value) ?? []);
  problems.push(...compareQuality(row, begin, end, observed, holes));
  if (row['quality_str'] === 'missing') return problems;
  const numbers = naiveNumbers(own, { from, to, version: Number(row['rollup_version']) });
  const interest = naiveInterest(own, from, to);
  const compareInterest = (column: string, expected: number | null, absolute: number): string[] =>
    compareNear(column, row[column] === null ? null : Number(row[column]), expected, absolute);
  return [
    ...problems,
    ...(['open', 'close'] as const).flatMap((side) => findUnproven(row, side, own, truth)),
    ...STATE_NUMBERS.flatMap((name) => compareNumber(row, name, numbers.get(name))),
    ...compareInterest('interest_raw', interest.tokens, CUT_OFF),
    ...compareInterest('interest_protocol_raw', interest.protocol, CUT_OFF),
    ...compareInterest('interest_usd_raw', interest.usd, CUT_OFF_USD),
  ];
}

/** Whole exactly where all of it was observed; otherwise with the reason of a hole that it touches. */
function compareQuality(
  row: StoredRow,
  begin: number,
  end: number,
  observed: number,
  holes: readonly Hole[],
): string[] {
  const isWhole = observed === Math.max(0, end - begin);
  const reasons = holes
    .filter(({ from, to }) => secondsOf(from) < end && secondsOf(to) > begin)
    .map(({ reason }): unknown => reason);
  const isExplained = isWhole
    ? row['gap_reason_str'] === null
    : reasons.length === 0 || reasons.includes(row['gap_reason_str']);
  return [
    ...((row['quality_str'] === 'ok') === isWhole
      ? []
      : [`quality is ${String(row['quality_str'])} with ${observed} s observed`]),
    ...(isExplained ? [] : [`gap_reason is ${String(row['gap_reason_str'])}, of ${reasons.join(', ')}`]),
  ];
}

/** An edge without a proof is one at which the chain leaves a doubt. */
function findUnproven(row: StoredRow, side: 'open' | 'close', own: ReserveObservations, truth: Truth): string[] {
  if (row[`${side}_proof_str`] !== null || row[`${side}_slot`] === null) return [];
  const moment = { at: secondsOf(row[`${side}_at`]), slot: Number(row[`${side}_slot`]) };
  return doubtAt(own, truth, moment) === null ? [`${side} is not proven, though only one state can be in force`] : [];
}

function compareNumber(row: StoredRow, name: string, expected: NaiveNumber | undefined): string[] {
  if (expected === undefined) return [`${name} is not calculated`];
  return (['open', 'min', 'max', 'close'] as const)
    .flatMap((side) => differenceOf(`${name}_${side}_f`, row[`${name}_${side}_f`], expected[side]) ?? [])
    .concat(compareNear(`${name}_twavg_f`, row[`${name}_twavg_f`], expected.twavg, 0));
}

/** A day is its hours put together. */
function compareDay(row: StoredRow, hours: readonly StoredRow[]): string[] {
  const known = hours.filter((hour) => hour['quality_str'] !== 'missing');
  const numbersOf = (column: string): number[] =>
    known.flatMap((hour) => (typeof hour[column] === 'number' ? [hour[column]] : []));
  const sum = (column: string): number => hours.reduce((total, hour) => total + Number(hour[column]), 0);
  const counts = ['observed_seconds', 'elapsed_seconds', 'snapshots', 'observations'];
  const interest = INTEREST.map((column) => {
    const summed = hours.filter((hour) => hour[column] !== null);
    // In USD the sum of the hours that have it, in base units of all or of none.
    const isKnown = column.endsWith('_usd_raw') ? summed.length > 0 : summed.length === hours.length;
    return [column, isKnown ? sumOfDecimals(summed.map((hour) => String(hour[column]))) : null] as const;
  });
  const priced = hours.filter((hour) => hour['interest_usd_raw'] !== null);
  const elapsed = Number(row['elapsed_seconds']);
  const pricedSeconds = priced.reduce((total, hour) => total + Number(hour['elapsed_seconds']), 0);
  return [
    ...counts.flatMap((name) => differenceOf(name, row[name], sum(name)) ?? []),
    ...differencesOf(
      'interest_priced_share_f',
      row['interest_priced_share_f'],
      elapsed === 0 ? null : pricedSeconds / elapsed,
    ),
    ...interest.flatMap(([name, value]) => differenceOf(name, row[name], value) ?? []),
    ...STATE_NUMBERS.flatMap((name) => [
      ...differencesOf(`${name}_min_f`, row[`${name}_min_f`], leastOf(numbersOf(`${name}_min_f`))),
      ...differencesOf(`${name}_max_f`, row[`${name}_max_f`], mostOf(numbersOf(`${name}_max_f`))),
      ...differencesOf(`${name}_open_f`, row[`${name}_open_f`], known[0]?.[`${name}_open_f`]),
      ...differencesOf(`${name}_close_f`, row[`${name}_close_f`], known.at(-1)?.[`${name}_close_f`]),
    ]),
    ...STATE_NUMBERS.filter((name) => !name.endsWith('apy')).flatMap((name) => {
      const column = `${name}_twavg_f`;
      const weighed = known.filter((hour) => typeof hour[column] === 'number');
      const weight = weighed.reduce((total, hour) => total + Number(hour['observed_seconds']), 0);
      const total = weighed.reduce((all, hour) => all + Number(hour[column]) * Number(hour['observed_seconds']), 0);
      return compareNear(column, row[column], weight === 0 ? null : total / weight, 0);
    }),
  ];
}

function differencesOf(name: string, stored: unknown, expected: unknown): string[] {
  const difference = differenceOf(name, stored, expected);
  return difference === null ? [] : [difference];
}

function leastOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values);
}

function mostOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

function compareNear(name: string, stored: unknown, expected: number | null, absolute: number): string[] {
  const value = stored === null || stored === undefined ? null : Number(stored);
  if (value === null || expected === null)
    return value === expected ? [] : [`${name} is ${String(value)}, not ${String(expected)}`];
  const isNear = Math.abs(value - expected) <= Math.max(absolute, Math.abs(expected) * TOLERANCE);
  return isNear ? [] : [`${name} is ${value}, not about ${expected}`];
}
