/** A small seeded generator (sfc32). Not for secrets. */
export interface Prng {
  /** A whole number in 0 … 2^32 − 1. */
  nextUint32(): number;
  /** A number in [0, 1) with 32 random bits. */
  nextFloat(): number;
  /** A whole number in 0 … `count` − 1. */
  nextInt(count: number): number;
}

/** 32-bit hash of a text (FNV-1a with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return finalMix(hash);
}

/** 32-bit hash of a hash and a whole number; numbers above 2^32 count with all their bits. */
export function hashNumber(hash: number, value: number): number {
  const low = value >>> 0;
  const high = Math.floor(value / 0x1_0000_0000) >>> 0;
  return finalMix(Math.imul(finalMix(hash ^ low), 0x9e3779b1) ^ high);
}

/** The generator for a 32-bit seed. The same seed gives the same numbers on every machine. */
export function createPrng(seed: number): Prng {
  let a = hashNumber(seed, 1);
  let b = hashNumber(seed, 2);
  let c = hashNumber(seed, 3);
  let counter = 1;
  const nextUint32 = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) nextUint32();
  const nextFloat = (): number => nextUint32() / 0x1_0000_0000;
  return { nextUint32, nextFloat, nextInt: (count) => Math.floor(nextFloat() * count) };
}

function finalMix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
