import {
  type AccountBytes,
  type AddressReader,
  expectAccountShape,
  TOKEN_PROGRAM_ADDRESS,
  U64_MAX,
} from '@tidemark/core';
import { decodeFixedText, encodeFixedText, NULL_ADDRESS, startAccount } from '../common/account-fields.ts';
import {
  LENDING_MARKET_ACCOUNT_SIZE,
  MAX_PROTOCOL_LIQUIDATION_FEE_DECA_BPS,
  METADATA_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
  SAVE_PROGRAM_ADDRESS as owner,
} from './constants.ts';
import {
  readMarket,
  readMetadata,
  readReserve,
  writeMarket,
  writeMetadata,
  writeReserve,
  zeroMarket,
  zeroReserve,
} from './generated/accounts.ts';
import type { LendingMarket, LendingMarketFields, MarketMetadata, MarketMetadataFields } from './lending-market.ts';
import type { RateLimiter, Reserve, ReserveConfig, ReserveFields } from './reserve.ts';
import { WAD } from './wad.ts';

/**
 * Decodes a Reserve account, with the values that the program reads out of it. Checks in this order, first failure thrown:
 * `WRONG_OWNER`, `WRONG_SIZE`, `UNSUPPORTED_VERSION`, `INVALID_FLAG`, `INVALID_DECIMALS`, `INVALID_TAKE_RATE`,
 * `UNKNOWN_RESERVE_TYPE`. Settings that are merely outside of the program's own validation are decoded: `configFlagsOf`.
 * The result does not share memory with the bytes.
 */
export function decodeReserve(account: AccountBytes, addressAt?: AddressReader): Reserve {
  expectAccountShape(account, { owner, size: RESERVE_ACCOUNT_SIZE });
  const fields = readReserve(account, addressAt);
  return { address: account.address, ...fields, config: asProgramReads(fields.config) };
}

/** Accounts of 2021 and 2022 hold zeros in the newer fields: the program reads each as the value that it grew out of. */
function asProgramReads(config: ReserveConfig): ReserveConfig {
  const maxBorrowRatePct = BigInt(config.maxBorrowRatePct);
  const limit = (usd: bigint): bigint => (usd === 0n ? U64_MAX : usd);
  return {
    ...config,
    maxUtilizationPct: Math.max(config.optimalUtilizationPct, config.maxUtilizationPct),
    superMaxBorrowRatePct:
      config.superMaxBorrowRatePct < maxBorrowRatePct ? maxBorrowRatePct : config.superMaxBorrowRatePct,
    maxLiquidationBonusPct: Math.max(config.liquidationBonusPct, config.maxLiquidationBonusPct),
    maxLiquidationThresholdPct: Math.max(config.liquidationThresholdPct, config.maxLiquidationThresholdPct),
    protocolLiquidationFeeDecaBps: Math.min(
      MAX_PROTOCOL_LIQUIDATION_FEE_DECA_BPS,
      config.protocolLiquidationFeeDecaBps,
    ),
    attributedBorrowLimitOpenUsd: limit(config.attributedBorrowLimitOpenUsd),
    attributedBorrowLimitCloseUsd: limit(config.attributedBorrowLimitCloseUsd),
  };
}

/** Decodes a LendingMarket account. Throws `WRONG_OWNER`, `WRONG_SIZE` or `UNSUPPORTED_VERSION`. */
export function decodeLendingMarket(account: AccountBytes): LendingMarket {
  expectAccountShape(account, { owner, size: LENDING_MARKET_ACCOUNT_SIZE });
  const fields = readMarket(account);
  return { address: account.address, ...fields, quoteCurrency: decodeFixedText(fields.quoteCurrencyBytes) };
}

/** Decodes a LendingMarketMetadata account, which has no version. Throws `WRONG_OWNER` or `WRONG_SIZE`. */
export function decodeMarketMetadata(account: AccountBytes): MarketMetadata {
  expectAccountShape(account, { owner, size: METADATA_ACCOUNT_SIZE });
  return { address: account.address, ...readMetadata(account) };
}

/**
 * The bytes of a Reserve account: `decodeReserve` of the result gives the same fields back. Bytes that no field names
 * are zero, or those of `onto` (copied, not changed), so that an account keeps what this version does not know.
 * Throws `INVALID_BASE58` for a malformed address and `WRONG_SIZE` for an `onto` of another size.
 */
export function encodeReserve(fields: ReserveFields, onto?: Uint8Array): Uint8Array {
  return writeReserve(startAccount(RESERVE_ACCOUNT_SIZE, onto), fields);
}

/** The bytes of a LendingMarket account, as {@link encodeReserve} writes a reserve's. */
export function encodeLendingMarket(fields: LendingMarketFields, onto?: Uint8Array): Uint8Array {
  return writeMarket(startAccount(LENDING_MARKET_ACCOUNT_SIZE, onto), fields);
}

/** The bytes of a LendingMarketMetadata account. */
export function encodeMarketMetadata(fields: MarketMetadataFields, onto?: Uint8Array): Uint8Array {
  return writeMetadata(startAccount(METADATA_ACCOUNT_SIZE, onto), fields);
}

/** A limiter that is off. */
export const NO_RATE_LIMITER: RateLimiter = zeroReserve().rateLimiter;

/** A reserve as the program initialises it, without addresses, amounts and rates: what builders and tests start from. */
export function emptyReserve(): ReserveFields {
  const zero = zeroReserve();
  return {
    ...zero,
    version: 1,
    liquidity: {
      ...zero.liquidity,
      pythOracle: NULL_ADDRESS,
      switchboardOracle: NULL_ADDRESS,
      cumulativeBorrowRateWads: WAD,
    },
    config: {
      ...zero.config,
      optimalUtilizationPct: 80,
      maxUtilizationPct: 90,
      attributedBorrowLimitOpenUsd: U64_MAX,
      attributedBorrowLimitCloseUsd: U64_MAX,
    },
  };
}

/** A market that everybody may use and liquidate, its limiter off. */
export function emptyLendingMarket(): LendingMarketFields {
  return {
    ...zeroMarket(),
    version: 1,
    bumpSeed: 255,
    quoteCurrencyBytes: encodeFixedText('USD'),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    oracleProgram: NULL_ADDRESS,
    switchboardProgram: NULL_ADDRESS,
  };
}
