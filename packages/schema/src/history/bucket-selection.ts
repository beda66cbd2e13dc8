import type { StateNumbers } from '@tidemark/core';
import type { StateNumber } from '@tidemark/model';
import { NUMBER_OF } from '../generated/state-numbers.ts';
import { listColumnSpecs, listNumericKeys, selectList } from '../rows/column-specs.ts';
import { type BucketAggregate, bucketNumberColumn, type ReserveBucketRow, reserveHourly } from '../tables/index.ts';

export { NUMBER_OF };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the literal above
export const STATE_NUMBERS = Object.keys(NUMBER_OF) as StateNumber[];

/** How long the stored buckets are. */
export type BucketGrain = 'quarter_hourly' | 'hourly' | 'daily';

/** Names of the tables; all have the same columns. */
export const BUCKET_TABLES: Readonly<Record<BucketGrain, string>> = {
  quarter_hourly: 'lend.reserve_quarter_hourly',
  hourly: 'lend.reserve_hourly',
  daily: 'lend.reserve_daily',
};

const SPECS = listColumnSpecs(reserveHourly, []);

/** What is read of each bucket. */
export interface BucketSelection {
  /** Of a table of buckets under the name `b`. */
  readonly columns: string;
  /** Properties that come as text and become a bigint. */
  readonly numerics: readonly string[];
}

export const WHOLE_BUCKET: BucketSelection = { columns: selectList(SPECS, 'b.'), numerics: listNumericKeys(SPECS) };

const FACT_KEYS = [
  'reserve',
  'bucketStart',
  'closeSlot',
  'closeAt',
  'closeObservedAt',
  'closeProof',
  'borrowApyRealisedF',
  'supplyApyRealisedF',
  'closeAvailable',
  'closeBorrowed',
  'closeSupplied',
  'closeBorrowIndex',
  'closeReceiptSupply',
  'interest',
  'interestUsd',
  'observations',
  'snapshots',
  'observedSeconds',
  'elapsedSeconds',
  'quality',
  'gapReason',
  'final',
] as const satisfies readonly (keyof ReserveBucketRow)[];

/** What a bucket says to those who read one aggregate of its numbers: a third of its columns. */
export type BucketSummary = Pick<ReserveBucketRow, (typeof FACT_KEYS)[number]> & {
  readonly [Name in keyof StateNumbers]: number | null;
};

const FACTS = listColumnSpecs(reserveHourly, []).filter(({ key }) => FACT_KEYS.some((wanted) => wanted === key));

/** The columns of `BucketSummary`, of a table of buckets under the name `b`. */
export function selectSummary(aggregate: BucketAggregate): BucketSelection {
  const numbers = STATE_NUMBERS.map(
    (name: StateNumber) => `b.${bucketNumberColumn(NUMBER_OF[name], aggregate)} AS "${name}"`,
  );
  return {
    columns: [selectList(FACTS, 'b.'), ...numbers].join(', '),
    numerics: listNumericKeys(FACTS),
  };
}
