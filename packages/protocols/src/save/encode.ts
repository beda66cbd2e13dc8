import { viewOf, writeU64, writeU128 } from '@tidemark/core';
import { encodeFixedText, startAccount, writeAddress, writeTextField } from '../common/account-fields.ts';
import { LENDING_MARKET_ACCOUNT_SIZE, METADATA_ACCOUNT_SIZE, RESERVE_ACCOUNT_SIZE } from './constants.ts';
import { reserveTypeCode } from './decode-reserve.ts';
import { CONFIG, MARKET, METADATA, RATE_LIMITER, RESERVE, TEXT_BYTES } from './layout.ts';
import type { LendingMarketFields, MarketMetadataFields } from './lending-market.ts';
import type { RateLimiter, ReserveConfig, ReserveFields } from './reserve.ts';

/**
 * The bytes of a Reserve account: `decodeReserve` of the result gives the same fields back. Bytes that no field names
 * are zero, or those of `onto` (copied, not changed), so that an account keeps what this version does not know.
 * Throws `INVALID_BASE58` for a malformed address and `WRONG_SIZE` for an `onto` of another size.
 */
export function encodeReserve(fields: ReserveFields, onto?: Uint8Array): Uint8Array {
  const data = startAccount(RESERVE_ACCOUNT_SIZE, onto);
  const view = viewOf(data);
  view.setUint8(RESERVE.version, fields.version);
  writeU64(view, RESERVE.lastUpdateSlot, fields.lastUpdate.slot);
  view.setUint8(RESERVE.stale, fields.lastUpdate.stale ? 1 : 0);
  writeAddress(data, RESERVE.lendingMarket, fields.lendingMarket);
  encodeLiquidity(data, view, fields);
  writeAddress(data, RESERVE.collateralMint, fields.collateral.mint);
  writeAddress(data, RESERVE.collateralSupplyVault, fields.collateral.supplyVault);
  writeU64(view, RESERVE.collateralMintTotalSupply, fields.collateral.mintTotalSupplyRaw);
  encodeConfig(data, view, fields.config);
  encodeRateLimiter(view, RESERVE.rateLimiter, fields.rateLimiter);
  writeU128(view, RESERVE.attributedBorrowValueWads, fields.attributedBorrowValueWads);
  return data;
}

/** The bytes of a LendingMarket account, as {@link encodeReserve} writes a reserve's. */
export function encodeLendingMarket(fields: LendingMarketFields, onto?: Uint8Array): Uint8Array {
  const data = startAccount(LENDING_MARKET_ACCOUNT_SIZE, onto);
  const view = viewOf(data);
  view.setUint8(MARKET.version, fields.version);
  view.setUint8(MARKET.bumpSeed, fields.bumpSeed);
  writeAddress(data, MARKET.owner, fields.owner);
  writeTextField(data, MARKET.quoteCurrency, fields.quoteCurrencyBytes, TEXT_BYTES.quoteCurrency);
  writeAddress(data, MARKET.tokenProgram, fields.tokenProgram);
  writeAddress(data, MARKET.oracleProgram, fields.oracleProgram);
  writeAddress(data, MARKET.switchboardProgram, fields.switchboardProgram);
  encodeRateLimiter(view, MARKET.rateLimiter, fields.rateLimiter);
  writeAddress(data, MARKET.whitelistedLiquidator, fields.whitelistedLiquidator);
  writeAddress(data, MARKET.riskAuthority, fields.riskAuthority);
  return data;
}

/** The bytes of a LendingMarketMetadata account. */
export function encodeMarketMetadata(fields: MarketMetadataFields, onto?: Uint8Array): Uint8Array {
  const data = startAccount(METADATA_ACCOUNT_SIZE, onto);
  data[METADATA.bumpSeed] = fields.bumpSeed;
  const text = (offset: number, value: string, length: number): void => {
    writeTextField(data, offset, encodeFixedText(value, length), length);
  };
  text(METADATA.name, fields.name, TEXT_BYTES.name);
  text(METADATA.description, fields.description, TEXT_BYTES.description);
  text(METADATA.imageUrl, fields.imageUrl, TEXT_BYTES.imageUrl);
  fields.lookupTables.forEach((address, i) => {
    writeAddress(data, METADATA.lookupTables + 32 * i, address);
  });
  return data;
}

function encodeLiquidity(data: Uint8Array, view: DataView, { liquidity }: ReserveFields): void {
  writeAddress(data, RESERVE.mint, liquidity.mint);
  view.setUint8(RESERVE.mintDecimals, liquidity.mintDecimals);
  writeAddress(data, RESERVE.supplyVault, liquidity.supplyVault);
  writeAddress(data, RESERVE.pythOracle, liquidity.pythOracle);
  writeAddress(data, RESERVE.switchboardOracle, liquidity.switchboardOracle);
  writeU64(view, RESERVE.availableAmount, liquidity.availableAmountRaw);
  writeU128(view, RESERVE.borrowedAmountWads, liquidity.borrowedAmountWads);
  writeU128(view, RESERVE.cumulativeBorrowRateWads, liquidity.cumulativeBorrowRateWads);
  writeU128(view, RESERVE.accumulatedProtocolFeesWads, liquidity.accumulatedProtocolFeesWads);
  writeU128(view, RESERVE.marketPriceWads, liquidity.marketPriceWads);
  writeU128(view, RESERVE.smoothedMarketPriceWads, liquidity.smoothedMarketPriceWads);
  view.setUint8(RESERVE.extraMarketPriceFlag, liquidity.extraMarketPriceWads === null ? 0 : 1);
  writeU128(view, RESERVE.extraMarketPriceWads, liquidity.extraMarketPriceWads ?? 0n);
}

function encodeConfig(data: Uint8Array, view: DataView, config: ReserveConfig): void {
  view.setUint8(CONFIG.optimalUtilizationPct, config.optimalUtilizationPct);
  view.setUint8(CONFIG.maxUtilizationPct, config.maxUtilizationPct);
  view.setUint8(CONFIG.minBorrowRatePct, config.minBorrowRatePct);
  view.setUint8(CONFIG.optimalBorrowRatePct, config.optimalBorrowRatePct);
  view.setUint8(CONFIG.maxBorrowRatePct, config.maxBorrowRatePct);
  writeU64(view, CONFIG.superMaxBorrowRatePct, config.superMaxBorrowRatePct);
  view.setUint8(CONFIG.loanToValuePct, config.loanToValuePct);
  view.setUint8(CONFIG.liquidationBonusPct, config.liquidationBonusPct);
  view.setUint8(CONFIG.maxLiquidationBonusPct, config.maxLiquidationBonusPct);
  view.setUint8(CONFIG.liquidationThresholdPct, config.liquidationThresholdPct);
  view.setUint8(CONFIG.maxLiquidationThresholdPct, config.maxLiquidationThresholdPct);
  writeU64(view, CONFIG.borrowFeeWad, config.fees.borrowFeeWad);
  writeU64(view, CONFIG.flashLoanFeeWad, config.fees.flashLoanFeeWad);
  view.setUint8(CONFIG.hostFeePct, config.fees.hostFeePct);
  writeU64(view, CONFIG.depositLimit, config.depositLimitRaw);
  writeU64(view, CONFIG.borrowLimit, config.borrowLimitRaw);
  writeAddress(data, CONFIG.feeReceiver, config.feeReceiver);
  view.setUint8(CONFIG.protocolLiquidationFeeDecaBps, config.protocolLiquidationFeeDecaBps);
  view.setUint8(CONFIG.protocolTakeRatePct, config.protocolTakeRatePct);
  writeU64(view, CONFIG.addedBorrowWeightBps, config.addedBorrowWeightBps);
  view.setUint8(CONFIG.reserveType, reserveTypeCode(config.reserveType));
  view.setBigInt64(CONFIG.scaledPriceOffsetBps, config.scaledPriceOffsetBps, true);
  writeAddress(data, CONFIG.extraOracle, config.extraOracle);
  writeU64(view, CONFIG.attributedBorrowLimitOpen, config.attributedBorrowLimitOpenUsd);
  writeU64(view, CONFIG.attributedBorrowLimitClose, config.attributedBorrowLimitCloseUsd);
}

function encodeRateLimiter(view: DataView, offset: number, limiter: RateLimiter): void {
  writeU64(view, offset + RATE_LIMITER.maxOutflow, limiter.maxOutflow);
  writeU64(view, offset + RATE_LIMITER.windowSlots, limiter.windowSlots);
  writeU128(view, offset + RATE_LIMITER.previousWads, limiter.previousWads);
  writeU64(view, offset + RATE_LIMITER.windowStartSlot, limiter.windowStartSlot);
  writeU128(view, offset + RATE_LIMITER.currentWads, limiter.currentWads);
}
