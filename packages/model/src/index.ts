export type { Bucket, BucketEdge, BucketQuality, NumberSummary, StateNumber } from './history/bucket.ts';
export { type BuildBucketsInput, buildBuckets, ROLLUP_VERSION } from './history/build-buckets.ts';
export { foldBuckets } from './history/fold-buckets.ts';
export { type GapEvidence, gapReasonOf } from './history/gap-reason.ts';
export { HistoryError, type HistoryErrorCode } from './history/history-error.ts';
export { addInterest, sumInterest, ZERO_INTEREST } from './history/interest-split.ts';
export { momentBetween, type Sighting, unixSecondsOf } from './history/moment.ts';
export {
  findGaps,
  type ObservationGap,
  type ObservedSpan,
  observedSecondsIn,
  type TimeRange,
} from './history/observations.ts';
export {
  type IndexPoint,
  type RealisedApy,
  type RealisedApyGap,
  realisedBorrowApy,
  realisedSupplyApy,
} from './history/realised-rates.ts';
export { deriveNewest, deriveStateAt, type StateAt, type StateAtInput, type StateProof } from './history/state-at.ts';
