import type { AccountBytes } from '@tidemark/core';
import { AccountWriter, buildVault } from '../common/account-writer.ts';
import { buildLadder, byArray, type PoolSpec } from '../common/pool-spec.ts';
import {
  FIXED,
  FIXED_DISCRIMINATOR,
  FIXED_SIZE,
  POOL,
  POOL_DISCRIMINATOR,
  POOL_SIZE,
  TICKS_PER_ARRAY,
  WHIRLPOOL_PROGRAM as PROGRAM,
} from './accounts.ts';
import { tickArrayAddress } from './source.ts';
import { WHIRLPOOL_TICKS } from './tick-math.ts';

/** A pool with a fixed fee, its vaults, and its arrays in the fixed encoding. */
export function buildWhirlpool(spec: PoolSpec): AccountBytes[] {
  const ladder = buildLadder(spec, WHIRLPOOL_TICKS);
  const pool = new AccountWriter(POOL_SIZE, POOL_DISCRIMINATOR)
    .u16(POOL.tickSpacing, spec.spacing)
    .u16(POOL.feeTierIndexSeed, spec.spacing)
    .u16(POOL.feeRate, spec.feePpm)
    .u128(POOL.liquidity, ladder.liquidity)
    .u128(POOL.sqrtPrice, ladder.sqrtPrice)
    .i32(POOL.tickCurrentIndex, ladder.tick)
    .address(POOL.tokenMintA, spec.mintA)
    .address(POOL.tokenVaultA, spec.vaultA)
    .address(POOL.tokenMintB, spec.mintB)
    .address(POOL.tokenVaultB, spec.vaultB)
    .u64(POOL.rewardLastUpdatedTimestamp, spec.lastUsedAt);
  const width = TICKS_PER_ARRAY * spec.spacing;
  const arrays = [...byArray(ladder.ticks, width)].map(([place, ticks]) => {
    const array = new AccountWriter(FIXED_SIZE, FIXED_DISCRIMINATOR);
    array.i32(FIXED.startTickIndex, place * width).address(FIXED.whirlpool, spec.address);
    for (const { index, net } of ticks) {
      const at = FIXED.ticks + FIXED.tickSize * ((index - place * width) / spec.spacing);
      array
        .u8(at, 1)
        .u128(at + 1, net)
        .u128(at + 17, net < 0n ? -net : net);
    }
    return array.of(tickArrayAddress(spec.address, place * width), PROGRAM);
  });
  return [
    pool.of(spec.address, PROGRAM),
    ...arrays,
    buildVault(spec.vaultA, spec.mintA, spec.address, ladder.amountA),
    buildVault(spec.vaultB, spec.mintB, spec.address, ladder.amountB),
  ];
}
