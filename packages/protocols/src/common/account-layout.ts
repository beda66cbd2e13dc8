import { type LendingErrorCode, ZERO_ADDRESS } from '@tidemark/core';

// The words that the layout of an account is written in. A layout is one table: names, offsets, and how each value is kept.
// Types follow from it here; the functions that read and write accounts are generated from it, as plain literals.

/** How a value is kept. Integers are little-endian. */
export type FieldKind =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i64'
  | 'u128'
  | 'u256'
  | 'small'
  | 'flag'
  | 'strictFlag'
  | 'address'
  | 'bytes'
  | 'text'
  | 'word'
  | 'optional';

/** A value of an account. */
export interface AccountField<Value> {
  readonly kind: FieldKind;
  /** Absolute byte offset, a discriminator included; within a list that of its first item. */
  readonly at: number;
  /** The value of zero bytes. */
  readonly zero: Value;
  /** Bytes of a text. */
  readonly length?: number;
  /** Where the flag stands that says whether there is a value. */
  readonly flagAt?: number;
  /** What the codes mean, from 0. */
  readonly words?: readonly string[];
  /** A value outside of these bounds is refused with the code. */
  readonly only?: Bounds;
}

export interface Bounds {
  readonly code: LendingErrorCode;
  readonly least?: number;
  readonly most: number;
}

/** Items of one shape, one after the other. */
export interface AccountList<Item> {
  readonly count: number;
  /** Bytes from one item to the next. */
  readonly stride: number;
  readonly item: Item;
}

export interface AccountLayout {
  readonly [name: string]: AccountField<unknown> | AccountList<unknown> | AccountLayout;
}

/** The decoded form of a layout, or of a part of one. */
export type Decoded<Part> =
  Part extends AccountField<infer Value>
    ? Value
    : Part extends AccountList<infer Item>
      ? readonly Decoded<Item>[]
      : { readonly [Name in keyof Part]: Decoded<Part[Name]> };

const fieldOf =
  <Value>(kind: FieldKind, zero: Value) =>
  (at: number, only?: Bounds): AccountField<Value> => ({ kind, at, zero, ...(only === undefined ? {} : { only }) });

export const u8 = fieldOf<number>('u8', 0);
export const u16 = fieldOf<number>('u16', 0);
export const u32 = fieldOf<number>('u32', 0);
export const u64 = fieldOf<bigint>('u64', 0n);
export const i64 = fieldOf<bigint>('i64', 0n);
export const u128 = fieldOf<bigint>('u128', 0n);
export const u256 = fieldOf<bigint>('u256', 0n);
/** A u64 whose bounds make it a number. */
export const small = fieldOf<number>('small', 0);
/** A byte that is true where it is not zero. */
export const flag = fieldOf<boolean>('flag', false);
/** A byte that the program takes for a flag only where it is 0 or 1; `INVALID_FLAG` elsewhere. */
export const strictFlag = fieldOf<boolean>('strictFlag', false);
export const address = fieldOf<string>('address', ZERO_ADDRESS);

/** Bytes of a NUL-padded text. */
export const bytes = (at: number, length: number): AccountField<Uint8Array> => ({
  kind: 'bytes',
  at,
  length,
  zero: new Uint8Array(length),
});

/** The same, decoded. */
export const text = (at: number, length: number): AccountField<string> => ({ kind: 'text', at, length, zero: '' });

/** A u128 behind a strict flag; null where the flag is not set. */
export const optionalU128 = (flagAt: number, at: number): AccountField<bigint | null> => ({
  kind: 'optional',
  at,
  flagAt,
  zero: null,
});

/** A byte that stands for a word; the code of the error for any other. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  at: number,
  code: LendingErrorCode,
  words: Words,
): AccountField<Words[number]> & { readonly words: Words } => {
  return { kind: 'word', at, zero: words[0], words, only: { code, most: words.length - 1 } };
};

/** `item` gives an item at an offset. */
export const list = <Item>(
  at: number,
  [count, stride]: readonly [count: number, stride: number],
  item: (at: number) => Item,
): AccountList<Item> => ({ count, stride, item: item(at) });
