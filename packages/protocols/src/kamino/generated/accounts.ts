// Written by `npm run generate` from the layouts beside this folder. Do not edit.
import { type AccountBytes, type AddressReader, readAddress, viewOf, readU128, readU256, writeFlag, writeU128, writeU256, ZERO_ADDRESS } from '@tidemark/core';
import { itemsOf, within, wordOf, writeAddress, writeTextField } from '../../common/account-fields.ts';
import type { Decoded } from '../../common/account-layout.ts';
import { RESERVE } from '../reserve.ts';
import { MARKET } from '../lending-market.ts';

export function readReserve({ address, data }: AccountBytes, addressAt: AddressReader = readAddress): Decoded<typeof RESERVE> {
  const view = viewOf(data);
  return {
    version: within(RESERVE.version, view.getBigUint64(8, true), 'version', address),
    lastUpdate: {
      slot: view.getBigUint64(16, true),
      stale: view.getUint8(24) !== 0,
      priceStatus: view.getUint8(25),
      timestamp: view.getUint32(28, true),
    },
    lendingMarket: addressAt(data, 32),
    farmCollateral: addressAt(data, 64),
    farmDebt: addressAt(data, 96),
    liquidity: {
      mint: addressAt(data, 128),
      supplyVault: addressAt(data, 160),
      feeVault: addressAt(data, 192),
      tokenProgram: addressAt(data, 408),
      availableAmountRaw: view.getBigUint64(224, true),
      borrowedAmountSf: readU128(view, 232),
      marketPriceSf: readU128(view, 248),
      marketPriceUpdatedAt: view.getBigUint64(264, true),
      mintDecimals: Number(within(RESERVE.liquidity.mintDecimals, view.getBigUint64(272, true), 'liquidity.mintDecimals', address)),
      depositLimitCrossedAt: view.getBigUint64(280, true),
      borrowLimitCrossedAt: view.getBigUint64(288, true),
      cumulativeBorrowRateBsf: readU256(view, 296),
      accumulatedProtocolFeesSf: readU128(view, 344),
      accumulatedReferrerFeesSf: readU128(view, 360),
      pendingReferrerFeesSf: readU128(view, 376),
      absoluteReferralRateSf: readU128(view, 392),
      rewardsAvailableRaw: view.getBigUint64(440, true),
    },
    collateral: {
      mint: addressAt(data, 2560),
      supplyVault: addressAt(data, 2600),
      mintTotalSupplyRaw: view.getBigUint64(2592, true),
    },
    config: {
      status: wordOf(RESERVE.config.status, view.getUint8(4856), 'config.status', address),
      interestRateBasis: wordOf(RESERVE.config.interestRateBasis, view.getUint8(4865), 'config.interestRateBasis', address),
      hostFixedInterestRateBps: view.getUint16(4858, true),
      minDeleveragingBonusBps: view.getUint16(4860, true),
      blockCtokenUsage: view.getUint8(4862) !== 0,
      earlyRepayRemainingInterestPct: view.getUint8(4863),
      emergencyMode: view.getUint8(4864) !== 0,
      protocolOrderExecutionFeePct: view.getUint8(4869),
      protocolTakeRatePct: within(RESERVE.config.protocolTakeRatePct, view.getUint8(4870), 'config.protocolTakeRatePct', address),
      protocolLiquidationFeePct: view.getUint8(4871),
      loanToValuePct: view.getUint8(4872),
      liquidationThresholdPct: view.getUint8(4873),
      minLiquidationBonusBps: view.getUint16(4874, true),
      maxLiquidationBonusBps: view.getUint16(4876, true),
      badDebtLiquidationBonusBps: view.getUint16(4878, true),
      deleveragingMarginCallPeriodSeconds: view.getBigUint64(4880, true),
      deleveragingThresholdDecreaseBpsPerDay: view.getBigUint64(4888, true),
      deleveragingBonusIncreaseBpsPerDay: view.getBigUint64(5768, true),
      fees: {
        originationFeeSf: view.getBigUint64(4896, true),
        flashLoanFeeSf: view.getBigUint64(4904, true),
      },
      borrowRateCurve: itemsOf(11, (i) => ({
        utilizationRateBps: view.getUint32(4920 + 8 * i, true),
        borrowRateBps: view.getUint32(4924 + 8 * i, true),
      })),
      borrowFactorPct: view.getBigUint64(5008, true),
      depositLimitRaw: view.getBigUint64(5016, true),
      borrowLimitRaw: view.getBigUint64(5024, true),
      tokenInfo: {
        nameBytes: data.slice(5032, 5032 + 32),
        heuristic: {
          lower: view.getBigUint64(5064, true),
          upper: view.getBigUint64(5072, true),
          exp: view.getBigUint64(5080, true),
        },
        maxTwapDivergenceBps: view.getBigUint64(5088, true),
        maxAgePriceSeconds: view.getBigUint64(5096, true),
        maxAgeTwapSeconds: view.getBigUint64(5104, true),
        scopePriceFeed: addressAt(data, 5112),
        scopePriceChain: [view.getUint16(5144 + 0, true), view.getUint16(5144 + 2, true), view.getUint16(5144 + 4, true), view.getUint16(5144 + 6, true)],
        scopeTwapChain: [view.getUint16(5152 + 0, true), view.getUint16(5152 + 2, true), view.getUint16(5152 + 4, true), view.getUint16(5152 + 6, true)],
        switchboardPriceAggregator: addressAt(data, 5160),
        switchboardTwapAggregator: addressAt(data, 5192),
        pythPrice: addressAt(data, 5224),
        blockPriceUsage: view.getUint8(5256) !== 0,
      },
      depositWithdrawalCap: {
        capacityRaw: view.getBigInt64(5416, true),
        currentTotalRaw: view.getBigInt64(5424, true),
        intervalStartAt: view.getBigUint64(5432, true),
        intervalSeconds: view.getBigUint64(5440, true),
      },
      debtWithdrawalCap: {
        capacityRaw: view.getBigInt64(5448, true),
        currentTotalRaw: view.getBigInt64(5456, true),
        intervalStartAt: view.getBigUint64(5464, true),
        intervalSeconds: view.getBigUint64(5472, true),
      },
      elevationGroups: [view.getUint8(5480 + 0), view.getUint8(5480 + 1), view.getUint8(5480 + 2), view.getUint8(5480 + 3), view.getUint8(5480 + 4), view.getUint8(5480 + 5), view.getUint8(5480 + 6), view.getUint8(5480 + 7), view.getUint8(5480 + 8), view.getUint8(5480 + 9), view.getUint8(5480 + 10), view.getUint8(5480 + 11), view.getUint8(5480 + 12), view.getUint8(5480 + 13), view.getUint8(5480 + 14), view.getUint8(5480 + 15), view.getUint8(5480 + 16), view.getUint8(5480 + 17), view.getUint8(5480 + 18), view.getUint8(5480 + 19)],
      disableUsageAsCollateralOutsideElevationGroup: view.getUint8(5500) !== 0,
      utilizationLimitBlockBorrowingAbovePct: view.getUint8(5501),
      autodeleverageEnabled: view.getUint8(5502) !== 0,
      proposerAuthorityLocked: view.getUint8(5503) !== 0,
      borrowLimitOutsideElevationGroupRaw: view.getBigUint64(5504, true),
      borrowLimitAgainstThisCollateralInElevationGroupRaw: [view.getBigUint64(5512 + 0, true), view.getBigUint64(5512 + 8, true), view.getBigUint64(5512 + 16, true), view.getBigUint64(5512 + 24, true), view.getBigUint64(5512 + 32, true), view.getBigUint64(5512 + 40, true), view.getBigUint64(5512 + 48, true), view.getBigUint64(5512 + 56, true), view.getBigUint64(5512 + 64, true), view.getBigUint64(5512 + 72, true), view.getBigUint64(5512 + 80, true), view.getBigUint64(5512 + 88, true), view.getBigUint64(5512 + 96, true), view.getBigUint64(5512 + 104, true), view.getBigUint64(5512 + 112, true), view.getBigUint64(5512 + 120, true), view.getBigUint64(5512 + 128, true), view.getBigUint64(5512 + 136, true), view.getBigUint64(5512 + 144, true), view.getBigUint64(5512 + 152, true), view.getBigUint64(5512 + 160, true), view.getBigUint64(5512 + 168, true), view.getBigUint64(5512 + 176, true), view.getBigUint64(5512 + 184, true), view.getBigUint64(5512 + 192, true), view.getBigUint64(5512 + 200, true), view.getBigUint64(5512 + 208, true), view.getBigUint64(5512 + 216, true), view.getBigUint64(5512 + 224, true), view.getBigUint64(5512 + 232, true), view.getBigUint64(5512 + 240, true), view.getBigUint64(5512 + 248, true)],
      debtMaturityAt: view.getBigUint64(5776, true),
      debtTermSeconds: view.getBigUint64(5784, true),
      rewardsPerAccrualUnitRaw: view.getBigUint64(5792, true),
      permissionedOps: view.getBigUint64(5800, true),
    },
    borrowedAmountOutsideElevationGroupRaw: view.getBigUint64(6704, true),
    borrowedAmountsAgainstThisReserveInElevationGroupsRaw: [view.getBigUint64(6712 + 0, true), view.getBigUint64(6712 + 8, true), view.getBigUint64(6712 + 16, true), view.getBigUint64(6712 + 24, true), view.getBigUint64(6712 + 32, true), view.getBigUint64(6712 + 40, true), view.getBigUint64(6712 + 48, true), view.getBigUint64(6712 + 56, true), view.getBigUint64(6712 + 64, true), view.getBigUint64(6712 + 72, true), view.getBigUint64(6712 + 80, true), view.getBigUint64(6712 + 88, true), view.getBigUint64(6712 + 96, true), view.getBigUint64(6712 + 104, true), view.getBigUint64(6712 + 112, true), view.getBigUint64(6712 + 120, true), view.getBigUint64(6712 + 128, true), view.getBigUint64(6712 + 136, true), view.getBigUint64(6712 + 144, true), view.getBigUint64(6712 + 152, true), view.getBigUint64(6712 + 160, true), view.getBigUint64(6712 + 168, true), view.getBigUint64(6712 + 176, true), view.getBigUint64(6712 + 184, true), view.getBigUint64(6712 + 192, true), view.getBigUint64(6712 + 200, true), view.getBigUint64(6712 + 208, true), view.getBigUint64(6712 + 216, true), view.getBigUint64(6712 + 224, true), view.getBigUint64(6712 + 232, true), view.getBigUint64(6712 + 240, true), view.getBigUint64(6712 + 248, true)],
    withdrawQueue: {
      queuedCollateralRaw: view.getBigUint64(6968, true),
      nextIssuedTicketSequence: view.getBigUint64(6976, true),
      nextWithdrawableTicketSequence: view.getBigUint64(6984, true),
    },
  };
}

/** Gives the bytes back. */
export function writeReserve(data: Uint8Array, fields: Decoded<typeof RESERVE>): Uint8Array {
  const view = viewOf(data);
  view.setBigUint64(8, fields.version, true);
  view.setBigUint64(16, fields.lastUpdate.slot, true);
  writeFlag(view, 24, fields.lastUpdate.stale);
  view.setUint8(25, fields.lastUpdate.priceStatus);
  view.setUint32(28, fields.lastUpdate.timestamp, true);
  writeAddress(data, 32, fields.lendingMarket);
  writeAddress(data, 64, fields.farmCollateral);
  writeAddress(data, 96, fields.farmDebt);
  writeAddress(data, 128, fields.liquidity.mint);
  writeAddress(data, 160, fields.liquidity.supplyVault);
  writeAddress(data, 192, fields.liquidity.feeVault);
  writeAddress(data, 408, fields.liquidity.tokenProgram);
  view.setBigUint64(224, fields.liquidity.availableAmountRaw, true);
  writeU128(view, 232, fields.liquidity.borrowedAmountSf);
  writeU128(view, 248, fields.liquidity.marketPriceSf);
  view.setBigUint64(264, fields.liquidity.marketPriceUpdatedAt, true);
  view.setBigUint64(272, BigInt(fields.liquidity.mintDecimals), true);
  view.setBigUint64(280, fields.liquidity.depositLimitCrossedAt, true);
  view.setBigUint64(288, fields.liquidity.borrowLimitCrossedAt, true);
  writeU256(view, 296, fields.liquidity.cumulativeBorrowRateBsf);
  writeU128(view, 344, fields.liquidity.accumulatedProtocolFeesSf);
  writeU128(view, 360, fields.liquidity.accumulatedReferrerFeesSf);
  writeU128(view, 376, fields.liquidity.pendingReferrerFeesSf);
  writeU128(view, 392, fields.liquidity.absoluteReferralRateSf);
  view.setBigUint64(440, fields.liquidity.rewardsAvailableRaw, true);
  writeAddress(data, 2560, fields.collateral.mint);
  writeAddress(data, 2600, fields.collateral.supplyVault);
  view.setBigUint64(2592, fields.collateral.mintTotalSupplyRaw, true);
  view.setUint8(4856, RESERVE.config.status.words.indexOf(fields.config.status));
  view.setUint8(4865, RESERVE.config.interestRateBasis.words.indexOf(fields.config.interestRateBasis));
  view.setUint16(4858, fields.config.hostFixedInterestRateBps, true);
  view.setUint16(4860, fields.config.minDeleveragingBonusBps, true);
  writeFlag(view, 4862, fields.config.blockCtokenUsage);
  view.setUint8(4863, fields.config.earlyRepayRemainingInterestPct);
  writeFlag(view, 4864, fields.config.emergencyMode);
  view.setUint8(4869, fields.config.protocolOrderExecutionFeePct);
  view.setUint8(4870, fields.config.protocolTakeRatePct);
  view.setUint8(4871, fields.config.protocolLiquidationFeePct);
  view.setUint8(4872, fields.config.loanToValuePct);
  view.setUint8(4873, fields.config.liquidationThresholdPct);
  view.setUint16(4874, fields.config.minLiquidationBonusBps, true);
  view.setUint16(4876, fields.config.maxLiquidationBonusBps, true);
  view.setUint16(4878, fields.config.badDebtLiquidationBonusBps, true);
  view.setBigUint64(4880, fields.config.deleveragingMarginCallPeriodSeconds, true);
  view.setBigUint64(4888, fields.config.deleveragingThresholdDecreaseBpsPerDay, true);
  view.setBigUint64(5768, fields.config.deleveragingBonusIncreaseBpsPerDay, true);
  view.setBigUint64(4896, fields.config.fees.originationFeeSf, true);
  view.setBigUint64(4904, fields.config.fees.flashLoanFeeSf, true);
  fields.config.borrowRateCurve.forEach((item, i) => {
    view.setUint32(4920 + 8 * i, item.utilizationRateBps, true);
    view.setUint32(4924 + 8 * i, item.borrowRateBps, true);
  });
  view.setBigUint64(5008, fields.config.borrowFactorPct, true);
  view.setBigUint64(5016, fields.config.depositLimitRaw, true);
  view.setBigUint64(5024, fields.config.borrowLimitRaw, true);
  writeTextField(data, 5032, fields.config.tokenInfo.nameBytes, 32);
  view.setBigUint64(5064, fields.config.tokenInfo.heuristic.lower, true);
  view.setBigUint64(5072, fields.config.tokenInfo.heuristic.upper, true);
  view.setBigUint64(5080, fields.config.tokenInfo.heuristic.exp, true);
  view.setBigUint64(5088, fields.config.tokenInfo.maxTwapDivergenceBps, true);
  view.setBigUint64(5096, fields.config.tokenInfo.maxAgePriceSeconds, true);
  view.setBigUint64(5104, fields.config.tokenInfo.maxAgeTwapSeconds, true);
  writeAddress(data, 5112, fields.config.tokenInfo.scopePriceFeed);
  fields.config.tokenInfo.scopePriceChain.forEach((item, i) => {
    view.setUint16(5144 + 2 * i, item, true);
  });
  fields.config.tokenInfo.scopeTwapChain.forEach((item, i) => {
    view.setUint16(5152 + 2 * i, item, true);
  });
  writeAddress(data, 5160, fields.config.tokenInfo.switchboardPriceAggregator);
  writeAddress(data, 5192, fields.config.tokenInfo.switchboardTwapAggregator);
  writeAddress(data, 5224, fields.config.tokenInfo.pythPrice);
  writeFlag(view, 5256, fields.config.tokenInfo.blockPriceUsage);
  view.setBigInt64(5416, fields.config.depositWithdrawalCap.capacityRaw, true);
  view.setBigInt64(5424, fields.config.depositWithdrawalCap.currentTotalRaw, true);
  view.setBigUint64(5432, fields.config.depositWithdrawalCap.intervalStartAt, true);
  view.setBigUint64(5440, fields.config.depositWithdrawalCap.intervalSeconds, true);
  view.setBigInt64(5448, fields.config.debtWithdrawalCap.capacityRaw, true);
  view.setBigInt64(5456, fields.config.debtWithdrawalCap.currentTotalRaw, true);
  view.setBigUint64(5464, fields.config.debtWithdrawalCap.intervalStartAt, true);
  view.setBigUint64(5472, fields.config.debtWithdrawalCap.intervalSeconds, true);
  fields.config.elevationGroups.forEach((item, i) => {
    view.setUint8(5480 + 1 * i, item);
  });
  writeFlag(view, 5500, fields.config.disableUsageAsCollateralOutsideElevationGroup);
  view.setUint8(5501, fields.config.utilizationLimitBlockBorrowingAbovePct);
  writeFlag(view, 5502, fields.config.autodeleverageEnabled);
  writeFlag(view, 5503, fields.config.proposerAuthorityLocked);
  view.setBigUint64(5504, fields.config.borrowLimitOutsideElevationGroupRaw, true);
  fields.config.borrowLimitAgainstThisCollateralInElevationGroupRaw.forEach((item, i) => {
    view.setBigUint64(5512 + 8 * i, item, true);
  });
  view.setBigUint64(5776, fields.config.debtMaturityAt, true);
  view.setBigUint64(5784, fields.config.debtTermSeconds, true);
  view.setBigUint64(5792, fields.config.rewardsPerAccrualUnitRaw, true);
  view.setBigUint64(5800, fields.config.permissionedOps, true);
  view.setBigUint64(6704, fields.borrowedAmountOutsideElevationGroupRaw, true);
  fields.borrowedAmountsAgainstThisReserveInElevationGroupsRaw.forEach((item, i) => {
    view.setBigUint64(6712 + 8 * i, item, true);
  });
  view.setBigUint64(6968, fields.withdrawQueue.queuedCollateralRaw, true);
  view.setBigUint64(6976, fields.withdrawQueue.nextIssuedTicketSequence, true);
  view.setBigUint64(6984, fields.withdrawQueue.nextWithdrawableTicketSequence, true);
  return data;
}

export function zeroReserve(): Decoded<typeof RESERVE> {
  return {
    version: 0n,
    lastUpdate: {
      slot: 0n,
      stale: false,
      priceStatus: 0,
      timestamp: 0,
    },
    lendingMarket: ZERO_ADDRESS,
    farmCollateral: ZERO_ADDRESS,
    farmDebt: ZERO_ADDRESS,
    liquidity: {
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
      cumulativeBorrowRateBsf: 0n,
      accumulatedProtocolFeesSf: 0n,
      accumulatedReferrerFeesSf: 0n,
      pendingReferrerFeesSf: 0n,
      absoluteReferralRateSf: 0n,
      rewardsAvailableRaw: 0n,
    },
    collateral: {
      mint: ZERO_ADDRESS,
      supplyVault: ZERO_ADDRESS,
      mintTotalSupplyRaw: 0n,
    },
    config: {
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
      fees: {
        originationFeeSf: 0n,
        flashLoanFeeSf: 0n,
      },
      borrowRateCurve: itemsOf(11, () => ({
        utilizationRateBps: 0,
        borrowRateBps: 0,
      })),
      borrowFactorPct: 0n,
      depositLimitRaw: 0n,
      borrowLimitRaw: 0n,
      tokenInfo: {
        nameBytes: new Uint8Array(32),
        heuristic: {
          lower: 0n,
          upper: 0n,
          exp: 0n,
        },
        maxTwapDivergenceBps: 0n,
        maxAgePriceSeconds: 0n,
        maxAgeTwapSeconds: 0n,
        scopePriceFeed: ZERO_ADDRESS,
        scopePriceChain: itemsOf(4, () => 0),
        scopeTwapChain: itemsOf(4, () => 0),
        switchboardPriceAggregator: ZERO_ADDRESS,
        switchboardTwapAggregator: ZERO_ADDRESS,
        pythPrice: ZERO_ADDRESS,
        blockPriceUsage: false,
      },
      depositWithdrawalCap: {
        capacityRaw: 0n,
        currentTotalRaw: 0n,
        intervalStartAt: 0n,
        intervalSeconds: 0n,
      },
      debtWithdrawalCap: {
        capacityRaw: 0n,
        currentTotalRaw: 0n,
        intervalStartAt: 0n,
        intervalSeconds: 0n,
      },
      elevationGroups: itemsOf(20, () => 0),
      disableUsageAsCollateralOutsideElevationGroup: false,
      utilizationLimitBlockBorrowingAbovePct: 0,
      autodeleverageEnabled: false,
      proposerAuthorityLocked: false,
      borrowLimitOutsideElevationGroupRaw: 0n,
      borrowLimitAgainstThisCollateralInElevationGroupRaw: itemsOf(32, () => 0n),
      debtMaturityAt: 0n,
      debtTermSeconds: 0n,
      rewardsPerAccrualUnitRaw: 0n,
      permissionedOps: 0n,
    },
    borrowedAmountOutsideElevationGroupRaw: 0n,
    borrowedAmountsAgainstThisReserveInElevationGroupsRaw: itemsOf(32, () => 0n),
    withdrawQueue: {
      queuedCollateralRaw: 0n,
      nextIssuedTicketSequence: 0n,
      nextWithdrawableTicketSequence: 0n,
    },
  };
}

export function readMarket({ address, data }: AccountBytes, addressAt: AddressReader = readAddress): Decoded<typeof MARKET> {
  const view = viewOf(data);
  return {
    version: within(MARKET.version, view.getBigUint64(8, true), 'version', address),
    nameBytes: data.slice(3248, 3248 + 32),
    quoteCurrencyBytes: data.slice(88, 88 + 32),
    bumpSeed: view.getBigUint64(16, true),
    owner: addressAt(data, 24),
    ownerCached: addressAt(data, 56),
    emergencyCouncil: addressAt(data, 160),
    proposerAuthority: addressAt(data, 3312),
    permissioningAuthority: addressAt(data, 3400),
    permissionedOps: view.getBigUint64(3432, true),
    referralFeeBps: within(MARKET.referralFeeBps, view.getUint16(120, true), 'referralFeeBps', address),
    priceRefreshTriggerToMaxAgePct: view.getUint8(125),
    liquidationMaxDebtCloseFactorPct: view.getUint8(126),
    insolvencyRiskUnhealthyLtvPct: view.getUint8(127),
    minFullLiquidationValueThreshold: view.getBigUint64(128, true),
    maxLiquidatableDebtMarketValueAtOnce: view.getBigUint64(136, true),
    globalAllowedBorrowValue: view.getBigUint64(152, true),
    minNetValueInObligationSf: readU128(view, 3224),
    minValueSkipLiquidationLtvChecks: view.getBigUint64(3240, true),
    minValueSkipLiquidationBorrowFactorChecks: view.getBigUint64(3280, true),
    minInitialDepositAmountRaw: view.getBigUint64(3296, true),
    minBorrowOrderFillValue: view.getBigUint64(3344, true),
    reserveRewardsMaxAprBps: view.getUint16(3358, true),
    minWithdrawQueuedLiquidityValue: view.getBigUint64(3360, true),
    emergencyMode: view.getUint8(122) !== 0,
    autodeleverageEnabled: view.getUint8(123) !== 0,
    borrowDisabled: view.getUint8(124) !== 0,
    obligationOrderExecutionEnabled: view.getUint8(3304) !== 0,
    immutable: view.getUint8(3305) !== 0,
    obligationOrderCreationEnabled: view.getUint8(3306) !== 0,
    priceTriggeredLiquidationDisabled: view.getUint8(3307) !== 0,
    matureReserveDebtLiquidationEnabled: view.getUint8(3308) !== 0,
    obligationBorrowDebtTermLiquidationEnabled: view.getUint8(3309) !== 0,
    borrowOrderCreationEnabled: view.getUint8(3310) !== 0,
    borrowOrderExecutionEnabled: view.getUint8(3311) !== 0,
    withdrawTicketIssuanceEnabled: view.getUint8(3352) !== 0,
    withdrawTicketRedemptionEnabled: view.getUint8(3353) !== 0,
    obligationBorrowRolloverConfigurationEnabled: view.getUint8(3354) !== 0,
    obligationBorrowMigrationToFixedExecutionEnabled: view.getUint8(3355) !== 0,
    withdrawTicketCancellationEnabled: view.getUint8(3356) !== 0,
    individualAutodeleverageMarginCallPeriodSeconds: view.getBigUint64(3288, true),
    fixedTermRolloverWindowSeconds: view.getBigUint64(3368, true),
    openTermRolloverWindowSeconds: view.getBigUint64(3376, true),
    minPartialRolloverValue: view.getBigUint64(3384, true),
    termBasedFullLiquidationDurationSeconds: view.getBigUint64(3392, true),
    elevationGroups: itemsOf(32, (i) => ({
      id: view.getUint8(202 + 72 * i),
      maxLiquidationBonusBps: view.getUint16(200 + 72 * i, true),
      loanToValuePct: view.getUint8(203 + 72 * i),
      liquidationThresholdPct: view.getUint8(204 + 72 * i),
      allowNewLoans: view.getUint8(205 + 72 * i) !== 0,
      maxReservesAsCollateral: view.getUint8(206 + 72 * i),
      debtReserve: addressAt(data, 208 + 72 * i),
    })),
  };
}

/** Gives the bytes back. */
export function writeMarket(data: Uint8Array, fields: Decoded<typeof MARKET>): Uint8Array {
  const view = viewOf(data);
  view.setBigUint64(8, fields.version, true);
  writeTextField(data, 3248, fields.nameBytes, 32);
  writeTextField(data, 88, fields.quoteCurrencyBytes, 32);
  view.setBigUint64(16, fields.bumpSeed, true);
  writeAddress(data, 24, fields.owner);
  writeAddress(data, 56, fields.ownerCached);
  writeAddress(data, 160, fields.emergencyCouncil);
  writeAddress(data, 3312, fields.proposerAuthority);
  writeAddress(data, 3400, fields.permissioningAuthority);
  view.setBigUint64(3432, fields.permissionedOps, true);
  view.setUint16(120, fields.referralFeeBps, true);
  view.setUint8(125, fields.priceRefreshTriggerToMaxAgePct);
  view.setUint8(126, fields.liquidationMaxDebtCloseFactorPct);
  view.setUint8(127, fields.insolvencyRiskUnhealthyLtvPct);
  view.setBigUint64(128, fields.minFullLiquidationValueThreshold, true);
  view.setBigUint64(136, fields.maxLiquidatableDebtMarketValueAtOnce, true);
  view.setBigUint64(152, fields.globalAllowedBorrowValue, true);
  writeU128(view, 3224, fields.minNetValueInObligationSf);
  view.setBigUint64(3240, fields.minValueSkipLiquidationLtvChecks, true);
  view.setBigUint64(3280, fields.minValueSkipLiquidationBorrowFactorChecks, true);
  view.setBigUint64(3296, fields.minInitialDepositAmountRaw, true);
  view.setBigUint64(3344, fields.minBorrowOrderFillValue, true);
  view.setUint16(3358, fields.reserveRewardsMaxAprBps, true);
  view.setBigUint64(3360, fields.minWithdrawQueuedLiquidityValue, true);
  writeFlag(view, 122, fields.emergencyMode);
  writeFlag(view, 123, fields.autodeleverageEnabled);
  writeFlag(view, 124, fields.borrowDisabled);
  writeFlag(view, 3304, fields.obligationOrderExecutionEnabled);
  writeFlag(view, 3305, fields.immutable);
  writeFlag(view, 3306, fields.obligationOrderCreationEnabled);
  writeFlag(view, 3307, fields.priceTriggeredLiquidationDisabled);
  writeFlag(view, 3308, fields.matureReserveDebtLiquidationEnabled);
  writeFlag(view, 3309, fields.obligationBorrowDebtTermLiquidationEnabled);
  writeFlag(view, 3310, fields.borrowOrderCreationEnabled);
  writeFlag(view, 3311, fields.borrowOrderExecutionEnabled);
  writeFlag(view, 3352, fields.withdrawTicketIssuanceEnabled);
  writeFlag(view, 3353, fields.withdrawTicketRedemptionEnabled);
  writeFlag(view, 3354, fields.obligationBorrowRolloverConfigurationEnabled);
  writeFlag(view, 3355, fields.obligationBorrowMigrationToFixedExecutionEnabled);
  writeFlag(view, 3356, fields.withdrawTicketCancellationEnabled);
  view.setBigUint64(3288, fields.individualAutodeleverageMarginCallPeriodSeconds, true);
  view.setBigUint64(3368, fields.fixedTermRolloverWindowSeconds, true);
  view.setBigUint64(3376, fields.openTermRolloverWindowSeconds, true);
  view.setBigUint64(3384, fields.minPartialRolloverValue, true);
  view.setBigUint64(3392, fields.termBasedFullLiquidationDurationSeconds, true);
  fields.elevationGroups.forEach((item, i) => {
    view.setUint8(202 + 72 * i, item.id);
    view.setUint16(200 + 72 * i, item.maxLiquidationBonusBps, true);
    view.setUint8(203 + 72 * i, item.loanToValuePct);
    view.setUint8(204 + 72 * i, item.liquidationThresholdPct);
    writeFlag(view, 205 + 72 * i, item.allowNewLoans);
    view.setUint8(206 + 72 * i, item.maxReservesAsCollateral);
    writeAddress(data, 208 + 72 * i, item.debtReserve);
  });
  return data;
}

export function zeroMarket(): Decoded<typeof MARKET> {
  return {
    version: 0n,
    nameBytes: new Uint8Array(32),
    quoteCurrencyBytes: new Uint8Array(32),
    bumpSeed: 0n,
    owner: ZERO_ADDRESS,
    ownerCached: ZERO_ADDRESS,
    emergencyCouncil: ZERO_ADDRESS,
    proposerAuthority: ZERO_ADDRESS,
    permissioningAuthority: ZERO_ADDRESS,
    permissionedOps: 0n,
    referralFeeBps: 0,
    priceRefreshTriggerToMaxAgePct: 0,
    liquidationMaxDebtCloseFactorPct: 0,
    insolvencyRiskUnhealthyLtvPct: 0,
    minFullLiquidationValueThreshold: 0n,
    maxLiquidatableDebtMarketValueAtOnce: 0n,
    globalAllowedBorrowValue: 0n,
    minNetValueInObligationSf: 0n,
    minValueSkipLiquidationLtvChecks: 0n,
    minValueSkipLiquidationBorrowFactorChecks: 0n,
    minInitialDepositAmountRaw: 0n,
    minBorrowOrderFillValue: 0n,
    reserveRewardsMaxAprBps: 0,
    minWithdrawQueuedLiquidityValue: 0n,
    emergencyMode: false,
    autodeleverageEnabled: false,
    borrowDisabled: false,
    obligationOrderExecutionEnabled: false,
    immutable: false,
    obligationOrderCreationEnabled: false,
    priceTriggeredLiquidationDisabled: false,
    matureReserveDebtLiquidationEnabled: false,
    obligationBorrowDebtTermLiquidationEnabled: false,
    borrowOrderCreationEnabled: false,
    borrowOrderExecutionEnabled: false,
    withdrawTicketIssuanceEnabled: false,
    withdrawTicketRedemptionEnabled: false,
    obligationBorrowRolloverConfigurationEnabled: false,
    obligationBorrowMigrationToFixedExecutionEnabled: false,
    withdrawTicketCancellationEnabled: false,
    individualAutodeleverageMarginCallPeriodSeconds: 0n,
    fixedTermRolloverWindowSeconds: 0n,
    openTermRolloverWindowSeconds: 0n,
    minPartialRolloverValue: 0n,
    termBasedFullLiquidationDurationSeconds: 0n,
    elevationGroups: itemsOf(32, () => ({
      id: 0,
      maxLiquidationBonusBps: 0,
      loanToValuePct: 0,
      liquidationThresholdPct: 0,
      allowNewLoans: false,
      maxReservesAsCollateral: 0,
      debtReserve: ZERO_ADDRESS,
    })),
  };
}
