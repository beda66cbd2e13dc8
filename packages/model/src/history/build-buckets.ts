import type { AccrualRules, StateNumbers, StoredState, TermsTimeline } from '@tidemark/core';
import type { Bucket, BucketQuality } from './bucket.ts';
import { HistoryError } from './history-error.ts';
import type { InterestTotals } from './interest-stretch.ts';
import { interestBetween } from './interest-timeline.ts';
import type { Sighting } from './moment.ts';
import { type ObservationGap, type ObservedSpan, ObservedTime } from './observations.ts';
import { realisedRates } from './realised-rates.ts';
import { type PlacedEdge, type PlacedState, ReserveTimeline } from './reserve-timeline.ts';
import { summariseNumbers, type WeighedNumbers } from './summarise-number.ts';

/** Changes whenever the same observations would give other buckets; stored beside every bucket. */
export const ROLLUP_VERSION = 4;

/** One reserve, and what is known of it in and around a range. */
export interface KnownOfReserve {
  readonly rules: AccrualRules;
  readonly reserve: string;
  readonly lendingMarket: string;
  /** When the reserve was seen for the first time. There are no buckets before. */
  readonly firstSeenAt: Date;
  /** Ascending by time and slot: those of the range, the newest before it, and the first at or after its end. */
  readonly states: readonly StoredState[];
  /** Those that touch the range, and their neighbours. */
  readonly spans: readonly ObservedSpan[];
  readonly gaps: readonly ObservationGap[];
  readonly terms: TermsTimeline;
  /** Both a multiple of every width since 1970. */
  readonly from: Date;
  readonly to: Date;
  /** Newest bank at which the reserve was found unchanged since the last of `states`; null where none is known. */
  readonly newest: Sighting | null;
}

export interface BuildBucketsInput extends KnownOfReserve {
  readonly widthSeconds: number;
}

interface Context extends KnownOfReserve {
  readonly timeline: ReserveTimeline;
  readonly observed: ObservedTime;
  readonly firstMs: number;
  /** Time of the newest observation, stored or not. */
  readonly newestMs: number;
  /** Time of the newest stored observation. */
  readonly storedMs: number;
  /** Edges that are over, by their time: those of hours are edges of quarters, too. */
  readonly edges: Map<number, Boundary>;
  /** Until here it is settled what was observed: the newest observation, or before it where only the next read can tell. */
  readonly settledMs: number;
}

/** Where one bucket ends and the next begins; the edge is made when a bucket needs it. */
interface Boundary {
  readonly ms: number;
  readonly totals: InterestTotals;
  edge: PlacedEdge | null;
}

/**
 * The buckets of a range, ascending: none before the reserve was first seen, none that begin at the newest observation or after.
 * The last one may be unfinished: it ends with the newest observation and is not final.
 * Throws `HistoryError` for a range that is not aligned and for observations out of order, and the `LendingError` of observations that
 * cannot be derived even where they were made.
 */
export function buildBuckets({ widthSeconds, ...known }: BuildBucketsInput): Bucket[] {
  return buildBucketsOfWidths(known, [widthSeconds])[0] ?? [];
}

/** The same of several widths, a list for each: what is known is gone through once. */
export function buildBucketsOfWidths(known: KnownOfReserve, widthsSeconds: readonly number[]): Bucket[][] {
  for (const widthSeconds of widthsSeconds) expectAligned(known, widthSeconds);
  const context = prepare(known);
  return widthsSeconds.map((widthSeconds) => (context === null ? [] : buildEach(context, widthSeconds * 1000)));
}

function buildEach(context: Context, widthMs: number): Bucket[] {
  const { timeline, from, to, firstMs, newestMs } = context;
  const buckets: Bucket[] = [];
  let start: Boundary | null = null;
  for (let ms = from.getTime(); ms < Math.min(to.getTime(), newestMs); ms += widthMs) {
    const endMs = ms + widthMs;
    if (endMs <= firstMs) continue;
    start ??= boundaryAt(context, ms);
    const end: Boundary =
      endMs <= newestMs ? boundaryAt(context, endMs) : { ms: endMs, totals: timeline.newestTotals(), edge: null };
    buckets.push(buildBucket(context, start, end));
    start = end;
  }
  return buckets;
}

function boundaryAt({ timeline, edges }: Context, ms: number): Boundary {
  let boundary = edges.get(ms);
  if (boundary === undefined) {
    boundary = { ms, totals: timeline.totalsAt(ms), edge: null };
    edges.set(ms, boundary);
  }
  return boundary;
}

function prepare(input: KnownOfReserve): Context | null {
  expectAscending(input);
  const first = input.states[0];
  const stored = input.states.at(-1);
  if (first === undefined || stored === undefined) return null;
  const timeline = new ReserveTimeline(input.rules, input.states, input.terms, input.newest);
  const newestMs = (timeline.newest?.state ?? stored).observedAt.getTime();
  return {
    ...input,
    timeline,
    observed: new ObservedTime(input.spans),
    edges: new Map(),
    firstMs: Math.min(input.firstSeenAt.getTime(), first.observedAt.getTime()),
    newestMs,
    storedMs: stored.observedAt.getTime(),
    settledMs: settledUntil(input, newestMs),
  };
}

/**
 * A notification can bring a state after the last read. The time between is no gap as long as the next read may still cover it
 * for it, and neither was it observed.
 */
function settledUntil({ spans, gaps }: KnownOfReserve, newestMs: number): number {
  const ends = spans.map(({ to, gapAfterMs }) => ({ ms: to.getTime(), gapAfterMs }));
  const last = ends.reduce<(typeof ends)[number] | null>((a, b) => (a === null || b.ms > a.ms ? b : a), null);
  if (last === null || newestMs - last.ms > last.gapAfterMs) return newestMs;
  return gaps.some(({ from }) => from.getTime() === last.ms) ? newestMs : Math.min(last.ms, newestMs);
}

function buildBucket(context: Context, start: Boundary, end: Boundary): Bucket {
  const { timeline, observed } = context;
  const fromMs = Math.max(start.ms, context.firstMs);
  const toMs = Math.max(fromMs, Math.min(end.ms, context.settledMs));
  const states = timeline.statesIn(start.ms, end.ms);
  const isKnown = timeline.hasObservationBefore(end.ms);
  const isSeen = isKnown && (states.length > 0 || observed.touches(fromMs, toMs));
  const observedMs = isSeen ? observed.between(fromMs, toMs) : 0;
  if (isSeen) {
    start.edge ??= timeline.edgeAt(start.ms);
    end.edge ??= end.ms <= context.newestMs ? timeline.edgeAt(end.ms) : timeline.newestEdge();
  }
  const open = isSeen ? start.edge : null;
  const close = isSeen ? end.edge : null;
  const isFramed = open !== null && close !== null;
  const basis = isFramed ? timeline.basisOf(close.place) : null;
  const points = isFramed ? pointsOf(context, { fromMs: start.ms, toMs: end.ms, open, states, close }) : null;
  const isWhole = observedMs === toMs - fromMs;
  const elapsedSeconds = Math.floor((toMs - fromMs) / 1000);
  const interest = isKnown ? interestBetween(start.totals, end.totals) : UNKNOWN_INTEREST;
  return {
    reserve: context.reserve,
    lendingMarket: context.lendingMarket,
    start: new Date(start.ms),
    end: new Date(end.ms),
    final: context.storedMs >= end.ms && context.settledMs >= end.ms,
    quality: qualityOf(isSeen, isWhole),
    gapReason: isWhole ? null : longestGapReason(context.gaps, fromMs, toMs),
    observations: isSeen ? observed.count(start.ms, end.ms) : 0,
    snapshots: states.length,
    observedSeconds: Math.floor(observedMs / 1000),
    elapsedSeconds,
    open: open?.edge ?? null,
    close: close?.edge ?? null,
    timeBasis: basis,
    numbers: points === null ? null : summariseNumbers(context.rules, points, basis),
    ...realisedRates(open?.edge ?? null, close?.edge ?? null),
    ...interest,
    pricedSeconds: interest.interestUsd === null ? 0 : elapsedSeconds,
  };
}

const UNKNOWN_INTEREST = { interest: null, interestUsd: null };

function qualityOf(isSeen: boolean, isWhole: boolean): BucketQuality {
  if (!isSeen) return 'missing';
  return isWhole ? 'ok' : 'partial';
}

interface Values {
  readonly fromMs: number;
  readonly toMs: number;
  readonly open: PlacedEdge;
  readonly states: readonly PlacedState[];
  readonly close: PlacedEdge;
}

/**
 * Every value of the bucket in order, with the observed time for which it stood: from when its account was written, which is
 * before it was seen, until the next account was.
 */
function pointsOf({ observed, timeline }: Context, { fromMs, toMs, open, states, close }: Values): WeighedNumbers[] {
  const within = (ms: number) => Math.min(Math.max(ms, fromMs), toMs);
  const values: {
    readonly numbers: StateNumbers;
    readonly place: number;
    readonly ms: number;
    readonly beginMs: number;
  }[] = [];
  const add = (numbers: StateNumbers, place: number, at: Date) => {
    const ms = within(at.getTime());
    const before = values.at(-1);
    const beginMs =
      before === undefined ? ms : Math.min(Math.max(timeline.writtenAtMs(place, before.place) ?? ms, before.ms), ms);
    values.push({ numbers, place, ms, beginMs });
  };
  add(open.edge.numbers, open.place, open.edge.at);
  for (const { state, place } of states) add(state, place, state.observedAt);
  add(close.edge.numbers, close.place, close.edge.at);
  const endMs = values.at(-1)?.ms ?? fromMs;
  return values.map(({ numbers, beginMs }, i) => {
    return { numbers, observedMs: observed.between(beginMs, values[i + 1]?.beginMs ?? endMs) };
  });
}

function longestGapReason(gaps: readonly ObservationGap[], fromMs: number, toMs: number): string | null {
  let longestMs = 0;
  let longest: string | null = null;
  for (const { from, to, reason } of gaps) {
    const overlapMs = Math.min(to.getTime(), toMs) - Math.max(from.getTime(), fromMs);
    if (overlapMs <= longestMs) continue;
    longestMs = overlapMs;
    longest = reason;
  }
  return longest;
}

function expectAligned({ from, to }: KnownOfReserve, widthSeconds: number): void {
  if (!Number.isSafeInteger(widthSeconds) || widthSeconds <= 0) {
    throw new HistoryError('INVALID_WIDTH', `${widthSeconds} is not a whole number of seconds above zero`);
  }
  for (const edge of [from, to]) {
    if (edge.getTime() % (widthSeconds * 1000) === 0) continue;
    throw new HistoryError('RANGE_NOT_ALIGNED', `${edge.getTime()} ms is no multiple of ${widthSeconds} s`);
  }
}

function expectAscending({ reserve, states }: KnownOfReserve): void {
  states.forEach((state, i) => {
    if (state.reserve !== reserve)
      throw new HistoryError('NOT_ASCENDING', `an observation of ${state.reserve} among ${reserve}`);
    const before = states[i - 1];
    if (before === undefined) return;
    const ascends = before.observedAt <= state.observedAt && before.slot <= state.slot;
    if (!ascends) throw new HistoryError('NOT_ASCENDING', `${reserve}: slot ${state.slot} after ${before.slot}`);
  });
}
