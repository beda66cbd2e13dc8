import {
  type AccountBytes,
  type AddressReader,
  expectAccountShape,
  readAddress,
  readI64,
  readU64,
  readU128,
  viewOf,
  ZERO_ADDRESS,
} from '@tidemark/core';
import { setBits } from '../common/bitmap.ts';
import { expectSame, refused } from '../common/refuse.ts';
import { binPrice } from './bin-price.ts';

export const DLMM_PROGRAM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo';

export const PAIR_SIZE = 904;
export const PAIR_DISCRIMINATOR = Uint8Array.of(0x21, 0x0b, 0x31, 0x62, 0xb5, 0x65, 0xb1, 0x0d);
export const PAIR = {
  baseFactor: 8,
  filterPeriod: 10,
  decayPeriod: 12,
  reductionFactor: 14,
  variableFeeControl: 16,
  maxVolatilityAccumulator: 20,
  baseFeePowerFactor: 34,
  functionType: 35,
  collectFeeMode: 36,
  volatilityAccumulator: 40,
  volatilityReference: 44,
  indexReference: 48,
  lastUpdateTimestamp: 56,
  pairType: 75,
  activeId: 76,
  binStep: 80,
  status: 82,
  activationType: 86,
  tokenXMint: 88,
  tokenYMint: 120,
  reserveX: 152,
  reserveY: 184,
  rewardInfos: 264,
  binArrayBitmap: 584,
  activationPoint: 816,
} as const;
const REWARD_SIZE = 144;
const BITMAP_WORDS = 16;
/** Arrays on each side of bin 0 that the bitmap of the pair has. */
export const BITMAP_REACH = 512;
/** Bins whose prices the program can compute. */
export const MAX_BIN = 443_636;
const MAX_BIN_STEP = 10_000;

export const ARRAY_SIZE = 10_136;
export const ARRAY_DISCRIMINATOR = Uint8Array.of(0x5c, 0x8e, 0x5c, 0xdc, 0x05, 0x94, 0x46, 0xb5);
export const ARRAY = { index: 8, lbPair: 24, bins: 56 } as const;
export const BIN = {
  amountX: 0,
  amountY: 8,
  price: 16,
  openOrderAmount: 112,
  processedOrderRemainingAmount: 128,
  limitOrderAskSide: 140,
} as const;
export const BIN_SIZE = 144;
export const BINS_PER_ARRAY = 70;

const EXTENSION_SIZE = 1_576;
const EXTENSION_DISCRIMINATOR = Uint8Array.of(0x50, 0x6f, 0x7c, 0x71, 0x37, 0xed, 0x12, 0x05);
const EXTENSION = { lbPair: 8, positive: 40, negative: 808 } as const;
const EXTENSION_WORDS = 96;

export interface LbPair {
  readonly address: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly activeBin: number;
  readonly binStep: number;
  readonly baseFactor: bigint;
  readonly basePower: number;
  readonly filterPeriod: bigint;
  readonly decayPeriod: bigint;
  readonly reductionFactor: bigint;
  readonly feeControl: bigint;
  readonly maxVolatility: bigint;
  readonly volatility: bigint;
  readonly volatilityReference: bigint;
  readonly binReference: number;
  readonly lastUpdateAt: bigint;
  /** True where the fee is taken in Y whatever is sold. */
  readonly feeInY: boolean;
  /** True where bins may hold limit orders; elsewhere the same bytes mean something else. */
  readonly hasLimitOrders: boolean;
  readonly isDisabled: boolean;
  /** Null: trades since it exists. */
  readonly activation: { readonly by: 'slot' | 'time'; readonly point: bigint } | null;
  /** Arrays with liquidity, by index, in ascending order; those beyond the pair's own bitmap not included. */
  readonly arrays: readonly number[];
  readonly lastUsedAt: bigint;
}

/** Throws `WRONG_OWNER`, `WRONG_SIZE`, `WRONG_DISCRIMINATOR`, `INVALID_POOL`, or `UNSUPPORTED_MODE` for a way to take fees that is unknown. */
export function decodeLbPair(account: AccountBytes, addressAt: AddressReader = readAddress): LbPair {
  expectAccountShape(account, { owner: DLMM_PROGRAM, size: PAIR_SIZE, discriminator: PAIR_DISCRIMINATOR });
  const { address, data } = account;
  const view = viewOf(data);
  const u16 = (at: number): bigint => BigInt(view.getUint16(at, true));
  const u32 = (at: number): bigint => BigInt(view.getUint32(at, true));
  const collectFeeMode = view.getUint8(PAIR.collectFeeMode);
  if (collectFeeMode > 1) throw refused('UNSUPPORTED_MODE', address, 'collectFeeMode', '0..1', collectFeeMode);
  const pair: LbPair = {
    address,
    mintA: addressAt(data, PAIR.tokenXMint),
    mintB: addressAt(data, PAIR.tokenYMint),
    vaultA: addressAt(data, PAIR.reserveX),
    vaultB: addressAt(data, PAIR.reserveY),
    activeBin: view.getInt32(PAIR.activeId, true),
    binStep: view.getUint16(PAIR.binStep, true),
    baseFactor: u16(PAIR.baseFactor),
    basePower: view.getUint8(PAIR.baseFeePowerFactor),
    filterPeriod: u16(PAIR.filterPeriod),
    decayPeriod: u16(PAIR.decayPeriod),
    reductionFactor: u16(PAIR.reductionFactor),
    feeControl: u32(PAIR.variableFeeControl),
    maxVolatility: u32(PAIR.maxVolatilityAccumulator),
    volatility: u32(PAIR.volatilityAccumulator),
    volatilityReference: u32(PAIR.volatilityReference),
    binReference: view.getInt32(PAIR.indexReference, true),
    lastUpdateAt: readI64(view, PAIR.lastUpdateTimestamp),
    feeInY: collectFeeMode === 1,
    hasLimitOrders: supportsLimitOrders(view, data),
    isDisabled: view.getUint8(PAIR.status) !== 0,
    activation: activationOf(view),
    arrays: setBits(view, PAIR.binArrayBitmap, BITMAP_WORDS).map((bit) => bit - BITMAP_REACH),
    lastUsedAt: readI64(view, PAIR.lastUpdateTimestamp),
  };
  if (pair.binStep === 0 || pair.binStep > MAX_BIN_STEP) {
    throw refused('INVALID_POOL', address, 'bin step', `1..${MAX_BIN_STEP}`, pair.binStep);
  }
  if (Math.abs(pair.activeBin) > MAX_BIN)
    throw refused('INVALID_POOL', address, 'active bin', `±${MAX_BIN}`, pair.activeBin);
  return pair;
}

/** The function that pairs can have besides: 2 is limit orders, 0 is undecided until rewards are set. */
function supportsLimitOrders(view: DataView, data: Uint8Array): boolean {
  const type = view.getUint8(PAIR.functionType);
  const hasNoReward = [0, REWARD_SIZE].every((at) => readAddress(data, PAIR.rewardInfos + at) === ZERO_ADDRESS);
  return type === 2 || (type === 0 && hasNoReward);
}

/** Only permissioned and customizable pairs wait. */
function activationOf(view: DataView): LbPair['activation'] {
  const type = view.getUint8(PAIR.pairType);
  if (type !== 1 && type !== 2) return null;
  const by = view.getUint8(PAIR.activationType) === 0 ? 'slot' : 'time';
  return { by, point: readU64(view, PAIR.activationPoint) };
}

export interface Bin {
  readonly x: bigint;
  readonly y: bigint;
  /** Q64.64; 0 where the program has not computed it yet. */
  readonly price: bigint;
  /** Amounts of limit orders in the order in which they are filled, of the token that `ordersPay` names. */
  readonly orders: readonly bigint[];
  readonly ordersPay: 'x' | 'y';
}

/** The bins of an array. Throws also `INVALID_ARRAY`. */
export function decodeBinArray(account: AccountBytes, pair: LbPair, index: number): Bin[] {
  expectAccountShape(account, { owner: DLMM_PROGRAM, size: ARRAY_SIZE, discriminator: ARRAY_DISCRIMINATOR });
  const { address, data } = account;
  const view = viewOf(data);
  expectSame(address, 'pair', pair.address, readAddress(data, ARRAY.lbPair));
  expectSame(address, 'index', index, Number(readI64(view, ARRAY.index)));
  const bins: Bin[] = [];
  for (let place = 0; place < BINS_PER_ARRAY; place++) {
    const at = ARRAY.bins + BIN_SIZE * place;
    const price = readU128(view, at + BIN.price);
    const computed = price === 0n ? price : binPrice(pair.binStep, index * BINS_PER_ARRAY + place);
    if (price !== computed) throw refused('INVALID_ARRAY', address, `price of place ${place}`, String(computed), price);
    const orders = [BIN.processedOrderRemainingAmount, BIN.openOrderAmount].map((field) => readU64(view, at + field));
    bins.push({
      x: readU64(view, at + BIN.amountX),
      y: readU64(view, at + BIN.amountY),
      price,
      orders: pair.hasLimitOrders ? orders : [],
      ordersPay: view.getUint8(at + BIN.limitOrderAskSide) === 0 ? 'y' : 'x',
    });
  }
  return bins;
}

/** Arrays with liquidity beyond the pair's own bitmap, as {@link LbPair.arrays}. */
export function decodeDlmmExtension(account: AccountBytes, pair: string): number[] {
  expectAccountShape(account, { owner: DLMM_PROGRAM, size: EXTENSION_SIZE, discriminator: EXTENSION_DISCRIMINATOR });
  const { address, data } = account;
  expectSame(address, 'pair', pair, readAddress(data, EXTENSION.lbPair));
  const above = setBits(viewOf(data), EXTENSION.positive, EXTENSION_WORDS).map((bit) => bit + BITMAP_REACH);
  // Mirrored: array -513 is bit 0.
  const below = setBits(viewOf(data), EXTENSION.negative, EXTENSION_WORDS).map((bit) => -1 - BITMAP_REACH - bit);
  return [...below, ...above].toSorted((one, other) => one - other);
}
