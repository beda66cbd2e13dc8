import type { Finding } from './finding.ts';
import { WORDS } from './reason-words.ts';
import { type CommittedBatch, committedOf, observedBy } from './observations.ts';
import type { StoredBatch, StoredFacts, StoredGap } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** A hole as the batches tell it. */
export interface Hole {
  readonly from: Date;
  readonly to: Date;
  readonly fromSlot: number;
  /** Null while it is ongoing. */
  readonly toSlot: number | null;
  readonly reason: string;
}

/** The ledger of gaps against the batches: every hole is in it with its times, slots and reason, and nothing else. */
export function auditGaps({ batches, gaps }: StoredFacts, truth: Truth): Finding[] {
  const known = new Set(truth.reserves);
  const foreign = gaps
    .filter(({ reserve }) => reserve === null || !known.has(reserve))
    .map((gap): Finding => ({ invariant: 'gaps', message: `${gap.reserve} has a gap ${timesOf(gap)} and is unknown` }));
  const holesOf = holesOfReserves(batches);
  const compared = truth.reserves.flatMap((reserve) =>
    compare(
      reserve,
      holesOf(reserve),
      gaps.filter((gap) => gap.reserve === reserve),
    ),
  );
  return [...foreign, ...compared];
}

/**
 * The holes of each reserve up to the newest observation of any of its protocol. A notification makes the indexer read one account,
 * and says nothing of the time before.
 */
export function holesOfReserves(batches: readonly StoredBatch[]): (reserve: string) => Hole[] {
  const observations = committedOf(batches).filter(({ kind }) => kind !== 'follow');
  const failed = batches.filter(({ outcome, kind }) => outcome === 'failed' && kind !== 'follow');
  const newest = new Map<string, number>();
  for (const { protocol, observedAt } of observations) {
    newest.set(protocol, Math.max(newest.get(protocol) ?? 0, observedAt.getTime()));
  }
  return (reserve) => {
    const protocol = observations.find(({ requested }) => requested?.includes(reserve) === true)?.protocol ?? '';
    return findHoles(reserve, observations, failed, new Date(newest.get(protocol) ?? 0));
  };
}

/** `observations` are those of polls and discoveries, `failed` the attempts at such that failed. */
export function findHoles(
  reserve: string,
  observations: readonly CommittedBatch[],
  failed: readonly StoredBatch[],
  newest: Date,
): Hole[] {
  const asked = observations.filter(({ requested }) => requested?.includes(reserve) === true);
  const seen = asked
    .filter((observation) => observedBy(observation).includes(reserve))
    .toSorted(
      (a, b) =>
        Number(a.observedAt) - Number(b.observedAt) || a.slot - b.slot || Number(a.startedAt) - Number(b.startedAt),
    );
  return seen.flatMap((observation, index): Hole[] => {
    const next = seen[index + 1];
    const from = observation.observedAt;
    const to = next?.observedAt ?? newest;
    if (to.getTime() - from.getTime() <= Math.max(observation.gapAfterMs, next?.gapAfterMs ?? 0)) return [];
    const reason = reasonOf(reserve, { from, to, observation, next }, asked, failed);
    return [{ from, to, fromSlot: observation.slot, toSlot: next?.slot ?? null, reason }];
  });
}

/** The first failed observation decides; then the first attempt that failed after the observation before and before the observation after; then nothing. */
function reasonOf(
  reserve: string,
  {
    from,
    to,
    observation,
    next,
  }: Pick<Hole, 'from' | 'to'> & { observation: CommittedBatch; next: CommittedBatch | undefined },
  asked: readonly CommittedBatch[],
  failed: readonly StoredBatch[],
): string {
  const [vain] = asked
    .filter(({ notObserved, observedAt }) => notObserved.includes(reserve) && observedAt > from && observedAt <= to)
    .toSorted(
      (a, b) =>
        Number(a.observedAt) - Number(b.observedAt) ||
        Number(b.refused.includes(reserve)) - Number(a.refused.includes(reserve)),
    );
  if (vain !== undefined) return vain.refused.includes(reserve) ? 'quarantined' : 'account_missing';
  // An attempt that failed may know no bank: what came first is told by the times at which the work on them began.
  const [first] = failed
    .filter(
      ({ notObserved, startedAt }) =>
        notObserved.includes(reserve) &&
        startedAt > observation.startedAt &&
        (next === undefined || startedAt < next.startedAt),
    )
    .toSorted((a, b) => Number(a.startedAt) - Number(b.startedAt));
  if (first === undefined) return 'not_polled';
  return WORDS.get(first.errorCode ?? '') ?? `poll_failed:${first.errorCode}`;
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
  if (hole.reason !== gap.reason) found.push(`has reason ${gap.reason}`);
  if (found.length === 0) return [];
  const expected = `slots ${hole.fromSlot} to ${hole.toSlot}, ${hole.reason}`;
  return [`the gap ${timesOf(hole)} (${expected}) in the ledger ${found.join(', ')}`];
}

function timesOf({ from, to }: { readonly from: Date; readonly to: Date }): string {
  return `${from.toISOString()} to ${to.toISOString()}`;
}
