import type { AccountBytes } from '@tidemark/core';
import { AccountWriter, buildVault } from '../common/account-writer.ts';
import { type PoolSpec, worthOf } from '../common/pool-spec.ts';
import {
  ARRAY,
  ARRAY_DISCRIMINATOR,
  ARRAY_SIZE,
  BIN,
  BIN_SIZE,
  BINS_PER_ARRAY,
  BITMAP_REACH,
  DLMM_PROGRAM as PROGRAM,
  PAIR,
  PAIR_DISCRIMINATOR,
  PAIR_SIZE,
} from './accounts.ts';
import { binPrice } from './bin-price.ts';
import { binArrayAddress } from './source.ts';

/** Bins with liquidity on each side. */
const BINS = 150;
const SCALE = 1_000_000;

/** A pair whose fee rises with volatility, its vaults and bins: X above the price, Y below, both where it stands. */
export function buildLbPair(spec: PoolSpec): AccountBytes[] {
  const active = binAt(spec);
  const each = spec.amountA / BigInt(BINS);
  const arrays = new Map<number, AccountWriter>();
  const pair = new AccountWriter(PAIR_SIZE, PAIR_DISCRIMINATOR);
  let [sumX, sumY] = [0n, 0n];
  for (let bin = active - BINS; bin <= active + BINS; bin++) {
    const index = Math.floor(bin / BINS_PER_ARRAY);
    const array = arrays.get(index) ?? newArray(spec.address, index);
    arrays.set(index, array);
    pair.bit(PAIR.binArrayBitmap, index + BITMAP_REACH);
    const x = bin >= active ? each : 0n;
    const y = bin <= active ? worthOf(each, spec.price) : 0n;
    const at = ARRAY.bins + BIN_SIZE * (bin - index * BINS_PER_ARRAY);
    array
      .u64(at + BIN.amountX, x)
      .u64(at + BIN.amountY, y)
      .u128(at + BIN.price, binPrice(spec.spacing, bin));
    [sumX, sumY] = [sumX + x, sumY + y];
  }
  // 10 ** -9 times base factor, step and 10.
  pair.u16(PAIR.baseFactor, Math.round((spec.feePpm * 100) / spec.spacing)).u16(PAIR.binStep, spec.spacing);
  pair.u16(PAIR.filterPeriod, 30).u16(PAIR.decayPeriod, 600).u16(PAIR.reductionFactor, 5_000);
  pair.u32(PAIR.variableFeeControl, 40_000).u32(PAIR.maxVolatilityAccumulator, 350_000).u8(PAIR.functionType, 1);
  pair.i32(PAIR.activeId, active).i32(PAIR.indexReference, active).u64(PAIR.lastUpdateTimestamp, spec.lastUsedAt);
  pair.address(PAIR.tokenXMint, spec.mintA).address(PAIR.tokenYMint, spec.mintB);
  pair.address(PAIR.reserveX, spec.vaultA).address(PAIR.reserveY, spec.vaultB);
  return [
    pair.of(spec.address, PROGRAM),
    ...[...arrays].map(([index, array]) => array.of(binArrayAddress(spec.address, index), PROGRAM)),
    buildVault(spec.vaultA, spec.mintA, spec.address, sumX),
    buildVault(spec.vaultB, spec.mintB, spec.address, sumY),
  ];
}

function newArray(pair: string, index: number): AccountWriter {
  return new AccountWriter(ARRAY_SIZE, ARRAY_DISCRIMINATOR).u64(ARRAY.index, BigInt(index)).address(ARRAY.lbPair, pair);
}

/** The bin nearest to a price: a logarithm to six decimals is enough to build one. */
function binAt({ price: { numerator, denominator }, spacing }: PoolSpec): number {
  const price = Number((numerator * BigInt(SCALE) * BigInt(SCALE)) / denominator) / SCALE / SCALE;
  return Math.round(Math.log(price) / Math.log1p(spacing / 10_000));
}
