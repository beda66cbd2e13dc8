import { encodeBase58 } from '@tidemark/core';

/** The bytes of an account; null where there is none. */
export type BytesAt = (address: string) => Uint8Array | null;

/** A pool of two reserves, read at the places of its fields and computed by hand: nothing of the product's code is in it. */
export interface NaivePool {
  readonly mints: readonly [string, string];
  readonly reserves: readonly [bigint, bigint];
  /** Of the token that is sold, parts of a million. */
  readonly feePpm: bigint;
  /** What the token program keeps of a transfer of each token, basis points. */
  readonly transferBps: readonly [bigint, bigint];
}

/** Where a program keeps the addresses of vaults and mints, and what of the vaults is not the pool's. */
interface Layout {
  readonly size: number;
  readonly vaults: readonly [number, number];
  readonly mints: readonly [number, number];
  /** Further accounts without which a sale cannot be computed: of fees. */
  readonly others: readonly number[];
  readonly owed: readonly [readonly number[], readonly number[]];
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  raydium_amm_v4: { size: 752, vaults: [336, 368], mints: [400, 432], others: [], owed: [[192], [200]] },
  raydium_cpmm: {
    size: 637,
    vaults: [72, 104],
    mints: [168, 200],
    others: [8],
    owed: [
      [341, 357, 397],
      [349, 365, 405],
    ],
  },
};
/** What localnet's product pools take of a sale. */
const FEE_PPM = 2_500n;
const PPM = 1_000_000n;
const BPS = 10_000n;
/** A mint of localnet that keeps a fee: 82 bytes, zeros up to 165, its kind, then the extensions of fees and of pauses. */
const FEE_MINT_SIZE = 166 + 4 + 108 + 4 + 33;
/** The newer fee of the two, which is in force from the start. */
const NEWER_FEE_BPS = 166 + 4 + 106;

/** Addresses that a read of the pool has to hold; null where there is no pool. */
export function accountsOfPool(source: string, pool: string, at: BytesAt): readonly string[] | null {
  const [layout, data] = [LAYOUTS[source], at(pool)];
  return layout === undefined || data === null
    ? null
    : [pool, ...[...layout.vaults, ...layout.others].map((place) => addressIn(data, place))];
}

/** Null where the pool is none, or a vault is gone. */
export function readNaivePool(source: string, pool: string, at: BytesAt): NaivePool | null {
  const [layout, data] = [LAYOUTS[source], at(pool)];
  if (layout === undefined || data === null || data.length !== layout.size) return null;
  const reserveOf = (side: 0 | 1): bigint | null => {
    const vault = at(addressIn(data, layout.vaults[side]));
    if (vault === null) return null;
    return layout.owed[side].reduce((rest, place) => rest - u64(data, place), u64(vault, 64));
  };
  const [a, b] = [reserveOf(0), reserveOf(1)];
  if (a === null || b === null) return null;
  const mints = [addressIn(data, layout.mints[0]), addressIn(data, layout.mints[1])] as const;
  const feeOf = (mint: string): bigint => {
    const bytes = at(mint);
    return bytes?.length !== FEE_MINT_SIZE ? 0n : BigInt(Buffer.from(bytes).readUInt16LE(NEWER_FEE_BPS));
  };
  return { mints, reserves: [a, b], feePpm: FEE_PPM, transferBps: [feeOf(mints[0]), feeOf(mints[1])] };
}

/** The largest sale, as the seller sends it, after which the price of the pool has fallen by at most so many basis points. */
export function sellUntil({ reserves, feePpm, transferBps }: NaivePool, side: 0 | 1, bps: number): bigint {
  const reserve = reserves[side];
  const isAbove = (input: bigint): boolean => {
    const after = reserve + input - ceilDiv(input * feePpm, PPM);
    return after * after * BigInt(10_000 - bps) <= reserve * reserve * BPS;
  };
  const received = largest(reserve, isAbove);
  // The least that has to be sent for it to arrive.
  const keep = transferBps[side];
  return keep === 0n ? received : largest(2n * received, (sent) => sent - ceilDiv(sent * keep, BPS) < received) + 1n;
}

/** The largest number up to `most` of which it holds; it holds of every smaller one. */
function largest(most: bigint, holds: (value: bigint) => boolean): bigint {
  let [low, high] = [0n, most];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (holds(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const ceilDiv = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;
const u64 = (data: Uint8Array, at: number): bigint => Buffer.from(data).readBigUInt64LE(at);
const addressIn = (data: Uint8Array, at: number): string => encodeBase58(data.subarray(at, at + 32));
