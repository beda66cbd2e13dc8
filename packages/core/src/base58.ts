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

// Shared by every call: nothing here waits, so two conversions never overlap.
const sums = new Float64Array(LIMBS);

/** Base58 text of any bytes. */
export function encodeBase58(bytes: Uint8Array): string {
  return bytes.length === ADDRESS_BYTES ? encodeAddress(bytes, 0) : encodeSlowly(bytes);
}

/** Base58 text of the 32 bytes at an offset: what {@link encodeBase58} gives, without a copy. */
export function encodeAddress(data: Uint8Array, offset: number): string {
  sums.fill(0);
  for (let i = 0; i < LIMBS; i++) {
    const end = offset + ADDRESS_BYTES - 3 * i;
    const limb =
      byteAt(data, end - 1) + byteAt(data, end - 2) * 0x100 + (i < 10 ? byteAt(data, end - 3) * 0x1_0000 : 0);
    if (limb !== 0) addScaledRow(limb, TEXT_WEIGHTS, i);
  }
  carry(TEXT_LIMB);
  let text = '';
  for (let i = LIMBS - 1; i >= 0; i--) {
    const limb = limbAt(sums, i) | 0;
    const high = (limb / 3364) | 0;
    text += (PAIRS[high] ?? '') + (PAIRS[limb - high * 3364] ?? '');
  }
  // Leading digits pad the text to 44 places; leading zero bytes are one '1' each.
  const padding = leadingOnes(text);
  let zeros = 0;
  while (zeros < ADDRESS_BYTES && data[offset + zeros] === 0) zeros++;
  return text.slice(padding - zeros);
}

/** Bytes of base58 text; the empty text gives no bytes. Throws `INVALID_BASE58` on a foreign character. */
export function decodeBase58(text: string): Uint8Array {
  if (text.length > LONGEST_ADDRESS) return decodeSlowly(text);
  sums.fill(0);
  for (let end = text.length, limb = 0; end > 0; end -= 4, limb++) {
    let value = 0;
    for (let i = Math.max(0, end - 4); i < end; i++) value = value * 58 + digitAt(text, i);
    addScaledRow(value, BYTE_WEIGHTS, limb);
  }
  carry(BYTE_LIMB);
  const bytes = new Uint8Array(3 * LIMBS);
  for (let i = 0; i < LIMBS; i++) {
    const end = bytes.length - 3 * i;
    const word = limbAt(sums, i);
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

/** Adds `limb` times row i of a table. For i up to ten, row i ends at limb i in both directions. */
function addScaledRow(limb: number, table: Float64Array, i: number): void {
  const row = i * LIMBS;
  for (let j = 0; j <= i; j++) sums[j] = limbAt(sums, j) + limb * limbAt(table, row + j);
}

function carry(base: number): void {
  let over = 0;
  for (let j = 0; j < LIMBS; j++) {
    const sum = limbAt(sums, j) + over;
    over = Math.floor(sum / base);
    sums[j] = sum - over * base;
  }
}

function limbAt(limbs: Float64Array, i: number): number {
  return limbs[i] ?? 0;
}

function byteAt(data: Uint8Array, i: number): number {
  return data[i] ?? 0;
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
