import { Curve } from '../common/curve.ts';
import { ceilDiv, Q64 } from '../common/exact.ts';
import { PoolMarket, type Side } from '../common/market.ts';
import { addressSeed, deriveProgramAddress, integerSeed, textSeed } from '../common/program-address.ts';
import { sidesOf, tokenCompanions } from '../common/sides.ts';
import { REACH_TICKS } from '../common/tick-math.ts';
import type { FoundAccounts, Halt, LowerBound, Market, PoolClock, PoolCompanion, PoolSource } from '../source.ts';
import {
  type Bin,
  BINS_PER_ARRAY,
  BITMAP_REACH,
  decodeBinArray,
  decodeDlmmExtension,
  decodeLbPair,
  DLMM_PROGRAM,
  type LbPair,
  MAX_BIN,
  PAIR,
  PAIR_DISCRIMINATOR,
  PAIR_SIZE,
} from './accounts.ts';
import { type BinArrays, BinPath } from './bin-path.ts';
import { binPrice } from './bin-price.ts';

export const meteoraDlmm: PoolSource<LbPair> = {
  name: 'meteora_dlmm',
  decoderVersion: 1,
  evidence: {
    grade: 'program',
    comparedWith:
      'lb_clmm build of May 2026 and dlmm 1.9.14: 182 exact-input quotes of three pairs, one of them of mainnet',
    limits: [
      'exact-output quotes were never compared',
      'the bitmap extension was never compared with a real account',
      'bytes of limit orders held statistics before release 0.12: a pair that would pay more than its vault holds is unknown',
    ],
  },
  accounts: {
    program: DLMM_PROGRAM,
    size: PAIR_SIZE,
    discriminator: PAIR_DISCRIMINATOR,
    mintOffsets: [PAIR.tokenXMint, PAIR.tokenYMint],
  },
  decodePool: decodeLbPair,
  companions: (pair) => [
    ...tokenCompanions(pair),
    ...(reachesExtension(pair) ? [{ role: 'bitmap' as const, address: dlmmExtensionAddress(pair.address) }] : []),
    ...arraysInReach(pair).map(
      (index): PoolCompanion => ({ role: 'array', address: binArrayAddress(pair.address, index) }),
    ),
  ],
  open: (pair, found, clock) => {
    const arrays = new Map<number, readonly Bin[]>();
    for (const index of arraysInReach(pair)) {
      const account = found.get(binArrayAddress(pair.address, index));
      if (account) arrays.set(index, decodeBinArray(account, pair, index));
    }
    return openDlmm(pair, clock, { ...sidesOf(pair, found, clock), extension: readExtension(pair, found), arrays });
  },
};

export interface DlmmParts {
  readonly a: Side;
  readonly b: Side;
  /** Arrays beyond the bitmap of the pair; null where that was not read. */
  readonly extension: readonly number[] | null;
  readonly arrays: BinArrays;
}

export function openDlmm(pair: LbPair, clock: PoolClock, { a, b, extension, arrays }: DlmmParts): Market {
  const isKnown = extension !== null;
  const state = {
    pair,
    arrays,
    listed: [...pair.arrays, ...(extension ?? [])].toSorted((one, other) => one - other),
    knownFrom: isKnown ? -Infinity : -BITMAP_REACH,
    knownTo: isKnown ? Infinity : BITMAP_REACH - 1,
    now: clock.unixTimestamp,
  };
  const lowerBound: readonly LowerBound[] = [];
  return new PoolMarket({
    pool: pair,
    a,
    b,
    spot: { numerator: binPrice(pair.binStep, pair.activeBin), denominator: Q64 },
    halt: haltOf(pair, clock),
    unknown: null,
    lowerBound,
    curveOf: (direction) => new Curve(new BinPath(state, direction)),
    targetOf: ({ numerator, denominator }, direction) =>
      direction === 'a_to_b' ? ceilDiv(numerator * Q64, denominator) : (numerator * Q64) / denominator,
  });
}

function haltOf({ isDisabled, activation }: LbPair, { slot, unixTimestamp }: PoolClock): Halt | null {
  if (isDisabled) return 'disabled';
  if (activation === null) return null;
  const now = activation.by === 'slot' ? slot : unixTimestamp;
  return now < activation.point ? 'not_open_yet' : null;
}

export function binArrayAddress(pair: string, index: number): string {
  return deriveProgramAddress(DLMM_PROGRAM, [textSeed('bin_array'), addressSeed(pair), integerSeed(index, 8)]);
}

export function dlmmExtensionAddress(pair: string): string {
  return deriveProgramAddress(DLMM_PROGRAM, [textSeed('bitmap'), addressSeed(pair)]);
}

/** Bins as far away as {@link REACH_TICKS} ticks of 0.01 %. */
function reachOf({ binStep, activeBin }: LbPair): { first: number; last: number } {
  const bins = Math.ceil((REACH_TICKS * Math.log(1.0001)) / Math.log1p(binStep / 10_000));
  const array = (bin: number): number => Math.floor(Math.min(MAX_BIN, Math.max(-MAX_BIN, bin)) / BINS_PER_ARRAY);
  return { first: array(activeBin - bins), last: array(activeBin + bins) };
}

function arraysInReach(pair: LbPair): number[] {
  const { first, last } = reachOf(pair);
  // Beyond the bitmap of the pair any may exist.
  const outside: number[] = [];
  for (let index = first; index <= last; index++) {
    if (index < -BITMAP_REACH || index >= BITMAP_REACH) outside.push(index);
  }
  return [...pair.arrays.filter((index) => index >= first && index <= last), ...outside];
}

function reachesExtension(pair: LbPair): boolean {
  const { first, last } = reachOf(pair);
  return first < -BITMAP_REACH || last >= BITMAP_REACH;
}

/** Null where it was not read. */
function readExtension(pair: LbPair, found: FoundAccounts): readonly number[] | null {
  const account = found.get(dlmmExtensionAddress(pair.address));
  if (account === undefined) return null;
  return account === null ? [] : decodeDlmmExtension(account, pair.address);
}
