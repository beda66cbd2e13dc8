import { createHash } from 'node:crypto';
import { decodeBase58, encodeBase58, refusal } from '@tidemark/core';

const FIELD = (1n << 255n) - 19n;
const CURVE_D = 37_095_705_934_669_439_343_138_083_508_754_565_189_542_113_879_843_219_016_388_785_533_085_940_283_555n;
const MARKER = new TextEncoder().encode('ProgramDerivedAddress');
const MOST_BUMPS = 256;

/** A derivation costs a fifth of a millisecond, and the same are asked for at every read. Forgets all before there are more. */
const MOST_KNOWN = 200_000;
const known = new Map<string, string>();

/** A part of what an address is derived from: its bytes, and a text that says the same. */
export interface Seed {
  readonly text: string;
  bytes(): Uint8Array;
}

export function textSeed(text: string): Seed {
  return { text, bytes: () => new TextEncoder().encode(text) };
}

export function addressSeed(address: string): Seed {
  return { text: address, bytes: () => decodeBase58(address) };
}

/** A whole number as two's complement, the lowest byte first, or last where the program writes it so. */
export function integerSeed(value: number, size: 4 | 8, order: 'little' | 'big' = 'little'): Seed {
  const bytes = (): Uint8Array => {
    const seed = new Uint8Array(size);
    let left = BigInt.asUintN(8 * size, BigInt(value));
    for (let i = 0; i < size; i++, left >>= 8n) seed[order === 'little' ? i : size - 1 - i] = Number(left & 0xffn);
    return seed;
  };
  return { text: String(value), bytes };
}

/** The address that a program derives from seeds: the first hash, by falling bump, that is not a point of the curve. */
export function deriveProgramAddress(program: string, seeds: readonly Seed[]): string {
  const key = `${program} ${seeds.map(({ text }) => text).join(' ')}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const address = derive(program, seeds);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, address);
  return address;
}

function derive(program: string, seeds: readonly Seed[]): string {
  const bytes = seeds.map((seed) => seed.bytes());
  const programBytes = decodeBase58(program);
  for (let bump = MOST_BUMPS - 1; bump >= 0; bump--) {
    const hash = createHash('sha256');
    for (const seed of bytes) hash.update(seed);
    const digest = hash.update(Uint8Array.of(bump)).update(programBytes).update(MARKER).digest();
    if (!isOnCurve(digest)) return encodeBase58(digest);
  }
  throw refusal('INVALID_ARGUMENT', 'seeds', 'a bump that gives an address', 'none');
}

/** True where 32 bytes are a compressed point of ed25519: then a private key might exist, and no program may sign. */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n;
  for (let i = 31; i >= 0; i--) y = (y << 8n) | BigInt(i === 31 ? (bytes[i] ?? 0) & 0x7f : (bytes[i] ?? 0));
  const square = (y * y) % FIELD;
  // x^2 = (y^2 - 1) / (d*y^2 + 1): a quotient is a square exactly where the product is.
  const product = ((square + FIELD - 1n) * ((CURVE_D * square + 1n) % FIELD)) % FIELD;
  return product === 0n || power(product, (FIELD - 1n) >> 1n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * factor) % FIELD;
    factor = (factor * factor) % FIELD;
  }
  return result;
}
