import { LendingError, parseAddress, ZERO_ADDRESS } from '@tidemark/core';
import type { AccountField } from './account-layout.ts';

// Fields that accounts of every program have: addresses, texts padded with NULs.

const REPLACEMENT = '\u{fffd}';
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Second way of the program's tools to write "no account". */
export const NULL_ADDRESS = 'nu11111111111111111111111111111111111111111';

/** True for both ways in which an account says "nothing here": 32 zero bytes, and {@link NULL_ADDRESS}. */
export function isEmptyAddress(address: string): boolean {
  return address === ZERO_ADDRESS || address === NULL_ADDRESS;
}

/** Writes an address. Throws `INVALID_BASE58` where the text is not base58 of 32 bytes. */
export function writeAddress(data: Uint8Array, offset: number, address: string): void {
  const bytes = parseAddress(address);
  if (bytes === null) {
    throw new LendingError('INVALID_BASE58', { address: '', expected: 'base58 of 32 bytes', actual: address });
  }
  data.set(bytes, offset);
}

/**
 * Text of a NUL-padded field, as the program reads it: UTF-8, trailing NULs trimmed. Where the program would panic
 * (bytes that are not UTF-8) and where Postgres could not store the text (a NUL inside) the character becomes U+FFFD,
 * so that two different names stay different from the empty one and nothing is refused for its name.
 */
export function decodeFixedText(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  let text = '';
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= 0x80) return utf8.decode(bytes.subarray(0, end)).replaceAll('\0', REPLACEMENT);
    text += byte === 0 ? REPLACEMENT : String.fromCharCode(byte);
  }
  return text;
}

/** NUL-padded UTF-8 bytes of a name, 32 by default. Throws a RangeError where the text needs more. */
export function encodeFixedText(text: string, length = 32): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > length) throw new RangeError(`"${text}" needs ${bytes.length} bytes, the field has ${length}`);
  const field = new Uint8Array(length);
  field.set(bytes);
  return field;
}

/**
 * Fresh bytes of an account, over a copy of `onto` where given. Throws `WRONG_SIZE` for another size. The discriminator is
 * that of an Anchor account; accounts of other programs have none.
 */
export function startAccount(size: number, onto: Uint8Array | undefined, discriminator?: Uint8Array): Uint8Array {
  if (onto !== undefined && onto.length !== size) {
    throw new LendingError('WRONG_SIZE', {
      address: '',
      expected: `${size} bytes`,
      actual: `${onto.length} bytes`,
    });
  }
  const data = new Uint8Array(size);
  if (onto !== undefined) data.set(onto);
  if (discriminator !== undefined) data.set(discriminator);
  return data;
}

/** A value within the bounds of its field, both ends included; throws the code of the bounds for any other. */
export function within<Value extends number | bigint>(
  { only }: AccountField<unknown>,
  value: Value,
  field: string,
  address: string,
): Value {
  if (only === undefined) return value;
  const { code, least = 0, most } = only;
  if (value >= least && value <= most) return value;
  const expected = least === most ? String(most) : `${least}..${most}`;
  throw new LendingError(code, { address, field, expected, actual: String(value) });
}

/** The word of a code. */
export function wordOf<Word>(
  of: AccountField<Word> & { readonly words: readonly Word[] },
  code: number,
  field: string,
  address: string,
): Word {
  return of.words[within(of, code, field, address)] ?? of.zero;
}

/** A byte that the program takes for a flag only where it is 0 or 1. Throws `INVALID_FLAG` elsewhere. */
export function readStrictFlag(view: DataView, at: number, field: string, address: string): boolean {
  const byte = view.getUint8(at);
  if (byte <= 1) return byte === 1;
  throw new LendingError('INVALID_FLAG', { address, field, expected: '0 or 1', actual: String(byte) });
}

/** A list by the places of its items. A loop: `Array.from` costs several times as much. */
export function itemsOf<Item>(count: number, itemAt: (place: number) => Item): Item[] {
  const items: Item[] = [];
  for (let i = 0; i < count; i++) items.push(itemAt(i));
  return items;
}

/** Copies a text field; a shorter one is padded with NULs, a longer one is a RangeError. */
export function writeTextField(data: Uint8Array, offset: number, bytes: Uint8Array, length: number): void {
  if (bytes.length > length) throw new RangeError(`text field of ${bytes.length} bytes, at most ${length} fit`);
  data.fill(0, offset, offset + length);
  data.set(bytes, offset);
}
