import type { StateNumbers } from '@tidemark/core';
import type { StateNumber } from '@tidemark/model';
import { listColumnSpecs } from '../rows/column-specs.ts';
import { listNumericKeys, selectList } from '../rows/read-columns.ts';
import { type BucketAggregate, bucketNumberColumn, reserveHourly, type ReserveBucketRow } from '../tables/index.ts';
import { NUMBER_OF, STATE_NUMBERS } from './bucket-numbers.ts';
import type { BucketSelection } from './bucket-tables.ts';

const FACT_KEYS = [
  'reserve',
  'bucketStart',
  'closeSlot',
  'closeAt',
  'closeObservedAt',
  'closeProof',
  'borrowApyRealisedF',
  'supplyApyRealisedF',
  'interestSf',
  'interestUsdSf',
  'observations',
  'snapshots',
  'observedSeconds',
  'elapsedSeconds',
  'quality',
  'gapReason',
  'final',
] as const satisfies readonly (keyof ReserveBucketRow)[];

const INTEGER_KEYS = [
  'closeAvailableAmountRaw',
  'closeBorrowedAmountSf',
  'closeTotalSupplySf',
  'closeCumulativeBorrowRateBsf',
  'closeCollateralSupplyRaw',
] as const satisfies readonly (keyof ReserveBucketRow)[];

/**
 * What a bucket says to those who read one aggregate of its numbers: a third of its columns. The integers of its close are as
 * Postgres writes them, because they are handed on as text.
 */
export type BucketSummary = Pick<ReserveBucketRow, (typeof FACT_KEYS)[number]> &
  Readonly<Record<(typeof INTEGER_KEYS)[number], string | null>> & {
    readonly [Name in keyof StateNumbers]: number | null;
  };

const SPECS = listColumnSpecs(reserveHourly, []);
const ofKeys = (keys: readonly string[]) => SPECS.filter(({ key }) => keys.includes(key));
const FACTS = ofKeys(FACT_KEYS);

/** The columns of `BucketSummary`, of a table of buckets under the name `b`. */
export function selectSummary(aggregate: BucketAggregate): BucketSelection {
  const numbers = STATE_NUMBERS.map(
    (name: StateNumber) => `b.${bucketNumberColumn(NUMBER_OF[name], aggregate)} AS "${name}"`,
  );
  return {
    columns: [selectList(FACTS, 'b.'), selectList(ofKeys(INTEGER_KEYS), 'b.'), ...numbers].join(', '),
    numerics: listNumericKeys(FACTS),
  };
}
