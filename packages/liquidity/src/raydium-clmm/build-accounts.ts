import type { AccountBytes } from '@tidemark/core';
import { AccountWriter, buildVault } from '../common/account-writer.ts';
import { buildLadder, byArray, type PoolSpec } from '../common/pool-spec.ts';
import {
  ARRAY,
  ARRAY_DISCRIMINATOR,
  ARRAY_SIZE,
  BITMAP_REACH,
  CLMM_PROGRAM as PROGRAM,
  CONFIG,
  CONFIG_DISCRIMINATOR,
  CONFIG_SIZE,
  POOL,
  POOL_DISCRIMINATOR,
  POOL_SIZE,
  TICK,
  TICK_SIZE,
  TICKS_PER_ARRAY,
} from './accounts.ts';
import { clmmArrayAddress } from './source.ts';
import { CLMM_TICKS } from './tick-math.ts';

/** A pool without orders and dynamic fee, its configuration, vaults and arrays, all within the bitmap of the pool. */
export function buildClmmPool(spec: PoolSpec): AccountBytes[] {
  const ladder = buildLadder(spec, CLMM_TICKS);
  const pool = new AccountWriter(POOL_SIZE, POOL_DISCRIMINATOR)
    .address(POOL.ammConfig, spec.config)
    .address(POOL.tokenMint0, spec.mintA)
    .address(POOL.tokenMint1, spec.mintB)
    .address(POOL.tokenVault0, spec.vaultA)
    .address(POOL.tokenVault1, spec.vaultB)
    .u16(POOL.tickSpacing, spec.spacing)
    .u128(POOL.liquidity, ladder.liquidity)
    .u128(POOL.sqrtPriceX64, ladder.sqrtPrice)
    .i32(POOL.tickCurrent, ladder.tick);
  const width = TICKS_PER_ARRAY * spec.spacing;
  const arrays = [...byArray(ladder.ticks, width)].map(([place, ticks]) => {
    pool.bit(POOL.tickArrayBitmap, place + BITMAP_REACH);
    const array = new AccountWriter(ARRAY_SIZE, ARRAY_DISCRIMINATOR);
    array.address(ARRAY.poolId, spec.address).i32(ARRAY.startTickIndex, place * width);
    array.u8(ARRAY.initializedTickCount, ticks.length);
    for (const { index, net } of ticks) {
      const at = ARRAY.ticks + TICK_SIZE * ((index - place * width) / spec.spacing);
      array.i32(at + TICK.tick, index).u128(at + TICK.liquidityNet, net);
      array.u128(at + TICK.liquidityGross, net < 0n ? -net : net);
    }
    return array.of(clmmArrayAddress(spec.address, place * width), PROGRAM);
  });
  const config = new AccountWriter(CONFIG_SIZE, CONFIG_DISCRIMINATOR).u32(CONFIG.tradeFeeRate, spec.feePpm);
  return [
    pool.of(spec.address, PROGRAM),
    config.of(spec.config, PROGRAM),
    ...arrays,
    buildVault(spec.vaultA, spec.mintA, spec.address, ladder.amountA),
    buildVault(spec.vaultB, spec.mintB, spec.address, ladder.amountB),
  ];
}
