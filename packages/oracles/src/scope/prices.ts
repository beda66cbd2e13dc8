import { type AccountBytes, I64_MAX, parseAddress, readAddress, readU64, U64_MAX, viewOf } from '@tidemark/core';
import { bytesOfHex, expectRange, hexOf } from '../accounts.ts';
import { ENTRY_COUNT, PRICES } from './kinds.ts';

const MAPPINGS_AT = 8;
const ENTRIES_AT = 40;
const ENTRY_SIZE = 56;
const GENERIC_AT = 32;
const GENERIC_SIZE = 24;
/** Where an entry of ChainlinkX says that its publisher has suspended the price. */
const SUSPENDED_AT = 40;

/** One price as the program keeps it: `value` / 10^`exp`. It has no status, no confidence and no name. */
export interface ScopeEntry {
  readonly value: bigint;
  /** Number of decimals; up to 18 in use, 22 in retired entries. */
  readonly exp: bigint;
  /** An estimate for most types; use the time. */
  readonly lastUpdatedSlot: bigint;
  /** Unix seconds; of the source's own price where it has a time, of the refresh elsewhere. */
  readonly unixTimestamp: bigint;
  /** 24 bytes as hexadecimal; what they mean depends on the type at the time of the write. */
  readonly generic: string;
}

/** An account of prices. Reads entries when asked: a reserve needs two or three of the 512. The bytes are never changed. */
export class ScopePrices {
  readonly address: string;
  readonly mappings: string;
  readonly #data: Uint8Array;

  constructor({ address, data }: AccountBytes, addressAt = readAddress) {
    this.address = address;
    this.mappings = addressAt(data, MAPPINGS_AT);
    this.#data = data;
  }

  /** Null for an index that no account has. */
  entry(index: number): ScopeEntry | null {
    if (!isEntryIndex(index)) return null;
    const at = ENTRIES_AT + index * ENTRY_SIZE;
    const view = viewOf(this.#data);
    return {
      value: readU64(view, at),
      exp: readU64(view, at + 8),
      lastUpdatedSlot: readU64(view, at + 16),
      unixTimestamp: readU64(view, at + 24),
      generic: hexOf(this.#data, at + GENERIC_AT, GENERIC_SIZE),
    };
  }

  /** True where an entry that ChainlinkX wrote says that its publisher has suspended it. */
  isSuspended(index: number): boolean {
    return isEntryIndex(index) && this.#data[ENTRIES_AT + index * ENTRY_SIZE + SUSPENDED_AT] === 1;
  }
}

export function isEntryIndex(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < ENTRY_COUNT;
}

/** The bytes of an account of prices: entries that are left out are zero. Throws `INVALID_ARGUMENT`. */
export function encodeScopePrices(mappings: string, entries: ReadonlyMap<number, ScopeEntry>): Uint8Array {
  const data = new Uint8Array(PRICES.size);
  const view = viewOf(data);
  data.set(PRICES.discriminator, 0);
  data.set(parseAddress(mappings) ?? [], MAPPINGS_AT);
  for (const [index, entry] of entries) {
    expectRange('index', index, 0n, BigInt(ENTRY_COUNT - 1));
    expectRange('value', entry.value, 0n, U64_MAX);
    expectRange('exp', entry.exp, 0n, U64_MAX);
    expectRange('lastUpdatedSlot', entry.lastUpdatedSlot, 0n, U64_MAX);
    expectRange('unixTimestamp', entry.unixTimestamp, 0n, I64_MAX);
    const at = ENTRIES_AT + index * ENTRY_SIZE;
    view.setBigUint64(at, entry.value, true);
    view.setBigUint64(at + 8, entry.exp, true);
    view.setBigUint64(at + 16, entry.lastUpdatedSlot, true);
    view.setBigUint64(at + 24, entry.unixTimestamp, true);
    data.set(bytesOfHex(entry.generic).subarray(0, GENERIC_SIZE), at + GENERIC_AT);
  }
  return data;
}
