export type { Bucket, BucketEdge, BucketQuality, NumberSummary, StateNumber } from './bucket.ts';
export { type BuildBucketsInput, buildBuckets } from './build-buckets.ts';
export { foldBuckets } from './fold-buckets.ts';
export { type GapEvidence, gapReasonOf } from './gap-reason.ts';
export { HistoryError, type HistoryErrorCode } from './history-error.ts';
export { addInterest, type InterestSplit, ZERO_INTEREST } from './interest-split.ts';
export { momentBetween, type Sighting } from './moment.ts';
export {
  findGaps,
  type ObservationGap,
  type ObservedSpan,
  observedSecondsIn,
  type TimeRange,
} from './observations.ts';
export { ROLLUP_VERSION } from './rollup-version.ts';
export { deriveNewest, deriveStateAt, type StateAt, type StateAtInput, type StateProof } from './state-at.ts';
export type { AccrualTerms, Moment, StateNumbers, StoredState, TermsTimeline } from './stored-state.ts';
