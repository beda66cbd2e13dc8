export type { AccountBytes } from './account-bytes.ts';
export { decodeBase58, encodeBase58, isAddress, parseAddress, ZERO_ADDRESS } from './base58.ts';
export { isLendingError, LendingError, type LendingErrorCode, type LendingErrorContext } from './errors.ts';
export { bpsToSf, divSf, FRACTION_BITS, intToSf, mulSf, ONE_SF, percentToSf } from './fixed-point/fraction.ts';
export { ratioToDouble } from './fixed-point/ratio-to-double.ts';
export { sfToDouble } from './fixed-point/sf-to-double.ts';
export { accrueReserve } from './kamino/accrual.ts';
export { accrualUnitsPerYear } from './kamino/accrual-units.ts';
export type { AccrualOptions, AccruedReserve } from './kamino/accrued-reserve.ts';
export { borrowRateAt, effectiveCurve } from './kamino/borrow-rate-curve.ts';
export { CONFIG_FLAGS, type ConfigFlag, configFlagsOf } from './kamino/config-flags.ts';
export { compoundedInterestSf } from './kamino/compounding.ts';
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
export { deriveReserve } from './kamino/derive-reserve.ts';
export type { DerivedReserve, DeriveOptions } from './kamino/derived-reserve.ts';
export { emptyLendingMarket } from './kamino/empty-lending-market.ts';
export { emptyReserve } from './kamino/empty-reserve.ts';
export { encodeLendingMarket } from './kamino/encode-lending-market.ts';
export { encodeReserve } from './kamino/encode-reserve.ts';
export type { ElevationGroup, LendingMarket, LendingMarketFields } from './kamino/lending-market.ts';
export {
  borrowFactor,
  borrowFactorSf,
  collateralExchangeRateSf,
  flashLoanFeeSfOf,
  isEmptyAddress,
  isUnlimited,
  isUsageBlocked,
  NULL_ADDRESS,
  withdrawalCapRoomRaw,
  withdrawalCapUsedRaw,
} from './kamino/limits.ts';
export { decodeFixedText, decodeLendingMarketName, decodeTokenSymbol, encodeFixedText } from './kamino/names.ts';
export {
  decodePriceStatus,
  failedPriceChecks,
  hasPrice,
  isPriceUsableForBorrow,
  isPriceUsableForLiquidation,
  PRICE_STATUS_ALL,
  PRICE_STATUS_BITS,
  PRICE_STATUS_LIQUIDATION,
  type PriceCheck,
} from './kamino/price-status.ts';
export { aprToApy } from './kamino/rates.ts';
export { type RefreshOptions, type RefreshPrice, refreshReserve } from './kamino/refresh.ts';
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
export { type ReserveBalances, totalSupplySf, utilizationSf } from './kamino/total-supply.ts';
export { USD_PEG_BAND_SF, USD_STABLECOINS, type UsdStablecoin } from './kamino/usd-stablecoins.ts';
export { baseUnitsPerToken, rawToAmount, rawToUsd, sfToAmount, sfToUsd } from './kamino/usd.ts';
export {
  CLOCK_ACCOUNT_SIZE,
  CLOCK_SYSVAR_ADDRESS,
  type Clock,
  decodeClock,
  encodeClock,
  SYSVAR_OWNER_ADDRESS,
} from './solana/clock.ts';
export {
  type BorrowBound,
  type DepositBound,
  deriveHeadroom,
  type Headroom,
  type LimitRules,
  type WithdrawBound,
} from './kamino/headroom.ts';
export type {
  BorrowConstraint,
  DepositConstraint,
  GroupBorrowConstraint,
  WithdrawConstraint,
} from './kamino/headroom-checks.ts';
export { type HeadroomState, headroomStateOf } from './kamino/headroom-state.ts';
export { requiresPriceRefresh, type StoredPrice } from './kamino/price-refresh.ts';
export {
  deriveRatePoint,
  deriveWhatIf,
  type RatePoint,
  type RateTerms,
  sampleRates,
  type WhatIfChange,
  type WhatIfResult,
  type WhatIfState,
} from './kamino/rate-point.ts';
export {
  type IndexPoint,
  realisedBorrowApy,
  type RealisedApy,
  type RealisedApyGap,
  realisedSupplyApy,
} from './kamino/realised-apy.ts';
export { encodeMint } from './solana/encode-mint.ts';
export {
  decodeMint,
  type Mint,
  type ScaledUiAmount,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from './solana/mint.ts';
