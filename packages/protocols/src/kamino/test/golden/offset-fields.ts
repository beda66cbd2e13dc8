import { decodeBase58 } from '@tidemark/core';
import { type ElevationGroup, type LendingMarket, type Reserve } from '../../index.ts';

/** Reads one row of the layout out of a decoded account, as plain unsigned integers. */
type Read<T> = (decoded: T) => unknown;

const bytes = (field: Uint8Array): bigint[] => [...field].map(BigInt);
const words = (field: readonly number[]): bigint[] => field.map(BigInt);
/** A flag only says zero or not; the noise has no zero there. */
const isSet = (flag: boolean): unknown => ({ asymmetricMatch: (byte: unknown) => flag === (byte !== 0n) });

/** Every named row of a Reserve by its path in the layout. */
export const RESERVE_FIELDS: Readonly<Record<string, Read<Reserve>>> = {
  version: (r) => r.version,
  'lastUpdate.slot': (r) => r.lastUpdate.slot,
  'lastUpdate.stale': (r) => isSet(r.lastUpdate.stale),
  'lastUpdate.priceStatus': (r) => BigInt(r.lastUpdate.priceStatus),
  lendingMarket: (r) => r.lendingMarket,
  farmCollateral: (r) => r.farmCollateral,
  farmDebt: (r) => r.farmDebt,
  'liquidity.mintPubkey': (r) => r.liquidity.mint,
  'liquidity.supplyVault': (r) => r.liquidity.supplyVault,
  'liquidity.feeVault': (r) => r.liquidity.feeVault,
  'liquidity.totalAvailableAmount': (r) => r.liquidity.availableAmountRaw,
  'liquidity.borrowedAmountSf': (r) => r.liquidity.borrowedAmountSf,
  'liquidity.marketPriceSf': (r) => r.liquidity.marketPriceSf,
  'liquidity.marketPriceLastUpdatedTs': (r) => r.liquidity.marketPriceUpdatedAt,
  'liquidity.mintDecimals': (r) => BigInt(r.liquidity.mintDecimals),
  'liquidity.depositLimitCrossedTimestamp': (r) => r.liquidity.depositLimitCrossedAt,
  'liquidity.borrowLimitCrossedTimestamp': (r) => r.liquidity.borrowLimitCrossedAt,
  'liquidity.cumulativeBorrowRateBsf.value': (r) =>
    [0n, 64n, 128n, 192n].map((shift) => BigInt.asUintN(64, r.liquidity.cumulativeBorrowRateBsf >> shift)),
  'liquidity.accumulatedProtocolFeesSf': (r) => r.liquidity.accumulatedProtocolFeesSf,
  'liquidity.accumulatedReferrerFeesSf': (r) => r.liquidity.accumulatedReferrerFeesSf,
  'liquidity.pendingReferrerFeesSf': (r) => r.liquidity.pendingReferrerFeesSf,
  'liquidity.absoluteReferralRateSf': (r) => r.liquidity.absoluteReferralRateSf,
  'liquidity.tokenProgram': (r) => r.liquidity.tokenProgram,
  'liquidity.rewardsAmountAvailable': (r) => r.liquidity.rewardsAvailableRaw,
  'collateral.mintPubkey': (r) => r.collateral.mint,
  'collateral.mintTotalSupply': (r) => r.collateral.mintTotalSupplyRaw,
  'collateral.supplyVault': (r) => r.collateral.supplyVault,
  'config.status': (r) => (r.config.status === 'hidden' ? 2n : null),
  'config.hostFixedInterestRateBps': (r) => BigInt(r.config.hostFixedInterestRateBps),
  'config.minDeleveragingBonusBps': (r) => BigInt(r.config.minDeleveragingBonusBps),
  'config.blockCtokenUsage': (r) => isSet(r.config.blockCtokenUsage),
  'config.earlyRepayRemainingInterestPct': (r) => BigInt(r.config.earlyRepayRemainingInterestPct),
  'config.emergencyMode': (r) => isSet(r.config.emergencyMode),
  'config.protocolOrderExecutionFeePct': (r) => BigInt(r.config.protocolOrderExecutionFeePct),
  'config.protocolTakeRatePct': (r) => BigInt(r.config.protocolTakeRatePct),
  'config.protocolLiquidationFeePct': (r) => BigInt(r.config.protocolLiquidationFeePct),
  'config.loanToValuePct': (r) => BigInt(r.config.loanToValuePct),
  'config.liquidationThresholdPct': (r) => BigInt(r.config.liquidationThresholdPct),
  'config.minLiquidationBonusBps': (r) => BigInt(r.config.minLiquidationBonusBps),
  'config.maxLiquidationBonusBps': (r) => BigInt(r.config.maxLiquidationBonusBps),
  'config.badDebtLiquidationBonusBps': (r) => BigInt(r.config.badDebtLiquidationBonusBps),
  'config.deleveragingMarginCallPeriodSecs': (r) => r.config.deleveragingMarginCallPeriodSeconds,
  'config.deleveragingThresholdDecreaseBpsPerDay': (r) => r.config.deleveragingThresholdDecreaseBpsPerDay,
  'config.fees.originationFeeSf': (r) => r.config.fees.originationFeeSf,
  'config.fees.flashLoanFeeSf': (r) => r.config.fees.flashLoanFeeSf,
  'config.borrowRateCurve.points': (r) => {
    const points = new Uint32Array(
      r.config.borrowRateCurve.flatMap((point) => [point.utilizationRateBps, point.borrowRateBps]),
    );
    return new Uint8Array(points.buffer);
  },
  'config.borrowFactorPct': (r) => r.config.borrowFactorPct,
  'config.depositLimit': (r) => r.config.depositLimitRaw,
  'config.borrowLimit': (r) => r.config.borrowLimitRaw,
  'config.tokenInfo.name': (r) => bytes(r.config.tokenInfo.nameBytes),
  'config.tokenInfo.heuristic.lower': (r) => r.config.tokenInfo.heuristic.lower,
  'config.tokenInfo.heuristic.upper': (r) => r.config.tokenInfo.heuristic.upper,
  'config.tokenInfo.heuristic.exp': (r) => r.config.tokenInfo.heuristic.exp,
  'config.tokenInfo.maxTwapDivergenceBps': (r) => r.config.tokenInfo.maxTwapDivergenceBps,
  'config.tokenInfo.maxAgePriceSeconds': (r) => r.config.tokenInfo.maxAgePriceSeconds,
  'config.tokenInfo.maxAgeTwapSeconds': (r) => r.config.tokenInfo.maxAgeTwapSeconds,
  'config.tokenInfo.scopeConfiguration.priceFeed': (r) => r.config.tokenInfo.scopePriceFeed,
  'config.tokenInfo.scopeConfiguration.priceChain': (r) => words(r.config.tokenInfo.scopePriceChain),
  'config.tokenInfo.scopeConfiguration.twapChain': (r) => words(r.config.tokenInfo.scopeTwapChain),
  'config.tokenInfo.switchboardConfiguration.priceAggregator': (r) => r.config.tokenInfo.switchboardPriceAggregator,
  'config.tokenInfo.switchboardConfiguration.twapAggregator': (r) => r.config.tokenInfo.switchboardTwapAggregator,
  'config.tokenInfo.pythConfiguration.price': (r) => r.config.tokenInfo.pythPrice,
  'config.tokenInfo.blockPriceUsage': (r) => isSet(r.config.tokenInfo.blockPriceUsage),
  'config.depositWithdrawalCap.configCapacity': (r) => r.config.depositWithdrawalCap.capacityRaw,
  'config.depositWithdrawalCap.currentTotal': (r) => r.config.depositWithdrawalCap.currentTotalRaw,
  'config.depositWithdrawalCap.lastIntervalStartTimestamp': (r) => r.config.depositWithdrawalCap.intervalStartAt,
  'config.depositWithdrawalCap.configIntervalLengthSeconds': (r) => r.config.depositWithdrawalCap.intervalSeconds,
  'config.debtWithdrawalCap.configCapacity': (r) => r.config.debtWithdrawalCap.capacityRaw,
  'config.debtWithdrawalCap.currentTotal': (r) => r.config.debtWithdrawalCap.currentTotalRaw,
  'config.debtWithdrawalCap.lastIntervalStartTimestamp': (r) => r.config.debtWithdrawalCap.intervalStartAt,
  'config.debtWithdrawalCap.configIntervalLengthSeconds': (r) => r.config.debtWithdrawalCap.intervalSeconds,
  'config.elevationGroups': (r) => words(r.config.elevationGroups),
  'config.disableUsageAsCollOutsideEmode': (r) => isSet(r.config.disableUsageAsCollateralOutsideElevationGroup),
  'config.utilizationLimitBlockBorrowingAbovePct': (r) => BigInt(r.config.utilizationLimitBlockBorrowingAbovePct),
  'config.autodeleverageEnabled': (r) => isSet(r.config.autodeleverageEnabled),
  'config.proposerAuthorityLocked': (r) => isSet(r.config.proposerAuthorityLocked),
  'config.borrowLimitOutsideElevationGroup': (r) => r.config.borrowLimitOutsideElevationGroupRaw,
  'config.borrowLimitAgainstThisCollateralInElevationGroup': (r) =>
    r.config.borrowLimitAgainstThisCollateralInElevationGroupRaw,
  'config.deleveragingBonusIncreaseBpsPerDay': (r) => r.config.deleveragingBonusIncreaseBpsPerDay,
  'config.debtMaturityTimestamp': (r) => r.config.debtMaturityAt,
  'config.debtTermSeconds': (r) => r.config.debtTermSeconds,
  'config.rewardsAmountPerSlot': (r) => r.config.rewardsPerAccrualUnitRaw,
  borrowedAmountOutsideElevationGroup: (r) => r.borrowedAmountOutsideElevationGroupRaw,
  borrowedAmountsAgainstThisReserveInElevationGroups: (r) => r.borrowedAmountsAgainstThisReserveInElevationGroupsRaw,
  'withdrawQueue.queuedCollateralAmount': (r) => r.withdrawQueue.queuedCollateralRaw,
  'withdrawQueue.nextIssuedTicketSequenceNumber': (r) => r.withdrawQueue.nextIssuedTicketSequence,
  'withdrawQueue.nextWithdrawableTicketSequenceNumber': (r) => r.withdrawQueue.nextWithdrawableTicketSequence,
};

/** Every named row of a LendingMarket by its path in the layout. */
export const MARKET_FIELDS: Readonly<Record<string, Read<LendingMarket>>> = {
  version: (m) => m.version,
  bumpSeed: (m) => m.bumpSeed,
  lendingMarketOwner: (m) => m.owner,
  lendingMarketOwnerCached: (m) => m.ownerCached,
  quoteCurrency: (m) => bytes(m.quoteCurrencyBytes),
  referralFeeBps: (m) => BigInt(m.referralFeeBps),
  emergencyMode: (m) => isSet(m.emergencyMode),
  autodeleverageEnabled: (m) => isSet(m.autodeleverageEnabled),
  borrowDisabled: (m) => isSet(m.borrowDisabled),
  priceRefreshTriggerToMaxAgePct: (m) => BigInt(m.priceRefreshTriggerToMaxAgePct),
  liquidationMaxDebtCloseFactorPct: (m) => BigInt(m.liquidationMaxDebtCloseFactorPct),
  insolvencyRiskUnhealthyLtvPct: (m) => BigInt(m.insolvencyRiskUnhealthyLtvPct),
  minFullLiquidationValueThreshold: (m) => m.minFullLiquidationValueThreshold,
  maxLiquidatableDebtMarketValueAtOnce: (m) => m.maxLiquidatableDebtMarketValueAtOnce,
  globalAllowedBorrowValue: (m) => m.globalAllowedBorrowValue,
  emergencyCouncil: (m) => m.emergencyCouncil,
  elevationGroups: (m) => groupsAgree(m.elevationGroups),
  minNetValueInObligationSf: (m) => m.minNetValueInObligationSf,
  minValueSkipLiquidationLtvChecks: (m) => m.minValueSkipLiquidationLtvChecks,
  name: (m) => bytes(m.nameBytes),
  minValueSkipLiquidationBfChecks: (m) => m.minValueSkipLiquidationBorrowFactorChecks,
  individualAutodeleverageMarginCallPeriodSecs: (m) => m.individualAutodeleverageMarginCallPeriodSeconds,
  minInitialDepositAmount: (m) => m.minInitialDepositAmountRaw,
  obligationOrderExecutionEnabled: (m) => isSet(m.obligationOrderExecutionEnabled),
  immutable: (m) => isSet(m.immutable),
  obligationOrderCreationEnabled: (m) => isSet(m.obligationOrderCreationEnabled),
  priceTriggeredLiquidationDisabled: (m) => isSet(m.priceTriggeredLiquidationDisabled),
  matureReserveDebtLiquidationEnabled: (m) => isSet(m.matureReserveDebtLiquidationEnabled),
  obligationBorrowDebtTermLiquidationEnabled: (m) => isSet(m.obligationBorrowDebtTermLiquidationEnabled),
  borrowOrderCreationEnabled: (m) => isSet(m.borrowOrderCreationEnabled),
  borrowOrderExecutionEnabled: (m) => isSet(m.borrowOrderExecutionEnabled),
  proposerAuthority: (m) => m.proposerAuthority,
  minBorrowOrderFillValue: (m) => m.minBorrowOrderFillValue,
  withdrawTicketIssuanceEnabled: (m) => isSet(m.withdrawTicketIssuanceEnabled),
  withdrawTicketRedemptionEnabled: (m) => isSet(m.withdrawTicketRedemptionEnabled),
  obligationBorrowRolloverConfigurationEnabled: (m) => isSet(m.obligationBorrowRolloverConfigurationEnabled),
  obligationBorrowMigrationToFixedExecutionEnabled: (m) => isSet(m.obligationBorrowMigrationToFixedExecutionEnabled),
  withdrawTicketCancellationEnabled: (m) => isSet(m.withdrawTicketCancellationEnabled),
  reserveRewardsMaxAprBps: (m) => BigInt(m.reserveRewardsMaxAprBps),
  minWithdrawQueuedLiquidityValue: (m) => m.minWithdrawQueuedLiquidityValue,
  fixedTermRolloverWindowDurationSeconds: (m) => m.fixedTermRolloverWindowSeconds,
  openTermRolloverWindowDurationSeconds: (m) => m.openTermRolloverWindowSeconds,
  minPartialRolloverValue: (m) => m.minPartialRolloverValue,
  termBasedFullLiquidationDurationSecs: (m) => m.termBasedFullLiquidationDurationSeconds,
  permissioningAuthority: (m) => m.permissioningAuthority,
  permissionedOps: (m) => m.permissionedOps,
};

/** Compares the groups with the 32 x 72 bytes that the layout gives: {u16, u8 id, u8, u8, u8, u8, pad, address, pad}. */
function groupsAgree(groups: readonly ElevationGroup[]): unknown {
  return {
    asymmetricMatch: (raw: unknown) => {
      if (!(raw instanceof Uint8Array) || raw.length !== 32 * 72 || groups.length !== 32) return false;
      return groups.every((group, i) => {
        const part = raw.subarray(72 * i, 72 * (i + 1));
        const debtReserve = Buffer.from(part.subarray(8, 40)).toString('hex');
        return (
          group.maxLiquidationBonusBps === (part[0] ?? 0) + 256 * (part[1] ?? 0) &&
          group.id === part[2] &&
          group.loanToValuePct === part[3] &&
          group.liquidationThresholdPct === part[4] &&
          group.allowNewLoans === (part[5] !== 0) &&
          group.maxReservesAsCollateral === part[6] &&
          Buffer.from(decodeBase58(group.debtReserve)).toString('hex') === debtReserve
        );
      });
    },
  };
}
