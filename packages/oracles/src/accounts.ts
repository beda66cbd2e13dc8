import { type AccountBytes, expectAccountShape, LendingError } from '@tidemark/core';
import type { OracleAccountKind } from './source.ts';

/** Discriminators are the first eight bytes of an account; here as hexadecimal, as they are published. */
export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(data: Uint8Array, offset: number, length: number): string {
  let hex = '';
  for (let i = offset; i < offset + length; i++) hex += (data[i] ?? 0).toString(16).padStart(2, '0');
  return hex;
}

/** The text before the first zero byte. Throws nothing: bytes that are no UTF-8 become replacement characters. */
export function textOf(data: Uint8Array, offset: number, length: number): string {
  const bytes = data.subarray(offset, offset + length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

/**
 * The kind that the account's first bytes name. Throws `WRONG_OWNER` where no kind belongs to its program, `WRONG_DISCRIMINATOR` where none
 * begins like it, and `WRONG_SIZE`.
 */
export function expectKind<Kind extends OracleAccountKind>(account: AccountBytes, kinds: readonly Kind[]): Kind {
  const { address, owner, data } = account;
  const owned = kinds.filter(({ programs }) => programs.includes(owner));
  if (owned.length === 0) {
    const expected = [...new Set(kinds.flatMap(({ programs }) => programs))].join(' or ');
    throw new LendingError('WRONG_OWNER', { address, expected, actual: owner });
  }
  const kind = owned.find(({ discriminator }) => discriminator.every((byte, i) => data[i] === byte));
  if (kind === undefined) {
    const expected = owned.map(({ discriminator }) => hexOf(discriminator, 0, 8)).join(' or ');
    throw new LendingError('WRONG_DISCRIMINATOR', { address, expected, actual: hexOf(data, 0, 8) });
  }
  expectAccountShape(account, { owner, size: kind.size });
  return kind;
}

/** Throws `INVALID_ARGUMENT` where a value does not fit its field: a writer cuts nothing off. */
export function expectRange(field: string, value: bigint | number, least: bigint, most: bigint): void {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (isWhole && BigInt(value) >= least && BigInt(value) <= most) return;
  throw new LendingError('INVALID_ARGUMENT', {
    address: '',
    field,
    expected: `${least}..${most}`,
    actual: String(value),
  });
}
