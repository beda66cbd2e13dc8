import { ConcentratedPath, flatFee } from '../common/concentrated.ts';
import { Curve } from '../common/curve.ts';
import { Q64 } from '../common/exact.ts';
import { PoolMarket, type Side } from '../common/market.ts';
import { sqrtPriceOf } from '../common/price.ts';
import { addressSeed, deriveProgramAddress, integerSeed, textSeed } from '../common/program-address.ts';
import { sidesOf, tokenCompanions } from '../common/sides.ts';
import { MAX_TICK, MIN_TICK, REACH_TICKS } from '../common/tick-math.ts';
import { type Edge, type Tick, TickRange } from '../common/ticks.ts';
import type { FoundAccounts, LowerBound, Market, PoolCompanion, PoolSource, Unknown } from '../source.ts';
import {
  BITMAP_REACH,
  CLMM_PROGRAM,
  type ClmmPool,
  type ClmmTickArray,
  decodeClmmExtension,
  decodeClmmFeeRate,
  decodeClmmPool,
  decodeClmmTickArray,
  POOL,
  POOL_DISCRIMINATOR,
  POOL_SIZE,
  TICKS_PER_ARRAY,
} from './accounts.ts';
import { CLMM_TICKS as math } from './tick-math.ts';

export const raydiumClmm: PoolSource<ClmmPool> = {
  name: 'raydium_clmm',
  decoderVersion: 1,
  evidence: {
    grade: 'program',
    comparedWith:
      'mainnet build of April 2026: 38 quotes and depths of one pool, 11 swaps of mainnet; layouts with the SDK',
    limits: [
      'limit orders of the source of May 2026 are left out: a pool that has some is a lower bound',
      'pools with a dynamic fee, or with the fee in one token, are not counted',
      'the bitmap extension was never compared with a real account',
    ],
  },
  accounts: {
    program: CLMM_PROGRAM,
    size: POOL_SIZE,
    discriminator: POOL_DISCRIMINATOR,
    mintOffsets: [POOL.tokenMint0, POOL.tokenMint1],
  },
  decodePool: decodeClmmPool,
  companions: (pool) => [
    ...tokenCompanions(pool),
    { role: 'config', address: pool.config },
    ...(reachesExtension(pool) ? [{ role: 'bitmap' as const, address: extensionAddress(pool.address) }] : []),
    ...arraysInReach(pool).map(
      (place): PoolCompanion => ({ role: 'array', address: clmmArrayAddress(pool.address, place * widthOf(pool)) }),
    ),
  ],
  open: (pool, found, clock) => {
    const config = found.get(pool.config);
    const arrays = new Map<number, ClmmTickArray>();
    for (const place of arraysInReach(pool)) {
      const account = found.get(clmmArrayAddress(pool.address, place * widthOf(pool)));
      // The bitmap says that it exists: one that does not is as good as one that was not read.
      if (account) arrays.set(place, decodeClmmTickArray(account, pool, place * widthOf(pool)));
    }
    return openClmm(pool, {
      ...sidesOf(pool, found, clock),
      feeRate: config ? decodeClmmFeeRate(config) : null,
      extension: readExtension(pool, found),
      arrays,
    });
  },
};

export interface ClmmParts {
  readonly a: Side;
  readonly b: Side;
  readonly feeRate: bigint | null;
  /** Arrays beyond the bitmap of the pool; null where that was not read. */
  readonly extension: readonly number[] | null;
  /** Those that were read, by start over width. */
  readonly arrays: ReadonlyMap<number, ClmmTickArray>;
}

export function openClmm(pool: ClmmPool, { a, b, feeRate, extension, arrays }: ClmmParts): Market {
  const { sqrtPrice, tick, liquidity } = pool;
  const ticks = tickRange(pool, extension, arrays);
  const fees = flatFee(feeRate ?? 0n);
  const hasOrders = [...arrays.values()].some((array) => array.hasOrders);
  const lowerBound: readonly LowerBound[] = hasOrders ? ['limit_orders'] : [];
  return new PoolMarket({
    pool,
    a,
    b,
    spot: { numerator: sqrtPrice * sqrtPrice, denominator: Q64 * Q64 },
    halt: pool.isDisabled ? 'disabled' : null,
    unknown: unknownOf(pool, feeRate),
    lowerBound,
    curveOf: (direction) =>
      new Curve(new ConcentratedPath({ sqrtPrice, tick, liquidity, ticks, fees, math }, direction)),
    targetOf: sqrtPriceOf,
  });
}

/** A dynamic fee is higher than the one of the configuration: depth by that would be too much. */
function unknownOf({ feeOn, hasDynamicFee }: ClmmPool, feeRate: bigint | null): Unknown | null {
  if (feeOn !== 0 || hasDynamicFee) return 'unsupported_fee_mode';
  return feeRate === null ? 'missing_account' : null;
}

export function clmmArrayAddress(pool: string, start: number): string {
  return deriveProgramAddress(CLMM_PROGRAM, [textSeed('tick_array'), addressSeed(pool), integerSeed(start, 4, 'big')]);
}

export function extensionAddress(pool: string): string {
  return deriveProgramAddress(CLMM_PROGRAM, [textSeed('pool_tick_array_bitmap_extension'), addressSeed(pool)]);
}

function widthOf({ tickSpacing }: ClmmPool): number {
  return TICKS_PER_ARRAY * tickSpacing;
}

function reachOf(pool: ClmmPool): { first: number; last: number } {
  const place = (tick: number): number => Math.floor(tick / widthOf(pool));
  return {
    first: place(Math.max(MIN_TICK, pool.tick - REACH_TICKS)),
    last: place(Math.min(MAX_TICK, pool.tick + REACH_TICKS)),
  };
}

function arraysInReach(pool: ClmmPool): number[] {
  const { first, last } = reachOf(pool);
  // Beyond the bitmap of the pool any may exist.
  const outside: number[] = [];
  for (let place = first; place <= last; place++) {
    if (place < -BITMAP_REACH || place >= BITMAP_REACH) outside.push(place);
  }
  return [...pool.arrays.filter((place) => place >= first && place <= last), ...outside];
}

function reachesExtension(pool: ClmmPool): boolean {
  const { first, last } = reachOf(pool);
  return first < -BITMAP_REACH || last >= BITMAP_REACH;
}

function readExtension(pool: ClmmPool, found: FoundAccounts): readonly number[] | null {
  // Pools of wide arrays have no place outside of their own bitmap.
  if (BITMAP_REACH * widthOf(pool) > MAX_TICK) return [];
  const account = found.get(extensionAddress(pool.address));
  if (account === undefined) return null;
  return account === null ? [] : decodeClmmExtension(account, pool.address);
}

/** The ticks of the arrays that were read, between the nearest ones on both sides that exist and were not. */
function tickRange(pool: ClmmPool, extension: readonly number[] | null, arrays: ClmmParts['arrays']): TickRange {
  const width = widthOf(pool);
  const current = Math.floor(pool.tick / width);
  const known = [...pool.arrays, ...(extension ?? [])].toSorted((one, other) => one - other);
  const isUnread = (place: number): boolean => !arrays.has(place);
  const below = known.findLast((place) => place <= current && isUnread(place)) ?? unknownBelow(extension, current);
  const above = known.find((place) => place >= current && isUnread(place)) ?? unknownAbove(extension, current);
  const [first, last] = [below ?? -Infinity, above ?? Infinity];
  const ticks = known.flatMap((place): readonly Tick[] =>
    place > first && place < last ? (arrays.get(place)?.ticks ?? []) : [],
  );
  return new TickRange(
    ticks,
    edgeOf(below, (place) => (place + 1) * width),
    edgeOf(above, (place) => place * width - 1),
  );
}

function unknownBelow(extension: readonly number[] | null, current: number): number | undefined {
  return extension === null ? Math.min(-BITMAP_REACH - 1, current) : undefined;
}

function unknownAbove(extension: readonly number[] | null, current: number): number | undefined {
  return extension === null ? Math.max(BITMAP_REACH, current) : undefined;
}

/** Where nothing is unread there are no more ticks: the program refuses a swap that needs one. */
function edgeOf(unread: number | undefined, tickOf: (place: number) => number): Edge {
  if (unread === undefined) return { sqrtPrice: null, end: 'out_of_liquidity' };
  const tick = Math.min(MAX_TICK, Math.max(MIN_TICK, tickOf(unread)));
  return { sqrtPrice: math.sqrtPriceAt(tick), end: 'missing_array' };
}
