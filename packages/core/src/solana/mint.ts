import type { AccountBytes } from '../account-bytes.ts';
import { readI64, viewOf } from '../bytes.ts';
import { LendingError } from '../errors.ts';

/** Owner of mints without extensions. */
export const TOKEN_PROGRAM_ADDRESS = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** Owner of mints that may have extensions (Token-2022). */
export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** The ScaledUiAmount extension: wallets show raw units over decimals, times the multiplier in force. */
export interface ScaledUiAmount {
  readonly multiplier: number;
  /** In force from `newMultiplierEffectiveAt` on; the program repeats `multiplier` here where no change was ever set. */
  readonly newMultiplier: number;
  /** Unix seconds, signed; 0 where no change was ever set. */
  readonly newMultiplierEffectiveAt: bigint;
}

/** What is read of a mint. */
export interface Mint {
  readonly address: string;
  readonly decimals: number;
  /** Null where the mint does not have the extension: then its UI amounts are raw units over decimals. */
  readonly scaledUiAmount: ScaledUiAmount | null;
  /**
   * Symbol of the TokenMetadata extension; null without one, and where it is not 1 to 16 printable characters of ASCII. Whoever made the
   * mint wrote it: it names nothing that is known by another mint.
   */
  readonly symbol: string | null;
}

/** Bytes of a mint without extensions, and where the fields lie that are read. */
export const MINT_ACCOUNT_SIZE = 82;
const DECIMALS = 44;
const IS_INITIALIZED = 45;
/** A mint with extensions is padded to the size of a token account; then come the kind of account and the extensions. */
export const ACCOUNT_TYPE_OFFSET = 165;
export const ACCOUNT_TYPE_MINT = 1;
export const EXTENSIONS_OFFSET = 166;

/** Type and length of an extension, two bytes each. */
const EXTENSION_HEADER_SIZE = 4;
const UNINITIALIZED_EXTENSION = 0;
export const SCALED_UI_AMOUNT_EXTENSION = 25;
/** Authority (32), multiplier f64, time of the new multiplier i64, new multiplier f64. */
export const SCALED_UI_AMOUNT_SIZE = 56;
const MULTIPLIER = 32;
const NEW_MULTIPLIER_EFFECTIVE_AT = 40;
const NEW_MULTIPLIER = 48;

/** Update authority (32), mint (32), then name, symbol and more: a length u32 and UTF-8 each. */
export const TOKEN_METADATA_EXTENSION = 19;
export const METADATA_TEXTS = 64;
const LONGEST_SYMBOL = 64;
const PLAIN_SYMBOL = /^[!-~]{1,16}$/;

/** The least double that is not subnormal: the program refuses others. */
const MIN_NORMAL = 2 ** -1022;

/**
 * Decodes a mint of the Token or the Token-2022 program. Throws `WRONG_OWNER`, `WRONG_SIZE`, `UNINITIALIZED_MINT`,
 * `WRONG_DISCRIMINATOR` for an account with extensions that is no mint, `INVALID_EXTENSION` for extensions that do not
 * fit the account, and `INVALID_MULTIPLIER` for one that is not a positive normal number.
 */
export function decodeMint(account: AccountBytes): Mint {
  expectMintShape(account);
  const { address, data } = account;
  if (data[IS_INITIALIZED] !== 1) {
    throw new LendingError('UNINITIALIZED_MINT', { address, expected: '1', actual: String(data[IS_INITIALIZED]) });
  }
  return {
    address,
    decimals: data[DECIMALS] ?? 0,
    scaledUiAmount: decodeScaledUiAmount(account),
    symbol: decodeSymbol(account),
  };
}

function expectMintShape({ address, owner, data }: AccountBytes): void {
  if (owner !== TOKEN_PROGRAM_ADDRESS && owner !== TOKEN_2022_PROGRAM_ADDRESS) {
    throw new LendingError('WRONG_OWNER', { address, expected: TOKEN_2022_PROGRAM_ADDRESS, actual: owner });
  }
  const canHaveExtensions = owner === TOKEN_2022_PROGRAM_ADDRESS;
  if (data.length === MINT_ACCOUNT_SIZE) return;
  if (!canHaveExtensions || data.length < EXTENSIONS_OFFSET) {
    throw new LendingError('WRONG_SIZE', {
      address,
      expected: `${MINT_ACCOUNT_SIZE} bytes${canHaveExtensions ? `, or ${EXTENSIONS_OFFSET} and more` : ''}`,
      actual: `${data.length} bytes`,
    });
  }
  const accountType = data[ACCOUNT_TYPE_OFFSET];
  if (accountType === ACCOUNT_TYPE_MINT) return;
  throw new LendingError('WRONG_DISCRIMINATOR', {
    address,
    field: 'account type',
    expected: String(ACCOUNT_TYPE_MINT),
    actual: String(accountType),
  });
}

function decodeScaledUiAmount(account: AccountBytes): ScaledUiAmount | null {
  const offset = findMintExtension(account, SCALED_UI_AMOUNT_EXTENSION, SCALED_UI_AMOUNT_SIZE)?.offset;
  if (offset === undefined) return null;
  const view = viewOf(account.data);
  const multiplier = (at: number, field: string): number => {
    const value = view.getFloat64(offset + at, true);
    if (value >= MIN_NORMAL && Number.isFinite(value)) return value;
    throw new LendingError('INVALID_MULTIPLIER', {
      address: account.address,
      field,
      expected: 'a positive normal number',
      actual: String(value),
    });
  };
  return {
    multiplier: multiplier(MULTIPLIER, 'multiplier'),
    newMultiplier: multiplier(NEW_MULTIPLIER, 'new multiplier'),
    newMultiplierEffectiveAt: readI64(view, offset + NEW_MULTIPLIER_EFFECTIVE_AT),
  };
}

/** Text that anybody may have written refuses no mint: what cannot be read as a plain symbol is none. */
function decodeSymbol(account: AccountBytes): string | null {
  const found = findMintExtension(account, TOKEN_METADATA_EXTENSION);
  if (found === null) return null;
  const value = account.data.subarray(found.offset, found.offset + found.length);
  const view = viewOf(value);
  const lengthAt = (at: number): number => (at + 4 <= value.length ? view.getUint32(at, true) : value.length);
  const at = METADATA_TEXTS + 4 + lengthAt(METADATA_TEXTS);
  const length = lengthAt(at);
  if (length > LONGEST_SYMBOL || at + 4 + length > value.length) return null;
  // Bytes of other than ASCII characters fail the test, whatever they are read as; some pad their texts.
  const text = String.fromCharCode(...value.subarray(at + 4, at + 4 + length)).replace(/[\0 ]+$/, '');
  return PLAIN_SYMBOL.test(text) ? text : null;
}

export interface FoundExtension {
  readonly offset: number;
  readonly length: number;
}

/**
 * The value of an extension; null where the mint does not have it. Unknown extensions are passed over. `size` where its value has a
 * fixed one.
 */
export function findMintExtension(
  { address, data }: AccountBytes,
  wanted: number,
  size?: number,
): FoundExtension | null {
  const view = viewOf(data);
  let at = EXTENSIONS_OFFSET;
  // Fewer bytes than a type are padding, as a type of 0 is.
  while (at + 2 <= data.length) {
    const type = view.getUint16(at, true);
    if (type === UNINITIALIZED_EXTENSION) return null;
    const length = at + EXTENSION_HEADER_SIZE <= data.length ? view.getUint16(at + 2, true) : data.length;
    const next = at + EXTENSION_HEADER_SIZE + length;
    const isWrongSize = type === wanted && size !== undefined && length !== size;
    const fits = next <= data.length && !isWrongSize;
    if (!fits) {
      throw new LendingError('INVALID_EXTENSION', {
        address,
        field: `extension ${type} at ${at}`,
        expected: isWrongSize ? `${size} bytes` : `at most ${data.length - at - EXTENSION_HEADER_SIZE} bytes`,
        actual: `${length} bytes`,
      });
    }
    if (type === wanted) return { offset: at + EXTENSION_HEADER_SIZE, length };
    at = next;
  }
  return null;
}
