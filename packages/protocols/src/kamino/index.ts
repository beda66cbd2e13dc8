export { kamino, toDerived } from './adapter.ts';
export { toState } from './stored-reserve.ts';
export { bpsToSf, divSf, FRACTION_BITS, intToSf, mulSf, ONE_SF, percentToSf } from './fraction.ts';
export { sfToDouble } from './sf-to-double.ts';
export { accrueReserve } from './accrual.ts';
export { accrualUnitsPerYear } from './accrual-units.ts';
export type { AccrualOptions, AccruedReserve } from './accrued-reserve.ts';
export { borrowRateAt, effectiveCurve } from './borrow-rate-curve.ts';
export { CONFIG_FLAGS, type ConfigFlag, configFlagsOf } from './config-flags.ts';
export { compoundedInterestSf } from './compounding.ts';
export { type CompoundingVariant, DEFAULT_COMPOUNDING } from './compounding-variant.ts';
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
} from './constants.ts';
export { decodeLendingMarket } from './decode-lending-market.ts';
export { decodeReserve } from './decode-reserve.ts';
export { deriveReserve } from './derive-reserve.ts';
export type { DerivedReserve, DeriveOptions } from './derived-reserve.ts';
export { emptyLendingMarket } from './empty-lending-market.ts';
export { emptyReserve } from './empty-reserve.ts';
export { encodeLendingMarket } from './encode-lending-market.ts';
export { encodeReserve } from './encode-reserve.ts';
export type { ElevationGroup, LendingMarket, LendingMarketFields } from './lending-market.ts';
export {
  borrowFactor,
  borrowFactorSf,
  collateralExchangeRateSf,
  flashLoanFeeSfOf,
  isUnlimited,
  isUsageBlocked,
  withdrawalCapRoomRaw,
  withdrawalCapUsedRaw,
} from './limits.ts';
export { decodeFixedText, encodeFixedText, isEmptyAddress, NULL_ADDRESS } from '../common/account-fields.ts';
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
} from './price-status.ts';
export { aprToApy } from './rates.ts';
export { type RefreshOptions, type RefreshPrice, refreshReserve } from './refresh.ts';
export {
  displayLendingMarketName,
  KNOWN_REGISTRY,
  type KnownLendingMarket,
  type KnownReserve,
} from './registry.ts';
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
} from './reserve.ts';
export { type ReserveBalances, totalSupplySf, utilizationSf } from './total-supply.ts';
export { baseUnitsPerToken, rawToAmount, rawToUsd, sfToAmount, sfToUsd } from './usd.ts';
export {
  type BorrowBound,
  type DepositBound,
  deriveHeadroom,
  type Headroom,
  type LimitRules,
  type WithdrawBound,
} from './headroom.ts';
export type {
  BorrowConstraint,
  DepositConstraint,
  GroupBorrowConstraint,
  WithdrawConstraint,
} from './headroom-checks.ts';
export { type HeadroomState, headroomStateOf } from './headroom-state.ts';
export { requiresPriceRefresh, type StoredPrice } from './price-refresh.ts';
export {
  deriveRatePoint,
  deriveWhatIf,
  type RatePoint,
  type RateTerms,
  sampleRates,
  type WhatIfChange,
  type WhatIfResult,
  type WhatIfState,
} from './rate-point.ts';
