import { type FieldDefinition, type FieldType, type MethodVersion, numberField } from '@tidemark/core';
import type { OwnField, OwnFieldType } from '../protocol.ts';
import type { AccountField, FieldKind } from './account-layout.ts';

/** An own field; its name is the key. */
export interface OwnFieldEntry {
  /** Left out: the name as SQL spells it. */
  readonly column?: string;
  readonly type: OwnFieldType;
  readonly definition: FieldDefinition;
}

interface Options {
  readonly column?: string;
  readonly methodVersion?: MethodVersion;
  readonly nullRule?: string;
  readonly type?: FieldType;
}

/** What a value is kept as, by how the account holds it. */
const KEPT_AS: Readonly<Record<FieldKind, OwnFieldType>> = {
  u8: 'integer',
  u16: 'integer',
  u32: 'integer',
  small: 'integer',
  u64: 'u64',
  i64: 'i64',
  u128: 'scaled',
  u256: 'scaled',
  optional: 'scaled',
  flag: 'boolean',
  strictFlag: 'boolean',
  address: 'text',
  bytes: 'text',
  text: 'text',
  word: 'text',
};

/** Where a value lies, in words. */
export function placeOf(account: string, { at }: AccountField<unknown>): string {
  return `${account} account, offset ${at}`;
}

/** Makes own fields of values of an account: settings, unless another method is named. */
export const ownFrom =
  (account: string) =>
  (unit: string, description: string, from: AccountField<unknown>, options: Options = {}): OwnFieldEntry => {
    const { column, ...more } = options;
    const formula = `${placeOf(account, from)}${from.kind === 'flag' ? ' is not 0' : ''}`;
    const definition = numberField(unit, description, formula, { methodVersion: 'config-1.0', ...more });
    return { ...(column === undefined ? {} : { column }), type: KEPT_AS[from.kind], definition };
  };

export function toOwnFields(of: OwnField['of'], entries: Readonly<Record<string, OwnFieldEntry>>): OwnField[] {
  return Object.entries(entries).map(([name, { column = columnOf(name), type, definition }]) => {
    return { of, name, column, type, definition };
  });
}

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
