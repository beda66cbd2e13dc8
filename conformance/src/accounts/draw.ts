import { encodeBase58 } from '../../../packages/core/src/index.ts';
import type { Random } from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';
import { sdkInteger } from '../sdk.ts';

/** Random values in the types that the SDK's codec takes. Integers are of any length up to their width. */
export interface Draw {
  readonly u8: () => number;
  readonly u16: () => number;
  readonly u32: () => number;
  readonly flag: () => number;
  readonly u64: () => object;
  readonly u128: () => object;
  readonly i64: () => object;
  readonly address: () => string;
  readonly bytes: (count: number) => number[];
  readonly list: <T>(count: number, make: () => T) => T[];
  /** Padding and reserved bytes: zero, or random where this account has leftovers in them. */
  readonly padding8: (count: number) => number[];
  readonly padding64: (count: number) => object[];
  readonly padding128: (count: number) => object[];
}

export function createDraw(random: Random, hasLeftovers: boolean): Draw {
  const list = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const u64 = (): object => sdkInteger(random.upToBits(64));
  return {
    list,
    u64,
    u8: () => Number(random.upToBits(8)),
    u16: () => Number(random.upToBits(16)),
    u32: () => Number(random.upToBits(32)),
    flag: () => random.pick([0, 1, 1, random.below(256)]),
    u128: () => sdkInteger(random.upToBits(128)),
    i64: () => sdkInteger(BigInt.asIntN(64, random.upToBits(64))),
    address: () => encodeBase58(Uint8Array.from({ length: 32 }, () => random.below(random.pick([1, 2, 256])))),
    bytes: (count) => list(count, () => random.below(256)),
    padding8: (count) => list(count, () => (hasLeftovers ? random.below(256) : 0)),
    padding64: (count) => list(count, () => (hasLeftovers ? u64() : sdkInteger(0n))),
    padding128: (count) => list(count, () => sdkInteger(hasLeftovers ? random.upToBits(128) : 0n)),
  };
}
