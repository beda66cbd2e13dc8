/** Units in which a reserve counts interest: slots (`legacy`) or wall-clock seconds (`true_apr`). */
export type InterestRateBasis = 'legacy' | 'true_apr';

/** Lifecycle of a reserve. Obsolete and hidden reserves still accrue; the status only gates new activity. */
export type ReserveStatus = 'active' | 'obsolete' | 'hidden';

/** When the reserve was last refreshed on chain. */
export interface LastUpdate {
  readonly slot: bigint;
  /** Set by every user action, cleared by a refresh. Normal, not an error. */
  readonly stale: boolean;
  /**
   * Bit set of {@link PRICE_STATUS_BITS}; rewritten only by a refresh. 0 where there never was a price, and where a refresh
   * without a price found the stored one too old.
   */
  readonly priceStatus: number;
  /** Unix seconds of the last refresh; 0 in accounts written before klend 1.17. */
  readonly timestamp: number;
}

/** Token side of a reserve. Amounts are base units; `Sf` are 60-bit fixed point of base units. */
export interface ReserveLiquidity {
  readonly mint: string;
  readonly supplyVault: string;
  readonly feeVault: string;
  readonly tokenProgram: string;
  readonly availableAmountRaw: bigint;
  readonly borrowedAmountSf: bigint;
  /** USD for one whole token, 60-bit fixed point; 0 when no price was ever stored or the oracle said 0. */
  readonly marketPriceSf: bigint;
  /** Unix seconds of the price; 0 = never. The only honest sign of a price's age. */
  readonly marketPriceUpdatedAt: bigint;
  /** Decimals of the liquidity mint, 0..19. cToken amounts use them too. */
  readonly mintDecimals: number;
  /** Unix seconds, but a slot in accounts written before klend 1.9; 0 = not crossed. */
  readonly depositLimitCrossedAt: bigint;
  /** As `depositLimitCrossedAt`. */
  readonly borrowLimitCrossedAt: bigint;
  /** Growth of one unit of debt since the reserve began; 60 fractional bits in a u256. */
  readonly cumulativeBorrowRateBsf: bigint;
  readonly accumulatedProtocolFeesSf: bigint;
  readonly accumulatedReferrerFeesSf: bigint;
  readonly pendingReferrerFeesSf: bigint;
  /** Share of the interest that goes to referrers, as of the last accrual. */
  readonly absoluteReferralRateSf: bigint;
  /** Budget left for the reserve's own supply rewards. */
  readonly rewardsAvailableRaw: bigint;
}

/** Collateral-token (cToken) side of a reserve. */
export interface ReserveCollateral {
  readonly mint: string;
  readonly supplyVault: string;
  /** cTokens in existence, base units at the liquidity mint's decimals. */
  readonly mintTotalSupplyRaw: bigint;
}

/** Tickets of depositors who wait for liquidity. */
export interface WithdrawQueue {
  /** cTokens queued, base units. */
  readonly queuedCollateralRaw: bigint;
  readonly nextIssuedTicketSequence: bigint;
  readonly nextWithdrawableTicketSequence: bigint;
}

/** One knot of the borrow rate curve, both axes in basis points. */
export interface CurvePoint {
  readonly utilizationRateBps: number;
  readonly borrowRateBps: number;
}

/** How much may leave per interval. `currentTotalRaw` is often negative and stale once the interval is over. */
export interface WithdrawalCap {
  readonly capacityRaw: bigint;
  readonly currentTotalRaw: bigint;
  /** Unix seconds. */
  readonly intervalStartAt: bigint;
  /** 0 = no cap. */
  readonly intervalSeconds: bigint;
}

/** Fees as 60-bit fixed-point fractions in a u64. */
export interface ReserveFees {
  readonly originationFeeSf: bigint;
  /** u64::MAX means that flash loans are disabled, see {@link flashLoanFeeSfOf}. */
  readonly flashLoanFeeSf: bigint;
}

/** Bounds outside of which a price fails the heuristic check; prices are `lower / 10^exp`. */
export interface PriceHeuristic {
  readonly lower: bigint;
  readonly upper: bigint;
  readonly exp: bigint;
}

/** Where the price comes from and which checks it must pass. */
export interface TokenInfo {
  /** 32 bytes, NUL padded; not always terminated, ASCII or unique. */
  readonly nameBytes: Uint8Array;
  readonly heuristic: PriceHeuristic;
  readonly maxTwapDivergenceBps: bigint;
  readonly maxAgePriceSeconds: bigint;
  readonly maxAgeTwapSeconds: bigint;
  readonly scopePriceFeed: string;
  /** Four links; 65535 = unused link, all zero = unset. */
  readonly scopePriceChain: readonly number[];
  readonly scopeTwapChain: readonly number[];
  readonly switchboardPriceAggregator: string;
  readonly switchboardTwapAggregator: string;
  readonly pythPrice: string;
  readonly blockPriceUsage: boolean;
}

/** Configuration of a reserve, as its market's owner set it. Limits are base units; u64::MAX = unlimited. */
export interface ReserveConfig {
  readonly status: ReserveStatus;
  readonly interestRateBasis: InterestRateBasis;
  readonly hostFixedInterestRateBps: number;
  readonly minDeleveragingBonusBps: number;
  readonly blockCtokenUsage: boolean;
  readonly earlyRepayRemainingInterestPct: number;
  readonly emergencyMode: boolean;
  readonly protocolOrderExecutionFeePct: number;
  readonly protocolTakeRatePct: number;
  readonly protocolLiquidationFeePct: number;
  readonly loanToValuePct: number;
  readonly liquidationThresholdPct: number;
  readonly minLiquidationBonusBps: number;
  readonly maxLiquidationBonusBps: number;
  readonly badDebtLiquidationBonusBps: number;
  readonly deleveragingMarginCallPeriodSeconds: bigint;
  readonly deleveragingThresholdDecreaseBpsPerDay: bigint;
  readonly deleveragingBonusIncreaseBpsPerDay: bigint;
  readonly fees: ReserveFees;
  /** All 11 stored knots; the tail repeats the 100 % knot, see {@link effectiveCurve}. */
  readonly borrowRateCurve: readonly CurvePoint[];
  readonly borrowFactorPct: bigint;
  readonly depositLimitRaw: bigint;
  readonly borrowLimitRaw: bigint;
  readonly tokenInfo: TokenInfo;
  readonly depositWithdrawalCap: WithdrawalCap;
  readonly debtWithdrawalCap: WithdrawalCap;
  /** 20 elevation group ids that this reserve belongs to, 0 = empty place. */
  readonly elevationGroups: readonly number[];
  readonly disableUsageAsCollateralOutsideElevationGroup: boolean;
  /** 0 = no limit. */
  readonly utilizationLimitBlockBorrowingAbovePct: number;
  readonly autodeleverageEnabled: boolean;
  readonly proposerAuthorityLocked: boolean;
  readonly borrowLimitOutsideElevationGroupRaw: bigint;
  /** 32 limits by elevation group (place i is group i+1); 0 = not allowed. */
  readonly borrowLimitAgainstThisCollateralInElevationGroupRaw: readonly bigint[];
  /** Unix seconds, 0 = open term. */
  readonly debtMaturityAt: bigint;
  /** 0 = open term. */
  readonly debtTermSeconds: bigint;
  /** Base units given to depositors per slot or second, by the interest rate basis. */
  readonly rewardsPerAccrualUnitRaw: bigint;
  /** Bit set of operations that need a permission. */
  readonly permissionedOps: bigint;
}

/** Everything a Reserve account holds but its address; the argument of `encodeReserve`. */
export interface ReserveFields {
  readonly version: bigint;
  readonly lastUpdate: LastUpdate;
  readonly lendingMarket: string;
  /** The default address where there is no farm, see {@link isEmptyAddress}. */
  readonly farmCollateral: string;
  readonly farmDebt: string;
  readonly liquidity: ReserveLiquidity;
  readonly collateral: ReserveCollateral;
  readonly config: ReserveConfig;
  readonly borrowedAmountOutsideElevationGroupRaw: bigint;
  /** 32 amounts by elevation group (place i is group i+1). */
  readonly borrowedAmountsAgainstThisReserveInElevationGroupsRaw: readonly bigint[];
  readonly withdrawQueue: WithdrawQueue;
}

/** A decoded Reserve account. Read-only; independent of the bytes it came from. */
export interface Reserve extends ReserveFields {
  readonly address: string;
  /** Name on chain, see {@link decodeFixedText}. Not unique: a market may have several reserves of one token. */
  readonly tokenSymbol: string;
}
