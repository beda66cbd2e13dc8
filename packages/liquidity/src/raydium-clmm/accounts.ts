import {
  type AccountBytes,
  type AddressReader,
  expectAccountShape,
  readAddress,
  readU128,
  viewOf,
} from '@tidemark/core';
import { setBits } from '../common/bitmap.ts';
import { readI128 } from '../common/bytes.ts';
import { expectSame, refused } from '../common/refuse.ts';
import { expectPrice, MAX_TICK, MIN_TICK } from '../common/tick-math.ts';
import type { Tick } from '../common/ticks.ts';
import { CLMM_TICKS } from './tick-math.ts';

export const CLMM_PROGRAM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';

export const POOL_SIZE = 1_544;
/** The same as that of a pool of CPMM: owner and size tell them apart. */
export const POOL_DISCRIMINATOR = Uint8Array.of(0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46);
export const POOL = {
  ammConfig: 9,
  tokenMint0: 73,
  tokenMint1: 105,
  tokenVault0: 137,
  tokenVault1: 169,
  tickSpacing: 235,
  liquidity: 237,
  sqrtPriceX64: 253,
  tickCurrent: 269,
  status: 389,
  feeOn: 390,
  tickArrayBitmap: 904,
  dynamicFeeInfo: 1_096,
} as const;
const DYNAMIC_FEE_SIZE = 80;
const BITMAP_WORDS = 16;
/** Arrays on each side of tick 0 that the bitmap of the pool has. */
export const BITMAP_REACH = 512;
const SWAP_DISABLED = 16;

export const ARRAY_SIZE = 10_240;
export const ARRAY_DISCRIMINATOR = Uint8Array.of(0xc0, 0x9b, 0x55, 0xcd, 0x31, 0xf9, 0x81, 0x2a);
export const ARRAY = { poolId: 8, startTickIndex: 40, ticks: 44, initializedTickCount: 10_124 } as const;
export const TICK = { tick: 0, liquidityNet: 4, liquidityGross: 20, orderPhase: 116 } as const;
export const TICK_SIZE = 168;
const ORDERS_END = 156;
export const TICKS_PER_ARRAY = 60;

const EXTENSION_SIZE = 1_832;
const EXTENSION_DISCRIMINATOR = Uint8Array.of(0x3c, 0x96, 0x24, 0xdb, 0x61, 0x80, 0x8b, 0x99);
const EXTENSION = { poolId: 8, positive: 40, negative: 936 } as const;
const EXTENSION_BLOCKS = 14;
const WORDS_PER_BLOCK = 8;

export const CONFIG_SIZE = 117;
export const CONFIG_DISCRIMINATOR = Uint8Array.of(0xda, 0xf4, 0x21, 0x68, 0xcb, 0xcb, 0x2b, 0x6f);
export const CONFIG = { tradeFeeRate: 47 } as const;
const FEE_ONE = 1_000_000;

export interface ClmmPool {
  readonly address: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly config: string;
  readonly tickSpacing: number;
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly isDisabled: boolean;
  /** 0: from the input. 1 and 2: in one token only. */
  readonly feeOn: number;
  readonly hasDynamicFee: boolean;
  /** Arrays with ticks, by start over width, in ascending order; those beyond the pool's own bitmap not included. */
  readonly arrays: readonly number[];
  /** The account does not say. */
  readonly lastUsedAt: null;
}

/** Throws `WRONG_OWNER`, `WRONG_SIZE`, `WRONG_DISCRIMINATOR`, `INVALID_POOL`, or `UNSUPPORTED_MODE` for a way to take fees that is unknown. */
export function decodeClmmPool(account: AccountBytes, addressAt: AddressReader = readAddress): ClmmPool {
  expectAccountShape(account, { owner: CLMM_PROGRAM, size: POOL_SIZE, discriminator: POOL_DISCRIMINATOR });
  const { address, data } = account;
  const view = viewOf(data);
  const dynamicFee = data.subarray(POOL.dynamicFeeInfo, POOL.dynamicFeeInfo + DYNAMIC_FEE_SIZE);
  const pool: ClmmPool = {
    address,
    mintA: addressAt(data, POOL.tokenMint0),
    mintB: addressAt(data, POOL.tokenMint1),
    vaultA: addressAt(data, POOL.tokenVault0),
    vaultB: addressAt(data, POOL.tokenVault1),
    config: addressAt(data, POOL.ammConfig),
    tickSpacing: view.getUint16(POOL.tickSpacing, true),
    liquidity: readU128(view, POOL.liquidity),
    sqrtPrice: readU128(view, POOL.sqrtPriceX64),
    tick: view.getInt32(POOL.tickCurrent, true),
    isDisabled: (view.getUint8(POOL.status) & SWAP_DISABLED) !== 0,
    feeOn: view.getUint8(POOL.feeOn),
    hasDynamicFee: dynamicFee.some((byte) => byte !== 0),
    arrays: setBits(view, POOL.tickArrayBitmap, BITMAP_WORDS).map((bit) => bit - BITMAP_REACH),
    lastUsedAt: null,
  };
  if (pool.feeOn > 2) throw refused('UNSUPPORTED_MODE', address, 'feeOn', '0..2', pool.feeOn);
  expectPrice(pool, CLMM_TICKS);
  return pool;
}

/** Parts of a million of the input. Throws as {@link decodeClmmPool}. */
export function decodeClmmFeeRate(account: AccountBytes): bigint {
  expectAccountShape(account, { owner: CLMM_PROGRAM, size: CONFIG_SIZE, discriminator: CONFIG_DISCRIMINATOR });
  const rate = viewOf(account.data).getUint32(CONFIG.tradeFeeRate, true);
  if (rate >= FEE_ONE) throw refused('INVALID_POOL', account.address, 'trade fee rate', `below ${FEE_ONE}`, rate);
  return BigInt(rate);
}

export interface ClmmTickArray {
  readonly ticks: readonly Tick[];
  /** True where a tick may hold limit orders, which pay out more than the curve. */
  readonly hasOrders: boolean;
}

/** The initialised ticks of an array, in ascending order. Throws also `INVALID_ARRAY`. */
export function decodeClmmTickArray(account: AccountBytes, pool: ClmmPool, start: number): ClmmTickArray {
  expectAccountShape(account, { owner: CLMM_PROGRAM, size: ARRAY_SIZE, discriminator: ARRAY_DISCRIMINATOR });
  const { address, data } = account;
  const view = viewOf(data);
  expectSame(address, 'pool', pool.address, readAddress(data, ARRAY.poolId));
  expectSame(address, 'start tick', start, view.getInt32(ARRAY.startTickIndex, true));
  const ticks: Tick[] = [];
  let hasOrders = false;
  for (let place = 0; place < TICKS_PER_ARRAY; place++) {
    const at = ARRAY.ticks + TICK_SIZE * place;
    hasOrders ||= data.subarray(at + TICK.orderPhase, at + ORDERS_END).some((byte) => byte !== 0);
    if (readU128(view, at + TICK.liquidityGross) === 0n) continue;
    const index = view.getInt32(at + TICK.tick, true);
    expectSame(address, `tick of place ${place}`, start + place * pool.tickSpacing, index);
    if (index < MIN_TICK || index > MAX_TICK)
      throw refused('INVALID_ARRAY', address, 'tick', `${MIN_TICK}..${MAX_TICK}`, index);
    ticks.push({ index, sqrtPrice: CLMM_TICKS.sqrtPriceAt(index), net: readI128(view, at + TICK.liquidityNet) });
  }
  return { ticks, hasOrders };
}

/** Arrays with ticks beyond the pool's own bitmap, as {@link ClmmPool.arrays}. */
export function decodeClmmExtension(account: AccountBytes, pool: string): number[] {
  expectAccountShape(account, { owner: CLMM_PROGRAM, size: EXTENSION_SIZE, discriminator: EXTENSION_DISCRIMINATOR });
  const { address, data } = account;
  expectSame(address, 'pool', pool, readAddress(data, EXTENSION.poolId));
  const words = EXTENSION_BLOCKS * WORDS_PER_BLOCK;
  const above = setBits(viewOf(data), EXTENSION.positive, words).map((bit) => bit + BITMAP_REACH);
  // Blocks go away from tick 0, bits within a block towards it.
  const below = setBits(viewOf(data), EXTENSION.negative, words).map((bit) => {
    const block = Math.floor(bit / BITMAP_REACH);
    return (bit % BITMAP_REACH) - BITMAP_REACH * (block + 2);
  });
  return [...below, ...above].toSorted((one, other) => one - other);
}
