import { meteoraDlmm } from './meteora-dlmm/source.ts';
import { orcaWhirlpool } from './orca-whirlpool/source.ts';
import { raydiumAmmV4 } from './raydium-amm-v4/source.ts';
import { raydiumClmm } from './raydium-clmm/source.ts';
import { raydiumCpmm } from './raydium-cpmm/source.ts';
import type { PoolSource } from './source.ts';

export type * from './source.ts';
export { type Direction, DIRECTIONS, type Price } from './common/price.ts';
export { decodeVault } from './common/token.ts';
export { meteoraDlmm, orcaWhirlpool, raydiumAmmV4, raydiumClmm, raydiumCpmm };

/** Every source that is read. */
export const SOURCES: readonly PoolSource[] = [orcaWhirlpool, raydiumClmm, raydiumCpmm, raydiumAmmV4, meteoraDlmm];
export { type Candidate, type Classified, classify, type ExcludedPool, type Exclusion } from './depth/classify.ts';
export { DEFAULT_RULES, DEPTH_BPS, type DepthRules, QUOTE_USD, SOL_MINT } from './depth/config.ts';
export { poolDepth, type PoolDepthRow } from './depth/pool-depth.ts';
export {
  amountOfUsd,
  crossPrice,
  type Reference,
  referenceOf,
  sellingOf,
  USD_ONE,
  worthUsd,
} from './depth/reference.ts';
export {
  coverReserve,
  netBonusBps,
  postedCollateral,
  type ReserveCollateral,
  type ReserveCoverage,
} from './depth/reserve-coverage.ts';
export { type SolNeed, solLegShares } from './depth/sol-leg.ts';
export { type TokenDepthRow, TokenMarket, type TokenTrade } from './depth/token-market.ts';
export { type Venue, Venues } from './depth/venues.ts';
export { KNOWN_POOLS, type KnownPool } from './registry.ts';
