import { RESERVE } from '../../reserve.ts';
import type { Reserve } from '../../reserve.ts';

/**
 * Known differences: the SDK reads the moving average from a wrong key, shows attributed limits of 0, a protocol's part of a
 * liquidation above the program's ceiling and an extra price without its flag as they are stored, and keeps unlimited weights as integers.
 */
export function withoutDifferences(decoded: unknown): unknown {
  const { liquidity, config, ...rest } = JSON.parse(JSON.stringify(decoded));
  const { smoothedMarketPrice: _smoothed, ...liquidityFields } = liquidity;
  const { borrowWeight: _weight, attributedBorrowLimitOpen, attributedBorrowLimitClose, ...configFields } = config;
  const unlimited = (limit: string): string => (limit === '0' ? '18446744073709551615' : limit);
  return {
    ...rest,
    liquidity: liquidityFields,
    config: {
      ...configFields,
      protocolLiquidationFee: Math.min(50, config.protocolLiquidationFee),
      liquidityExtraMarketPrice: config.liquidityExtraMarketPriceFlag === 0 ? '0' : config.liquidityExtraMarketPrice,
      attributedBorrowLimitOpen: unlimited(attributedBorrowLimitOpen),
      attributedBorrowLimitClose: unlimited(attributedBorrowLimitClose),
    },
  };
}

/** The decoded reserve under the names of the SDK. */
export function asSdk(reserve: Reserve): unknown {
  const { lastUpdate, liquidity, collateral, rateLimiter } = reserve;
  return {
    version: reserve.version,
    lastUpdate: { slot: String(lastUpdate.slot), stale: lastUpdate.stale ? 1 : 0 },
    lendingMarket: reserve.lendingMarket,
    liquidity: {
      mintPubkey: liquidity.mint,
      mintDecimals: liquidity.mintDecimals,
      supplyPubkey: liquidity.supplyVault,
      pythOracle: liquidity.pythOracle,
      switchboardOracle: liquidity.switchboardOracle,
      availableAmount: String(liquidity.availableAmountRaw),
      borrowedAmountWads: String(liquidity.borrowedAmountWads),
      cumulativeBorrowRateWads: String(liquidity.cumulativeBorrowRateWads),
      marketPrice: String(liquidity.marketPriceWads),
      accumulatedProtocolFeesWads: String(liquidity.accumulatedProtocolFeesWads),
    },
    collateral: {
      mintPubkey: collateral.mint,
      mintTotalSupply: String(collateral.mintTotalSupplyRaw),
      supplyPubkey: collateral.supplyVault,
    },
    config: configAsSdk(reserve),
    rateLimiter: {
      config: { maxOutflow: String(rateLimiter.maxOutflow), windowDuration: String(rateLimiter.windowSlots) },
      previousQuantity: String(rateLimiter.previousWads),
      windowStart: String(rateLimiter.windowStartSlot),
      currentQuantity: String(rateLimiter.currentWads),
    },
    pubkey: reserve.address,
  };
}

/** The SDK has some of the reserve's own fields in its configuration. */
function configAsSdk({ config, liquidity, attributedBorrowValueWads }: Reserve): unknown {
  return {
    optimalUtilizationRate: config.optimalUtilizationPct,
    maxUtilizationRate: config.maxUtilizationPct,
    loanToValueRatio: config.loanToValuePct,
    liquidationBonus: config.liquidationBonusPct,
    maxLiquidationBonus: config.maxLiquidationBonusPct,
    liquidationThreshold: config.liquidationThresholdPct,
    maxLiquidationThreshold: config.maxLiquidationThresholdPct,
    minBorrowRate: config.minBorrowRatePct,
    optimalBorrowRate: config.optimalBorrowRatePct,
    maxBorrowRate: config.maxBorrowRatePct,
    superMaxBorrowRate: String(config.superMaxBorrowRatePct),
    fees: {
      borrowFeeWad: String(config.fees.borrowFeeWad),
      flashLoanFeeWad: String(config.fees.flashLoanFeeWad),
      hostFeePercentage: config.fees.hostFeePct,
    },
    depositLimit: String(config.depositLimitRaw),
    borrowLimit: String(config.borrowLimitRaw),
    feeReceiver: config.feeReceiver,
    protocolLiquidationFee: config.protocolLiquidationFeeDecaBps,
    protocolTakeRate: config.protocolTakeRatePct,
    addedBorrowWeightBPS: String(config.addedBorrowWeightBps),
    reserveType: RESERVE.config.reserveType.words.indexOf(config.reserveType),
    liquidityExtraMarketPriceFlag: liquidity.extraMarketPriceWads === null ? 0 : 1,
    liquidityExtraMarketPrice: String(liquidity.extraMarketPriceWads ?? 0n),
    attributedBorrowValue: String(attributedBorrowValueWads),
    scaledPriceOffsetBPS: String(config.scaledPriceOffsetBps),
    extraOracle: config.extraOracle,
    attributedBorrowLimitOpen: String(config.attributedBorrowLimitOpenUsd),
    attributedBorrowLimitClose: String(config.attributedBorrowLimitCloseUsd),
  };
}
