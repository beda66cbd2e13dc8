import { CONFIG, CURVE_POINTS, ELEVATION_GROUP, MARKET, RESERVE, TOKEN_INFO } from '../../layout.ts';

/** An integer field of an account: where it lies and how many bytes it takes. */
export interface IntegerField {
  readonly offset: number;
  readonly size: number;
}

const at =
  (size: number) =>
  (offset: number): IntegerField => ({ offset, size });

/** Balances and prices of a reserve: the fields that the numbers are made of. */
export const RESERVE_MONEY: readonly IntegerField[] = [
  ...[RESERVE.availableAmount, RESERVE.mintDecimals, RESERVE.rewardsAvailable, RESERVE.collateralMintTotalSupply].map(
    at(8),
  ),
  ...[CONFIG.rewardsPerAccrualUnit, CONFIG.flashLoanFeeSf, CONFIG.originationFeeSf].map(at(8)),
  ...[
    RESERVE.borrowedAmountSf,
    RESERVE.marketPriceSf,
    RESERVE.accumulatedProtocolFeesSf,
    RESERVE.accumulatedReferrerFeesSf,
    RESERVE.pendingReferrerFeesSf,
    RESERVE.absoluteReferralRateSf,
  ].map(at(16)),
  at(32)(RESERVE.cumulativeBorrowRateBsf),
];

/** Fields that decide how a reserve is read and which of its numbers exist. */
export const RESERVE_SWITCHES: readonly IntegerField[] = [
  ...[RESERVE.version, RESERVE.lastUpdateSlot, CONFIG.borrowFactorPct].map(at(8)),
  at(4)(RESERVE.lastUpdateTimestamp),
  at(2)(CONFIG.hostFixedInterestRateBps),
  ...[
    RESERVE.stale,
    RESERVE.priceStatus,
    CONFIG.status,
    CONFIG.interestRateBasis,
    CONFIG.protocolTakeRatePct,
    CONFIG.emergencyMode,
    CONFIG.utilizationLimitBlockBorrowingAbovePct,
  ].map(at(1)),
];

/** Limits, caps and times of a reserve. */
const RESERVE_LIMITS: readonly IntegerField[] = [
  RESERVE.marketPriceUpdatedAt,
  RESERVE.depositLimitCrossedAt,
  RESERVE.borrowLimitCrossedAt,
  RESERVE.queuedCollateral,
  CONFIG.depositLimit,
  CONFIG.borrowLimit,
  CONFIG.depositWithdrawalCap,
  CONFIG.depositWithdrawalCap + 8,
  CONFIG.depositWithdrawalCap + 16,
  CONFIG.depositWithdrawalCap + 24,
  CONFIG.debtWithdrawalCap,
  CONFIG.debtWithdrawalCap + 8,
  CONFIG.borrowLimitOutsideElevationGroup,
  CONFIG.debtMaturityAt,
  CONFIG.debtTermSeconds,
  CONFIG.permissionedOps,
  TOKEN_INFO.maxAgePriceSeconds,
].map(at(8));

/** Both halves of every knot of the borrow rate curve. */
export const CURVE_HALVES: readonly IntegerField[] = Array.from({ length: 2 * CURVE_POINTS }, (_, i) =>
  at(4)(CONFIG.curve + 4 * i),
);

export const RESERVE_INTEGERS: readonly IntegerField[] = [
  ...RESERVE_MONEY,
  ...RESERVE_MONEY,
  ...RESERVE_SWITCHES,
  ...RESERVE_LIMITS,
  ...CURVE_HALVES,
];

export const MARKET_INTEGERS: readonly IntegerField[] = [
  ...[MARKET.version, MARKET.bumpSeed, MARKET.minInitialDepositAmount, MARKET.permissionedOps].map(at(8)),
  ...[MARKET.referralFeeBps, MARKET.reserveRewardsMaxAprBps, MARKET.elevationGroups].map(at(2)),
  at(16)(MARKET.minNetValueInObligationSf),
  ...[MARKET.emergencyMode, MARKET.immutable, MARKET.elevationGroups + ELEVATION_GROUP.id].map(at(1)),
];

/** Byte ranges `[from, to)` that a reserve's fields fill; the rest is padding. */
export const RESERVE_RANGES: readonly (readonly [number, number])[] = [
  [0, 448],
  [2560, 2632],
  [4856, 5808],
  [6704, 6992],
];

export const MARKET_RANGES: readonly (readonly [number, number])[] = [
  [0, 2504],
  [3224, 3440],
];
