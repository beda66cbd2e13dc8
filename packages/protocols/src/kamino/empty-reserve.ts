import { ZERO_ADDRESS } from '@tidemark/core';
import { ONE_SF } from './fraction.ts';
import { SUPPORTED_ACCOUNT_VERSION } from './constants.ts';
import { CURVE_POINTS, ELEVATION_GROUP, RESERVE_ELEVATION_GROUPS, SCOPE_CHAIN_LINKS, TEXT_BYTES } from './layout.ts';
import type { ReserveConfig, ReserveFields, ReserveLiquidity, TokenInfo, WithdrawalCap } from './reserve.ts';

const NO_CAP: WithdrawalCap = { capacityRaw: 0n, currentTotalRaw: 0n, intervalStartAt: 0n, intervalSeconds: 0n };

/**
 * A fresh reserve to build others from by spreading: no funds, no debt, a flat curve at 0 %, every switch off, every
 * limit 0, every address empty, stale as the program leaves it after its creation.
 */
export function emptyReserve(): ReserveFields {
  return {
    version: SUPPORTED_ACCOUNT_VERSION,
    lastUpdate: { slot: 0n, stale: true, priceStatus: 0, timestamp: 0 },
    lendingMarket: ZERO_ADDRESS,
    farmCollateral: ZERO_ADDRESS,
    farmDebt: ZERO_ADDRESS,
    liquidity: emptyLiquidity(),
    collateral: { mint: ZERO_ADDRESS, supplyVault: ZERO_ADDRESS, mintTotalSupplyRaw: 0n },
    config: emptyConfig(),
    borrowedAmountOutsideElevationGroupRaw: 0n,
    borrowedAmountsAgainstThisReserveInElevationGroupsRaw: zeros(ELEVATION_GROUP.count),
    withdrawQueue: { queuedCollateralRaw: 0n, nextIssuedTicketSequence: 0n, nextWithdrawableTicketSequence: 0n },
  };
}

function emptyLiquidity(): ReserveLiquidity {
  return {
    mint: ZERO_ADDRESS,
    supplyVault: ZERO_ADDRESS,
    feeVault: ZERO_ADDRESS,
    tokenProgram: ZERO_ADDRESS,
    availableAmountRaw: 0n,
    borrowedAmountSf: 0n,
    marketPriceSf: 0n,
    marketPriceUpdatedAt: 0n,
    mintDecimals: 0,
    depositLimitCrossedAt: 0n,
    borrowLimitCrossedAt: 0n,
    cumulativeBorrowRateBsf: ONE_SF,
    accumulatedProtocolFeesSf: 0n,
    accumulatedReferrerFeesSf: 0n,
    pendingReferrerFeesSf: 0n,
    absoluteReferralRateSf: 0n,
    rewardsAvailableRaw: 0n,
  };
}

function emptyConfig(): ReserveConfig {
  return {
    status: 'active',
    interestRateBasis: 'legacy',
    hostFixedInterestRateBps: 0,
    minDeleveragingBonusBps: 0,
    blockCtokenUsage: false,
    earlyRepayRemainingInterestPct: 0,
    emergencyMode: false,
    protocolOrderExecutionFeePct: 0,
    protocolTakeRatePct: 0,
    protocolLiquidationFeePct: 0,
    loanToValuePct: 0,
    liquidationThresholdPct: 0,
    minLiquidationBonusBps: 0,
    maxLiquidationBonusBps: 0,
    badDebtLiquidationBonusBps: 0,
    deleveragingMarginCallPeriodSeconds: 0n,
    deleveragingThresholdDecreaseBpsPerDay: 0n,
    deleveragingBonusIncreaseBpsPerDay: 0n,
    fees: { originationFeeSf: 0n, flashLoanFeeSf: 0n },
    borrowRateCurve: Array.from({ length: CURVE_POINTS }, (_, i) => ({
      utilizationRateBps: i === 0 ? 0 : 10_000,
      borrowRateBps: 0,
    })),
    borrowFactorPct: 100n,
    depositLimitRaw: 0n,
    borrowLimitRaw: 0n,
    tokenInfo: emptyTokenInfo(),
    depositWithdrawalCap: NO_CAP,
    debtWithdrawalCap: NO_CAP,
    elevationGroups: Array.from({ length: RESERVE_ELEVATION_GROUPS }, () => 0),
    disableUsageAsCollateralOutsideElevationGroup: false,
    utilizationLimitBlockBorrowingAbovePct: 0,
    autodeleverageEnabled: false,
    proposerAuthorityLocked: false,
    borrowLimitOutsideElevationGroupRaw: 0n,
    borrowLimitAgainstThisCollateralInElevationGroupRaw: zeros(ELEVATION_GROUP.count),
    debtMaturityAt: 0n,
    debtTermSeconds: 0n,
    rewardsPerAccrualUnitRaw: 0n,
    permissionedOps: 0n,
  };
}

function emptyTokenInfo(): TokenInfo {
  return {
    nameBytes: new Uint8Array(TEXT_BYTES),
    heuristic: { lower: 0n, upper: 0n, exp: 0n },
    maxTwapDivergenceBps: 0n,
    maxAgePriceSeconds: 0n,
    maxAgeTwapSeconds: 0n,
    scopePriceFeed: ZERO_ADDRESS,
    scopePriceChain: Array.from({ length: SCOPE_CHAIN_LINKS }, () => 0),
    scopeTwapChain: Array.from({ length: SCOPE_CHAIN_LINKS }, () => 0),
    switchboardPriceAggregator: ZERO_ADDRESS,
    switchboardTwapAggregator: ZERO_ADDRESS,
    pythPrice: ZERO_ADDRESS,
    blockPriceUsage: false,
  };
}

function zeros(length: number): bigint[] {
  return Array.from({ length }, () => 0n);
}
