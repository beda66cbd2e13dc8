import { gapReasonOf } from '@tidemark/model';
import type { CoverageFacts, FirstFailure, IngestGap } from '@tidemark/schema';
import type { LookClass } from './look-classes.ts';
import type { UnobservedTime } from './observed-time.ts';
import { createTimeIndex, type Stretch, type TimeIndex } from './time-index.ts';

/** Why a reserve was not observed; or how to find out: it is an attempt that failed, where there was one. */
export type GapReason = string | ((failure: FirstFailure | null) => string);

/** Says why a reserve was not observed. */
export type ExplainGap = (gap: UnobservedTime) => GapReason;

/**
 * Reasons as the ledger has them. What it does not hold yet is explained from the same evidence by the same function. What is on
 * record is sorted once, since years of it have thousands of entries.
 */
export function createExplainers(facts: CoverageFacts): (reserve: string, looks: LookClass) => ExplainGap {
  const ledgerOf = byReserve(facts.ledger);
  const ofAll = createTimeIndex(ledgerOf.get(null) ?? [], timeOf);
  const vainOf = new Map<LookClass, TimeIndex<LookClass['vain'][number]>>();
  return (reserve, looks) => {
    const own = createTimeIndex(ledgerOf.get(reserve) ?? [], timeOf);
    const vain = vainOf.get(looks) ?? createTimeIndex(looks.vain, timeOf);
    vainOf.set(looks, vain);
    return (gap) => {
      const known = longestWithin([...ofAll.touching(gap), ...own.touching(gap)], gap);
      if (known !== undefined) return known.reason;
      // Looks that end where the gap begins were made before it; of one that was under way then, a later look is in it.
      const atMs = (run: LookClass['vain'][number]) => Math.max(run.from.getTime(), gap.fromMs);
      const [first] = vain
        .touching(gap)
        .filter((run) => run.to.getTime() > gap.fromMs)
        .toSorted((a, b) => atMs(a) - atMs(b) || Number(b.refused.has(reserve)) - Number(a.refused.has(reserve)));
      if (first === undefined) return (failure) => gapReasonOf({ vainLook: null, failure });
      return gapReasonOf({ vainLook: { isRefused: first.refused.has(reserve) }, failure: null });
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
