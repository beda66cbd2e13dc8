import type { AccountField } from '../../../common/account-layout.ts';
import { MARKET } from '../../lending-market.ts';
import { RESERVE } from '../../reserve.ts';

const { lastUpdate, liquidity, collateral, config } = RESERVE;

/** An integer field of an account: where it lies and how many bytes it takes. */
export interface IntegerField {
  readonly offset: number;
  readonly size: number;
}

const at =
  (size: number) =>
  ({ at: offset }: Pick<AccountField<unknown>, 'at'>): IntegerField => ({ offset, size });

/** Balances and prices of a reserve: the fields that the numbers are made of. */
export const RESERVE_MONEY: readonly IntegerField[] = [
  ...[
    liquidity.availableAmountRaw,
    liquidity.mintDecimals,
    liquidity.rewardsAvailableRaw,
    collateral.mintTotalSupplyRaw,
  ].map(at(8)),
  ...[config.rewardsPerAccrualUnitRaw, config.fees.flashLoanFeeSf, config.fees.originationFeeSf].map(at(8)),
  ...[
    liquidity.borrowedAmountSf,
    liquidity.marketPriceSf,
    liquidity.accumulatedProtocolFeesSf,
    liquidity.accumulatedReferrerFeesSf,
    liquidity.pendingReferrerFeesSf,
    liquidity.absoluteReferralRateSf,
  ].map(at(16)),
  at(32)(liquidity.cumulativeBorrowRateBsf),
];

/** Fields that decide how a reserve is read and which of its numbers exist. */
export const RESERVE_SWITCHES: readonly IntegerField[] = [
  ...[RESERVE.version, lastUpdate.slot, config.borrowFactorPct].map(at(8)),
  at(4)(lastUpdate.timestamp),
  at(2)(config.hostFixedInterestRateBps),
  ...[
    lastUpdate.stale,
    lastUpdate.priceStatus,
    config.status,
    config.interestRateBasis,
    config.protocolTakeRatePct,
    config.emergencyMode,
    config.utilizationLimitBlockBorrowingAbovePct,
  ].map(at(1)),
];

/** Limits, caps and times of a reserve. */
const RESERVE_LIMITS: readonly IntegerField[] = [
  liquidity.marketPriceUpdatedAt,
  liquidity.depositLimitCrossedAt,
  liquidity.borrowLimitCrossedAt,
  RESERVE.withdrawQueue.queuedCollateralRaw,
  config.depositLimitRaw,
  config.borrowLimitRaw,
  config.depositWithdrawalCap.capacityRaw,
  config.depositWithdrawalCap.currentTotalRaw,
  config.depositWithdrawalCap.intervalStartAt,
  config.depositWithdrawalCap.intervalSeconds,
  config.debtWithdrawalCap.capacityRaw,
  config.debtWithdrawalCap.currentTotalRaw,
  config.borrowLimitOutsideElevationGroupRaw,
  config.debtMaturityAt,
  config.debtTermSeconds,
  config.permissionedOps,
  config.tokenInfo.maxAgePriceSeconds,
].map(at(8));

/** Both halves of every knot of the borrow rate curve. */
export const CURVE_HALVES: readonly IntegerField[] = Array.from({ length: 2 * config.borrowRateCurve.count }, (_, i) =>
  at(4)({ at: config.borrowRateCurve.item.utilizationRateBps.at + 4 * i }),
);

export const RESERVE_INTEGERS: readonly IntegerField[] = [
  ...RESERVE_MONEY,
  ...RESERVE_MONEY,
  ...RESERVE_SWITCHES,
  ...RESERVE_LIMITS,
  ...CURVE_HALVES,
];

export const MARKET_INTEGERS: readonly IntegerField[] = [
  ...[MARKET.version, MARKET.bumpSeed, MARKET.minInitialDepositAmountRaw, MARKET.permissionedOps].map(at(8)),
  ...[MARKET.referralFeeBps, MARKET.reserveRewardsMaxAprBps, MARKET.elevationGroups.item.maxLiquidationBonusBps].map(
    at(2),
  ),
  at(16)(MARKET.minNetValueInObligationSf),
  ...[MARKET.emergencyMode, MARKET.immutable, MARKET.elevationGroups.item.id].map(at(1)),
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
