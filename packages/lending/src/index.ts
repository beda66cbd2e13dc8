export type { AccountBytes } from './account-bytes.ts';
export { decodeBase58, encodeBase58, isAddress, parseAddress, ZERO_ADDRESS } from './base58.ts';
export { isLendingError, LendingError, type LendingErrorCode, type LendingErrorContext } from './errors.ts';
export type { AccrualOptions, AccruedReserve } from './kamino/accrued-reserve.ts';
export { type CompoundingVariant, DEFAULT_COMPOUNDING } from './kamino/compounding-variant.ts';
export {
  DECODER_VERSION,
  KAMINO_LEND_PROGRAM_ADDRESS,
  LENDING_MARKET_ACCOUNT_SIZE,
  LENDING_MARKET_DISCRIMINATOR,
  MAX_MINT_DECIMALS,
  PROGRAM_SLOT_DURATION_MS,
  RESERVE_ACCOUNT_SIZE,
  RESERVE_DISCRIMINATOR,
  SECONDS_PER_YEAR,
  SLOTS_PER_YEAR,
  SUPPORTED_ACCOUNT_VERSION,
} from './kamino/constants.ts';
export { decodeLendingMarket } from './kamino/decode-lending-market.ts';
export { decodeReserve } from './kamino/decode-reserve.ts';
export type { DerivedReserve, DeriveOptions } from './kamino/derived-reserve.ts';
export type { ElevationGroup, LendingMarket, LendingMarketFields } from './kamino/lending-market.ts';
export { decodeFixedText, decodeLendingMarketName, decodeTokenSymbol, encodeFixedText } from './kamino/names.ts';
export {
  decodePriceStatus,
  failedPriceChecks,
  isPriceUsable,
  isPriceUsableForBorrow,
  isPriceUsableForLiquidation,
  PRICE_STATUS_ALL,
  PRICE_STATUS_BITS,
  PRICE_STATUS_LIQUIDATION,
  type PriceCheck,
} from './kamino/price-status.ts';
export {
  displayLendingMarketName,
  KNOWN_REGISTRY,
  type KnownLendingMarket,
  type KnownReserve,
} from './kamino/registry.ts';
export type {
  CurvePoint,
  InterestRateBasis,
  LastUpdate,
  PriceHeuristic,
  Reserve,
  ReserveCollateral,
  ReserveConfig,
  ReserveFees,
  ReserveFields,
  ReserveLiquidity,
  ReserveStatus,
  TokenInfo,
  WithdrawalCap,
  WithdrawQueue,
} from './kamino/reserve.ts';
export {
  CLOCK_ACCOUNT_SIZE,
  CLOCK_SYSVAR_ADDRESS,
  type Clock,
  decodeClock,
  encodeClock,
  SYSVAR_OWNER_ADDRESS,
} from './solana/clock.ts';
