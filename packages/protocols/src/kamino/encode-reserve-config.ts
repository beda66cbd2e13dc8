import { writeFlag, writeU64, writeU64Array } from '@tidemark/core';
import { interestRateBasisCode, reserveStatusCode } from './account-enums.ts';
import { writeAddress, writeTextField } from '../common/account-fields.ts';
import { CONFIG, TEXT_BYTES, TOKEN_INFO } from './layout.ts';
import type { CurvePoint, ReserveConfig, TokenInfo, WithdrawalCap } from './reserve.ts';

/** Writes the configuration part of a Reserve. */
export function encodeReserveConfig(data: Uint8Array, view: DataView, config: ReserveConfig): void {
  view.setUint8(CONFIG.status, reserveStatusCode(config.status));
  view.setUint8(CONFIG.interestRateBasis, interestRateBasisCode(config.interestRateBasis));
  encodeRisk(view, config);
  encodeSwitches(view, config);
  encodeCurve(view, config.borrowRateCurve);
  encodeTokenInfo(data, view, config.tokenInfo);
  encodeLimits(data, view, config);
  encodeTerms(view, config);
}

function encodeRisk(view: DataView, config: ReserveConfig): void {
  view.setUint16(CONFIG.hostFixedInterestRateBps, config.hostFixedInterestRateBps, true);
  view.setUint16(CONFIG.minDeleveragingBonusBps, config.minDeleveragingBonusBps, true);
  view.setUint8(CONFIG.earlyRepayRemainingInterestPct, config.earlyRepayRemainingInterestPct);
  view.setUint8(CONFIG.protocolOrderExecutionFeePct, config.protocolOrderExecutionFeePct);
  view.setUint8(CONFIG.protocolTakeRatePct, config.protocolTakeRatePct);
  view.setUint8(CONFIG.protocolLiquidationFeePct, config.protocolLiquidationFeePct);
  view.setUint8(CONFIG.loanToValuePct, config.loanToValuePct);
  view.setUint8(CONFIG.liquidationThresholdPct, config.liquidationThresholdPct);
  view.setUint16(CONFIG.minLiquidationBonusBps, config.minLiquidationBonusBps, true);
  view.setUint16(CONFIG.maxLiquidationBonusBps, config.maxLiquidationBonusBps, true);
  view.setUint16(CONFIG.badDebtLiquidationBonusBps, config.badDebtLiquidationBonusBps, true);
  writeU64(view, CONFIG.deleveragingMarginCallPeriodSeconds, config.deleveragingMarginCallPeriodSeconds);
  writeU64(view, CONFIG.deleveragingThresholdDecreaseBpsPerDay, config.deleveragingThresholdDecreaseBpsPerDay);
  writeU64(view, CONFIG.deleveragingBonusIncreaseBpsPerDay, config.deleveragingBonusIncreaseBpsPerDay);
  writeU64(view, CONFIG.originationFeeSf, config.fees.originationFeeSf);
  writeU64(view, CONFIG.flashLoanFeeSf, config.fees.flashLoanFeeSf);
  writeU64(view, CONFIG.borrowFactorPct, config.borrowFactorPct);
}

function encodeSwitches(view: DataView, config: ReserveConfig): void {
  writeFlag(view, CONFIG.blockCtokenUsage, config.blockCtokenUsage);
  writeFlag(view, CONFIG.emergencyMode, config.emergencyMode);
  writeFlag(
    view,
    CONFIG.disableUsageAsCollateralOutsideElevationGroup,
    config.disableUsageAsCollateralOutsideElevationGroup,
  );
  writeFlag(view, CONFIG.autodeleverageEnabled, config.autodeleverageEnabled);
  writeFlag(view, CONFIG.proposerAuthorityLocked, config.proposerAuthorityLocked);
}

function encodeCurve(view: DataView, curve: readonly CurvePoint[]): void {
  curve.forEach((point, i) => {
    view.setUint32(CONFIG.curve + 8 * i, point.utilizationRateBps, true);
    view.setUint32(CONFIG.curve + 8 * i + 4, point.borrowRateBps, true);
  });
}

function encodeTokenInfo(data: Uint8Array, view: DataView, info: TokenInfo): void {
  writeTextField(data, TOKEN_INFO.name, info.nameBytes, TEXT_BYTES);
  writeU64(view, TOKEN_INFO.heuristicLower, info.heuristic.lower);
  writeU64(view, TOKEN_INFO.heuristicUpper, info.heuristic.upper);
  writeU64(view, TOKEN_INFO.heuristicExp, info.heuristic.exp);
  writeU64(view, TOKEN_INFO.maxTwapDivergenceBps, info.maxTwapDivergenceBps);
  writeU64(view, TOKEN_INFO.maxAgePriceSeconds, info.maxAgePriceSeconds);
  writeU64(view, TOKEN_INFO.maxAgeTwapSeconds, info.maxAgeTwapSeconds);
  writeAddress(data, TOKEN_INFO.scopePriceFeed, info.scopePriceFeed);
  info.scopePriceChain.forEach((link, i) => {
    view.setUint16(TOKEN_INFO.scopePriceChain + 2 * i, link, true);
  });
  info.scopeTwapChain.forEach((link, i) => {
    view.setUint16(TOKEN_INFO.scopeTwapChain + 2 * i, link, true);
  });
  writeAddress(data, TOKEN_INFO.switchboardPriceAggregator, info.switchboardPriceAggregator);
  writeAddress(data, TOKEN_INFO.switchboardTwapAggregator, info.switchboardTwapAggregator);
  writeAddress(data, TOKEN_INFO.pythPrice, info.pythPrice);
  writeFlag(view, TOKEN_INFO.blockPriceUsage, info.blockPriceUsage);
}

function encodeLimits(data: Uint8Array, view: DataView, config: ReserveConfig): void {
  writeU64(view, CONFIG.depositLimit, config.depositLimitRaw);
  writeU64(view, CONFIG.borrowLimit, config.borrowLimitRaw);
  encodeWithdrawalCap(view, CONFIG.depositWithdrawalCap, config.depositWithdrawalCap);
  encodeWithdrawalCap(view, CONFIG.debtWithdrawalCap, config.debtWithdrawalCap);
  data.set(config.elevationGroups, CONFIG.elevationGroups);
  view.setUint8(CONFIG.utilizationLimitBlockBorrowingAbovePct, config.utilizationLimitBlockBorrowingAbovePct);
  writeU64(view, CONFIG.borrowLimitOutsideElevationGroup, config.borrowLimitOutsideElevationGroupRaw);
  writeU64Array(view, CONFIG.borrowLimitsInElevationGroups, config.borrowLimitAgainstThisCollateralInElevationGroupRaw);
}

function encodeWithdrawalCap(view: DataView, offset: number, cap: WithdrawalCap): void {
  view.setBigInt64(offset, cap.capacityRaw, true);
  view.setBigInt64(offset + 8, cap.currentTotalRaw, true);
  writeU64(view, offset + 16, cap.intervalStartAt);
  writeU64(view, offset + 24, cap.intervalSeconds);
}

function encodeTerms(view: DataView, config: ReserveConfig): void {
  writeU64(view, CONFIG.debtMaturityAt, config.debtMaturityAt);
  writeU64(view, CONFIG.debtTermSeconds, config.debtTermSeconds);
  writeU64(view, CONFIG.rewardsPerAccrualUnit, config.rewardsPerAccrualUnitRaw);
  writeU64(view, CONFIG.permissionedOps, config.permissionedOps);
}
