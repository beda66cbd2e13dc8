import type { Bucket } from '@tidemark/model';

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
    interestRateBasis: null,
    numbers: null,
    borrowApyRealisedF: null,
    supplyApyRealisedF: null,
    interest: null,
    interestUsd: null,
  };
}
