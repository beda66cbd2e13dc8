import {
  address,
  type Decoded,
  i64,
  oneOf,
  optionalU128,
  strictFlag,
  u8,
  u64,
  u128,
} from '../common/account-layout.ts';
import { MAX_MINT_DECIMALS, SUPPORTED_ACCOUNT_VERSION } from './constants.ts';

// Accounts are packed and unaligned.

export const version = u8(0, {
  code: 'UNSUPPORTED_VERSION',
  least: SUPPORTED_ACCOUNT_VERSION,
  most: SUPPORTED_ACCOUNT_VERSION,
});

/** How much may leave in a sliding window of slots: base units for a reserve, USD for a market. */
export const rateLimiter = (at: number) => ({
  /** u64::MAX is one as any other; 0 lets nothing out. */
  maxOutflow: u64(at),
  /** 0 = the limiter is off. */
  windowSlots: u64(at + 8),
  previousWads: u128(at + 16),
  windowStartSlot: u64(at + 32),
  currentWads: u128(at + 40),
});

/**
 * Configuration of a reserve. Limits are base units; u64::MAX = unlimited. A decoded reserve has what the program reads: what
 * accounts of earlier versions hold in newer fields is raised or cut to what it counts as. The order is that of the stored JSON.
 */
const CONFIG = {
  optimalUtilizationPct: u8(299),
  /** At least the optimal utilization. */
  maxUtilizationPct: u8(470),
  minBorrowRatePct: u8(303),
  optimalBorrowRatePct: u8(304),
  maxBorrowRatePct: u8(305),
  /** Rate at 100 % utilization; at least the maximum rate. */
  superMaxBorrowRatePct: u64(471),
  loanToValuePct: u8(300),
  liquidationBonusPct: u8(301),
  /** At least the bonus. */
  maxLiquidationBonusPct: u8(479),
  liquidationThresholdPct: u8(302),
  /** At least the threshold. */
  maxLiquidationThresholdPct: u8(480),
  /** Fees on top of a borrow, as fractions in wads. Interest is not part of them. */
  fees: {
    borrowFeeWad: u64(306),
    /** u64::MAX means that flash loans are disabled. */
    flashLoanFeeWad: u64(314),
    /** Share of a fee that goes to the host of the front end. */
    hostFeePct: u8(322),
  },
  depositLimitRaw: u64(323),
  borrowLimitRaw: u64(331),
  feeReceiver: address(339),
  /** Tenths of a percent, at most 50. */
  protocolLiquidationFeeDecaBps: u8(371),
  protocolTakeRatePct: u8(372, { code: 'INVALID_TAKE_RATE', most: 100 }),
  /** Debt counts 1 + this; u64::MAX = cannot be borrowed in practice. */
  addedBorrowWeightBps: u64(445),
  /** Isolated reserves are no collateral, and can only be the single borrow of a position. The program panics on others. */
  reserveType: oneOf(469, 'UNKNOWN_RESERVE_TYPE', ['regular', 'isolated']),
  /** Signed; clamped to ±2000 by the program when it scales the oracle's price. */
  scaledPriceOffsetBps: i64(481),
  /** The default address where there is none. */
  extraOracle: address(489),
  /** USD of debt that this reserve's collateral may back: above `open` no new borrow, above `close` it may be closed. */
  attributedBorrowLimitOpenUsd: u64(554),
  attributedBorrowLimitCloseUsd: u64(562),
};

/** Everything a Reserve account holds. Amounts are base units; `Wads` are fixed point of 18 decimals. */
export const RESERVE = {
  version,
  /** When the reserve was last refreshed on chain. The program keeps no time, only the slot. */
  lastUpdate: {
    slot: u64(1),
    /** Set by every user action, cleared by a refresh. Normal, not an error. */
    stale: strictFlag(9),
  },
  lendingMarket: address(10),
  /** Token side. */
  liquidity: {
    /** Price of a second oracle, which only bounds borrows and withdrawals; null where there is none. */
    extraMarketPriceWads: optionalU128(521, 522),
    mint: address(42),
    /** Decimals of the liquidity mint. cToken amounts use them too. */
    mintDecimals: u8(74, { code: 'INVALID_DECIMALS', most: MAX_MINT_DECIMALS }),
    supplyVault: address(75),
    pythOracle: address(107),
    switchboardOracle: address(139),
    availableAmountRaw: u64(171),
    borrowedAmountWads: u128(179),
    /** Growth of one unit of debt since the reserve began. */
    cumulativeBorrowRateWads: u128(195),
    accumulatedProtocolFeesWads: u128(373),
    /** USD for one whole token as of the last refresh; 0 where the oracle said 0 or there never was a refresh. */
    marketPriceWads: u128(211),
    /** Moving average of the oracle, or the market price where it has none. */
    smoothedMarketPriceWads: u128(453),
  },
  /** Collateral-token (cToken) side. */
  collateral: {
    mint: address(227),
    supplyVault: address(267),
    /** cTokens in existence, base units at the liquidity mint's decimals. */
    mintTotalSupplyRaw: u64(259),
  },
  config: CONFIG,
  /** Of the amounts that leave the reserve, base units. */
  rateLimiter: rateLimiter(389),
  /** USD of debt that this reserve's collateral backs, as of the last refresh of each position. */
  attributedBorrowValueWads: u128(538),
};

/** Everything a Reserve account holds but its address; the argument of `encodeReserve`. */
export type ReserveFields = Decoded<typeof RESERVE>;
export type ReserveLiquidity = ReserveFields['liquidity'];
export type ReserveConfig = ReserveFields['config'];
export type ReserveType = ReserveConfig['reserveType'];
export type ReserveFees = ReserveConfig['fees'];
export type RateLimiter = ReserveFields['rateLimiter'];
/** What the borrow rate depends on beside the utilization; percent. */
export type BorrowRateTerms = Pick<
  ReserveConfig,
  | 'optimalUtilizationPct'
  | 'maxUtilizationPct'
  | 'minBorrowRatePct'
  | 'optimalBorrowRatePct'
  | 'maxBorrowRatePct'
  | 'superMaxBorrowRatePct'
>;

/** A decoded Reserve account. Read-only; independent of the bytes it came from. It has no symbol: the mint has. */
export interface Reserve extends ReserveFields {
  readonly address: string;
}
