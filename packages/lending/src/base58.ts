import { LendingError } from './errors.ts';

// 32-byte addresses go through doubles: 24-bit limbs times base-58^4 limbs keep every sum of eleven products under
// 2^53, so the arithmetic is exact and a tenth of the cost of BigInt. Other lengths take the plain road.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LIMBS = 11;
const BYTE_LIMB = 0x100_0000;
const TEXT_LIMB = 58 ** 4;
const ADDRESS_BYTES = 32;
const LONGEST_ADDRESS = 44;

/** The address of 32 zero bytes: the system program, and "no account" in most fields. */
export const ZERO_ADDRESS = '1'.repeat(ADDRESS_BYTES);

const DIGITS: Int8Array = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGITS[ALPHABET.charCodeAt(i)] = i;

const PAIRS: readonly string[] = Array.from({ length: 58 * 58 }, (_, i) =>
  ALPHABET.charAt(Math.trunc(i / 58)).concat(ALPHABET.charAt(i % 58)),
);

const TEXT_WEIGHTS = weights(BYTE_LIMB, TEXT_LIMB);
const BYTE_WEIGHTS = weights(TEXT_LIMB, BYTE_LIMB);

/** Base58 text of any bytes; for a 32-byte address about a third of a microsecond. */
export function encodeBase58(bytes: Uint8Array): string {
  if (bytes.length !== ADDRESS_BYTES) return encodeSlowly(bytes);
  const limbs = new Float64Array(LIMBS);
  for (let i = 0; i < LIMBS; i++) {
    const end = ADDRESS_BYTES - 3 * i;
    limbs[i] = (bytes[end - 1] ?? 0) + (bytes[end - 2] ?? 0) * 0x100 + (bytes[end - 3] ?? 0) * 0x1_0000;
  }
  const text = carry(convert(limbs, TEXT_WEIGHTS), TEXT_LIMB);
  let out = '';
  for (let i = LIMBS - 1; i >= 0; i--) {
    const limb = text[i] ?? 0;
    const high = Math.trunc(limb / 3364);
    out += (PAIRS[high] ?? '') + (PAIRS[limb - high * 3364] ?? '');
  }
  // Leading digits are padding of the fixed 44 places; leading zero bytes are one '1' each.
  let padding = 0;
  while (out.charCodeAt(padding) === 49) padding++;
  let zeros = 0;
  while (bytes[zeros] === 0) zeros++;
  return out.slice(padding - zeros);
}

/** Bytes of base58 text; the empty text gives no bytes. Throws `INVALID_BASE58` on a foreign character. */
export function decodeBase58(text: string): Uint8Array {
  if (text.length > LONGEST_ADDRESS) return decodeSlowly(text);
  const limbs = new Float64Array(LIMBS);
  let weight = 1;
  let limb = -1;
  for (let i = text.length - 1, place = 0; i >= 0; i--, place++) {
    if (place % 4 === 0) {
      weight = 1;
      limb++;
    }
    limbs[limb] = (limbs[limb] ?? 0) + digitAt(text, i) * weight;
    weight *= 58;
  }
  const value = carry(convert(limbs, BYTE_WEIGHTS), BYTE_LIMB);
  const bytes = new Uint8Array(3 * LIMBS);
  for (let i = 0; i < LIMBS; i++) {
    const end = bytes.length - 3 * i;
    const word = value[i] ?? 0;
    bytes[end - 1] = word & 0xff;
    bytes[end - 2] = (word >> 8) & 0xff;
    bytes[end - 3] = word >> 16;
  }
  let first = 0;
  while (first < bytes.length && bytes[first] === 0) first++;
  const length = leadingOnes(text) + bytes.length - first;
  const out = new Uint8Array(length);
  out.set(bytes.subarray(first), length - (bytes.length - first));
  return out;
}

/** The 32 bytes of an address, or null where the text is not base58 of exactly 32 bytes. */
export function parseAddress(text: string): Uint8Array | null {
  if (text.length < ADDRESS_BYTES || text.length > LONGEST_ADDRESS) return null;
  for (let i = 0; i < text.length; i++) {
    if ((DIGITS[text.charCodeAt(i)] ?? -1) < 0) return null;
  }
  const bytes = decodeBase58(text);
  return bytes.length === ADDRESS_BYTES ? bytes : null;
}

/** True for base58 text of exactly 32 bytes. Says nothing about whether such an account exists. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== null;
}

function digitAt(text: string, i: number): number {
  const digit = DIGITS[text.charCodeAt(i)] ?? -1;
  if (digit < 0) {
    throw new LendingError('INVALID_BASE58', {
      address: '',
      expected: 'base58 text',
      actual: `character ${text.charCodeAt(i)} at ${i}`,
    });
  }
  return digit;
}

function leadingOnes(text: string): number {
  let ones = 0;
  while (text.charCodeAt(ones) === 49) ones++;
  return ones;
}

/** Row i holds the limbs, lowest first, of `from^i` in base `to`. */
function weights(from: number, to: number): Float64Array {
  const table = new Float64Array(LIMBS * LIMBS);
  for (let i = 0; i < LIMBS; i++) {
    let rest = BigInt(from) ** BigInt(i);
    for (let j = 0; j < LIMBS; j++) {
      table[i * LIMBS + j] = Number(rest % BigInt(to));
      rest /= BigInt(to);
    }
  }
  return table;
}

function convert(limbs: Float64Array, table: Float64Array): Float64Array {
  const sums = new Float64Array(LIMBS);
  for (let i = 0; i < LIMBS; i++) {
    const limb = limbs[i] ?? 0;
    const row = i * LIMBS;
    for (let j = 0; j < LIMBS; j++) sums[j] = (sums[j] ?? 0) + limb * (table[row + j] ?? 0);
  }
  return sums;
}

function carry(sums: Float64Array, base: number): Float64Array {
  let over = 0;
  for (let j = 0; j < LIMBS; j++) {
    const sum = (sums[j] ?? 0) + over;
    over = Math.floor(sum / base);
    sums[j] = sum - over * base;
  }
  return sums;
}

function encodeSlowly(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  while (value > 0n) {
    text = ALPHABET.charAt(Number(value % 58n)) + text;
    value /= 58n;
  }
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return '1'.repeat(zeros) + text;
}

function decodeSlowly(text: string): Uint8Array {
  let value = 0n;
  for (let i = 0; i < text.length; i++) value = value * 58n + BigInt(digitAt(text, i));
  const bytes: number[] = [];
  while (value > 0n) {
    bytes.push(Number(value & 0xffn));
    value >>= 8n;
  }
  return Uint8Array.from([...new Uint8Array(leadingOnes(text)), ...bytes.reverse()]);
}
