import type { CompoundingVariant } from './compounding.ts';
import type {
  InterestRateBasis,
  LastUpdate,
  Reserve,
  ReserveCollateral,
  ReserveConfig,
  ReserveLiquidity,
} from './reserve.ts';

/** What accrual needs of a reserve: a decoded account has it, and so has what is stored of one. */
export interface AccruingReserve extends Pick<Reserve, 'address'> {
  readonly lastUpdate: Pick<LastUpdate, 'slot' | 'timestamp'>;
  readonly liquidity: Pick<
    ReserveLiquidity,
    | 'availableAmountRaw'
    | 'borrowedAmountSf'
    | 'marketPriceSf'
    | 'mintDecimals'
    | 'cumulativeBorrowRateBsf'
    | 'accumulatedProtocolFeesSf'
    | 'accumulatedReferrerFeesSf'
    | 'pendingReferrerFeesSf'
    | 'absoluteReferralRateSf'
    | 'rewardsAvailableRaw'
  >;
  readonly collateral: Pick<ReserveCollateral, 'mintTotalSupplyRaw'>;
  readonly config: AccrualConfig;
}

/** The settings of a reserve that accrual depends on. */
export type AccrualConfig = Pick<
  ReserveConfig,
  | 'interestRateBasis'
  | 'borrowRateCurve'
  | 'hostFixedInterestRateBps'
  | 'protocolTakeRatePct'
  | 'rewardsPerAccrualUnitRaw'
>;

/** The moment to accrue to, and the market settings that accrual depends on. */
export interface AccrualOptions {
  readonly slot: bigint;
  /** Unix seconds of the same bank as `slot`; drives accrual of `true_apr` reserves. */
  readonly unixTimestamp: bigint;
  /** `referralFeeBps` of the reserve's lending market; splits the fee, never changes debt or supply. */
  readonly referralFeeBps: number;
  /** `reserveRewardsMaxAprBps` of the lending market, 0 (no rewards) by default. */
  readonly rewardsMaxAprBps?: number;
  /** `since-1.17` by default. */
  readonly compounding?: CompoundingVariant;
}

/** Balances of a reserve as the program would hold them after a refresh at `slot`; the account itself is unchanged. */
export interface AccruedReserve {
  readonly slot: bigint;
  readonly unixTimestamp: bigint;
  readonly interestRateBasis: InterestRateBasis;
  readonly compounding: CompoundingVariant;
  /** Slots (`legacy`) or seconds (`true_apr`) that interest was added for. */
  readonly elapsedUnits: bigint;
  /** Base units, rewards of this refresh included. */
  readonly availableRaw: bigint;
  readonly borrowedSf: bigint;
  /** Available + borrowed - fees owed, 60-bit fixed point of base units. */
  readonly totalSupplySf: bigint;
  /** Borrowed / total supply, 60-bit fixed point; may exceed one, 0 where there is no supply. */
  readonly utilizationSf: bigint;
  readonly cumulativeBorrowRateBsf: bigint;
  readonly accumulatedProtocolFeesSf: bigint;
  readonly accumulatedReferrerFeesSf: bigint;
  readonly pendingReferrerFeesSf: bigint;
  readonly absoluteReferralRateSf: bigint;
  /** Rewards that this refresh moves into `availableRaw`, base units. */
  readonly rewardsRaw: bigint;
  /** Rewards budget left after that, base units. */
  readonly rewardsAvailableRaw: bigint;
}
