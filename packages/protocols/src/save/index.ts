export { borrowRateAt } from './borrow-rate-curve.ts';

export { CONFIG_FLAGS, type ConfigFlag, configFlagsOf } from './config-flags.ts';
export {
  DECODER_VERSION,
  LENDING_MARKET_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
  SAVE_PROGRAM_ADDRESS,
  SLOTS_PER_YEAR,
} from './constants.ts';
export {
  decodeLendingMarket,
  decodeReserve,
  emptyLendingMarket,
  emptyReserve,
  encodeLendingMarket,
  encodeReserve,
} from './accounts.ts';
export { deriveHeadroom } from './headroom.ts';
export { type HeadroomState, headroomStateOf } from './headroom-state.ts';
export type { LendingMarket, LendingMarketFields } from './lending-market.ts';

export { accrueReserve, type RefreshPrice, refreshReserve } from './refresh.ts';
export { KNOWN_REGISTRY } from './registry.ts';
export type { Reserve, ReserveConfig, ReserveFees, ReserveFields, ReserveLiquidity } from './reserve.ts';
export { totalSupplyWads } from './supply.ts';
export { intToWad, percentToWad, WAD } from './wad.ts';
export { buildAccounts, type ScenarioTools } from './localnet/build-accounts.ts';
export { type Baseline, baselineOf, type MoveEvent, moveReserve } from './localnet/move-reserve.ts';
