import type { IngestStop } from '../coverage/coverage-facts.ts';
import type { Queryable } from '../create-database.ts';
import type { FeeReserve, InterestFilter } from './interest-cells.ts';

const HOUR_MS = 3_600_000;

/** What the hours tell that reserves were there in and have no bucket of. */
export interface AbsentSum {
  readonly count: number;
  readonly places: readonly number[];
  readonly elapsedSeconds: number;
  /** As in `interestCells`. */
  readonly missing: string | null;
}

export interface AbsentCells {
  /** Places of the reserves of a group that are there in an hour of the period, which has begun. */
  livingIn(group: number, startMs: number): readonly number[];
  /** Of these reserves in the period. */
  of(places: readonly number[], startMs: number): AbsentSum;
}

interface AbsentFilter extends Omit<InterestFilter, 'inBaseUnits'> {
  readonly stops: readonly IngestStop[];
}

const NONE: AbsentSum = { count: 0, places: [], elapsedSeconds: 0, missing: null };

/** `incomplete`: places of reserves that have some buckets of a period and not all. In a period of one hour those have none. */
export async function createAbsentCells(
  sql: Queryable,
  filter: AbsentFilter,
  incomplete: ReadonlySet<number>,
): Promise<AbsentCells> {
  const { reserves, periodSeconds } = filter;
  const names = [...incomplete].map((place) => reserves[place]?.reserve ?? '');
  const stored = periodSeconds * 1000 === HOUR_MS ? new Set<string>() : await listStoredHours(sql, filter, names);
  const now = filter.now.getTime();
  const ofGroups = groupBy([...reserves.keys()], (place) => reserves[place]?.group ?? -1);
  const isThere = (reserve: FeeReserve, hourMs: number) =>
    reserve.firstSeenAt.getTime() < hourMs + HOUR_MS &&
    hourMs < (reserve.missingSinceAt?.getTime() ?? Infinity) &&
    hourMs <= now;
  const sumOf = (place: number, startMs: number): AbsentSum => {
    const reserve = reserves[place];
    if (reserve === undefined) return NONE;
    const missing: string[] = [];
    let elapsedSeconds = 0;
    for (let hourMs = startMs; hourMs < startMs + periodSeconds * 1000; hourMs += HOUR_MS) {
      if (!isThere(reserve, hourMs) || stored.has(`${reserve.reserve} ${hourMs}`)) continue;
      const elapsed = elapsedOf(reserve, hourMs, now);
      elapsedSeconds += elapsed;
      missing.push(String(elapsed).padStart(10, '0') + reasonOf(reserve, hourMs, filter.stops));
    }
    if (missing.length === 0) return NONE;
    return { count: missing.length, places: [place], elapsedSeconds, missing: missing.toSorted().at(-1) ?? null };
  };
  return {
    livingIn: (group, startMs) => {
      const endMs = startMs + periodSeconds * 1000;
      return (ofGroups.get(group) ?? []).filter((place) => {
        const reserve = reserves[place];
        if (reserve === undefined || startMs > now) return false;
        return reserve.firstSeenAt.getTime() < endMs && startMs < (reserve.missingSinceAt?.getTime() ?? Infinity);
      });
    },
    of: (places, startMs) => places.map((place) => sumOf(place, startMs)).reduce(add, NONE),
  };
}

/** Items by a key, in their order. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function add(left: AbsentSum, right: AbsentSum): AbsentSum {
  if (right.count === 0) return left;
  return {
    count: left.count + right.count,
    places: [...left.places, ...right.places],
    elapsedSeconds: left.elapsedSeconds + right.elapsedSeconds,
    missing: (left.missing ?? '') > (right.missing ?? '') ? left.missing : right.missing,
  };
}

function elapsedOf({ firstSeenAt, missingSinceAt }: FeeReserve, hourMs: number, nowMs: number): number {
  const endMs = Math.min(hourMs + HOUR_MS, nowMs, missingSinceAt?.getTime() ?? Infinity);
  return Math.max(0, Math.round((endMs - Math.max(hourMs, firstSeenAt.getTime())) / 1000));
}

function reasonOf({ refusedAfter }: FeeReserve, hourMs: number, stops: readonly IngestStop[]): string {
  if (refusedAfter !== null && refusedAfter.getTime() <= hourMs) return 'quarantined';
  const stop = stops.find(
    ({ from, to }) => from.getTime() <= hourMs && (to === null || to.getTime() >= hourMs + HOUR_MS),
  );
  return stop?.reason ?? 'not_rolled_up';
}

/** By address and start. */
async function listStoredHours(
  sql: Queryable,
  { protocol, from, to }: AbsentFilter,
  reserves: readonly string[],
): Promise<ReadonlySet<string>> {
  if (reserves.length === 0) return new Set();
  const rows = await sql<{ reserve: string; start: Date }[]>`
    SELECT w.reserve, b.bucket_start AS start FROM unnest(${[...reserves]}::text[]) AS w(reserve)
    CROSS JOIN LATERAL (
      SELECT b.bucket_start FROM lend.reserve_hourly AS b
      WHERE b.reserve = w.reserve AND b.protocol = ${protocol} AND b.bucket_start >= ${from}::timestamptz AND b.bucket_start < ${to}::timestamptz
      OFFSET 0
    ) AS b`;
  return new Set(rows.map(({ reserve, start }) => `${reserve} ${start.getTime()}`));
}
