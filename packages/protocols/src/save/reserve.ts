/** Isolated reserves are no collateral, and can only be the single borrow of a position. */
export type ReserveType = 'regular' | 'isolated';

/** When the reserve was last refreshed on chain. The program keeps no time, only the slot. */
export interface LastUpdate {
  readonly slot: bigint;
  /** Set by every user action, cleared by a refresh. Normal, not an error. */
  readonly stale: boolean;
}

/** Token side of a reserve. Amounts are base units; `Wads` are fixed point of 18 decimals. */
export interface ReserveLiquidity {
  readonly mint: string;
  /** Decimals of the liquidity mint, 0..19. cToken amounts use them too. */
  readonly mintDecimals: number;
  readonly supplyVault: string;
  readonly pythOracle: string;
  readonly switchboardOracle: string;
  readonly availableAmountRaw: bigint;
  readonly borrowedAmountWads: bigint;
  /** Growth of one unit of debt since the reserve began. */
  readonly cumulativeBorrowRateWads: bigint;
  readonly accumulatedProtocolFeesWads: bigint;
  /** USD for one whole token as of the last refresh; 0 where the oracle said 0 or there never was a refresh. */
  readonly marketPriceWads: bigint;
  /** Moving average of the oracle, or the market price where it has none. */
  readonly smoothedMarketPriceWads: bigint;
  /** Price of a second oracle, which only bounds borrows and withdrawals; null where there is none. */
  readonly extraMarketPriceWads: bigint | null;
}

/** Collateral-token (cToken) side of a reserve. */
export interface ReserveCollateral {
  readonly mint: string;
  readonly supplyVault: string;
  /** cTokens in existence, base units at the liquidity mint's decimals. */
  readonly mintTotalSupplyRaw: bigint;
}

/** How much may leave in a sliding window of slots: base units for a reserve, USD for a market. */
export interface RateLimiter {
  /** u64::MAX is one as any other; 0 lets nothing out. */
  readonly maxOutflow: bigint;
  /** 0 = the limiter is off. */
  readonly windowSlots: bigint;
  readonly previousWads: bigint;
  readonly windowStartSlot: bigint;
  readonly currentWads: bigint;
}

/** Fees on top of a borrow, as fractions in wads. Interest is not part of them. */
export interface ReserveFees {
  readonly borrowFeeWad: bigint;
  /** u64::MAX means that flash loans are disabled. */
  readonly flashLoanFeeWad: bigint;
  /** Share of a fee that goes to the host of the front end. */
  readonly hostFeePct: number;
}

/** What the borrow rate depends on beside the utilization; percent. */
export interface BorrowRateTerms {
  readonly optimalUtilizationPct: number;
  /** At least the optimal utilization. */
  readonly maxUtilizationPct: number;
  readonly minBorrowRatePct: number;
  readonly optimalBorrowRatePct: number;
  readonly maxBorrowRatePct: number;
  /** Rate at 100 % utilization; at least the maximum rate. */
  readonly superMaxBorrowRatePct: bigint;
}

/**
 * Configuration of a reserve, as the program reads it: what accounts of earlier versions hold in newer fields is raised or
 * cut to what it counts as. Limits are base units; u64::MAX = unlimited.
 */
export interface ReserveConfig extends BorrowRateTerms {
  readonly loanToValuePct: number;
  readonly liquidationBonusPct: number;
  /** At least the bonus. */
  readonly maxLiquidationBonusPct: number;
  readonly liquidationThresholdPct: number;
  /** At least the threshold. */
  readonly maxLiquidationThresholdPct: number;
  readonly fees: ReserveFees;
  readonly depositLimitRaw: bigint;
  readonly borrowLimitRaw: bigint;
  readonly feeReceiver: string;
  /** Tenths of a percent, at most 50. */
  readonly protocolLiquidationFeeDecaBps: number;
  readonly protocolTakeRatePct: number;
  /** Debt counts 1 + this; u64::MAX = cannot be borrowed in practice. */
  readonly addedBorrowWeightBps: bigint;
  readonly reserveType: ReserveType;
  /** Signed; clamped to ±2000 by the program when it scales the oracle's price. */
  readonly scaledPriceOffsetBps: bigint;
  /** The default address where there is none. */
  readonly extraOracle: string;
  /** USD of debt that this reserve's collateral may back: above `open` no new borrow, above `close` it may be closed. */
  readonly attributedBorrowLimitOpenUsd: bigint;
  readonly attributedBorrowLimitCloseUsd: bigint;
}

/** Everything a Reserve account holds but its address; the argument of `encodeReserve`. */
export interface ReserveFields {
  readonly version: number;
  readonly lastUpdate: LastUpdate;
  readonly lendingMarket: string;
  readonly liquidity: ReserveLiquidity;
  readonly collateral: ReserveCollateral;
  readonly config: ReserveConfig;
  /** Of the amounts that leave the reserve, base units. */
  readonly rateLimiter: RateLimiter;
  /** USD of debt that this reserve's collateral backs, as of the last refresh of each position. */
  readonly attributedBorrowValueWads: bigint;
}

/** A decoded Reserve account. Read-only; independent of the bytes it came from. It has no symbol: the mint has. */
export interface Reserve extends ReserveFields {
  readonly address: string;
}
