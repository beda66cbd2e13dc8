import { gapReasonOf } from '@tidemark/model';
import type { CoverageFacts, FirstFailure, IngestGap, IngestStop } from '@tidemark/schema';
import type { ObservationClass, UnobservedTime } from './observed-time.ts';

/** Why a reserve was not observed; or how to find out: it is an attempt that failed, where there was one. */
export type GapReason = string | ((failure: FirstFailure | null) => string);

/** Says why a reserve was not observed. */
export type ExplainGap = (gap: UnobservedTime) => GapReason;

/**
 * Reasons as the ledger has them. What it does not hold yet is explained from the same evidence by the same function. What is on
 * record is sorted once, since years of it have thousands of entries.
 */
export function createExplainers(
  facts: CoverageFacts,
): (reserve: string, observations: ObservationClass) => ExplainGap {
  const ledgerOf = byReserve(facts.ledger);
  const ofAll = createTimeIndex(ledgerOf.get(null) ?? [], timeOf);
  const vainOf = new Map<ObservationClass, TimeIndex<ObservationClass['vain'][number]>>();
  return (reserve, observations) => {
    const own = createTimeIndex(ledgerOf.get(reserve) ?? [], timeOf);
    const vain = vainOf.get(observations) ?? createTimeIndex(observations.vain, timeOf);
    vainOf.set(observations, vain);
    return (gap) => {
      const known = longestWithin([...ofAll.touching(gap), ...own.touching(gap)], gap);
      if (known !== undefined) return known.reason;
      // Observations that end where the gap begins were made before it; of one that was under way then, a later observation is in it.
      const atMs = (run: ObservationClass['vain'][number]) => Math.max(run.from.getTime(), gap.fromMs);
      const [first] = vain
        .touching(gap)
        .filter((run) => run.to.getTime() > gap.fromMs)
        .toSorted((a, b) => atMs(a) - atMs(b) || Number(b.refused.has(reserve)) - Number(a.refused.has(reserve)));
      if (first === undefined) return (failure) => gapReasonOf({ vainObservation: null, failure });
      return gapReasonOf({ vainObservation: { isRefused: first.refused.has(reserve) }, failure: null });
    };
  };
}

function byReserve<Entry extends { readonly reserve: string | null }>(
  entries: readonly Entry[],
): ReadonlyMap<Entry['reserve'], Entry[]> {
  const of = new Map<Entry['reserve'], Entry[]>();
  for (const entry of entries) {
    const known = of.get(entry.reserve);
    if (known === undefined) of.set(entry.reserve, [entry]);
    else known.push(entry);
  }
  return of;
}

function timeOf({ from, to }: { readonly from: Date; readonly to: Date }): Stretch {
  return { fromMs: from.getTime(), toMs: to.getTime() };
}

function longestWithin(entries: readonly IngestGap[], gap: UnobservedTime): IngestGap | undefined {
  let longest: { readonly entry: IngestGap; readonly ms: number } | undefined;
  for (const entry of entries) {
    const ms = Math.min(entry.to.getTime(), gap.toMs) - Math.max(entry.from.getTime(), gap.fromMs);
    if (ms > 0 && ms > (longest?.ms ?? 0)) longest = { entry, ms };
  }
  return longest?.entry;
}

/** A time from one moment to another, both in it. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Things that last, found by time. */
export interface TimeIndex<Item> {
  /** Those that have a moment of this time, in the order in which they were given. */
  touching(time: Stretch): Item[];
}

/**
 * Sorts once what is looked into for many times. An observation costs a search by halves, and a walk over what is found and over what
 * lies behind something longer that reaches as far: where nothing overlaps, over no more than what is found.
 */
export function createTimeIndex<Item>(items: readonly Item[], stretchOf: (item: Item) => Stretch): TimeIndex<Item> {
  let reachMs = Number.NEGATIVE_INFINITY;
  const entries = items
    .map((item, place) => ({ item, place, time: stretchOf(item) }))
    .toSorted((left, right) => left.time.fromMs - right.time.fromMs)
    .map((entry) => {
      // How far this one and all before it reach.
      reachMs = Math.max(reachMs, entry.time.toMs);
      return { ...entry, reachMs };
    });
  return {
    touching: ({ fromMs, toMs }) => {
      const found: typeof entries = [];
      for (let next = lastUntil(entries, toMs); next >= 0; next -= 1) {
        const entry = entries[next];
        if (entry === undefined || entry.reachMs < fromMs) break;
        if (entry.time.toMs >= fromMs) found.push(entry);
      }
      return found.toSorted((left, right) => left.place - right.place).map(({ item }) => item);
    },
  };
}

/** Place of the last one that begins at this moment or before; -1 where none does. */
function lastUntil(entries: readonly { readonly time: Stretch }[], ms: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((entries[middle]?.time.fromMs ?? Number.POSITIVE_INFINITY) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Nothing is computed of a time that was read: the rollups are behind. */
export const NOT_ROLLED_UP = 'not_rolled_up';

/** Why nothing is stored of a time: nothing was read in it, or the rollups have not come to it yet. */
export function unrolledReason(
  stops: readonly IngestStop[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): string {
  const stop = stops.find(({ from, to }) => from.getTime() <= startMs && (to === null || to.getTime() >= endMs));
  return stop?.reason ?? NOT_ROLLED_UP;
}
