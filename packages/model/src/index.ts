export type { Bucket, BucketEdge, BucketQuality, NumberSummary, StateNumber } from './history/bucket.ts';
export { type BuildBucketsInput, buildBuckets, buildBucketsOfWidths, ROLLUP_VERSION } from './history/build-buckets.ts';
export { foldBuckets } from './history/fold-buckets.ts';
export { gapReasonOf, REASON_OF_CODE } from './history/gap-reason.ts';
export { HistoryError } from './history/history-error.ts';
export { addInterest, sumInterest, ZERO_INTEREST } from './history/interest-split.ts';
export { type Sighting } from './history/moment.ts';
export { ObservedTime, type ObservationGap, type ObservedSpan } from './history/observations.ts';
export {
  type IndexPoint,
  indicesAtBegin,
  MAX_STRETCH_SECONDS,
  type RowsAroundBegin,
  type RealisedApy,
  type RealisedApyGap,
  realisedBorrowApy,
  realisedSupplyApy,
  MAX_START_AGE_FACTOR,
  WINDOW_SECONDS,
} from './history/realised-rates.ts';
export { deriveStateAt, type StateAt, type StateAtInput, type StateProof } from './history/state-at.ts';
