import { readFlag, readI64, readU64, readU64Array } from '@tidemark/core';
import { LendingError } from '@tidemark/core';
import { interestRateBasisOf, reserveStatusOf } from './account-enums.ts';
import { readAddress } from '../common/account-fields.ts';
import {
  CONFIG,
  CURVE_POINTS,
  ELEVATION_GROUP,
  RESERVE_ELEVATION_GROUPS,
  SCOPE_CHAIN_LINKS,
  TEXT_BYTES,
  TOKEN_INFO,
} from './layout.ts';
import type { CurvePoint, ReserveConfig, TokenInfo, WithdrawalCap } from './reserve.ts';

/** The configuration part of a Reserve whose shape and version were checked. */
export function decodeReserveConfig(data: Uint8Array, view: DataView, address: string): ReserveConfig {
  return {
    status: reserveStatusOf(view.getUint8(CONFIG.status), address),
    interestRateBasis: interestRateBasisOf(view.getUint8(CONFIG.interestRateBasis), address),
    hostFixedInterestRateBps: view.getUint16(CONFIG.hostFixedInterestRateBps, true),
    minDeleveragingBonusBps: view.getUint16(CONFIG.minDeleveragingBonusBps, true),
    blockCtokenUsage: readFlag(view, CONFIG.blockCtokenUsage),
    earlyRepayRemainingInterestPct: view.getUint8(CONFIG.earlyRepayRemainingInterestPct),
    emergencyMode: readFlag(view, CONFIG.emergencyMode),
    protocolOrderExecutionFeePct: view.getUint8(CONFIG.protocolOrderExecutionFeePct),
    protocolTakeRatePct: decodeTakeRate(view.getUint8(CONFIG.protocolTakeRatePct), address),
    protocolLiquidationFeePct: view.getUint8(CONFIG.protocolLiquidationFeePct),
    loanToValuePct: view.getUint8(CONFIG.loanToValuePct),
    liquidationThresholdPct: view.getUint8(CONFIG.liquidationThresholdPct),
    minLiquidationBonusBps: view.getUint16(CONFIG.minLiquidationBonusBps, true),
    maxLiquidationBonusBps: view.getUint16(CONFIG.maxLiquidationBonusBps, true),
    badDebtLiquidationBonusBps: view.getUint16(CONFIG.badDebtLiquidationBonusBps, true),
    deleveragingMarginCallPeriodSeconds: readU64(view, CONFIG.deleveragingMarginCallPeriodSeconds),
    deleveragingThresholdDecreaseBpsPerDay: readU64(view, CONFIG.deleveragingThresholdDecreaseBpsPerDay),
    deleveragingBonusIncreaseBpsPerDay: readU64(view, CONFIG.deleveragingBonusIncreaseBpsPerDay),
    fees: {
      originationFeeSf: readU64(view, CONFIG.originationFeeSf),
      flashLoanFeeSf: readU64(view, CONFIG.flashLoanFeeSf),
    },
    borrowRateCurve: decodeCurve(view),
    borrowFactorPct: readU64(view, CONFIG.borrowFactorPct),
    depositLimitRaw: readU64(view, CONFIG.depositLimit),
    borrowLimitRaw: readU64(view, CONFIG.borrowLimit),
    tokenInfo: decodeTokenInfo(data, view),
    depositWithdrawalCap: decodeWithdrawalCap(view, CONFIG.depositWithdrawalCap),
    debtWithdrawalCap: decodeWithdrawalCap(view, CONFIG.debtWithdrawalCap),
    elevationGroups: Array.from(
      data.subarray(CONFIG.elevationGroups, CONFIG.elevationGroups + RESERVE_ELEVATION_GROUPS),
    ),
    disableUsageAsCollateralOutsideElevationGroup: readFlag(view, CONFIG.disableUsageAsCollateralOutsideElevationGroup),
    utilizationLimitBlockBorrowingAbovePct: view.getUint8(CONFIG.utilizationLimitBlockBorrowingAbovePct),
    autodeleverageEnabled: readFlag(view, CONFIG.autodeleverageEnabled),
    proposerAuthorityLocked: readFlag(view, CONFIG.proposerAuthorityLocked),
    borrowLimitOutsideElevationGroupRaw: readU64(view, CONFIG.borrowLimitOutsideElevationGroup),
    borrowLimitAgainstThisCollateralInElevationGroupRaw: readU64Array(
      view,
      CONFIG.borrowLimitsInElevationGroups,
      ELEVATION_GROUP.count,
    ),
    debtMaturityAt: readU64(view, CONFIG.debtMaturityAt),
    debtTermSeconds: readU64(view, CONFIG.debtTermSeconds),
    rewardsPerAccrualUnitRaw: readU64(view, CONFIG.rewardsPerAccrualUnit),
    permissionedOps: readU64(view, CONFIG.permissionedOps),
  };
}

/** Above 100 % the protocol would take more than the interest, and suppliers would pay to lend. */
function decodeTakeRate(percent: number, address: string): number {
  if (percent <= 100) return percent;
  throw new LendingError('INVALID_TAKE_RATE', {
    address,
    field: 'config.protocolTakeRatePct',
    expected: '0..100',
    actual: String(percent),
  });
}

function decodeCurve(view: DataView): CurvePoint[] {
  const points: CurvePoint[] = [];
  for (let i = 0; i < CURVE_POINTS; i++) {
    const offset = CONFIG.curve + 8 * i;
    points.push({
      utilizationRateBps: view.getUint32(offset, true),
      borrowRateBps: view.getUint32(offset + 4, true),
    });
  }
  return points;
}

function decodeTokenInfo(data: Uint8Array, view: DataView): TokenInfo {
  return {
    nameBytes: data.slice(TOKEN_INFO.name, TOKEN_INFO.name + TEXT_BYTES),
    heuristic: {
      lower: readU64(view, TOKEN_INFO.heuristicLower),
      upper: readU64(view, TOKEN_INFO.heuristicUpper),
      exp: readU64(view, TOKEN_INFO.heuristicExp),
    },
    maxTwapDivergenceBps: readU64(view, TOKEN_INFO.maxTwapDivergenceBps),
    maxAgePriceSeconds: readU64(view, TOKEN_INFO.maxAgePriceSeconds),
    maxAgeTwapSeconds: readU64(view, TOKEN_INFO.maxAgeTwapSeconds),
    scopePriceFeed: readAddress(data, TOKEN_INFO.scopePriceFeed),
    scopePriceChain: decodeScopeChain(view, TOKEN_INFO.scopePriceChain),
    scopeTwapChain: decodeScopeChain(view, TOKEN_INFO.scopeTwapChain),
    switchboardPriceAggregator: readAddress(data, TOKEN_INFO.switchboardPriceAggregator),
    switchboardTwapAggregator: readAddress(data, TOKEN_INFO.switchboardTwapAggregator),
    pythPrice: readAddress(data, TOKEN_INFO.pythPrice),
    blockPriceUsage: readFlag(view, TOKEN_INFO.blockPriceUsage),
  };
}

function decodeScopeChain(view: DataView, offset: number): number[] {
  const links: number[] = [];
  for (let i = 0; i < SCOPE_CHAIN_LINKS; i++) links.push(view.getUint16(offset + 2 * i, true));
  return links;
}

function decodeWithdrawalCap(view: DataView, offset: number): WithdrawalCap {
  return {
    capacityRaw: readI64(view, offset),
    currentTotalRaw: readI64(view, offset + 8),
    intervalStartAt: readU64(view, offset + 16),
    intervalSeconds: readU64(view, offset + 24),
  };
}
