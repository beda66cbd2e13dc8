export { type AccruedBalances, accrueBalances, type InterestState, type InterestTerms } from './accrual.ts';
export { borrowRateAt, type CurveKnot, curveKnots } from './borrow-rate-curve.ts';
export { collateralExchangeRateWads } from './collateral-exchange.ts';
export { CONFIG_FLAGS, type ConfigFlag, configFlagsOf } from './config-flags.ts';
export {
  DECODER_VERSION,
  LENDING_MARKET_ACCOUNT_SIZE,
  METADATA_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
  SAVE_PROGRAM_ADDRESS,
  SLOTS_PER_YEAR,
} from './constants.ts';
export { decodeLendingMarket, decodeMarketMetadata } from './decode-market.ts';
export { decodeReserve } from './decode-reserve.ts';
export { emptyLendingMarket, emptyReserve } from './empty-accounts.ts';
export { encodeLendingMarket, encodeMarketMetadata, encodeReserve } from './encode.ts';
export { deriveHeadroom, type Headroom } from './headroom.ts';
export { type HeadroomState, headroomStateOf } from './headroom-state.ts';
export type { LendingMarket, LendingMarketFields, MarketMetadata, MarketMetadataFields } from './lending-market.ts';
export { countOutflow, outflowRoomWads } from './rate-limiter.ts';
export { accrueReserve, type RefreshPrice, refreshReserve, scaledPriceWads } from './refresh.ts';
export { isListedMarket, KNOWN_REGISTRY, knownMarketName, knownTokenSymbol } from './registry.ts';
export type {
  BorrowRateTerms,
  RateLimiter,
  Reserve,
  ReserveConfig,
  ReserveFees,
  ReserveFields,
  ReserveLiquidity,
  ReserveType,
} from './reserve.ts';
export { curveUtilizationWads, totalSupplyWads, utilizationWads } from './supply.ts';
export { intToWad, percentToWad, WAD, wadToDouble } from './wad.ts';
export { buildAccounts, type ScenarioTools } from './localnet/build-accounts.ts';
export { type Baseline, baselineOf, type MoveEvent, type MoveKind, moveReserve } from './localnet/move-reserve.ts';
