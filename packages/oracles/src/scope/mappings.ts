import { type AccountBytes, parseAddress, readAddress, viewOf, ZERO_ADDRESS } from '@tidemark/core';
import { bytesOfHex, expectRange, hexOf } from '../accounts.ts';
import { ENTRY_COUNT, entryTypeName, MAPPINGS } from './kinds.ts';
import { isEntryIndex } from './prices.ts';

/** The account is a structure of arrays, not an array of structures. */
const ACCOUNTS_AT = 8;
const TYPES_AT = 16_392;
const TWAP_SOURCES_AT = 16_904;
const TWAP_WINDOWS_AT = 17_928;
const REFERENCES_AT = 18_440;
const GENERIC_AT = 19_464;
const GENERIC_SIZE = 20;

/** Bit 7 of a type says frozen. */
const FROZEN_BIT = 0x80;
const TYPE_MASK = 0x7f;

/** Where an entry comes from. */
export interface ScopeMapping {
  readonly type: number;
  readonly typeName: string;
  /** The price of the entry no longer moves. */
  readonly isFrozen: boolean;
  /** Neither a type nor an account: what the prices account holds at the index is what was left there. */
  readonly isUnused: boolean;
  /** The account of the source; the zero address where there is none, a feed's own number for Chainlink. */
  readonly account: string;
  /** Index of the averaged entry for types of averages, tolerance to the reference in basis points for others; 65535 = none. */
  readonly twapSource: number;
  /** Windows of averages that are kept of this entry, as bits. */
  readonly twapWindows: number;
  /** Index of the entry that this one must lie close to; 65535 = none. */
  readonly reference: number;
  /** 20 bytes as hexadecimal; what they mean depends on the type. */
  readonly generic: string;
}

/** An account of mappings. Reads entries when asked. */
export class ScopeMappings {
  readonly address: string;
  readonly #data: Uint8Array;
  readonly #addressAt: typeof readAddress;

  constructor({ address, data }: AccountBytes, addressAt = readAddress) {
    this.address = address;
    this.#data = data;
    this.#addressAt = addressAt;
  }

  /** Null for an index that no account has. */
  entry(index: number): ScopeMapping | null {
    if (!isEntryIndex(index)) return null;
    const data = this.#data;
    const view = viewOf(data);
    const kept = view.getUint8(TYPES_AT + index);
    const type = kept & TYPE_MASK;
    const account = this.#addressAt(data, ACCOUNTS_AT + 32 * index);
    return {
      type,
      typeName: entryTypeName(type),
      isFrozen: (kept & FROZEN_BIT) !== 0,
      isUnused: type === 0 && account === ZERO_ADDRESS,
      account,
      twapSource: view.getUint16(TWAP_SOURCES_AT + 2 * index, true),
      twapWindows: view.getUint8(TWAP_WINDOWS_AT + index),
      reference: view.getUint16(REFERENCES_AT + 2 * index, true),
      generic: hexOf(data, GENERIC_AT + GENERIC_SIZE * index, GENERIC_SIZE),
    };
  }
}

export const NO_INDEX = 65_535;

/** What a mapping is written from; what is left out is what an entry has that does not use it. */
export type ScopeMappingFields = Pick<ScopeMapping, 'type' | 'account'> &
  Partial<Pick<ScopeMapping, 'isFrozen' | 'twapSource' | 'twapWindows' | 'reference' | 'generic'>>;

/** The bytes of an account of mappings; `rest` stands at every index that is left out. Throws `INVALID_ARGUMENT`. */
export function encodeScopeMappings(
  entries: ReadonlyMap<number, ScopeMappingFields>,
  rest: ScopeMappingFields = { type: 0, account: ZERO_ADDRESS },
): Uint8Array {
  const data = new Uint8Array(MAPPINGS.size);
  const view = viewOf(data);
  data.set(MAPPINGS.discriminator, 0);
  for (const index of entries.keys()) expectRange('index', index, 0n, BigInt(ENTRY_COUNT - 1));
  for (let index = 0; index < ENTRY_COUNT; index++) {
    const { type, account, ...more } = entries.get(index) ?? rest;
    expectRange('type', type, 0n, BigInt(TYPE_MASK));
    data.set(parseAddress(account) ?? [], ACCOUNTS_AT + 32 * index);
    view.setUint8(TYPES_AT + index, type | (more.isFrozen === true ? FROZEN_BIT : 0));
    view.setUint16(TWAP_SOURCES_AT + 2 * index, more.twapSource ?? NO_INDEX, true);
    view.setUint8(TWAP_WINDOWS_AT + index, more.twapWindows ?? 0);
    view.setUint16(REFERENCES_AT + 2 * index, more.reference ?? NO_INDEX, true);
    data.set(bytesOfHex(more.generic ?? ''), GENERIC_AT + GENERIC_SIZE * index);
  }
  return data;
}
