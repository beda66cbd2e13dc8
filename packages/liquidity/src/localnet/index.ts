import type { AccountBytes } from '@tidemark/core';
import type { PoolSpec } from '../common/pool-spec.ts';
import { buildLbPair } from '../meteora-dlmm/build-accounts.ts';
import { buildWhirlpool } from '../orca-whirlpool/build-accounts.ts';
import { buildAmmV4Pool } from '../raydium-amm-v4/build-accounts.ts';
import { buildClmmPool } from '../raydium-clmm/build-accounts.ts';
import { buildCpmmPool } from '../raydium-cpmm/build-accounts.ts';
import type { SourceName } from '../source.ts';

export type { PoolSpec };

/** The accounts of a pool that trades at a price, but for its mints: build it again to move the price. */
export const POOL_BUILDERS: Readonly<Record<SourceName, (spec: PoolSpec) => AccountBytes[]>> = {
  meteora_dlmm: buildLbPair,
  orca_whirlpool: buildWhirlpool,
  raydium_amm_v4: buildAmmV4Pool,
  raydium_clmm: buildClmmPool,
  raydium_cpmm: buildCpmmPool,
};
