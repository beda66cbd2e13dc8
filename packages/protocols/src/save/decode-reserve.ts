import {
  type AccountBytes,
  expectAccountShape,
  LendingError,
  readI64,
  readU64,
  readU128,
  U64_MAX,
  viewOf,
} from '@tidemark/core';
import { readAddress } from '../common/account-fields.ts';
import {
  MAX_MINT_DECIMALS,
  MAX_PROTOCOL_LIQUIDATION_FEE_DECA_BPS,
  RESERVE_ACCOUNT_SIZE,
  SAVE_PROGRAM_ADDRESS,
  SUPPORTED_ACCOUNT_VERSION,
} from './constants.ts';
import { CONFIG, RATE_LIMITER, RESERVE } from './layout.ts';
import type { RateLimiter, Reserve, ReserveConfig, ReserveLiquidity, ReserveType } from './reserve.ts';

const SHAPE = { owner: SAVE_PROGRAM_ADDRESS, size: RESERVE_ACCOUNT_SIZE };
const TYPES: readonly ReserveType[] = ['regular', 'isolated'];

/**
 * Decodes a Reserve account, with the values that the program reads out of it. Checks in this order, first failure thrown:
 * `WRONG_OWNER`, `WRONG_SIZE`, `UNSUPPORTED_VERSION`, `INVALID_FLAG`, `INVALID_DECIMALS`, `UNKNOWN_RESERVE_TYPE`,
 * `INVALID_TAKE_RATE`. Settings that are merely outside of the program's own validation are decoded: `configFlagsOf`.
 * The result does not share memory with the bytes.
 */
export function decodeReserve(account: AccountBytes): Reserve {
  expectAccountShape(account, SHAPE);
  const { address, data } = account;
  const view = viewOf(data);
  return {
    address,
    version: expectSupportedVersion(view.getUint8(RESERVE.version), address),
    lastUpdate: {
      slot: readU64(view, RESERVE.lastUpdateSlot),
      stale: readStrictFlag(view, RESERVE.stale, 'lastUpdate.stale', address),
    },
    lendingMarket: readAddress(data, RESERVE.lendingMarket),
    liquidity: decodeLiquidity(data, view, address),
    collateral: {
      mint: readAddress(data, RESERVE.collateralMint),
      supplyVault: readAddress(data, RESERVE.collateralSupplyVault),
      mintTotalSupplyRaw: readU64(view, RESERVE.collateralMintTotalSupply),
    },
    config: decodeConfig(data, view, address),
    rateLimiter: decodeRateLimiter(view, RESERVE.rateLimiter),
    attributedBorrowValueWads: readU128(view, RESERVE.attributedBorrowValueWads),
  };
}

/** The version itself; throws `UNSUPPORTED_VERSION` for any other than the one the program accepts. */
export function expectSupportedVersion(version: number, address: string): number {
  if (version === SUPPORTED_ACCOUNT_VERSION) return version;
  throw new LendingError('UNSUPPORTED_VERSION', {
    address,
    field: 'version',
    expected: String(SUPPORTED_ACCOUNT_VERSION),
    actual: String(version),
  });
}

export function decodeRateLimiter(view: DataView, offset: number): RateLimiter {
  return {
    maxOutflow: readU64(view, offset + RATE_LIMITER.maxOutflow),
    windowSlots: readU64(view, offset + RATE_LIMITER.windowSlots),
    previousWads: readU128(view, offset + RATE_LIMITER.previousWads),
    windowStartSlot: readU64(view, offset + RATE_LIMITER.windowStartSlot),
    currentWads: readU128(view, offset + RATE_LIMITER.currentWads),
  };
}

function decodeLiquidity(data: Uint8Array, view: DataView, address: string): ReserveLiquidity {
  const hasExtraPrice = readStrictFlag(view, RESERVE.extraMarketPriceFlag, 'liquidity.extraMarketPriceFlag', address);
  return {
    mint: readAddress(data, RESERVE.mint),
    mintDecimals: expectAtMost(MAX_MINT_DECIMALS, view.getUint8(RESERVE.mintDecimals), {
      code: 'INVALID_DECIMALS',
      field: 'liquidity.mintDecimals',
      address,
    }),
    supplyVault: readAddress(data, RESERVE.supplyVault),
    pythOracle: readAddress(data, RESERVE.pythOracle),
    switchboardOracle: readAddress(data, RESERVE.switchboardOracle),
    availableAmountRaw: readU64(view, RESERVE.availableAmount),
    borrowedAmountWads: readU128(view, RESERVE.borrowedAmountWads),
    cumulativeBorrowRateWads: readU128(view, RESERVE.cumulativeBorrowRateWads),
    accumulatedProtocolFeesWads: readU128(view, RESERVE.accumulatedProtocolFeesWads),
    marketPriceWads: readU128(view, RESERVE.marketPriceWads),
    smoothedMarketPriceWads: readU128(view, RESERVE.smoothedMarketPriceWads),
    extraMarketPriceWads: hasExtraPrice ? readU128(view, RESERVE.extraMarketPriceWads) : null,
  };
}

/** Accounts of 2021 and 2022 hold zeros in the newer fields: the program reads each as the value that it grew out of. */
function decodeConfig(data: Uint8Array, view: DataView, address: string): ReserveConfig {
  const byte = (offset: number): number => view.getUint8(offset);
  const atLeast = (floor: number, offset: number): number => Math.max(floor, byte(offset));
  const maxBorrowRatePct = byte(CONFIG.maxBorrowRatePct);
  const superMaxBorrowRatePct = readU64(view, CONFIG.superMaxBorrowRatePct);
  return {
    optimalUtilizationPct: byte(CONFIG.optimalUtilizationPct),
    maxUtilizationPct: atLeast(byte(CONFIG.optimalUtilizationPct), CONFIG.maxUtilizationPct),
    minBorrowRatePct: byte(CONFIG.minBorrowRatePct),
    optimalBorrowRatePct: byte(CONFIG.optimalBorrowRatePct),
    maxBorrowRatePct,
    superMaxBorrowRatePct:
      superMaxBorrowRatePct < BigInt(maxBorrowRatePct) ? BigInt(maxBorrowRatePct) : superMaxBorrowRatePct,
    loanToValuePct: byte(CONFIG.loanToValuePct),
    liquidationBonusPct: byte(CONFIG.liquidationBonusPct),
    maxLiquidationBonusPct: atLeast(byte(CONFIG.liquidationBonusPct), CONFIG.maxLiquidationBonusPct),
    liquidationThresholdPct: byte(CONFIG.liquidationThresholdPct),
    maxLiquidationThresholdPct: atLeast(byte(CONFIG.liquidationThresholdPct), CONFIG.maxLiquidationThresholdPct),
    fees: {
      borrowFeeWad: readU64(view, CONFIG.borrowFeeWad),
      flashLoanFeeWad: readU64(view, CONFIG.flashLoanFeeWad),
      hostFeePct: byte(CONFIG.hostFeePct),
    },
    depositLimitRaw: readU64(view, CONFIG.depositLimit),
    borrowLimitRaw: readU64(view, CONFIG.borrowLimit),
    feeReceiver: readAddress(data, CONFIG.feeReceiver),
    protocolLiquidationFeeDecaBps: Math.min(
      MAX_PROTOCOL_LIQUIDATION_FEE_DECA_BPS,
      byte(CONFIG.protocolLiquidationFeeDecaBps),
    ),
    protocolTakeRatePct: expectAtMost(100, byte(CONFIG.protocolTakeRatePct), {
      code: 'INVALID_TAKE_RATE',
      field: 'config.protocolTakeRatePct',
      address,
    }),
    addedBorrowWeightBps: readU64(view, CONFIG.addedBorrowWeightBps),
    reserveType: reserveTypeOf(byte(CONFIG.reserveType), address),
    scaledPriceOffsetBps: readI64(view, CONFIG.scaledPriceOffsetBps),
    extraOracle: readAddress(data, CONFIG.extraOracle),
    attributedBorrowLimitOpenUsd: readAttributedLimit(view, CONFIG.attributedBorrowLimitOpen),
    attributedBorrowLimitCloseUsd: readAttributedLimit(view, CONFIG.attributedBorrowLimitClose),
  };
}

function readAttributedLimit(view: DataView, offset: number): bigint {
  const limit = readU64(view, offset);
  return limit === 0n ? U64_MAX : limit;
}

/** Meaning of the type byte. Throws `UNKNOWN_RESERVE_TYPE`, where the program panics. */
function reserveTypeOf(code: number, address: string): ReserveType {
  const type = TYPES[code];
  if (type !== undefined) return type;
  throw new LendingError('UNKNOWN_RESERVE_TYPE', {
    address,
    field: 'config.reserveType',
    expected: '0..1',
    actual: String(code),
  });
}

export function reserveTypeCode(type: ReserveType): number {
  return TYPES.indexOf(type);
}

/** A byte that the program takes for a flag only where it is 0 or 1. Throws `INVALID_FLAG` elsewhere. */
function readStrictFlag(view: DataView, offset: number, field: string, address: string): boolean {
  const byte = view.getUint8(offset);
  if (byte <= 1) return byte === 1;
  throw new LendingError('INVALID_FLAG', { address, field, expected: '0 or 1', actual: String(byte) });
}

interface Refusal {
  readonly code: 'INVALID_DECIMALS' | 'INVALID_TAKE_RATE';
  readonly field: string;
  readonly address: string;
}

function expectAtMost(most: number, value: number, { code, field, address }: Refusal): number {
  if (value <= most) return value;
  throw new LendingError(code, { address, field, expected: `0..${most}`, actual: String(value) });
}
