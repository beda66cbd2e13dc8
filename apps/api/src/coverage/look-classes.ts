import type { StoredSpan } from '@tidemark/schema';

/** Looks at reserves that were always asked for together and always answered alike. */
export interface LookClass {
  /** Runs that gave a row of each, in the order of their beginnings. */
  readonly observed: readonly StoredSpan[];
  /** Runs that asked for each and gave none. */
  readonly vain: readonly StoredSpan[];
}

/**
 * The looks of a reserve, for one after the other. Hundreds of reserves share a few sets that are asked for together, so what
 * is the same for many is one object, and is worked out once.
 */
export function createLookClasses(runs: readonly StoredSpan[]): (reserve: string) => LookClass {
  const sets = listSets(runs);
  const exceptional = new Set(runs.flatMap((run) => [...run.notObserved]));
  const classes = new Map<string, LookClass>();
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

function toClass(sets: readonly RunSet[], reserve: string): LookClass {
  const runs = sets
    .flatMap((set) => set.runs)
    .toSorted((left, right) => left.place - right.place)
    .map(({ run }) => run);
  return {
    observed: runs.filter((run) => !run.notObserved.has(reserve)),
    vain: runs.filter((run) => run.notObserved.has(reserve)),
  };
}
