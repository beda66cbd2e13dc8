export { kamino, toDerived } from './adapter.ts';
export { toState } from './stored-reserve.ts';
export { bpsToSf, FRACTION_BITS, mulSf, ONE_SF, percentToSf } from './fraction.ts';
export { baseUnitsPerToken, rawToAmount, rawToUsd, sfToDouble, sfToUsd } from './usd.ts';
export { accrueReserve } from './accrual.ts';
export { accrualUnitsPerYear } from './accrual-units.ts';
export type { AccrualOptions, AccruedReserve } from './accrued-reserve.ts';
export { borrowRateAt, effectiveCurve } from './borrow-rate-curve.ts';
export { CONFIG_FLAGS, type ConfigFlag, configFlagsOf } from './config-flags.ts';
export { compoundedInterestSf, type CompoundingVariant } from './compounding.ts';
export * from './constants.ts';
export {
  decodeLendingMarket,
  decodeReserve,
  emptyLendingMarket,
  emptyReserve,
  encodeLendingMarket,
  encodeReserve,
} from './accounts.ts';
export { deriveReserve } from './derive-reserve.ts';
export type { DerivedReserve, DeriveOptions } from './derived-reserve.ts';
export type { ElevationGroup, LendingMarket, LendingMarketFields } from './lending-market.ts';
export {
  borrowFactor,
  collateralExchangeRateSf,
  flashLoanFeeSfOf,
  isUnlimited,
  withdrawalCapUsedRaw,
} from './limits.ts';
export { decodeFixedText, encodeFixedText, isEmptyAddress, NULL_ADDRESS } from '../common/account-fields.ts';
export { isPriceUsableForBorrow, PRICE_STATUS_ALL, type PriceCheck } from './price-status.ts';
export { aprToApy } from './rates.ts';
export { type RefreshPrice, refreshReserve } from './refresh.ts';
export { KNOWN_REGISTRY } from './registry.ts';
export * from './reserve.ts';
export { type ReserveBalances, totalSupplySf, utilizationSf } from './total-supply.ts';
export { deriveHeadroom } from './headroom.ts';
export { type HeadroomState, headroomStateOf } from './headroom-state.ts';
export { requiresPriceRefresh } from './price-refresh.ts';
export { deriveRatePoint } from './rate-point.ts';
