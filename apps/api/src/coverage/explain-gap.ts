import type { CoverageFacts, IngestGap } from '@tidemark/schema';
import type { LookClass } from './look-classes.ts';
import type { UnobservedTime } from './observed-time.ts';

/** Says why a reserve was not observed. */
export type ExplainGap = (reserve: string, gap: UnobservedTime, looks: LookClass) => string;

/**
 * Reasons as the ledger has them. Of what it does not hold yet the same evidence decides: a look in vain, at an account that
 * was refused or is gone; a failure since the newest batch; else nobody looked.
 */
export function createExplainGap({ ledger, refusals, failing }: CoverageFacts): ExplainGap {
  const ledgerOf = new Map<string | null, IngestGap[]>();
  for (const entry of ledger) {
    const known = ledgerOf.get(entry.reserve);
    if (known === undefined) ledgerOf.set(entry.reserve, [entry]);
    else known.push(entry);
  }
  return (reserve, gap, { vain }) => {
    const entries = [...(ledgerOf.get(null) ?? []), ...(ledgerOf.get(reserve) ?? [])];
    const known = longestWithin(entries, gap);
    if (known !== undefined) return known.reason;
    const inVain = vain.filter((run) => run.to.getTime() > gap.fromMs && run.from.getTime() <= gap.toMs);
    const isRefused = inVain.some((run) =>
      refusals.some(
        (refusal) => refusal.reserve === reserve && refusal.firstSeenAt <= run.to && refusal.lastSeenAt >= run.from,
      ),
    );
    if (isRefused) return 'quarantined';
    if (inVain.length > 0) return 'account_missing';
    return gap.isOpen && failing !== null ? `poll_failed:${failing}` : 'not_polled';
  };
}

function longestWithin(entries: readonly IngestGap[], gap: UnobservedTime): IngestGap | undefined {
  let longest: { readonly entry: IngestGap; readonly ms: number } | undefined;
  for (const entry of entries) {
    const ms = Math.min(entry.to.getTime(), gap.toMs) - Math.max(entry.from.getTime(), gap.fromMs);
    if (ms > 0 && ms > (longest?.ms ?? 0)) longest = { entry, ms };
  }
  return longest?.entry;
}
