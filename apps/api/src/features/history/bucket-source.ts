import type { ReserveInfo } from '@tidemark/contract';
import {
  type Bucket,
  buildBuckets,
  type BuildBucketsInput,
  foldBuckets,
  HistoryError,
  type Sighting,
} from '@tidemark/model';
import { type AccrualRules, floorMs, HOUR_MS, isLendingError, type StoredState } from '@tidemark/core';
import {
  type IngestStop,
  type ObservationSpans,
  type StoredBucket,
  type StoredSnapshot,
  toBucket,
  toStoredState,
} from '@tidemark/schema';
import { protocolOf } from '@tidemark/protocols';
import { NOT_ROLLED_UP } from '../coverage/gaps.ts';
import type { HistoryReads } from './history-reads.ts';
import { type MadePiece, missingBucket } from './known-bucket.ts';
import { reasonOfUnknown } from './rows.ts';

/** Buckets of which reserves and which time. */
export interface BucketRange {
  /** By address. */
  readonly reserves: readonly ReserveInfo[];
  /** Start of the first bucket; the first reserve may begin later. Aligned to the width. */
  readonly startMs: number;
  readonly firstStartMs: number;
  /** Start of a bucket of the first reserve before those, of which the values are wanted too; null where none is. */
  readonly knownMs: number | null;
  /** Buckets begin before it. */
  readonly endMs: number;
}

/** Reads the stops of which nothing is rolled up, once for all that is answered. */
export type ReadStops = () => Promise<readonly IngestStop[]>;

/** What a read has cost so far, in stored states that were read or what takes as long. */
export interface Work {
  states: number;
}

/** How much is held in memory at once where buckets are built from states: a busy reserve has 1,800 an hour. */
const BUILD_RESERVE_HOURS = 4;
/** What a piece costs beside its states: seven statements, one after the other, also where nothing has happened. */
export const STATES_A_PIECE = 500;

/** What is read of stored buckets; the rest is the range. */
type ReadBuckets<Row> = (options: BucketAsk) => AsyncIterable<readonly Row[]>;
export interface BucketAsk {
  readonly reserves: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly pageSize: number;
}

/** Buckets of an hour or a day, as the rollup has stored them. */
export async function* storedBuckets<Row>(
  read: ReadBuckets<Row>,
  range: BucketRange,
  pageSize: number,
): AsyncGenerator<readonly Row[]> {
  const [first, ...rest] = range.reserves;
  if (first === undefined) return;
  const to = new Date(range.endMs);
  const pagesOf = (reserves: readonly ReserveInfo[], fromMs: number) =>
    read({ to, pageSize, from: new Date(fromMs), reserves: reserves.map(({ reserve }) => reserve) });
  // A statement reads hundreds of them: those between the known one and the first are not worth another.
  const firstMs = range.knownMs ?? range.firstStartMs;
  // Only the first reserve of a page that goes on in its middle begins elsewhere.
  const runs =
    firstMs === range.startMs
      ? [pagesOf(range.reserves, range.startMs)]
      : [pagesOf([first], firstMs), ...(rest.length === 0 ? [] : [pagesOf(rest, range.startMs)])];
  for (const run of runs) yield* run;
}

/**
 * Wider buckets out of hourly ones. An hour that has passed since the reserve was first seen and that is not stored counts as
 * one that was not observed.
 */
export async function* foldedBuckets(
  rules: AccrualRules,
  hourly: AsyncIterable<readonly StoredBucket[]>,
  { reserves }: BucketRange,
  widthMs: number,
  nowMs: number,
  readStops: ReadStops,
): AsyncGenerator<readonly Bucket[]> {
  const stops = await readStops();
  const infoOf = new Map(reserves.map((info) => [info.reserve, info]));
  const fold = (hours: readonly [Bucket, ...Bucket[]]): Bucket => {
    const [first] = hours;
    const startMs = floorMs(first.start.getTime(), widthMs);
    const byStart = new Map(hours.map((hour) => [hour.start.getTime(), hour]));
    const info = infoOf.get(first.reserve);
    const seenMs = floorMs((info?.first_seen_timestamp ?? 0) * 1000, HOUR_MS);
    const reasonAt = (ms: number) =>
      info === undefined ? NOT_ROLLED_UP : reasonOfUnknown({ startMs: ms, endMs: ms + HOUR_MS }, info, stops);
    const complete: Bucket[] = [];
    for (let ms = startMs; ms < startMs + widthMs; ms += HOUR_MS) {
      const hour = byStart.get(ms);
      const expected = ms >= seenMs && ms + HOUR_MS <= nowMs;
      if (hour !== undefined) complete.push(hour);
      else if (expected) complete.push(missingBucket(first, ms, HOUR_MS, reasonAt(ms)));
    }
    return foldBuckets(rules, complete, new Date(startMs), new Date(startMs + widthMs));
  };
  let hours: [Bucket, ...Bucket[]] | null = null;
  for await (const page of hourly) {
    const folded: Bucket[] = [];
    for (const hour of page.map(toBucket)) {
      if (hours !== null && isTogether(hours[0], hour, widthMs)) {
        hours.push(hour);
        continue;
      }
      if (hours !== null) folded.push(fold(hours));
      hours = [hour];
    }
    if (folded.length > 0) yield folded;
  }
  if (hours !== null) yield [fold(hours)];
}

function isTogether(first: Bucket, hour: Bucket, widthMs: number): boolean {
  const ofWidth = (bucket: Bucket) => floorMs(bucket.start.getTime(), widthMs);
  return first.reserve === hour.reserve && ofWidth(first) === ofWidth(hour);
}

/**
 * Buckets below an hour, made from the stored states when they are asked for. Only the time that is known of is gone
 * through: a range may reach years beyond it, and every piece costs seven reads. Each piece is handed on, with buckets or
 * without, so that whoever takes them can stop after any.
 */
export async function* builtBuckets(
  reads: HistoryReads,
  range: BucketRange,
  widthMs: number,
  work: Work,
): AsyncGenerator<MadePiece> {
  const lookedIntoUntil = await reads.newestSpanEnd();
  if (lookedIntoUntil === null) return;
  const endMs = Math.min(range.endMs, Math.ceil(lookedIntoUntil.getTime() / widthMs) * widthMs);
  for (const unit of unitsOf({ ...range, endMs }, widthMs)) {
    work.states += STATES_A_PIECE;
    const { reserve } = unit.reserves.at(-1) ?? unit.reserves[0];
    yield { buckets: await buildUnit(reads, unit, widthMs, work), reserve, passedMs: unit.endMs };
  }
}

interface BuildUnit {
  readonly reserves: readonly [ReserveInfo, ...ReserveInfo[]];
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Pieces whose states fit into memory: some reserves over all of the time, or one over a part of it. They begin with the
 * bucket in which the first of their reserves was seen. The bucket before the first is a piece of its own: it may lie months
 * back, and nothing between them is wanted.
 */
function* unitsOf(
  { reserves, startMs, firstStartMs, knownMs, endMs }: BucketRange,
  widthMs: number,
): Generator<BuildUnit> {
  const [goesOn] = reserves;
  if (goesOn !== undefined && knownMs !== null) {
    yield { reserves: [goesOn], startMs: knownMs, endMs: knownMs + widthMs };
  }
  const pieceMs = BUILD_RESERVE_HOURS * HOUR_MS;
  const together = Math.max(1, Math.floor(pieceMs / Math.max(1, endMs - startMs)));
  let next = 0;
  while (next < reserves.length) {
    const isFirst = next === 0 && firstStartMs !== startMs;
    const [first, ...others] = reserves.slice(next, next + (isFirst ? 1 : together));
    if (first === undefined) return;
    const slice = [first, ...others] as const;
    next += slice.length;
    const seenMs = Math.min(...slice.map((info) => floorMs(info.first_seen_timestamp * 1000, widthMs)));
    for (let ms = Math.max(isFirst ? firstStartMs : startMs, seenMs); ms < endMs; ms += pieceMs) {
      yield { reserves: slice, startMs: ms, endMs: Math.min(ms + pieceMs, endMs) };
    }
  }
}

async function buildUnit(reads: HistoryReads, unit: BuildUnit, widthMs: number, work: Work): Promise<Bucket[]> {
  const reserves = unit.reserves.map(({ reserve }) => reserve);
  const from = new Date(unit.startMs);
  const to = new Date(Math.ceil(unit.endMs / widthMs) * widthMs);
  // Before the states: what they are held against must not be newer than they are.
  const lookedIntoUntil = await reads.newestSpanEnd();
  if (lookedIntoUntil === null || lookedIntoUntil <= from) return [];
  // One after the other: a place in the gate is one connection, and what waits for one waits there and not in the driver.
  const terms = await reads.terms({ reserves });
  const spans = await reads.spans({ from, to });
  const gaps = await reads.gaps({ reserves, from, to });
  const before = await reads.neighbours({ reserves, before: from });
  const after = await reads.neighbours({ reserves, after: to });
  const rules = protocolOf(reads.protocol);
  const within = new Map<string, StoredSnapshot[]>();
  for await (const page of reads.states({ reserves, from, to })) {
    work.states += page.length;
    for (const state of page) append(within, state);
  }
  return unit.reserves.flatMap(({ reserve }) => {
    const timeline = terms.get(reserve);
    if (timeline === undefined) return [];
    const looks = [before.get(reserve), ...(within.get(reserve) ?? []), after.get(reserve)];
    const states = looks
      .filter((row) => row !== undefined)
      .map((row) => toStoredState(rules, row))
      .filter(isLookedInto(to, lookedIntoUntil));
    const bank = newestBank(spans, reserve);
    const last = states.at(-1);
    return buildKnown({
      rules,
      reserve,
      lendingMarket: timeline.lendingMarket,
      firstSeenAt: timeline.firstSeenAt,
      states,
      spans: spans.spansOf(reserve),
      gaps: gaps.filter((gap) => gap.reserve === null || gap.reserve === reserve),
      terms: timeline,
      from,
      to,
      widthSeconds: widthMs / 1000,
      newest: bank !== null && last !== undefined && bank.observedAt > last.observedAt ? bank : null,
    });
  });
}

/**
 * Whether a state counts. Where the rollup has not said yet what was observed up to the end of the range, states after that
 * would be states in a gap: they wait until it has, as the buckets of an hour do.
 */
function isLookedInto(to: Date, lookedIntoUntil: Date): (state: StoredState) => boolean {
  return (state) => to <= lookedIntoUntil || state.observedAt <= lookedIntoUntil;
}

/** The newest look at a reserve in some spans: nothing had changed since the state before it. */
function newestBank({ spans }: ObservationSpans, reserve: string): Sighting | null {
  const own = spans.filter(
    (span) =>
      !span.notObserved.has(reserve) &&
      (span.reserves?.has(reserve) ?? (span.firstReserve <= reserve && reserve <= span.lastReserve)),
  );
  const newest = own.toSorted((left, right) => left.to.getTime() - right.to.getTime()).at(-1);
  return newest === undefined ? null : { slot: newest.toSlot, observedAt: newest.to };
}

/** Nothing is known of a reserve whose looks cannot be derived; the rollup has no buckets of it either. */
function buildKnown(input: BuildBucketsInput): Bucket[] {
  try {
    return buildBuckets(input);
  } catch (error) {
    if (isLendingError(error) || error instanceof HistoryError) return [];
    throw error;
  }
}

function append(within: Map<string, StoredSnapshot[]>, state: StoredSnapshot): void {
  const states = within.get(state.reserve);
  if (states === undefined) within.set(state.reserve, [state]);
  else states.push(state);
}
