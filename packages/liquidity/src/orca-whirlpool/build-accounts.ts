import type { AccountBytes } from '@tidemark/core';
import { AccountWriter, buildVault } from '../common/account-writer.ts';
import { buildLadder, byArray, MAX_VOLATILITY, type PoolSpec } from '../common/pool-spec.ts';
import {
  FIXED,
  FIXED_DISCRIMINATOR,
  FIXED_SIZE,
  ORACLE,
  ORACLE_DISCRIMINATOR,
  ORACLE_SIZE,
  POOL,
  POOL_DISCRIMINATOR,
  POOL_SIZE,
  TICKS_PER_ARRAY,
  WHIRLPOOL_PROGRAM as PROGRAM,
} from './accounts.ts';
import { oracleAddress, tickArrayAddress } from './source.ts';
import { WHIRLPOOL_TICKS } from './tick-math.ts';

/** Of fee tiers with an adaptive fee: no tick spacing has this number. */
const ADAPTIVE_TIER = 1_024;
/** Of the volatility of the last swap, within 30 seconds all of it counts, and after ten minutes none. */
const FADING = { filterSeconds: 30, decaySeconds: 600, reductionBps: 5_000 };
const CONTROL_FACTOR = 100;

/** A pool, its vaults, its arrays in the fixed encoding, and the oracle of one whose fee adapts. */
export function buildWhirlpool(spec: PoolSpec): AccountBytes[] {
  const ladder = buildLadder(spec, WHIRLPOOL_TICKS);
  const { volatility = null } = spec;
  const pool = new AccountWriter(POOL_SIZE, POOL_DISCRIMINATOR)
    .u16(POOL.tickSpacing, spec.spacing)
    .u16(POOL.feeTierIndexSeed, volatility === null ? spec.spacing : ADAPTIVE_TIER)
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
    ...(volatility === null ? [] : [buildOracle(spec, ladder.tick, volatility)]),
    buildVault(spec.vaultA, spec.mintA, spec.address, ladder.amountA),
    buildVault(spec.vaultB, spec.mintB, spec.address, ladder.amountB),
  ];
}

/** The last swap moved the price and left this volatility. */
function buildOracle(spec: PoolSpec, tick: number, volatility: number): AccountBytes {
  return new AccountWriter(ORACLE_SIZE, ORACLE_DISCRIMINATOR)
    .address(ORACLE.whirlpool, spec.address)
    .u16(ORACLE.filterPeriod, FADING.filterSeconds)
    .u16(ORACLE.decayPeriod, FADING.decaySeconds)
    .u16(ORACLE.reductionFactor, FADING.reductionBps)
    .u32(ORACLE.adaptiveFeeControlFactor, CONTROL_FACTOR)
    .u32(ORACLE.maxVolatilityAccumulator, MAX_VOLATILITY)
    .u16(ORACLE.tickGroupSize, spec.spacing)
    .u64(ORACLE.lastReferenceUpdateTimestamp, spec.lastUsedAt)
    .u64(ORACLE.lastMajorSwapTimestamp, spec.lastUsedAt)
    .u32(ORACLE.volatilityReference, volatility)
    .i32(ORACLE.tickGroupIndexReference, Math.floor(tick / spec.spacing))
    .u32(ORACLE.volatilityAccumulator, volatility)
    .of(oracleAddress(spec.address), PROGRAM);
}
