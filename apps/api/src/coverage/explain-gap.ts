import type { CoverageFacts, IngestGap } from '@tidemark/schema';
import type { LookClass } from './look-classes.ts';
import type { UnobservedTime } from './observed-time.ts';
import { createTimeIndex, type Stretch, type TimeIndex } from './time-index.ts';

/** Says why a reserve was not observed. */
export type ExplainGap = (gap: UnobservedTime) => string;

/**
 * Reasons as the ledger has them. Of what it does not hold yet the same evidence decides: a look in vain, at an account that
 * was refused or is gone; a failure since the newest batch; else nobody looked. What is on record is sorted once, since
 * years of it have thousands of entries.
 */
export function createExplainers(facts: CoverageFacts): (reserve: string, looks: LookClass) => ExplainGap {
  const { failing } = facts;
  const ledgerOf = byReserve(facts.ledger);
  const refusalsOf = byReserve(facts.refusals);
  const ofAll = createTimeIndex(ledgerOf.get(null) ?? [], timeOf);
  const vainOf = new Map<LookClass, TimeIndex<LookClass['vain'][number]>>();
  return (reserve, looks) => {
    const own = createTimeIndex(ledgerOf.get(reserve) ?? [], timeOf);
    const refusals = createTimeIndex(refusalsOf.get(reserve) ?? [], ({ firstSeenAt, lastSeenAt }) =>
      timeOf({ from: firstSeenAt, to: lastSeenAt }),
    );
    const vain = vainOf.get(looks) ?? createTimeIndex(looks.vain, timeOf);
    vainOf.set(looks, vain);
    return (gap) => {
      const known = longestWithin([...ofAll.touching(gap), ...own.touching(gap)], gap);
      if (known !== undefined) return known.reason;
      // Looks that end where the gap begins were made before it.
      const inVain = vain.touching(gap).filter((run) => run.to.getTime() > gap.fromMs);
      if (inVain.some((run) => refusals.touching(timeOf(run)).length > 0)) return 'quarantined';
      if (inVain.length > 0) return 'account_missing';
      return gap.isOpen && failing !== null ? `poll_failed:${failing}` : 'not_polled';
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
