import { observationsOfReserves, type ReserveObservations } from '../naive/observations-of-reserve.ts';
import { naiveNumbers } from '../naive/naive-numbers.ts';
import { AGGREGATES, type ServedLending } from '../served/read-lending.ts';
import type { ServedRow } from '../served/read-pages.ts';
import { differenceOf } from './finding.ts';
import { groupBy } from './group-by.ts';
import type { StoredFacts } from './stored-facts.ts';
import type { Truth } from './truth.ts';

const TOLERANCE = 1e-6;
const QUARTER = 900;
const FOUR_HOURS = 4 * 3_600;
/** Problems of one interval that are named. */
const MOST_NAMED = 3;

type Aggregate = (typeof AGGREGATES)[number];
type Lists = ReadonlyMap<string, readonly ServedRow[]>;

/**
 * Quarters of an hour by a naive calculation, four hours as their hours put together, and one reserve alone with the rows that it
 * has among all.
 */
export function auditServedIntervals(served: ServedLending, facts: StoredFacts, truth: Truth): string[] {
  const all = new Map(observationsOfReserves(facts, truth).map((own) => [own.reserve, own]));
  const version = Math.max(...facts.hours.map((row) => Number(row['rollup_version'])));
  const quarters = few('history of 15m', compareQuarters(served.quarters, { all, version }));
  const alone = served.alone.flatMap(({ reserve, rows }) => {
    const among = (served.hours.get('close') ?? []).filter((row) => row['reserve'] === reserve);
    return JSON.stringify(rows) === JSON.stringify(among) ? [] : [`${reserve} alone has other hours than among all`];
  });
  return [...quarters, ...few('history of 4h', compareFolded(served)), ...alone];
}

function few(name: string, problems: readonly string[]): string[] {
  if (problems.length === 0) return [];
  return [`${name}: ${problems.length} problems, first ${problems.slice(0, MOST_NAMED).join('; ')}`];
}

interface Naive {
  readonly all: ReadonlyMap<string, ReserveObservations>;
  readonly version: number;
}

function compareQuarters(lists: Lists, { all, version }: Naive): string[] {
  const closes = lists.get('close') ?? [];
  return closes.flatMap((row, place): string[] => {
    const name = nameOf(row);
    const [own, from] = [all.get(String(row['reserve'])), Number(row['timestamp'])];
    if (own === undefined) return [`${name} is of a reserve that was never observed`];
    const previous = closes[place - 1];
    if (previous?.['reserve'] === row['reserve'] && Number(previous?.['timestamp']) !== from - QUARTER) {
      return [`${name} does not follow the one before it`];
    }
    // Beyond the newest poll a state that a notification brought does not lengthen what was observed.
    if (from + QUARTER > polledUntil(own)) return [];
    const isEmpty = row['quality_str'] === 'missing';
    const numbers = naiveNumbers(own, { from, to: from + QUARTER, version });
    return AGGREGATES.flatMap((agg) => {
      const answer = lists.get(agg)?.[place] ?? {};
      if (nameOf(answer) !== name) return [`${name} is not served as ${agg}`];
      return [...numbers].flatMap(([number, expected]) =>
        compareNumber(`${name} ${number} ${agg}`, answer[`${number}_f`], isEmpty ? null : expected[agg], agg),
      );
    });
  });
}

/** The time up to which polls and notifications agree: without end where the newest observation is a poll's. */
function polledUntil({ observations, seenAt }: ReserveObservations): number {
  const newestPoll = seenAt.at(-1) ?? 0;
  return (observations.at(-1)?.at ?? 0) > newestPoll ? newestPoll : Number.POSITIVE_INFINITY;
}

/** Means are of doubles here and of integers there. */
function compareNumber(name: string, value: unknown, expected: number | null, agg: Aggregate): string[] {
  const isNear =
    agg === 'twavg' &&
    expected !== null &&
    typeof value === 'number' &&
    Math.abs(value - expected) <= Math.abs(expected) * TOLERANCE;
  return isNear ? [] : [differenceOf(name, value, expected)].filter((problem) => problem !== null);
}

const FOLDS: Readonly<Record<string, (values: readonly number[]) => number | undefined>> = {
  open: (values) => values[0],
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  close: (values) => values.at(-1),
};

function compareFolded({ hours, fourHours }: ServedLending): string[] {
  return Object.entries(FOLDS).flatMap(([agg, fold]) => {
    const parts = groupBy(hours.get(agg) ?? [], (row) => keyOf(row, Number(row['timestamp'])));
    return (fourHours.get(agg) ?? []).flatMap((row) => {
      const own = (parts.get(keyOf(row, Number(row['timestamp']))) ?? []).filter(
        (hour) => hour['quality_str'] !== 'missing',
      );
      return Object.keys(row)
        .filter((field) => field === 'price_usd_f' || /_(?:amount|amount_usd|apr|apy)_f$|^utilization_f$/.test(field))
        .flatMap((field) => {
          const values = own.flatMap((hour) => (typeof hour[field] === 'number' ? [hour[field]] : []));
          const expected = values.length === 0 ? null : (fold(values) ?? null);
          return differenceOf(`${nameOf(row)} ${field} ${agg}`, row[field], expected) ?? [];
        });
    });
  });
}

function keyOf(row: ServedRow, timestamp: number): string {
  return `${String(row['reserve'])} ${Math.floor(timestamp / FOUR_HOURS)}`;
}

function nameOf(row: ServedRow): string {
  return `${String(row['reserve'])} at ${String(row['timestamp'])}`;
}
