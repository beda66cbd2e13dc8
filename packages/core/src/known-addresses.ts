import { encodeAddress, ZERO_ADDRESS } from './base58.ts';

const BYTES = 32;
/** In the middle: addresses of one kind may begin alike. */
const KEY_AT = 14;

/** Reads the 32-byte address at an offset of an account as base58. */
export type AddressReader = (data: Uint8Array, offset: number) => string;

/** The 32-byte address at an offset, converted each time. */
export function readAddress(data: Uint8Array, offset: number): string {
  // Most optional addresses are empty, and telling so is cheaper than converting.
  for (let i = offset; i < offset + BYTES; i++) {
    if (data[i] !== 0) return encodeAddress(data, offset);
  }
  return ZERO_ADDRESS;
}

/**
 * The same text for the same bytes without converting them again: accounts that are read every few seconds hold the same addresses
 * nearly always, and conversion is most of what decoding one costs. What it says depends on the bytes alone.
 */
export class KnownAddresses {
  readonly #most: number;
  /** By some of the bytes: of two addresses that have those in common, the one read last is known. */
  readonly #known = new Map<number, { readonly bytes: Uint8Array; readonly text: string }>();

  /** Forgets all of them before there are more than `most`. */
  constructor(most: number) {
    this.#most = most;
  }

  readonly read: AddressReader = (data, offset) => {
    const key = wordAt(data, offset + KEY_AT);
    const found = this.#known.get(key);
    if (found !== undefined && isSame(found.bytes, data, offset)) return found.text;
    const text = readAddress(data, offset);
    if (this.#known.size >= this.#most) this.#known.clear();
    // A copy: `slice` of a Buffer would hold the whole account.
    this.#known.set(key, { bytes: new Uint8Array(data.subarray(offset, offset + BYTES)), text });
    return text;
  };
}

function isSame(known: Uint8Array, data: Uint8Array, offset: number): boolean {
  for (let i = 0; i < BYTES; i += 4) {
    if (wordAt(known, i) !== wordAt(data, offset + i)) return false;
  }
  return true;
}

/** Four bytes as one number: a third of the cost of comparing each. */
function wordAt(data: Uint8Array, i: number): number {
  return (data[i] ?? 0) | ((data[i + 1] ?? 0) << 8) | ((data[i + 2] ?? 0) << 16) | ((data[i + 3] ?? 0) << 24);
}
