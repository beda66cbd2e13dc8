import { cover, earlier, later, type TimeRange } from '@tidemark/core';
import {
  explainGaps,
  type IngestGap,
  listIngestGaps,
  listNeighbourObservations,
  type ObservationSpans,
  type Queryable,
  type WholeGap,
} from '@tidemark/schema';
import { findWholeGaps, type FoundGap, joinOverlapping, type ObservationRun, touches } from './find-whole-gaps.ts';

export interface ResolveGapsOptions {
  readonly protocol: string;
  readonly reserves: readonly string[];
  readonly range: TimeRange;
  /** Of the range. */
  readonly spans: ObservationSpans;
  readonly newestBankAt: Date;
}

/** The gaps of reserves in a range, and how the ledger differs from them. */
export interface ResolvedGaps {
  readonly gaps: readonly WholeGap[];
  readonly removed: readonly Pick<WholeGap, 'reserve' | 'from'>[];
  readonly added: readonly WholeGap[];
  /** Time of which the ledger says another thing than before, by reserve: buckets of it say why there is nothing in them. */
  readonly changed: ReadonlyMap<string, TimeRange>;
}

/** Finds the gaps that touch a range, whole, and why they are there: both from what is on record, never from the ledger. */
export async function resolveGaps(tx: Queryable, options: ResolveGapsOptions): Promise<ResolvedGaps> {
  const { protocol, reserves, range } = options;
  const found = await findGapsOfAll(tx, options);
  const gaps: readonly WholeGap[] = await explainGaps(tx, { protocol, gaps: found });
  const reach = found.reduce<TimeRange>(cover, range);
  const stored = new Map<string, IngestGap & { readonly reserve: string }>();
  for (const { reserve, ...gap } of await listIngestGaps(tx, { protocol, reserves, ...reach })) {
    if (reserve !== null) stored.set(keyOf({ reserve, from: gap.from }), { reserve, ...gap });
  }
  const changed = new Map<string, TimeRange>();
  const note = (reserve: string, part: TimeRange) => {
    const known = changed.get(reserve);
    if (part.from < part.to) changed.set(reserve, known === undefined ? part : cover(known, part));
  };
  const added = gaps.filter((gap) => !isSame(gap, stored.get(keyOf(gap))));
  for (const gap of added) note(gap.reserve, changedPart(gap, stored.get(keyOf(gap))));
  const keys = new Set(gaps.map(keyOf));
  const removed = [...stored.values()].filter((gap) => touches(gap, range) && !keys.has(keyOf(gap)));
  for (const gap of removed) note(gap.reserve, gap);
  return { gaps, added, removed, changed };
}

async function findGapsOfAll(
  tx: Queryable,
  { protocol, reserves, range, spans, newestBankAt }: ResolveGapsOptions,
): Promise<(FoundGap & { readonly reserve: string })[]> {
  const runsOf = new Map(reserves.map((reserve) => [reserve, joinOverlapping(spans.spansOf(reserve))]));
  const without = (isMissing: (runs: readonly ObservationRun[]) => boolean) =>
    [...runsOf].filter(([, runs]) => isMissing(runs)).map(([reserve]) => reserve);
  const startless = without(([first]) => first === undefined || first.from > range.from);
  const endless = without((runs) => (runs.at(-1)?.to ?? range.from) < range.to);
  const before = await listNeighbourObservations(tx, { protocol, reserves: startless, before: range.from });
  const hasLater = range.to <= newestBankAt;
  const after = await listNeighbourObservations(tx, { protocol, reserves: hasLater ? endless : [], after: range.to });
  return [...runsOf].flatMap(([reserve, runs]) => {
    const around = { runs, before: before.get(reserve) ?? null, after: after.get(reserve) ?? null, newestBankAt };
    return findWholeGaps(around, range).map((gap) => ({ reserve, ...gap }));
  });
}

/** A gap that only went on says nothing new of the time before. */
function changedPart(gap: WholeGap, known: IngestGap | undefined): TimeRange {
  if (known === undefined) return gap;
  if (known.reason !== gap.reason) return cover(gap, known);
  return { from: earlier(known.to, gap.to), to: later(known.to, gap.to) };
}

/** In everything that the ledger says: a gap that ends in the second in which it was seen last differs by its slot alone. */
function isSame(gap: WholeGap, known: IngestGap | undefined): boolean {
  return (
    known !== undefined &&
    known.to.getTime() === gap.to.getTime() &&
    known.reason === gap.reason &&
    known.attemptId === gap.attemptId &&
    known.fromSlot === gap.fromSlot &&
    known.toSlot === gap.toSlot &&
    known.fromStartedAt?.getTime() === gap.fromStartedAt.getTime() &&
    known.toStartedAt?.getTime() === gap.toStartedAt?.getTime()
  );
}

function keyOf({ reserve, from }: Pick<WholeGap, 'reserve' | 'from'>): string {
  return `${reserve} ${from.getTime()}`;
}
