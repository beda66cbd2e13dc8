import type { InterestSplit, StateNumbers, TimeBasis } from '@tidemark/core';
import type { StateAt, StateProof } from './state-at.ts';

/** The exact side of a bucket's edge, derived at the edge. Scales as in the stored state. */
export interface BucketEdge {
  /** Estimated between the banks around the edge; the bank's own in a bucket that is not over. */
  readonly slot: bigint;
  /**
   * The edge itself. Time of an observation where the bucket begins with the first observation ever or ends with the newest, and where the
   * program would refuse to accrue the account to the edge: then it is the nearest observation, and not proven.
   */
  readonly at: Date;
  /** Bank of the observation whose account was accrued to the edge. */
  readonly observedAt: Date;
  readonly proof: StateProof | null;
  readonly available: bigint;
  readonly borrowed: bigint;
  readonly supplied: bigint;
  readonly borrowIndex: bigint;
  readonly receiptSupply: bigint;
  readonly price: bigint;
  /** The program's verdict on that price; null where it has none, and of an edge that was stored before rollup version 2. */
  readonly priceStatus: number | null;
  /** Time of that price; null where the account holds none, or as above. */
  readonly priceUpdatedAt: Date | null;
  readonly numbers: StateNumbers;
}

/** One number over a bucket. Null where it was never known in it (USD without a price). */
export interface NumberSummary {
  readonly open: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Mean weighted by observed time; of an APY that of the mean APR. */
  readonly twavg: number | null;
  readonly close: number | null;
}

/** Names of the summarised numbers. */
export type StateNumber = keyof StateNumbers;

/** `ok`: observed throughout. `partial`: with a gap. `missing`: not observed at all; then there are no numbers. */
export type BucketQuality = 'ok' | 'partial' | 'missing';

/** One reserve over one stretch of time `[start, end)`. */
export interface Bucket {
  readonly reserve: string;
  readonly lendingMarket: string;
  readonly start: Date;
  readonly end: Date;
  /** False while later observations may still change it. */
  readonly final: boolean;
  readonly quality: BucketQuality;
  /** Reason of the longest gap in it, null where it has none. */
  readonly gapReason: string | null;
  /**
   * Observations of the account, changed or not. Null where a run of observations that is only counted as a whole lies across an edge,
   * which full hours never have.
   */
  readonly observations: number | null;
  /** Stored states among them. */
  readonly snapshots: number;
  /** Seconds of the bucket that observations cover, and that have passed since the reserve was first seen. */
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
  /** Of a bucket put together from others: the first and last that are known. Null where the bucket is missing. */
  readonly open: BucketEdge | null;
  readonly close: BucketEdge | null;
  /** Of the account at the close. Null where the bucket is missing, and in what an earlier version has stored. */
  readonly timeBasis: TimeBasis | null;
  /** Null where the bucket is missing. */
  readonly numbers: Readonly<Record<StateNumber, NumberSummary>> | null;
  /** Over the bucket, from edge to edge; null where it has no rate, or is missing. */
  readonly borrowApyRealisedF: number | null;
  readonly supplyApyRealisedF: number | null;
  /** Also of a bucket that is missing. Null where no observation before tells it, or where the borrow index fell. */
  readonly interest: InterestSplit | null;
  /**
   * The same in USD at the price in force while it accrued: null where any of it had no price. Of a bucket put together from others the sum of
   * those that have it, so that the buckets of a range add up to one sum, whatever they are put together to; null where none has.
   */
  readonly interestUsd: InterestSplit | null;
  /** Seconds of `elapsedSeconds` whose interest is in `interestUsd`. */
  readonly pricedSeconds: number;
}

/** The edge of a bucket from the state there. */
export function toBucketEdge({ derived, evidence, proof }: StateAt, at: Date): BucketEdge {
  const { accrued, moment, numbers } = derived;
  return {
    slot: moment.slot,
    at,
    observedAt: evidence.observedAt,
    proof,
    available: accrued.available,
    borrowed: accrued.borrowed,
    supplied: accrued.supplied,
    borrowIndex: accrued.borrowIndex,
    receiptSupply: evidence.receiptSupply,
    price: evidence.price,
    priceStatus: evidence.priceStatus,
    priceUpdatedAt: evidence.priceUpdatedAt,
    numbers,
  };
}
