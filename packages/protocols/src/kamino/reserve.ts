import {
  address,
  bytes,
  type Decoded,
  flag,
  i64,
  list,
  oneOf,
  small,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
} from '../common/account-layout.ts';
import { MAX_MINT_DECIMALS } from './constants.ts';

/** How much may leave per interval. `currentTotalRaw` is often negative and stale once the interval is over. */
const withdrawalCap = (at: number) => ({
  capacityRaw: i64(at),
  currentTotalRaw: i64(at + 8),
  /** Unix seconds. */
  intervalStartAt: u64(at + 16),
  /** 0 = no cap. */
  intervalSeconds: u64(at + 24),
});

/** Where the price comes from and which checks it must pass. */
const TOKEN_INFO = {
  /** NUL padded; not always terminated, ASCII or unique. */
  nameBytes: bytes(5032, 32),
  /** Bounds outside of which a price fails the heuristic check; prices are `lower / 10^exp`. */
  heuristic: { lower: u64(5064), upper: u64(5072), exp: u64(5080) },
  maxTwapDivergenceBps: u64(5088),
  maxAgePriceSeconds: u64(5096),
  maxAgeTwapSeconds: u64(5104),
  scopePriceFeed: address(5112),
  /** Four links; 65535 = unused link, all zero = unset. */
  scopePriceChain: list(5144, [4, 2], u16),
  scopeTwapChain: list(5152, [4, 2], u16),
  switchboardPriceAggregator: address(5160),
  switchboardTwapAggregator: address(5192),
  pythPrice: address(5224),
  blockPriceUsage: flag(5256),
};

/**
 * Configuration of a reserve, as its market's owner set it. Limits are base units; u64::MAX = unlimited. The order is that of
 * the stored JSON.
 */
const CONFIG = {
  /** Lifecycle of a reserve. Obsolete and hidden reserves still accrue; the status only gates new activity. */
  status: oneOf(4856, 'UNKNOWN_STATUS', ['active', 'obsolete', 'hidden']),
  /** Units in which a reserve counts interest: slots (`legacy`) or wall-clock seconds (`true_apr`). It decides every rate. */
  interestRateBasis: oneOf(4865, 'UNKNOWN_INTEREST_RATE_BASIS', ['legacy', 'true_apr']),
  hostFixedInterestRateBps: u16(4858),
  minDeleveragingBonusBps: u16(4860),
  blockCtokenUsage: flag(4862),
  earlyRepayRemainingInterestPct: u8(4863),
  emergencyMode: flag(4864),
  protocolOrderExecutionFeePct: u8(4869),
  /** Above 100 % the protocol would take more than the interest, and suppliers would pay to lend. */
  protocolTakeRatePct: u8(4870, { code: 'INVALID_TAKE_RATE', most: 100 }),
  protocolLiquidationFeePct: u8(4871),
  loanToValuePct: u8(4872),
  liquidationThresholdPct: u8(4873),
  minLiquidationBonusBps: u16(4874),
  maxLiquidationBonusBps: u16(4876),
  badDebtLiquidationBonusBps: u16(4878),
  deleveragingMarginCallPeriodSeconds: u64(4880),
  deleveragingThresholdDecreaseBpsPerDay: u64(4888),
  deleveragingBonusIncreaseBpsPerDay: u64(5768),
  /** Fees as 60-bit fixed-point fractions in a u64. */
  fees: {
    originationFeeSf: u64(4896),
    /** u64::MAX means that flash loans are disabled, see {@link flashLoanFeeSfOf}. */
    flashLoanFeeSf: u64(4904),
  },
  /** All 11 stored knots, both axes in basis points; the tail repeats the 100 % knot, see {@link effectiveCurve}. */
  borrowRateCurve: list(4920, [11, 8], (at) => ({ utilizationRateBps: u32(at), borrowRateBps: u32(at + 4) })),
  borrowFactorPct: u64(5008),
  depositLimitRaw: u64(5016),
  borrowLimitRaw: u64(5024),
  tokenInfo: TOKEN_INFO,
  depositWithdrawalCap: withdrawalCap(5416),
  debtWithdrawalCap: withdrawalCap(5448),
  /** Ids of the elevation groups that this reserve belongs to, 0 = empty place. */
  elevationGroups: list(5480, [20, 1], u8),
  disableUsageAsCollateralOutsideElevationGroup: flag(5500),
  /** 0 = no limit. */
  utilizationLimitBlockBorrowingAbovePct: u8(5501),
  autodeleverageEnabled: flag(5502),
  proposerAuthorityLocked: flag(5503),
  borrowLimitOutsideElevationGroupRaw: u64(5504),
  /** Limits by elevation group (place i is group i+1); 0 = not allowed. */
  borrowLimitAgainstThisCollateralInElevationGroupRaw: list(5512, [32, 8], u64),
  /** Unix seconds, 0 = open term. */
  debtMaturityAt: u64(5776),
  /** 0 = open term. */
  debtTermSeconds: u64(5784),
  /** Base units given to depositors per slot or second, by the interest rate basis. */
  rewardsPerAccrualUnitRaw: u64(5792),
  /** Bit set of operations that need a permission. */
  permissionedOps: u64(5800),
};

/** Everything a Reserve account holds. Amounts are base units; `Sf` are 60-bit fixed point of base units. */
export const RESERVE = {
  version: u64(8, { code: 'UNSUPPORTED_VERSION', least: 1, most: 1 }),
  /** When the reserve was last refreshed on chain. */
  lastUpdate: {
    slot: u64(16),
    /** Set by every user action, cleared by a refresh. Normal, not an error. */
    stale: flag(24),
    /**
     * Bit set of {@link PRICE_STATUS_BITS}; rewritten only by a refresh. 0 where there never was a price, and where a refresh
     * without a price found the stored one too old.
     */
    priceStatus: u8(25),
    /** Unix seconds of the last refresh; 0 in accounts written before klend 1.17. */
    timestamp: u32(28),
  },
  lendingMarket: address(32),
  /** The default address where there is no farm, see {@link isEmptyAddress}. */
  farmCollateral: address(64),
  farmDebt: address(96),
  /** Token side. */
  liquidity: {
    mint: address(128),
    supplyVault: address(160),
    feeVault: address(192),
    tokenProgram: address(408),
    availableAmountRaw: u64(224),
    borrowedAmountSf: u128(232),
    /** USD for one whole token, 60-bit fixed point; 0 when no price was ever stored or the oracle said 0. */
    marketPriceSf: u128(248),
    /** Unix seconds of the price; 0 = never. The only honest sign of a price's age. */
    marketPriceUpdatedAt: u64(264),
    /** Decimals of the liquidity mint. cToken amounts use them too. */
    mintDecimals: small(272, { code: 'INVALID_DECIMALS', most: MAX_MINT_DECIMALS }),
    /** Unix seconds, but a slot in accounts written before klend 1.9; 0 = not crossed. */
    depositLimitCrossedAt: u64(280),
    /** As `depositLimitCrossedAt`. */
    borrowLimitCrossedAt: u64(288),
    /** Growth of one unit of debt since the reserve began; 60 fractional bits in a u256. */
    cumulativeBorrowRateBsf: u256(296),
    accumulatedProtocolFeesSf: u128(344),
    accumulatedReferrerFeesSf: u128(360),
    pendingReferrerFeesSf: u128(376),
    /** Share of the interest that goes to referrers, as of the last accrual. */
    absoluteReferralRateSf: u128(392),
    /** Budget left for the reserve's own supply rewards. */
    rewardsAvailableRaw: u64(440),
  },
  /** Collateral-token (cToken) side. */
  collateral: {
    mint: address(2560),
    supplyVault: address(2600),
    /** cTokens in existence, base units at the liquidity mint's decimals. */
    mintTotalSupplyRaw: u64(2592),
  },
  config: CONFIG,
  borrowedAmountOutsideElevationGroupRaw: u64(6704),
  /** Amounts by elevation group (place i is group i+1). */
  borrowedAmountsAgainstThisReserveInElevationGroupsRaw: list(6712, [32, 8], u64),
  /** Tickets of depositors who wait for liquidity. */
  withdrawQueue: {
    /** cTokens queued, base units. */
    queuedCollateralRaw: u64(6968),
    nextIssuedTicketSequence: u64(6976),
    nextWithdrawableTicketSequence: u64(6984),
  },
};

/** Everything a Reserve account holds but its address; the argument of `encodeReserve`. */
export type ReserveFields = Decoded<typeof RESERVE>;
export type LastUpdate = ReserveFields['lastUpdate'];
export type ReserveLiquidity = ReserveFields['liquidity'];
export type ReserveCollateral = ReserveFields['collateral'];
export type ReserveConfig = ReserveFields['config'];
export type ReserveStatus = ReserveConfig['status'];
export type InterestRateBasis = ReserveConfig['interestRateBasis'];
export type ReserveFees = ReserveConfig['fees'];
export type TokenInfo = ReserveConfig['tokenInfo'];
export type WithdrawalCap = ReserveConfig['debtWithdrawalCap'];
/** One knot of the borrow rate curve. */
export type CurvePoint = ReserveConfig['borrowRateCurve'][number];

/** A decoded Reserve account. Read-only; independent of the bytes it came from. */
export interface Reserve extends ReserveFields {
  readonly address: string;
  /** Name on chain, see {@link decodeFixedText}. Not unique: a market may have several reserves of one token. */
  readonly tokenSymbol: string;
}
