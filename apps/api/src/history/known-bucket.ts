import type { HistoryAggregate, HistoryRow, ReserveInfo } from '@tidemark/contract';
import type { Bucket } from '@tidemark/history';
import type { BucketSummary } from '@tidemark/schema';
import { toBucketRow, toStoredRow } from './to-history-row.ts';

/** A bucket that something is known of, stored or made just now. */
export interface KnownBucket {
  readonly reserve: string;
  readonly startMs: number;
  /** Chain time of its closing values; null where it has none. */
  readonly closeMs: number | null;
  toRow(info: ReserveInfo): HistoryRow;
}

/** Buckets by reserve and start, in pages. */
export type KnownPages = AsyncIterable<readonly KnownBucket[]>;

export async function* ofStored(
  pages: AsyncIterable<readonly BucketSummary[]>,
): AsyncGenerator<readonly KnownBucket[]> {
  for await (const page of pages) {
    yield page.map((bucket) => ({
      reserve: bucket.reserve,
      startMs: bucket.bucketStart.getTime(),
      closeMs: bucket.closeAt?.getTime() ?? null,
      toRow: (info) => toStoredRow(bucket, info),
    }));
  }
}

export async function* ofMade(
  pages: AsyncIterable<readonly Bucket[]>,
  agg: HistoryAggregate,
): AsyncGenerator<readonly KnownBucket[]> {
  for await (const page of pages) {
    yield page.map((bucket) => ({
      reserve: bucket.reserve,
      startMs: bucket.start.getTime(),
      closeMs: bucket.close?.at.getTime() ?? null,
      toRow: (info) => toBucketRow(bucket, info, agg),
    }));
  }
}
