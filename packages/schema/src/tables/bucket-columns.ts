import type { BucketNumber } from '../generated/state-numbers.ts';

/** Ways to put the values of a number over a bucket into one. */
export const BUCKET_AGGREGATES = ['open', 'min', 'max', 'twavg', 'close'] as const;
export type BucketAggregate = (typeof BUCKET_AGGREGATES)[number];

/** Column of a summarised number: `borrow_apy_twavg_f`. */
export type BucketNumberColumn = `${BucketNumber}_${BucketAggregate}_f`;

export function bucketNumberColumn(number: BucketNumber, aggregate: BucketAggregate): BucketNumberColumn {
  return `${number}_${aggregate}_f`;
}

/** Columns of the parts of interest that go neither to suppliers nor to the protocol, by the names that protocols give their receivers. */
export const INTEREST_RECEIVERS = { referrerMax: 'referrer_max', host: 'host' } as const;

/** Tables whose rows are corrected. */
export const CORRECTED_TABLES = [
  'reserve_snapshots',
  'reserve_quarter_hourly',
  'reserve_hourly',
  'reserve_daily',
] as const;
