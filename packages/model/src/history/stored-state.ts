import type { CurvePoint, InterestRateBasis } from '@tidemark/protocols/kamino';

/** The numbers of a state that buckets summarise; USD is null where the account holds no price. */
export interface StateNumbers {
  /** Whole tokens. */
  readonly availableAmountF: number;
  readonly suppliedAmountF: number;
  readonly borrowedAmountF: number;
  readonly availableAmountUsdF: number | null;
  readonly suppliedAmountUsdF: number | null;
  readonly borrowedAmountUsdF: number | null;
  readonly priceUsdF: number | null;
  /** Fractions; utilization is not clamped. */
  readonly utilizationF: number;
  readonly borrowAprF: number;
  readonly borrowApyF: number;
  readonly supplyAprF: number;
  readonly supplyApyF: number;
  readonly rewardsAprF: number;
}

/**
 * One stored look at a reserve: what its account held, and what that had become by the bank of the look. A row of
 * `reserve_snapshots` is one.
 */
export interface StoredState extends StateNumbers {
  readonly reserve: string;
  readonly lendingMarket: string;
  /** Bank of the look. */
  readonly slot: bigint;
  readonly observedAt: Date;

  /** The account, unchanged. Null times: the account holds none. */
  readonly lastUpdateSlot: bigint;
  readonly lastUpdateAt: Date | null;
  readonly availableAmountRaw: bigint;
  readonly borrowedAmountSf: bigint;
  readonly cumulativeBorrowRateBsf: bigint;
  readonly accumulatedProtocolFeesSf: bigint;
  readonly accumulatedReferrerFeesSf: bigint;
  readonly pendingReferrerFeesSf: bigint;
  readonly absoluteReferralRateSf: bigint;
  readonly marketPriceSf: bigint;
  readonly marketPriceUpdatedAt: Date | null;
  readonly priceStatus: number | null;
  readonly collateralSupplyRaw: bigint;
  readonly rewardsAvailableRaw: bigint;

  readonly slotDurationMsF: number;
  readonly interestRateBasis: InterestRateBasis;
  readonly compounding: string;
  readonly accountSha256: Uint8Array;
}

/** Settings of a reserve and its market that accrual depends on. */
export interface AccrualTerms {
  readonly tokenDecimals: number;
  readonly interestRateBasis: InterestRateBasis;
  readonly borrowRateCurve: readonly CurvePoint[];
  readonly hostFixedInterestRateBps: number;
  readonly protocolTakeRatePct: number;
  readonly rewardsPerAccrualUnitRaw: bigint;
  /** Of the lending market. */
  readonly referralFeeBps: number;
  readonly rewardsMaxAprBps: number;
}

/** The settings that were in force when a reserve was looked at. */
export interface TermsTimeline {
  at(observedAt: Date): AccrualTerms;
}

/** A moment of the chain. */
export interface Moment {
  readonly slot: bigint;
  /** Unix seconds. */
  readonly unixSeconds: number;
}
