import { meteoraDlmm } from './meteora-dlmm/source.ts';
import { orcaWhirlpool } from './orca-whirlpool/source.ts';
import { raydiumAmmV4 } from './raydium-amm-v4/source.ts';
import { raydiumClmm } from './raydium-clmm/source.ts';
import { raydiumCpmm } from './raydium-cpmm/source.ts';
import type { PoolSource } from './source.ts';

export type * from './source.ts';
export { type Direction, DIRECTIONS, type Price } from './common/price.ts';
export { meteoraDlmm, orcaWhirlpool, raydiumAmmV4, raydiumClmm, raydiumCpmm };

/** Every source that is read. */
export const SOURCES: readonly PoolSource[] = [orcaWhirlpool, raydiumClmm, raydiumCpmm, raydiumAmmV4, meteoraDlmm];
