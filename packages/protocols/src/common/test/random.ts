/** A small seeded generator (sfc32): the same seed gives the same numbers on every machine. */
export interface Random {
  uint32(): number;
  /** Integer from 0 to `limit - 1`. */
  below(limit: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Unsigned integer of exactly so many random bits, leading zeros included. */
  bits(count: number): bigint;
  /** Unsigned integer whose length is random too, so that small and huge values are equally common. */
  upToBits(count: number): bigint;
}

/** A generator that depends on every given number; `createRandom(seed, i)` is case i of a run. */
export function createRandom(...seeds: readonly number[]): Random {
  let [a, b, c, counter] = [0x9e37_79b9, 0x243f_6a88, 0xb7e1_5162, 1];
  function uint32(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (const seed of seeds) {
    a ^= seed;
    b ^= Math.floor(seed / 2 ** 32);
    for (let i = 0; i < 12; i++) uint32();
  }
  return fromUint32(uint32);
}

function fromUint32(uint32: () => number): Random {
  const below = (limit: number): number => Math.floor((uint32() / 2 ** 32) * limit);
  function bits(count: number): bigint {
    let value = 0n;
    for (let left = count; left > 0; left -= 32) {
      const width = Math.min(left, 32);
      value = (value << BigInt(width)) | BigInt(uint32() >>> (32 - width));
    }
    return value;
  }
  return {
    uint32,
    below,
    chance: (probability) => uint32() < probability * 2 ** 32,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    bits,
    upToBits: (count) => bits(below(count + 1)),
  };
}
