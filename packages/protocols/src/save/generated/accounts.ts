// Written by `npm run generate` from the layouts beside this folder. Do not edit.
import { type AccountBytes, type AddressReader, readAddress, viewOf, readU128, writeU128, ZERO_ADDRESS } from '@tidemark/core';
import { decodeFixedText, encodeFixedText, itemsOf, readStrictFlag, within, wordOf, writeAddress, writeTextField } from '../../common/account-fields.ts';
import type { Decoded } from '../../common/account-layout.ts';
import { RESERVE } from '../reserve.ts';
import { MARKET, METADATA } from '../lending-market.ts';

export function readReserve({ address, data }: AccountBytes, addressAt: AddressReader = readAddress): Decoded<typeof RESERVE> {
  const view = viewOf(data);
  return {
    version: within(RESERVE.version, view.getUint8(0), 'version', address),
    lastUpdate: {
      slot: view.getBigUint64(1, true),
      stale: readStrictFlag(view, 9, 'lastUpdate.stale', address),
    },
    lendingMarket: addressAt(data, 10),
    liquidity: {
      extraMarketPriceWads: readStrictFlag(view, 521, 'liquidity.extraMarketPriceFlag', address) ? readU128(view, 522) : null,
      mint: addressAt(data, 42),
      mintDecimals: within(RESERVE.liquidity.mintDecimals, view.getUint8(74), 'liquidity.mintDecimals', address),
      supplyVault: addressAt(data, 75),
      pythOracle: addressAt(data, 107),
      switchboardOracle: addressAt(data, 139),
      availableAmountRaw: view.getBigUint64(171, true),
      borrowedAmountWads: readU128(view, 179),
      cumulativeBorrowRateWads: readU128(view, 195),
      accumulatedProtocolFeesWads: readU128(view, 373),
      marketPriceWads: readU128(view, 211),
      smoothedMarketPriceWads: readU128(view, 453),
    },
    collateral: {
      mint: addressAt(data, 227),
      supplyVault: addressAt(data, 267),
      mintTotalSupplyRaw: view.getBigUint64(259, true),
    },
    config: {
      optimalUtilizationPct: view.getUint8(299),
      maxUtilizationPct: view.getUint8(470),
      minBorrowRatePct: view.getUint8(303),
      optimalBorrowRatePct: view.getUint8(304),
      maxBorrowRatePct: view.getUint8(305),
      superMaxBorrowRatePct: view.getBigUint64(471, true),
      loanToValuePct: view.getUint8(300),
      liquidationBonusPct: view.getUint8(301),
      maxLiquidationBonusPct: view.getUint8(479),
      liquidationThresholdPct: view.getUint8(302),
      maxLiquidationThresholdPct: view.getUint8(480),
      fees: {
        borrowFeeWad: view.getBigUint64(306, true),
        flashLoanFeeWad: view.getBigUint64(314, true),
        hostFeePct: view.getUint8(322),
      },
      depositLimitRaw: view.getBigUint64(323, true),
      borrowLimitRaw: view.getBigUint64(331, true),
      feeReceiver: addressAt(data, 339),
      protocolLiquidationFeeDecaBps: view.getUint8(371),
      protocolTakeRatePct: within(RESERVE.config.protocolTakeRatePct, view.getUint8(372), 'config.protocolTakeRatePct', address),
      addedBorrowWeightBps: view.getBigUint64(445, true),
      reserveType: wordOf(RESERVE.config.reserveType, view.getUint8(469), 'config.reserveType', address),
      scaledPriceOffsetBps: view.getBigInt64(481, true),
      extraOracle: addressAt(data, 489),
      attributedBorrowLimitOpenUsd: view.getBigUint64(554, true),
      attributedBorrowLimitCloseUsd: view.getBigUint64(562, true),
    },
    rateLimiter: {
      maxOutflow: view.getBigUint64(389, true),
      windowSlots: view.getBigUint64(397, true),
      previousWads: readU128(view, 405),
      windowStartSlot: view.getBigUint64(421, true),
      currentWads: readU128(view, 429),
    },
    attributedBorrowValueWads: readU128(view, 538),
  };
}

/** Gives the bytes back. */
export function writeReserve(data: Uint8Array, fields: Decoded<typeof RESERVE>): Uint8Array {
  const view = viewOf(data);
  view.setUint8(0, fields.version);
  view.setBigUint64(1, fields.lastUpdate.slot, true);
  view.setUint8(9, fields.lastUpdate.stale ? 1 : 0);
  writeAddress(data, 10, fields.lendingMarket);
  view.setUint8(521, fields.liquidity.extraMarketPriceWads === null ? 0 : 1);
  writeU128(view, 522, fields.liquidity.extraMarketPriceWads ?? 0n);
  writeAddress(data, 42, fields.liquidity.mint);
  view.setUint8(74, fields.liquidity.mintDecimals);
  writeAddress(data, 75, fields.liquidity.supplyVault);
  writeAddress(data, 107, fields.liquidity.pythOracle);
  writeAddress(data, 139, fields.liquidity.switchboardOracle);
  view.setBigUint64(171, fields.liquidity.availableAmountRaw, true);
  writeU128(view, 179, fields.liquidity.borrowedAmountWads);
  writeU128(view, 195, fields.liquidity.cumulativeBorrowRateWads);
  writeU128(view, 373, fields.liquidity.accumulatedProtocolFeesWads);
  writeU128(view, 211, fields.liquidity.marketPriceWads);
  writeU128(view, 453, fields.liquidity.smoothedMarketPriceWads);
  writeAddress(data, 227, fields.collateral.mint);
  writeAddress(data, 267, fields.collateral.supplyVault);
  view.setBigUint64(259, fields.collateral.mintTotalSupplyRaw, true);
  view.setUint8(299, fields.config.optimalUtilizationPct);
  view.setUint8(470, fields.config.maxUtilizationPct);
  view.setUint8(303, fields.config.minBorrowRatePct);
  view.setUint8(304, fields.config.optimalBorrowRatePct);
  view.setUint8(305, fields.config.maxBorrowRatePct);
  view.setBigUint64(471, fields.config.superMaxBorrowRatePct, true);
  view.setUint8(300, fields.config.loanToValuePct);
  view.setUint8(301, fields.config.liquidationBonusPct);
  view.setUint8(479, fields.config.maxLiquidationBonusPct);
  view.setUint8(302, fields.config.liquidationThresholdPct);
  view.setUint8(480, fields.config.maxLiquidationThresholdPct);
  view.setBigUint64(306, fields.config.fees.borrowFeeWad, true);
  view.setBigUint64(314, fields.config.fees.flashLoanFeeWad, true);
  view.setUint8(322, fields.config.fees.hostFeePct);
  view.setBigUint64(323, fields.config.depositLimitRaw, true);
  view.setBigUint64(331, fields.config.borrowLimitRaw, true);
  writeAddress(data, 339, fields.config.feeReceiver);
  view.setUint8(371, fields.config.protocolLiquidationFeeDecaBps);
  view.setUint8(372, fields.config.protocolTakeRatePct);
  view.setBigUint64(445, fields.config.addedBorrowWeightBps, true);
  view.setUint8(469, RESERVE.config.reserveType.words.indexOf(fields.config.reserveType));
  view.setBigInt64(481, fields.config.scaledPriceOffsetBps, true);
  writeAddress(data, 489, fields.config.extraOracle);
  view.setBigUint64(554, fields.config.attributedBorrowLimitOpenUsd, true);
  view.setBigUint64(562, fields.config.attributedBorrowLimitCloseUsd, true);
  view.setBigUint64(389, fields.rateLimiter.maxOutflow, true);
  view.setBigUint64(397, fields.rateLimiter.windowSlots, true);
  writeU128(view, 405, fields.rateLimiter.previousWads);
  view.setBigUint64(421, fields.rateLimiter.windowStartSlot, true);
  writeU128(view, 429, fields.rateLimiter.currentWads);
  writeU128(view, 538, fields.attributedBorrowValueWads);
  return data;
}

export function zeroReserve(): Decoded<typeof RESERVE> {
  return {
    version: 0,
    lastUpdate: {
      slot: 0n,
      stale: false,
    },
    lendingMarket: ZERO_ADDRESS,
    liquidity: {
      extraMarketPriceWads: null,
      mint: ZERO_ADDRESS,
      mintDecimals: 0,
      supplyVault: ZERO_ADDRESS,
      pythOracle: ZERO_ADDRESS,
      switchboardOracle: ZERO_ADDRESS,
      availableAmountRaw: 0n,
      borrowedAmountWads: 0n,
      cumulativeBorrowRateWads: 0n,
      accumulatedProtocolFeesWads: 0n,
      marketPriceWads: 0n,
      smoothedMarketPriceWads: 0n,
    },
    collateral: {
      mint: ZERO_ADDRESS,
      supplyVault: ZERO_ADDRESS,
      mintTotalSupplyRaw: 0n,
    },
    config: {
      optimalUtilizationPct: 0,
      maxUtilizationPct: 0,
      minBorrowRatePct: 0,
      optimalBorrowRatePct: 0,
      maxBorrowRatePct: 0,
      superMaxBorrowRatePct: 0n,
      loanToValuePct: 0,
      liquidationBonusPct: 0,
      maxLiquidationBonusPct: 0,
      liquidationThresholdPct: 0,
      maxLiquidationThresholdPct: 0,
      fees: {
        borrowFeeWad: 0n,
        flashLoanFeeWad: 0n,
        hostFeePct: 0,
      },
      depositLimitRaw: 0n,
      borrowLimitRaw: 0n,
      feeReceiver: ZERO_ADDRESS,
      protocolLiquidationFeeDecaBps: 0,
      protocolTakeRatePct: 0,
      addedBorrowWeightBps: 0n,
      reserveType: 'regular',
      scaledPriceOffsetBps: 0n,
      extraOracle: ZERO_ADDRESS,
      attributedBorrowLimitOpenUsd: 0n,
      attributedBorrowLimitCloseUsd: 0n,
    },
    rateLimiter: {
      maxOutflow: 0n,
      windowSlots: 0n,
      previousWads: 0n,
      windowStartSlot: 0n,
      currentWads: 0n,
    },
    attributedBorrowValueWads: 0n,
  };
}

export function readMarket({ address, data }: AccountBytes, addressAt: AddressReader = readAddress): Decoded<typeof MARKET> {
  const view = viewOf(data);
  return {
    version: within(MARKET.version, view.getUint8(0), 'version', address),
    bumpSeed: view.getUint8(1),
    owner: addressAt(data, 2),
    quoteCurrencyBytes: data.slice(34, 34 + 32),
    tokenProgram: addressAt(data, 66),
    oracleProgram: addressAt(data, 98),
    switchboardProgram: addressAt(data, 130),
    rateLimiter: {
      maxOutflow: view.getBigUint64(162, true),
      windowSlots: view.getBigUint64(170, true),
      previousWads: readU128(view, 178),
      windowStartSlot: view.getBigUint64(194, true),
      currentWads: readU128(view, 202),
    },
    whitelistedLiquidator: addressAt(data, 218),
    riskAuthority: addressAt(data, 250),
  };
}

/** Gives the bytes back. */
export function writeMarket(data: Uint8Array, fields: Decoded<typeof MARKET>): Uint8Array {
  const view = viewOf(data);
  view.setUint8(0, fields.version);
  view.setUint8(1, fields.bumpSeed);
  writeAddress(data, 2, fields.owner);
  writeTextField(data, 34, fields.quoteCurrencyBytes, 32);
  writeAddress(data, 66, fields.tokenProgram);
  writeAddress(data, 98, fields.oracleProgram);
  writeAddress(data, 130, fields.switchboardProgram);
  view.setBigUint64(162, fields.rateLimiter.maxOutflow, true);
  view.setBigUint64(170, fields.rateLimiter.windowSlots, true);
  writeU128(view, 178, fields.rateLimiter.previousWads);
  view.setBigUint64(194, fields.rateLimiter.windowStartSlot, true);
  writeU128(view, 202, fields.rateLimiter.currentWads);
  writeAddress(data, 218, fields.whitelistedLiquidator);
  writeAddress(data, 250, fields.riskAuthority);
  return data;
}

export function zeroMarket(): Decoded<typeof MARKET> {
  return {
    version: 0,
    bumpSeed: 0,
    owner: ZERO_ADDRESS,
    quoteCurrencyBytes: new Uint8Array(32),
    tokenProgram: ZERO_ADDRESS,
    oracleProgram: ZERO_ADDRESS,
    switchboardProgram: ZERO_ADDRESS,
    rateLimiter: {
      maxOutflow: 0n,
      windowSlots: 0n,
      previousWads: 0n,
      windowStartSlot: 0n,
      currentWads: 0n,
    },
    whitelistedLiquidator: ZERO_ADDRESS,
    riskAuthority: ZERO_ADDRESS,
  };
}

export function readMetadata({ data }: AccountBytes, addressAt: AddressReader = readAddress): Decoded<typeof METADATA> {
  const view = viewOf(data);
  return {
    bumpSeed: view.getUint8(0),
    name: decodeFixedText(data.subarray(1, 1 + 50)),
    description: decodeFixedText(data.subarray(51, 51 + 300)),
    imageUrl: decodeFixedText(data.subarray(351, 351 + 250)),
    lookupTables: [addressAt(data, 601 + 0), addressAt(data, 601 + 32), addressAt(data, 601 + 64), addressAt(data, 601 + 96)],
  };
}

/** Gives the bytes back. */
export function writeMetadata(data: Uint8Array, fields: Decoded<typeof METADATA>): Uint8Array {
  const view = viewOf(data);
  view.setUint8(0, fields.bumpSeed);
  writeTextField(data, 1, encodeFixedText(fields.name, 50), 50);
  writeTextField(data, 51, encodeFixedText(fields.description, 300), 300);
  writeTextField(data, 351, encodeFixedText(fields.imageUrl, 250), 250);
  fields.lookupTables.forEach((item, i) => {
    writeAddress(data, 601 + 32 * i, item);
  });
  return data;
}

export function zeroMetadata(): Decoded<typeof METADATA> {
  return {
    bumpSeed: 0,
    name: '',
    description: '',
    imageUrl: '',
    lookupTables: itemsOf(4, () => ZERO_ADDRESS),
  };
}
