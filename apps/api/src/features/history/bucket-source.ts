import type { ReserveInfo } from '@tidemark/contract';
import { type AccrualRules, floorMs, HOUR_MS } from '@tidemark/core';
import { type Bucket, foldBuckets } from '@tidemark/model';
import { type IngestStop, type StoredBucket, toBucket } from '@tidemark/schema';
import { NOT_ROLLED_UP } from '../coverage/gaps.ts';
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

/** What is read of stored buckets; the rest is the range. */
type ReadBuckets<Page> = (options: BucketAsk) => AsyncIterable<Page>;
export interface BucketAsk {
  readonly reserves: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly pageSize: number;
  /** Buckets that the range holds of a reserve. */
  readonly mostOfEach: number;
}

/** Buckets as the rollup has stored them. */
export async function* storedBuckets<Page>(
  read: ReadBuckets<Page>,
  range: BucketRange,
  widthMs: number,
  pageSize: number,
): AsyncGenerator<Page> {
  const [first, ...rest] = range.reserves;
  if (first === undefined) return;
  const to = new Date(range.endMs);
  const pagesOf = (reserves: readonly ReserveInfo[], fromMs: number) => {
    const mostOfEach = Math.max(1, Math.ceil((range.endMs - fromMs) / widthMs));
    return read({ to, pageSize, mostOfEach, from: new Date(fromMs), reserves: reserves.map(({ reserve }) => reserve) });
  };
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

/** A bucket that is not stored for the reason given, next to one of the same reserve that is. */
function missingBucket(beside: Bucket, startMs: number, widthMs: number, gapReason: string): Bucket {
  return {
    reserve: beside.reserve,
    lendingMarket: beside.lendingMarket,
    start: new Date(startMs),
    end: new Date(startMs + widthMs),
    final: false,
    quality: 'missing',
    gapReason,
    observations: 0,
    snapshots: 0,
    observedSeconds: 0,
    elapsedSeconds: widthMs / 1000,
    open: null,
    close: null,
    timeBasis: null,
    numbers: null,
    borrowApyRealisedF: null,
    supplyApyRealisedF: null,
    interest: null,
    interestUsd: null,
    pricedSeconds: 0,
  };
}
