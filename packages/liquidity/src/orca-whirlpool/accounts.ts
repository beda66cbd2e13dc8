import {
  type AccountBytes,
  type AddressReader,
  expectAccountShape,
  LendingError,
  readAddress,
  readU64,
  readU128,
  viewOf,
} from '@tidemark/core';
import { readI128 } from '../common/bytes.ts';
import { expectSame, refused } from '../common/refuse.ts';
import { expectPrice, MAX_TICK, MIN_TICK } from '../common/tick-math.ts';
import type { Tick } from '../common/ticks.ts';
import { WHIRLPOOL_TICKS } from './tick-math.ts';

export const WHIRLPOOL_PROGRAM = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';

export const POOL_SIZE = 653;
export const POOL_DISCRIMINATOR = Uint8Array.of(0x3f, 0x95, 0xd1, 0x0c, 0xe1, 0x80, 0x63, 0x09);
export const POOL = {
  tickSpacing: 41,
  feeTierIndexSeed: 43,
  feeRate: 45,
  liquidity: 49,
  sqrtPrice: 65,
  tickCurrentIndex: 81,
  tokenMintA: 101,
  tokenVaultA: 133,
  tokenMintB: 181,
  tokenVaultB: 213,
  rewardLastUpdatedTimestamp: 261,
} as const;

export const FIXED_SIZE = 9_988;
export const FIXED_DISCRIMINATOR = Uint8Array.of(0x45, 0x61, 0xbd, 0xbe, 0x6e, 0x07, 0x42, 0xbb);
export const FIXED = { startTickIndex: 8, ticks: 12, tickSize: 113, whirlpool: 9_956 } as const;
const DYNAMIC_DISCRIMINATOR = Uint8Array.of(0x11, 0xd8, 0xf6, 0x8e, 0xe1, 0xc7, 0xda, 0x38);
export const DYNAMIC = { startTickIndex: 8, whirlpool: 12, tickBitmap: 44, ticks: 60, tickSize: 112 } as const;
export const TICKS_PER_ARRAY = 88;

export const ORACLE_SIZE = 254;
export const ORACLE_DISCRIMINATOR = Uint8Array.of(0x8b, 0xc2, 0x83, 0xb3, 0x8c, 0xb3, 0xe5, 0xf4);
export const ORACLE = {
  whirlpool: 8,
  tradeEnableTimestamp: 40,
  filterPeriod: 48,
  decayPeriod: 50,
  reductionFactor: 52,
  adaptiveFeeControlFactor: 54,
  maxVolatilityAccumulator: 58,
  tickGroupSize: 62,
  lastReferenceUpdateTimestamp: 82,
  lastMajorSwapTimestamp: 90,
  volatilityReference: 98,
  tickGroupIndexReference: 102,
  volatilityAccumulator: 106,
} as const;

export interface Whirlpool {
  readonly address: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly tickSpacing: number;
  /** Another number than the spacing: the fee adapts, and an oracle account exists. */
  readonly feeTierIndex: number;
  /** Parts of a million. */
  readonly feeRate: number;
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  /** Unix seconds of the last change. */
  readonly lastUsedAt: bigint;
}

/** Throws `WRONG_OWNER`, `WRONG_SIZE`, `WRONG_DISCRIMINATOR`, or `INVALID_POOL` for what the program cannot have written. */
export function decodeWhirlpool(account: AccountBytes, addressAt: AddressReader = readAddress): Whirlpool {
  expectAccountShape(account, { owner: WHIRLPOOL_PROGRAM, size: POOL_SIZE, discriminator: POOL_DISCRIMINATOR });
  const { address, data } = account;
  const view = viewOf(data);
  const pool: Whirlpool = {
    address,
    mintA: addressAt(data, POOL.tokenMintA),
    mintB: addressAt(data, POOL.tokenMintB),
    vaultA: addressAt(data, POOL.tokenVaultA),
    vaultB: addressAt(data, POOL.tokenVaultB),
    tickSpacing: view.getUint16(POOL.tickSpacing, true),
    feeTierIndex: view.getUint16(POOL.feeTierIndexSeed, true),
    feeRate: view.getUint16(POOL.feeRate, true),
    liquidity: readU128(view, POOL.liquidity),
    sqrtPrice: readU128(view, POOL.sqrtPrice),
    tick: view.getInt32(POOL.tickCurrentIndex, true),
    lastUsedAt: readU64(view, POOL.rewardLastUpdatedTimestamp),
  };
  expectPrice(pool, WHIRLPOOL_TICKS);
  return pool;
}

/** The initialised ticks of an array, fixed or dynamic, in ascending order. Throws also `INVALID_ARRAY`. */
export function decodeTickArray(account: AccountBytes, pool: Whirlpool, start: number): Tick[] {
  const { address, owner, data } = account;
  const isDynamic = DYNAMIC_DISCRIMINATOR.every((byte, i) => data[i] === byte);
  const shape = { owner: WHIRLPOOL_PROGRAM, size: FIXED_SIZE, discriminator: FIXED_DISCRIMINATOR };
  if (!isDynamic || owner !== WHIRLPOOL_PROGRAM) expectAccountShape(account, shape);
  if (data.length < DYNAMIC.ticks + TICKS_PER_ARRAY) {
    throw new LendingError('WRONG_SIZE', { address, expected: '148 bytes and more', actual: `${data.length} bytes` });
  }
  const view = viewOf(data);
  expectSame(address, 'pool', pool.address, readAddress(data, (isDynamic ? DYNAMIC : FIXED).whirlpool));
  expectSame(address, 'start tick', start, view.getInt32(FIXED.startTickIndex, true));
  const offsets = isDynamic ? dynamicTicks(address, view) : fixedTicks(view);
  return offsets.map(({ place, at }) => tickAt(address, start + place * pool.tickSpacing, readI128(view, at)));
}

function tickAt(address: string, index: number, net: bigint): Tick {
  if (index >= MIN_TICK && index <= MAX_TICK) return { index, sqrtPrice: WHIRLPOOL_TICKS.sqrtPriceAt(index), net };
  throw refused('INVALID_ARRAY', address, 'tick', `${MIN_TICK}..${MAX_TICK}`, index);
}

/** Where the liquidity of an initialised tick stands. */
interface TickOffset {
  readonly place: number;
  readonly at: number;
}

function fixedTicks(view: DataView): TickOffset[] {
  const found: TickOffset[] = [];
  for (let place = 0; place < TICKS_PER_ARRAY; place++) {
    const at = FIXED.ticks + FIXED.tickSize * place;
    if (view.getUint8(at) !== 0) found.push({ place, at: at + 1 });
  }
  return found;
}

/** Ticks of one byte, or of that and 112 more; the bitmap has to say the same, and the last one ends with the account. */
function dynamicTicks(address: string, view: DataView): TickOffset[] {
  const bitmap = readU128(view, DYNAMIC.tickBitmap);
  const found: TickOffset[] = [];
  let at: number = DYNAMIC.ticks;
  for (let place = 0; place < TICKS_PER_ARRAY; place++) {
    const tag = at < view.byteLength ? view.getUint8(at) : -1;
    expectSame(address, `tag of place ${place}`, Number((bitmap >> BigInt(place)) & 1n), tag);
    if (tag === 1) found.push({ place, at: at + 1 });
    at += tag === 1 ? 1 + DYNAMIC.tickSize : 1;
  }
  expectSame(address, 'length', at, view.byteLength);
  return found;
}

export interface WhirlpoolOracle {
  /** Unix seconds before which the pool does not trade. */
  readonly tradeEnabledAt: bigint;
  readonly filterPeriod: bigint;
  readonly decayPeriod: bigint;
  readonly reductionFactor: bigint;
  readonly controlFactor: bigint;
  readonly maxVolatility: bigint;
  readonly groupSize: number;
  readonly lastReferenceUpdateAt: bigint;
  readonly lastMajorSwapAt: bigint;
  readonly volatilityReference: bigint;
  readonly groupReference: number;
  readonly volatilityAccumulator: bigint;
}

/** The adaptive fee of a pool. Throws as {@link decodeWhirlpool}. */
export function decodeOracle(account: AccountBytes, pool: string): WhirlpoolOracle {
  expectAccountShape(account, { owner: WHIRLPOOL_PROGRAM, size: ORACLE_SIZE, discriminator: ORACLE_DISCRIMINATOR });
  const { address, data } = account;
  const view = viewOf(data);
  const u16 = (at: number): bigint => BigInt(view.getUint16(at, true));
  const u32 = (at: number): bigint => BigInt(view.getUint32(at, true));
  const groupSize = view.getUint16(ORACLE.tickGroupSize, true);
  if (groupSize === 0) throw refused('INVALID_POOL', address, 'tick group size', 'positive', groupSize);
  expectSame(address, 'pool', pool, readAddress(data, ORACLE.whirlpool));
  return {
    tradeEnabledAt: readU64(view, ORACLE.tradeEnableTimestamp),
    filterPeriod: u16(ORACLE.filterPeriod),
    decayPeriod: u16(ORACLE.decayPeriod),
    reductionFactor: u16(ORACLE.reductionFactor),
    controlFactor: u32(ORACLE.adaptiveFeeControlFactor),
    maxVolatility: u32(ORACLE.maxVolatilityAccumulator),
    groupSize,
    lastReferenceUpdateAt: readU64(view, ORACLE.lastReferenceUpdateTimestamp),
    lastMajorSwapAt: readU64(view, ORACLE.lastMajorSwapTimestamp),
    volatilityReference: u32(ORACLE.volatilityReference),
    groupReference: view.getInt32(ORACLE.tickGroupIndexReference, true),
    volatilityAccumulator: u32(ORACLE.volatilityAccumulator),
  };
}
