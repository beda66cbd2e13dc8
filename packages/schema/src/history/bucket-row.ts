import type { InterestSplit, StateNumbers } from '@tidemark/core';
import { type Bucket, type BucketEdge, type NumberSummary, type StateNumber, sumInterest } from '@tidemark/model';
import type { Protocol } from '@tidemark/protocols';
import { toTimeBasis } from '../rows/to-reserve-state.ts';
import { SchemaError } from '../schema-error.ts';
import {
  BUCKET_AGGREGATES,
  type BucketNumberColumn,
  bucketNumberColumn,
  INTEREST_RECEIVERS,
  type ReserveBucketRow,
} from '../tables/index.ts';
import { NUMBER_OF, STATE_NUMBERS } from './bucket-selection.ts';

/** A bucket as it is read, but for what the write adds. */
export type BucketInput = Omit<
  ReserveBucketRow,
  'changeId' | 'protocol' | 'computedAt' | 'rollupVersion' | 'reserveId'
>;

const NOTHING_KNOWN: NumberSummary = { open: null, min: null, max: null, twavg: null, close: null };

type TimeBasisNames = Protocol['timeBasisNames'];

/** The value of a column of a bucket. */
export type BucketValue = (bucket: Bucket, timeBasisNames: TimeBasisNames) => unknown;

const OTHER_VALUES: {
  readonly [Key in Exclude<keyof BucketInput, BucketNumberColumn>]: (
    bucket: Bucket,
    timeBasisNames: TimeBasisNames,
  ) => BucketInput[Key];
} = {
  reserve: ({ reserve }) => reserve,
  lendingMarket: ({ lendingMarket }) => lendingMarket,
  bucketStart: ({ start }) => start,
  bucketEnd: ({ end }) => end,
  final: ({ final }) => final,
  quality: ({ quality }) => quality,
  gapReason: ({ gapReason }) => gapReason,
  observations: ({ observations }) => observations,
  snapshots: ({ snapshots }) => snapshots,
  observedSeconds: ({ observedSeconds }) => observedSeconds,
  elapsedSeconds: ({ elapsedSeconds }) => elapsedSeconds,
  borrowApyRealisedF: ({ borrowApyRealisedF }) => borrowApyRealisedF,
  supplyApyRealisedF: ({ supplyApyRealisedF }) => supplyApyRealisedF,
  openSlot: ({ open }) => open?.slot ?? null,
  openAt: ({ open }) => open?.at ?? null,
  openObservedAt: ({ open }) => open?.observedAt ?? null,
  openProof: ({ open }) => open?.proof ?? null,
  openAvailable: ({ open }) => open?.available ?? null,
  openBorrowed: ({ open }) => open?.borrowed ?? null,
  openSupplied: ({ open }) => open?.supplied ?? null,
  openBorrowIndex: ({ open }) => open?.borrowIndex ?? null,
  openReceiptSupply: ({ open }) => open?.receiptSupply ?? null,
  openPrice: ({ open }) => open?.price ?? null,
  openPriceStatus: ({ open }) => open?.priceStatus ?? null,
  openPriceUpdatedAt: ({ open }) => open?.priceUpdatedAt ?? null,
  closeSlot: ({ close }) => close?.slot ?? null,
  closeAt: ({ close }) => close?.at ?? null,
  closeObservedAt: ({ close }) => close?.observedAt ?? null,
  closeProof: ({ close }) => close?.proof ?? null,
  closeAvailable: ({ close }) => close?.available ?? null,
  closeBorrowed: ({ close }) => close?.borrowed ?? null,
  closeSupplied: ({ close }) => close?.supplied ?? null,
  closeBorrowIndex: ({ close }) => close?.borrowIndex ?? null,
  closeReceiptSupply: ({ close }) => close?.receiptSupply ?? null,
  closePrice: ({ close }) => close?.price ?? null,
  closePriceStatus: ({ close }) => close?.priceStatus ?? null,
  closePriceUpdatedAt: ({ close }) => close?.priceUpdatedAt ?? null,
  interestRateBasis: ({ timeBasis }, timeBasisNames) => (timeBasis === null ? null : timeBasisNames[timeBasis]),
  interest: ({ interest }) => interest?.interest ?? null,
  interestSupplySide: ({ interest }) => ofSuppliers(interest),
  interestProtocol: ({ interest }) => interest?.protocol ?? null,
  interestReferrerMax: ({ interest }) => received(interest, 'referrerMax'),
  interestHost: ({ interest }) => received(interest, 'host'),
  interestUsd: ({ interestUsd }) => interestUsd?.interest ?? null,
  interestSupplySideUsd: ({ interestUsd }) => ofSuppliers(interestUsd),
  interestProtocolUsd: ({ interestUsd }) => interestUsd?.protocol ?? null,
  interestReferrerMaxUsd: ({ interestUsd }) => received(interestUsd, 'referrerMax'),
  interestHostUsd: ({ interestUsd }) => received(interestUsd, 'host'),
  pricedSeconds: ({ pricedSeconds }) => pricedSeconds,
};

/** By the property of the row. */
export const BUCKET_VALUES: ReadonlyMap<string, BucketValue> = new Map<string, BucketValue>([
  ...Object.entries(OTHER_VALUES),
  ...STATE_NUMBERS.flatMap((number) =>
    BUCKET_AGGREGATES.map((aggregate): [string, BucketValue] => [
      bucketNumberColumn(NUMBER_OF[number], aggregate),
      ({ numbers }) => (numbers === null ? null : numbers[number][aggregate]),
    ]),
  ),
]);

/** The whole is read as the sum of its parts: throws `INVALID_ROW` where it is not. */
function ofSuppliers(split: InterestSplit | null): bigint | null {
  if (split === null) return null;
  const sum = Object.values(split.others).reduce((a, b) => a + b, split.supplySide + split.protocol);
  if (sum !== split.interest) {
    throw new SchemaError('INVALID_ROW', `parts of interest make ${sum}, and it is ${split.interest}`);
  }
  return split.supplySide;
}

/** Nothing went to a receiver that the protocol does not have. Throws `INVALID_ROW` for one that no column is of: it would be lost. */
function received(split: InterestSplit | null, receiver: keyof typeof INTEREST_RECEIVERS): bigint | null {
  if (split === null) return null;
  const other = Object.keys(split.others).find((name) => !(name in INTEREST_RECEIVERS));
  if (other !== undefined) throw new SchemaError('INVALID_ROW', `interest of ${other} has no column`);
  return split.others[receiver] ?? 0n;
}

/** The bucket of a stored row, equal to the one that was written; for folding stored buckets into longer ones. */
export function toBucket(row: BucketInput): Bucket {
  return {
    reserve: row.reserve,
    lendingMarket: row.lendingMarket,
    start: row.bucketStart,
    end: row.bucketEnd,
    final: row.final,
    quality: row.quality,
    gapReason: row.gapReason,
    observations: row.observations,
    snapshots: row.snapshots,
    observedSeconds: row.observedSeconds,
    elapsedSeconds: row.elapsedSeconds,
    open: toEdge(row, 'open'),
    close: toEdge(row, 'close'),
    timeBasis: row.interestRateBasis === null ? null : toTimeBasis(row.interestRateBasis),
    numbers: row.quality === 'missing' ? null : toSummaries(row),
    borrowApyRealisedF: row.borrowApyRealisedF,
    supplyApyRealisedF: row.supplyApyRealisedF,
    interest: toInterest(row, ''),
    interestUsd: toInterest(row, 'Usd'),
    pricedSeconds: row.pricedSeconds,
  };
}

function toEdge(row: BucketInput, edge: 'open' | 'close'): BucketEdge | null {
  const slot = row[`${edge}Slot`];
  const at = row[`${edge}At`];
  const observedAt = row[`${edge}ObservedAt`];
  const available = row[`${edge}Available`];
  const borrowed = row[`${edge}Borrowed`];
  const supplied = row[`${edge}Supplied`];
  const borrowIndex = row[`${edge}BorrowIndex`];
  const receiptSupply = row[`${edge}ReceiptSupply`];
  const price = row[`${edge}Price`];
  // A check of the table: all of them, or none.
  if (slot === null || at === null || observedAt === null) return null;
  if (available === null || borrowed === null || supplied === null) return null;
  if (borrowIndex === null || receiptSupply === null || price === null) return null;
  return {
    slot,
    at,
    observedAt,
    proof: row[`${edge}Proof`],
    available,
    borrowed,
    supplied,
    borrowIndex,
    receiptSupply,
    price,
    priceStatus: row[`${edge}PriceStatus`],
    priceUpdatedAt: row[`${edge}PriceUpdatedAt`],
    numbers: toStateNumbers(row, edge),
  };
}

function toStateNumbers(row: BucketInput, aggregate: 'open' | 'close'): StateNumbers {
  const entries = STATE_NUMBERS.map((number) => [number, row[bucketNumberColumn(NUMBER_OF[number], aggregate)]]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check of the table: at an edge only USD can be null
  return Object.fromEntries(entries) as StateNumbers;
}

function toSummaries(row: BucketInput): Record<StateNumber, NumberSummary> {
  const entries = STATE_NUMBERS.map((number) => {
    const summary = { ...NOTHING_KNOWN };
    for (const aggregate of BUCKET_AGGREGATES) {
      Object.assign(summary, { [aggregate]: row[bucketNumberColumn(NUMBER_OF[number], aggregate)] });
    }
    return [number, summary];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry per number
  return Object.fromEntries(entries) as Record<StateNumber, NumberSummary>;
}

function toInterest(row: BucketInput, unit: '' | 'Usd'): InterestSplit | null {
  const [supplySide, protocol] = [row[`interestSupplySide${unit}`], row[`interestProtocol${unit}`]];
  const [referrerMax, host] = [row[`interestReferrerMax${unit}`], row[`interestHost${unit}`]];
  if (supplySide === null || protocol === null || referrerMax === null || host === null) return null;
  return sumInterest(supplySide, protocol, { referrerMax, host });
}
