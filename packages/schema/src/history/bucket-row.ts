import type { Bucket, BucketEdge, InterestSplit, NumberSummary, StateNumber, StateNumbers } from '@tidemark/model';
import {
  BUCKET_AGGREGATES,
  type BucketNumberColumn,
  bucketNumberColumn,
  type ReserveBucketRow,
} from '../tables/index.ts';
import { NUMBER_OF, STATE_NUMBERS } from './bucket-numbers.ts';

/** A bucket as it is stored, but for what the write adds. */
export type BucketInput = Omit<ReserveBucketRow, 'protocol' | 'computedAt' | 'rollupVersion'>;

const NOTHING_KNOWN: NumberSummary = { open: null, min: null, max: null, twavg: null, close: null };

/** The columns of a bucket. */
export function toBucketInput(bucket: Bucket): BucketInput {
  const { open, close, interest, interestUsd } = bucket;
  return {
    reserve: bucket.reserve,
    lendingMarket: bucket.lendingMarket,
    bucketStart: bucket.start,
    bucketEnd: bucket.end,
    final: bucket.final,
    quality: bucket.quality,
    gapReason: bucket.gapReason,
    observations: bucket.observations,
    snapshots: bucket.snapshots,
    observedSeconds: bucket.observedSeconds,
    elapsedSeconds: bucket.elapsedSeconds,
    ...toNumberColumns(bucket.numbers),
    borrowApyRealisedF: bucket.borrowApyRealisedF,
    supplyApyRealisedF: bucket.supplyApyRealisedF,
    openSlot: open?.slot ?? null,
    openAt: open?.at ?? null,
    openObservedAt: open?.observedAt ?? null,
    openProof: open?.proof ?? null,
    openAvailableAmountRaw: open?.availableAmountRaw ?? null,
    openBorrowedAmountSf: open?.borrowedAmountSf ?? null,
    openTotalSupplySf: open?.totalSupplySf ?? null,
    openCumulativeBorrowRateBsf: open?.cumulativeBorrowRateBsf ?? null,
    openCollateralSupplyRaw: open?.collateralSupplyRaw ?? null,
    openMarketPriceSf: open?.marketPriceSf ?? null,
    openPriceStatus: open?.priceStatus ?? null,
    openPriceUpdatedAt: open?.priceUpdatedAt ?? null,
    closeSlot: close?.slot ?? null,
    closeAt: close?.at ?? null,
    closeObservedAt: close?.observedAt ?? null,
    closeProof: close?.proof ?? null,
    closeAvailableAmountRaw: close?.availableAmountRaw ?? null,
    closeBorrowedAmountSf: close?.borrowedAmountSf ?? null,
    closeTotalSupplySf: close?.totalSupplySf ?? null,
    closeCumulativeBorrowRateBsf: close?.cumulativeBorrowRateBsf ?? null,
    closeCollateralSupplyRaw: close?.collateralSupplyRaw ?? null,
    closeMarketPriceSf: close?.marketPriceSf ?? null,
    closePriceStatus: close?.priceStatus ?? null,
    closePriceUpdatedAt: close?.priceUpdatedAt ?? null,
    interestRateBasis: bucket.interestRateBasis,
    interestSf: interest?.interestSf ?? null,
    interestSupplySideSf: interest?.supplySideSf ?? null,
    interestProtocolSf: interest?.protocolSf ?? null,
    interestReferrerMaxSf: interest?.referrerMaxSf ?? null,
    interestHostSf: interest?.hostSf ?? null,
    interestUsdSf: interestUsd?.interestSf ?? null,
    interestSupplySideUsdSf: interestUsd?.supplySideSf ?? null,
    interestProtocolUsdSf: interestUsd?.protocolSf ?? null,
    interestReferrerMaxUsdSf: interestUsd?.referrerMaxSf ?? null,
    interestHostUsdSf: interestUsd?.hostSf ?? null,
  };
}

function toNumberColumns(numbers: Bucket['numbers']): Record<BucketNumberColumn, number | null> {
  const entries = STATE_NUMBERS.flatMap((number) =>
    BUCKET_AGGREGATES.map((aggregate): [BucketNumberColumn, number | null] => [
      bucketNumberColumn(NUMBER_OF[number], aggregate),
      numbers === null ? null : numbers[number][aggregate],
    ]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry per number and aggregate
  return Object.fromEntries(entries) as Record<BucketNumberColumn, number | null>;
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
    interestRateBasis: row.interestRateBasis,
    numbers: row.quality === 'missing' ? null : toSummaries(row),
    borrowApyRealisedF: row.borrowApyRealisedF,
    supplyApyRealisedF: row.supplyApyRealisedF,
    interest: toInterest(row),
    interestUsd: toInterestUsd(row),
  };
}

function toEdge(row: BucketInput, edge: 'open' | 'close'): BucketEdge | null {
  const slot = row[`${edge}Slot`];
  const at = row[`${edge}At`];
  const observedAt = row[`${edge}ObservedAt`];
  const availableAmountRaw = row[`${edge}AvailableAmountRaw`];
  const borrowedAmountSf = row[`${edge}BorrowedAmountSf`];
  const totalSupplySf = row[`${edge}TotalSupplySf`];
  const cumulativeBorrowRateBsf = row[`${edge}CumulativeBorrowRateBsf`];
  const collateralSupplyRaw = row[`${edge}CollateralSupplyRaw`];
  const marketPriceSf = row[`${edge}MarketPriceSf`];
  // A check of the table: all of them, or none.
  if (slot === null || at === null || observedAt === null) return null;
  if (availableAmountRaw === null || borrowedAmountSf === null || totalSupplySf === null) return null;
  if (cumulativeBorrowRateBsf === null || collateralSupplyRaw === null || marketPriceSf === null) return null;
  return {
    slot,
    at,
    observedAt,
    proof: row[`${edge}Proof`],
    availableAmountRaw,
    borrowedAmountSf,
    totalSupplySf,
    cumulativeBorrowRateBsf,
    collateralSupplyRaw,
    marketPriceSf,
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

function toInterest(row: BucketInput): InterestSplit | null {
  const { interestSf, interestSupplySideSf: supplySideSf, interestProtocolSf: protocolSf } = row;
  const { interestReferrerMaxSf: referrerMaxSf, interestHostSf: hostSf } = row;
  if (interestSf === null || supplySideSf === null || protocolSf === null) return null;
  if (referrerMaxSf === null || hostSf === null) return null;
  return { interestSf, supplySideSf, protocolSf, referrerMaxSf, hostSf };
}

function toInterestUsd(row: BucketInput): InterestSplit | null {
  const { interestUsdSf: interestSf, interestSupplySideUsdSf: supplySideSf } = row;
  const { interestProtocolUsdSf: protocolSf, interestReferrerMaxUsdSf: referrerMaxSf, interestHostUsdSf: hostSf } = row;
  if (interestSf === null || supplySideSf === null || protocolSf === null) return null;
  if (referrerMaxSf === null || hostSf === null) return null;
  return { interestSf, supplySideSf, protocolSf, referrerMaxSf, hostSf };
}
