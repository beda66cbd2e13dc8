import { ConcentratedPath, flatFee } from '../common/concentrated.ts';
import { Curve } from '../common/curve.ts';
import { Q64 } from '../common/exact.ts';
import { PoolMarket, type Side } from '../common/market.ts';
import { sqrtPriceOf } from '../common/price.ts';
import { addressSeed, deriveProgramAddress, textSeed } from '../common/program-address.ts';
import { sidesOf, tokenCompanions } from '../common/sides.ts';
import { MAX_TICK, MIN_TICK, REACH_TICKS } from '../common/tick-math.ts';
import { type Edge, type Tick, TickRange } from '../common/ticks.ts';
import type { FoundAccounts, Halt, Market, PoolClock, PoolCompanion, PoolSource } from '../source.ts';
import {
  decodeOracle,
  decodeTickArray,
  decodeWhirlpool,
  POOL,
  POOL_DISCRIMINATOR,
  POOL_SIZE,
  TICKS_PER_ARRAY,
  type Whirlpool,
  WHIRLPOOL_PROGRAM,
  type WhirlpoolOracle,
} from './accounts.ts';
import { AdaptiveFees } from './adaptive-fee.ts';
import { WHIRLPOOL_TICKS as math } from './tick-math.ts';

export const orcaWhirlpool: PoolSource<Whirlpool> = {
  name: 'orca_whirlpool',
  decoderVersion: 1,
  evidence: {
    grade: 'program',
    comparedWith:
      'program build of 11 September 2025 and whirlpools-core 3.1.0: quotes, depth, adaptive fee, dynamic tick arrays; transfer fee with the SDK only',
    limits: ['program builds after September 2025'],
  },
  accounts: {
    program: WHIRLPOOL_PROGRAM,
    size: POOL_SIZE,
    discriminator: POOL_DISCRIMINATOR,
    mintOffsets: [POOL.tokenMintA, POOL.tokenMintB],
  },
  decodePool: decodeWhirlpool,
  companions: (pool) => [
    ...tokenCompanions(pool),
    ...(hasAdaptiveFee(pool) ? [{ role: 'oracle' as const, address: oracleAddress(pool.address) }] : []),
    ...arrayStarts(pool).map(
      (start): PoolCompanion => ({ role: 'array', address: tickArrayAddress(pool.address, start) }),
    ),
  ],
  open: (pool, found, clock) => {
    const oracle = hasAdaptiveFee(pool) ? found.get(oracleAddress(pool.address)) : null;
    return openWhirlpool(pool, clock, {
      ...sidesOf(pool, found, clock),
      oracle: oracle ? decodeOracle(oracle, pool.address) : null,
      arrays: readArrays(pool, found),
    });
  },
};

/** Ticks of an array by where it starts: none where the account does not exist, undefined where it was not read. */
export type TickArrays = (start: number) => readonly Tick[] | undefined;

export interface WhirlpoolParts {
  readonly a: Side;
  readonly b: Side;
  readonly oracle: WhirlpoolOracle | null;
  readonly arrays: TickArrays;
}

export function openWhirlpool(pool: Whirlpool, clock: PoolClock, { a, b, oracle, arrays }: WhirlpoolParts): Market {
  const { sqrtPrice, tick, liquidity } = pool;
  const ticks = tickRange(pool, arrays);
  const adapts = hasAdaptiveFee(pool);
  return new PoolMarket({
    pool,
    a,
    b,
    spot: { numerator: sqrtPrice * sqrtPrice, denominator: Q64 * Q64 },
    halt: haltOf(oracle, clock),
    unknown: adapts && oracle === null ? 'missing_account' : null,
    lowerBound: [],
    curveOf: (direction) => {
      const fees =
        oracle !== null && adapts
          ? new AdaptiveFees(oracle, pool, direction === 'a_to_b', clock.unixTimestamp)
          : flatFee(BigInt(pool.feeRate));
      return new Curve(new ConcentratedPath({ sqrtPrice, tick, liquidity, ticks, fees, math }, direction));
    },
    targetOf: sqrtPriceOf,
  });
}

function haltOf(oracle: WhirlpoolOracle | null, { unixTimestamp }: PoolClock): Halt | null {
  return oracle !== null && oracle.tradeEnabledAt > unixTimestamp ? 'not_open_yet' : null;
}

/** Another index of the fee tier than the spacing: pools with a fixed fee repeat the spacing there. */
function hasAdaptiveFee({ feeTierIndex, tickSpacing }: Whirlpool): boolean {
  return feeTierIndex !== tickSpacing;
}

export function oracleAddress(pool: string): string {
  return deriveProgramAddress(WHIRLPOOL_PROGRAM, [textSeed('oracle'), addressSeed(pool)]);
}

export function tickArrayAddress(pool: string, start: number): string {
  return deriveProgramAddress(WHIRLPOOL_PROGRAM, [textSeed('tick_array'), addressSeed(pool), textSeed(String(start))]);
}

function ticksOfArray({ tickSpacing }: Whirlpool): number {
  return TICKS_PER_ARRAY * tickSpacing;
}

function startOf(pool: Whirlpool, tick: number): number {
  return Math.floor(tick / ticksOfArray(pool)) * ticksOfArray(pool);
}

/** The arrays as far as prices are asked for; the program keeps no list of those that exist. */
function arrayStarts(pool: Whirlpool): number[] {
  const last = startOf(pool, Math.min(MAX_TICK, pool.tick + REACH_TICKS));
  const starts: number[] = [];
  for (
    let start = startOf(pool, Math.max(MIN_TICK, pool.tick - REACH_TICKS));
    start <= last;
    start += ticksOfArray(pool)
  ) {
    starts.push(start);
  }
  return starts;
}

function readArrays(pool: Whirlpool, found: FoundAccounts): TickArrays {
  const read = new Map<number, readonly Tick[]>();
  for (const start of arrayStarts(pool)) {
    const account = found.get(tickArrayAddress(pool.address, start));
    // The program takes an account that does not exist for an array without ticks.
    if (account === null) read.set(start, []);
    else if (account !== undefined) read.set(start, decodeTickArray(account, pool, start));
  }
  return (start) => read.get(start);
}

const NOTHING_READ: Edge = { sqrtPrice: null, end: 'missing_array' };

/** The ticks of the arrays that were read without a break around the price. */
function tickRange(pool: Whirlpool, arrays: TickArrays): TickRange {
  const width = ticksOfArray(pool);
  const ticks: Tick[] = [];
  const first = startOf(pool, pool.tick);
  const isRead = (start: number): boolean => {
    const found = arrays(start);
    if (found !== undefined) ticks.push(...found);
    return found !== undefined;
  };
  // Without the array of the price nothing is known of either side.
  if (!isRead(first)) return new TickRange([], NOTHING_READ, NOTHING_READ);
  let upper = first + width;
  while (upper <= MAX_TICK && isRead(upper)) upper += width;
  let lower = first;
  while (lower > MIN_TICK && isRead(lower - width)) lower -= width;
  ticks.sort((one, other) => one.index - other.index);
  return new TickRange(ticks, edgeAt(lower, lower <= MIN_TICK), edgeAt(upper - 1, upper > MAX_TICK));
}

/** The last tick of the arrays that were read, or the end of all prices. */
function edgeAt(tick: number, isLast: boolean): Edge {
  if (!isLast) return { sqrtPrice: math.sqrtPriceAt(tick), end: 'missing_array' };
  return { sqrtPrice: tick < 0 ? math.min : math.max, end: 'exhausted' };
}
