import type { HistoryAggregate, HistoryRow, ReserveInfo } from '@tidemark/contract';
import type { Bucket } from '@tidemark/model';
import type { BucketSummary } from '@tidemark/schema';
import { toBucketRow, toStoredRow } from './rows.ts';

/** A bucket that something is known of, stored or made just now. */
export interface KnownBucket {
  readonly reserve: string;
  readonly startMs: number;
  /** Chain time of its closing values; null where it has none. */
  readonly closeMs: number | null;
  toRow(info: ReserveInfo): HistoryRow;
}

/** All buckets of a reserve that begin before this moment have come: of those that have not, nothing is known. */
export interface PassedTime {
  readonly reserve: string;
  readonly passedMs: number;
}

/** Buckets by reserve and start, in pages. A page of buckets that cost much to make may end with how far it reaches. */
export type KnownPages = AsyncIterable<readonly (KnownBucket | PassedTime)[]>;

/** Buckets made together, and how far they reach; of several reserves, in the last one. */
export interface MadePiece extends PassedTime {
  readonly buckets: readonly Bucket[];
}

export async function* ofStored(
  pages: AsyncIterable<readonly BucketSummary[]>,
  scale: bigint,
): AsyncGenerator<readonly KnownBucket[]> {
  for await (const page of pages) {
    yield page.map((bucket) => ({
      reserve: bucket.reserve,
      startMs: bucket.bucketStart.getTime(),
      closeMs: bucket.closeAt?.getTime() ?? null,
      toRow: (info) => toStoredRow(bucket, info, scale),
    }));
  }
}

export async function* ofMade(
  pages: AsyncIterable<readonly Bucket[]>,
  agg: HistoryAggregate,
  scale: bigint,
): AsyncGenerator<readonly KnownBucket[]> {
  for await (const page of pages) yield page.map((bucket) => toKnown(bucket, agg, scale));
}

/** The same where every page tells how far it reaches, so that one without buckets is a step too. */
export async function* ofPieces(
  pieces: AsyncIterable<MadePiece>,
  agg: HistoryAggregate,
  scale: bigint,
): AsyncGenerator<readonly (KnownBucket | PassedTime)[]> {
  for await (const { buckets, reserve, passedMs } of pieces) {
    yield [...buckets.map((bucket) => toKnown(bucket, agg, scale)), { reserve, passedMs }];
  }
}

function toKnown(bucket: Bucket, agg: HistoryAggregate, scale: bigint): KnownBucket {
  return {
    reserve: bucket.reserve,
    startMs: bucket.start.getTime(),
    closeMs: bucket.close?.at.getTime() ?? null,
    toRow: (info) => toBucketRow(bucket, info, agg, scale),
  };
}

/** A bucket that is not stored for the reason given, next to one of the same reserve that is. */
export function missingBucket(beside: Bucket, startMs: number, widthMs: number, gapReason: string): Bucket {
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
  };
}
