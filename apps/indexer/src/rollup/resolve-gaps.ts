import type { ObservedSpan } from '@tidemark/history';
import {
  listIngestGaps,
  listNeighbourLooks,
  listObservationSpans,
  listPollFailures,
  listQuarantineSightings,
  type ObservationSpans,
  type Queryable,
  type QuarantineSightings,
  type WholeGap,
} from '@tidemark/schema';
import { findWholeGaps, type FoundGap, joinOverlapping, touches } from './find-whole-gaps.ts';
import { gapReasonOf, isWeakerThanFailure, strongerReason, type VainLook } from './gap-reason.ts';
import { cover, earlier, later, type TimeRange } from './hours.ts';

export interface ResolveGapsOptions {
  readonly protocol: string;
  readonly reserves: readonly string[];
  readonly range: TimeRange;
  /** Of the range. */
  readonly spans: ObservationSpans;
  readonly newestBankAt: Date;
  /** The poll batches of before were deleted; null: none were. */
  readonly purgedBefore: Date | null;
}

/** The gaps of reserves in a range, and how the ledger differs from them. */
export interface ResolvedGaps {
  readonly gaps: readonly WholeGap[];
  readonly removed: readonly WholeGap[];
  readonly added: readonly WholeGap[];
  /** Time of which the ledger says another thing than before, by reserve: buckets of it say why there is nothing in them. */
  readonly changed: ReadonlyMap<string, TimeRange>;
  /** Reserves whose gap goes on. */
  readonly open: readonly string[];
}

type Unexplained = Omit<WholeGap, 'reason'> & FoundGap;

/** Finds the gaps that touch a range, whole, and why they are there. Reads only. */
export async function resolveGaps(tx: Queryable, options: ResolveGapsOptions): Promise<ResolvedGaps> {
  const { protocol, reserves, range } = options;
  const found = await findGapsOfAll(tx, options);
  const reach = found.reduce<TimeRange>(cover, range);
  const stored = (await listIngestGaps(tx, { protocol, reserves, ...reach })).flatMap((gap): WholeGap[] =>
    gap.reserve === null ? [] : [{ ...gap, reserve: gap.reserve }],
  );
  const storedByKey = new Map(stored.map((gap) => [keyOf(gap), gap]));
  const gaps = await explainGaps(tx, options, found, storedByKey);
  const added = gaps.filter((gap) => !isSame(gap, storedByKey.get(keyOf(gap))));
  const keys = new Set(gaps.map(keyOf));
  const removed = stored.filter((gap) => touches(gap, range) && !keys.has(keyOf(gap)));
  const changed = new Map<string, TimeRange>();
  const note = (reserve: string, part: TimeRange) => {
    const known = changed.get(reserve);
    changed.set(reserve, known === undefined ? part : cover(known, part));
  };
  for (const gap of added) note(gap.reserve, changedPart(gap, storedByKey.get(keyOf(gap))));
  for (const gap of removed) note(gap.reserve, gap);
  const open = found.filter(({ isOpen }) => isOpen).map(({ reserve }) => reserve);
  return { gaps, added, removed, changed, open };
}

async function findGapsOfAll(tx: Queryable, options: ResolveGapsOptions): Promise<Unexplained[]> {
  const { protocol, reserves, range, spans, newestBankAt } = options;
  const runsOf = new Map(reserves.map((reserve) => [reserve, joinOverlapping(spans.spansOf(reserve))]));
  const without = (isMissing: (runs: readonly ObservedSpan[]) => boolean) =>
    [...runsOf].filter(([, runs]) => isMissing(runs)).map(([reserve]) => reserve);
  const startless = without(([first]) => first === undefined || first.from > range.from);
  const endless = without((runs) => (runs.at(-1)?.to ?? range.from) < range.to);
  const before = await listNeighbourLooks(tx, { protocol, reserves: startless, before: range.from });
  const hasLater = range.to <= newestBankAt;
  const after = await listNeighbourLooks(tx, { protocol, reserves: hasLater ? endless : [], after: range.to });
  return [...runsOf].flatMap(([reserve, runs]) => {
    const around = { runs, before: before.get(reserve) ?? null, after: after.get(reserve) ?? null, newestBankAt };
    return findWholeGaps(around, range).map((gap) => ({ reserve, ...gap }));
  });
}

async function explainGaps(
  tx: Queryable,
  options: ResolveGapsOptions,
  found: readonly Unexplained[],
  stored: ReadonlyMap<string, WholeGap>,
): Promise<WholeGap[]> {
  if (found.length === 0) return [];
  const evidence = await collectEvidence(tx, options, found, stored);
  return found.map((gap) => {
    const { reserve, from, to } = gap;
    const reason = gapReasonOf(gap, {
      vainLooks: evidence.vainLooksOf(gap.reserve),
      refusals: evidence.refusals.get(gap.reserve) ?? [],
      failures: evidence.failuresOf(gap),
    });
    const known = knownReasonOf(gap, stored.get(keyOf(gap)), options);
    return { reserve, from, to, reason: known === null ? reason : strongerReason(known, reason) };
  });
}

/** Evidence of the part that was looked into before is not read again, and may be gone with its batches. */
function knownReasonOf(gap: Unexplained, known: WholeGap | undefined, options: ResolveGapsOptions): string | null {
  if (known === undefined) return null;
  const { purgedBefore } = options;
  return continues(gap, known, options) || (purgedBefore !== null && gap.from < purgedBefore) ? known.reason : null;
}

/** True for a gap that begins before what is looked into now and has only grown longer since it was looked into last. */
function continues(gap: Unexplained, known: WholeGap | undefined, { range }: ResolveGapsOptions): boolean {
  return known !== undefined && gap.from < range.from && known.to >= range.from && known.to <= gap.to;
}

async function collectEvidence(
  tx: Queryable,
  options: ResolveGapsOptions,
  found: readonly Unexplained[],
  stored: ReadonlyMap<string, WholeGap>,
) {
  const { protocol, range } = options;
  const strangers = found.filter(
    (gap) => (gap.from < range.from || gap.to > range.to) && !continues(gap, stored.get(keyOf(gap)), options),
  );
  const reach = strangers.reduce<TimeRange>(cover, range);
  const { spans } = strangers.length === 0 ? options.spans : await listObservationSpans(tx, { protocol, ...reach });
  const vainLooks = new Map<string, VainLook[]>();
  for (const span of spans) {
    for (const reserve of span.notObserved) {
      const known = vainLooks.get(reserve);
      if (known === undefined) vainLooks.set(reserve, [span]);
      else known.push(span);
    }
  }
  const refusals = new Map<string, QuarantineSightings[]>();
  const suspects = found.map(({ reserve }) => reserve).filter((reserve) => vainLooks.has(reserve));
  for (const sightings of await listQuarantineSightings(tx, {
    reserves: suspects,
    ...upTo(found.reduce<TimeRange>(cover, range)),
  })) {
    refusals.set(sightings.reserve, [...(refusals.get(sightings.reserve) ?? []), sightings]);
  }
  // What is known already is stronger, or as strong and known for longer: gaps that go on for months have it at every run.
  const unexplained = found.filter((gap) => {
    const known = knownReasonOf(gap, stored.get(keyOf(gap)), options);
    return known === null || isWeakerThanFailure(known);
  });
  const failures = await listFailures(tx, protocol, unexplained);
  return {
    vainLooksOf: (reserve: string): readonly VainLook[] => vainLooks.get(reserve) ?? [],
    refusals,
    failuresOf: (gap: Unexplained) =>
      (failures.get(timesOf(gap)) ?? []).filter(({ requested }) => requested.has(gap.reserve)),
  };
}

/** Reserves of one batch have gaps of the same times: their failures are read once. */
async function listFailures(tx: Queryable, protocol: string, gaps: readonly Unexplained[]) {
  const failures = new Map<string, { errorCode: string; requested: ReadonlySet<string> }[]>();
  for (const gap of gaps) {
    const times = timesOf(gap);
    if (failures.has(times)) continue;
    const rows = await listPollFailures(tx, { protocol, from: gap.from, to: gap.to });
    failures.set(
      times,
      rows.map(({ errorCode, requested }) => ({ errorCode, requested: new Set(requested) })),
    );
  }
  return failures;
}

/** A gap that only went on says nothing new of the time before. */
function changedPart(gap: WholeGap, known: WholeGap | undefined): TimeRange {
  if (known === undefined) return gap;
  if (known.reason !== gap.reason) return cover(gap, known);
  return { from: earlier(known.to, gap.to), to: later(known.to, gap.to) };
}

function isSame(gap: WholeGap, known: WholeGap | undefined): boolean {
  return known !== undefined && known.to.getTime() === gap.to.getTime() && known.reason === gap.reason;
}

function keyOf({ reserve, from }: Pick<WholeGap, 'reserve' | 'from'>): string {
  return `${reserve} ${from.getTime()}`;
}

/** The end of a gap counts: the newest look may be the first evidence. */
function upTo({ from, to }: TimeRange): TimeRange {
  return { from, to: new Date(to.getTime() + 1) };
}

function timesOf({ from, to }: TimeRange): string {
  return `${from.getTime()} ${to.getTime()}`;
}
