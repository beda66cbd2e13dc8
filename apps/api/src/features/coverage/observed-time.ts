import type { StoredSpan } from '@tidemark/schema';
import type { TimeRange } from '../../rows/query.ts';

/** Time that consecutive observations cover, in unix milliseconds. */
export interface ObservedTime {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromSlot: bigint;
  readonly toSlot: bigint;
  /** When the work on the first and on the last observation began. */
  readonly fromStartedAt: Date;
  readonly toStartedAt: Date;
  readonly gapAfterMs: number;
}

/** Time without that between two observations; a slot is null where the observation is outside of the range. */
export interface UnobservedTime {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromSlot: bigint | null;
  readonly toSlot: bigint | null;
  /** Time of the observation before, in the range or not; null where none is known. */
  readonly lastObservationMs: number | null;
  /** When the work on the observations around it began, in the range or not; null where none is known. */
  readonly fromStartedAt: Date | null;
  readonly toStartedAt: Date | null;
  /** No observation after it is known. */
  readonly isOpen: boolean;
}

/** What of the range counts, and what of that was not observed. */
export interface ObservedShare {
  readonly fromMs: number;
  readonly toMs: number;
  readonly gaps: readonly UnobservedTime[];
}

/** Joins runs, in the order of their beginnings, that are no further apart than the more patient of both allows. */
export function joinRuns(runs: readonly StoredSpan[]): ObservedTime[] {
  const joined: { -readonly [Key in keyof ObservedTime]: ObservedTime[Key] }[] = [];
  for (const { from, to, fromSlot, fromStartedAt, toSlot, toStartedAt, gapAfterMs } of runs) {
    const fromMs = from.getTime();
    const toMs = to.getTime();
    const last = joined.at(-1);
    if (last === undefined || fromMs - last.toMs > Math.max(last.gapAfterMs, gapAfterMs)) {
      joined.push({ fromMs, toMs, fromSlot, toSlot, fromStartedAt, toStartedAt, gapAfterMs });
    } else if (toMs >= last.toMs) {
      // In place: thousands of runs are one time.
      last.toMs = toMs;
      last.toSlot = toSlot;
      last.toStartedAt = toStartedAt;
      last.gapAfterMs = gapAfterMs;
    }
  }
  return joined;
}

/**
 * What of the range `[fromMs, toMs)` was observed. Time after the newest observation does not count while it is not longer than the
 * time between two observations may be; then all of it is a gap. `nowMs` is of the chain's clock, as all of these times.
 */
export function shareOf(
  times: readonly ObservedTime[],
  { fromMs, toMs, nowMs }: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
): ObservedShare {
  const newest = times.at(-1);
  const isCurrent = newest !== undefined && nowMs - newest.toMs <= newest.gapAfterMs;
  const endMs = Math.max(fromMs, Math.min(toMs, isCurrent ? newest.toMs : Math.max(nowMs, newest?.toMs ?? 0)));
  const gaps: UnobservedTime[] = [];
  for (let place = 0; place <= times.length; place += 1) {
    const before = times[place - 1];
    const after = times[place];
    const gapFromMs = Math.max(fromMs, before?.toMs ?? fromMs);
    const gapToMs = Math.min(endMs, after?.fromMs ?? endMs);
    if (gapFromMs >= gapToMs) continue;
    gaps.push({
      fromMs: gapFromMs,
      toMs: gapToMs,
      fromSlot: before !== undefined && before.toMs >= fromMs ? before.toSlot : null,
      toSlot: after !== undefined && after.fromMs <= endMs ? after.fromSlot : null,
      lastObservationMs: before?.toMs ?? null,
      fromStartedAt: before?.toStartedAt ?? null,
      toStartedAt: after?.fromStartedAt ?? null,
      isOpen: after === undefined,
    });
  }
  return { fromMs, toMs: endMs, gaps };
}

/** Observations in `[fromMs, toMs)`; null where a run that is only counted as a whole lies across an end. */
export function countObservations(runs: readonly StoredSpan[], { fromMs, toMs }: TimeRange): number | null {
  let total = 0;
  for (const run of runs) {
    const first = run.from.getTime();
    const last = run.to.getTime();
    if (last < fromMs || first >= toMs) continue;
    if (first < fromMs || last >= toMs) return null;
    total += run.observations;
  }
  return total;
}

/** Observations of reserves that were always asked for together and always answered alike. */
export interface ObservationClass {
  /** Runs that gave a row of each, in the order of their beginnings. */
  readonly observed: readonly StoredSpan[];
  /** Runs that asked for each and gave none. */
  readonly vain: readonly StoredSpan[];
}

/**
 * The observations of a reserve, for one after the other. Hundreds of reserves share a few sets that are asked for together, so what
 * is the same for many is one object, and is worked out once.
 */
export function createObservationClasses(runs: readonly StoredSpan[]): (reserve: string) => ObservationClass {
  const sets = listSets(runs);
  const exceptional = new Set(runs.flatMap((run) => [...run.notObserved]));
  const classes = new Map<string, ObservationClass>();
  return (reserve) => {
    const members = sets.filter((set) => contains(set.example, reserve));
    const key = [...members.map((set) => set.index), exceptional.has(reserve) ? reserve : ''].join(' ');
    const known = classes.get(key) ?? toClass(members, reserve);
    classes.set(key, known);
    return known;
  };
}

interface RunSet {
  readonly index: number;
  readonly example: StoredSpan;
  readonly runs: { readonly place: number; readonly run: StoredSpan }[];
}

/** Runs by the set that they asked for: one object per set, or a range of addresses in batches of earlier versions. */
function listSets(runs: readonly StoredSpan[]): RunSet[] {
  const sets = new Map<unknown, RunSet>();
  for (const [place, run] of runs.entries()) {
    const key = run.reserves ?? `${run.firstReserve} ${run.lastReserve}`;
    const known = sets.get(key);
    if (known === undefined) sets.set(key, { index: sets.size, example: run, runs: [{ place, run }] });
    else known.runs.push({ place, run });
  }
  return [...sets.values()];
}

function contains({ reserves, firstReserve, lastReserve }: StoredSpan, reserve: string): boolean {
  return reserves === null ? firstReserve <= reserve && reserve <= lastReserve : reserves.has(reserve);
}

function toClass(sets: readonly RunSet[], reserve: string): ObservationClass {
  const runs = sets
    .flatMap((set) => set.runs)
    .toSorted((left, right) => left.place - right.place)
    .map(({ run }) => run);
  return {
    observed: runs.filter((run) => !run.notObserved.has(reserve)),
    vain: runs.filter((run) => run.notObserved.has(reserve)),
  };
}
