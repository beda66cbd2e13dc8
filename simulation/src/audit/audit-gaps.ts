import type { Finding } from './finding.ts';
import { type CommittedBatch, committedOf, observedBy } from './looks.ts';
import type { StoredBatch, StoredFacts, StoredGap } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** A hole as the batches tell it. */
interface Hole {
  readonly from: Date;
  readonly to: Date;
  readonly fromSlot: number;
  /** Null where it goes on. */
  readonly toSlot: number | null;
  /** What the ledger may say: where looks in vain were of two kinds, either. */
  readonly reasons: readonly string[];
}

/** The ledger of gaps against the batches: every hole is in it with its times, slots and reason, and nothing else. */
export function auditGaps({ batches, gaps }: StoredFacts, truth: Truth): Finding[] {
  // A notification is a reason to look at one account, and says nothing of the time before.
  const looks = committedOf(batches).filter(({ kind }) => kind !== 'follow');
  const failed = batches.filter(({ outcome, kind }) => outcome === 'failed' && kind !== 'follow');
  const newest = looks.reduce<Date | null>(
    (last, { observedAt: at }) => (last === null || at > last ? at : last),
    null,
  );
  const known = new Set(truth.reserves);
  const foreign = gaps
    .filter(({ reserve }) => reserve === null || !known.has(reserve))
    .map((gap): Finding => ({ invariant: 'gaps', message: `${gap.reserve} has a gap ${timesOf(gap)} and is unknown` }));
  if (newest === null) return foreign;
  const compared = truth.reserves.flatMap((reserve) => {
    const holes = findHoles(reserve, looks, failed, batches, newest);
    return compare(
      reserve,
      holes,
      gaps.filter((gap) => gap.reserve === reserve),
    );
  });
  return [...foreign, ...compared];
}

function findHoles(
  reserve: string,
  looks: readonly CommittedBatch[],
  failed: readonly StoredBatch[],
  batches: readonly StoredBatch[],
  newest: Date,
): Hole[] {
  const asked = looks.filter(({ requested }) => requested?.includes(reserve) === true);
  const seen = asked
    .filter((look) => observedBy(look).includes(reserve))
    .toSorted((a, b) => a.observedAt.getTime() - b.observedAt.getTime() || a.slot - b.slot);
  return seen.flatMap((look, index): Hole[] => {
    const next = seen[index + 1];
    const from = look.observedAt;
    const to = next?.observedAt ?? newest;
    if (to.getTime() - from.getTime() <= Math.max(look.gapAfterMs, next?.gapAfterMs ?? 0)) return [];
    const reasons = reasonsOf(reserve, { from, to }, asked, failed, batches);
    return [{ from, to, fromSlot: look.slot, toSlot: next?.slot ?? null, reasons }];
  });
}

/** The strongest evidence decides: looks in vain, then batches that failed, then nothing at all. */
function reasonsOf(
  reserve: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  asked: readonly CommittedBatch[],
  failed: readonly StoredBatch[],
  batches: readonly StoredBatch[],
): string[] {
  const vain = asked.filter(
    ({ notObserved, observedAt }) => notObserved.includes(reserve) && observedAt > from && observedAt <= to,
  );
  if (vain.length > 0) {
    const reasons = new Set<string>();
    if (vain.some(({ quarantined }) => quarantined > 0)) reasons.add('quarantined');
    if (vain.some(({ missing }) => missing > 0)) reasons.add('account_missing');
    return [...reasons];
  }
  // A failed batch may know no bank: which came first is told by the times at which the work on them began.
  const startsAt = (at: Date): number[] =>
    batches
      .filter(({ outcome, observedAt }) => outcome === 'committed' && observedAt?.getTime() === at.getTime())
      .map(({ startedAt }) => startedAt.getTime());
  const [begins, ends] = [Math.max(...startsAt(from)), Math.min(...startsAt(to))];
  const first = failed
    .filter(({ notObserved, startedAt }) => {
      const time = startedAt.getTime();
      return notObserved.includes(reserve) && time >= begins && time <= ends;
    })
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())[0];
  return [first === undefined ? 'not_polled' : `poll_failed:${first.errorCode}`];
}

function compare(reserve: string, holes: readonly Hole[], gaps: readonly StoredGap[]): Finding[] {
  const findings: string[] = [];
  for (const hole of holes) {
    const gap = gaps.find(({ from }) => from.getTime() === hole.from.getTime());
    if (gap === undefined) findings.push(`the hole ${timesOf(hole)} is not in the ledger`);
    else findings.push(...differences(hole, gap));
  }
  const known = new Set(holes.map(({ from }) => from.getTime()));
  for (const gap of gaps) {
    if (!known.has(gap.from.getTime()))
      findings.push(`the ledger has a gap ${timesOf(gap)} (${gap.reason}) that was observed`);
  }
  return findings.map((message) => ({ invariant: 'gaps', message: `${reserve}: ${message}` }));
}

function differences(hole: Hole, gap: StoredGap): string[] {
  const found: string[] = [];
  if (gap.to.getTime() !== hole.to.getTime()) found.push(`ends ${gap.to.toISOString()}`);
  if (Number(gap.fromSlot) !== hole.fromSlot) found.push(`begins at slot ${gap.fromSlot}`);
  if ((gap.toSlot === null ? null : Number(gap.toSlot)) !== hole.toSlot) found.push(`ends at slot ${gap.toSlot}`);
  if (!hole.reasons.includes(gap.reason)) found.push(`has reason ${gap.reason}`);
  if (found.length === 0) return [];
  const expected = `slots ${hole.fromSlot} to ${hole.toSlot}, ${hole.reasons.join(' or ')}`;
  return [`the gap ${timesOf(hole)} (${expected}) in the ledger ${found.join(', ')}`];
}

function timesOf({ from, to }: { readonly from: Date; readonly to: Date }): string {
  return `${from.toISOString()} to ${to.toISOString()}`;
}
