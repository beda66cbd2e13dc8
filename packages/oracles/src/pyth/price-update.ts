import {
  type AccountBytes,
  type AddressReader,
  I64_MAX,
  I64_MIN,
  LendingError,
  parseAddress,
  readAddress,
  readI64,
  readU64,
  U64_MAX,
  viewOf,
} from '@tidemark/core';
import { bytesOfHex, expectKind, expectRange, hexOf } from '../accounts.ts';
import type { OracleAccountKind } from '../source.ts';

/** The receiver of the classic feeds, and that of the feeds "compatible with Pro": the same bytes. */
export const PYTH_RECEIVER_ADDRESS = 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ';
export const PYTH_PRO_RECEIVER_ADDRESS = 'rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp';

export const PRICE_UPDATE: OracleAccountKind = {
  name: 'pyth_price_update',
  programs: [PYTH_RECEIVER_ADDRESS, PYTH_PRO_RECEIVER_ADDRESS],
  // Both variants are allocated alike: the length does not tell them apart.
  size: 134,
  discriminator: bytesOfHex('22f123639d7ef4cd'),
};

const TAG_AT = 40;
const PARTIAL = 0;
const FULL = 1;
/** Where the message begins behind the tag; a partial update has one byte more before it. */
const MESSAGE_AT = 41;
const FEED_ID_SIZE = 32;

export interface PriceUpdate {
  readonly address: string;
  /** The receiver program that wrote it. */
  readonly program: string;
  readonly writeAuthority: string;
  readonly verification: 'full' | 'partial';
  /** Signatures that were checked of a partial update; null for a full one. */
  readonly signatures: number | null;
  /** 32 bytes, hexadecimal. */
  readonly feedId: string;
  readonly price: bigint;
  readonly confidence: bigint;
  /** Power of ten of all four numbers; negative in every known feed. */
  readonly exponent: number;
  /** Unix seconds. */
  readonly publishTime: bigint;
  readonly previousPublishTime: bigint;
  readonly emaPrice: bigint;
  readonly emaConfidence: bigint;
  /** When the update was brought to the chain; says nothing of when the price was. */
  readonly postedSlot: bigint;
}

/**
 * Decodes a price update. Throws `WRONG_OWNER`, `WRONG_DISCRIMINATOR`, `WRONG_SIZE`, and `INVALID_FLAG` for a level of verification
 * that is neither full nor partial.
 */
export function decodePriceUpdate(account: AccountBytes, addressAt: AddressReader = readAddress): PriceUpdate {
  expectKind(account, [PRICE_UPDATE]);
  const { address, owner, data } = account;
  const tag = data[TAG_AT];
  if (tag !== FULL && tag !== PARTIAL) {
    const field = 'verificationLevel';
    throw new LendingError('INVALID_FLAG', { address, field, expected: '0 or 1', actual: String(tag) });
  }
  const at = MESSAGE_AT + (tag === FULL ? 0 : 1);
  const view = viewOf(data);
  return {
    address,
    program: owner,
    writeAuthority: addressAt(data, 8),
    verification: tag === FULL ? 'full' : 'partial',
    signatures: tag === FULL ? null : view.getUint8(MESSAGE_AT),
    feedId: hexOf(data, at, FEED_ID_SIZE),
    price: readI64(view, at + 32),
    confidence: readU64(view, at + 40),
    exponent: view.getInt32(at + 48, true),
    publishTime: readI64(view, at + 52),
    previousPublishTime: readI64(view, at + 60),
    emaPrice: readI64(view, at + 68),
    emaConfidence: readU64(view, at + 76),
    postedSlot: readU64(view, at + 84),
  };
}

/** The bytes of an update. Throws `INVALID_ARGUMENT` for a value that does not fit. */
export function encodePriceUpdate(update: Omit<PriceUpdate, 'address' | 'program'>): Uint8Array {
  const data = new Uint8Array(PRICE_UPDATE.size);
  const view = viewOf(data);
  for (const field of ['price', 'publishTime', 'previousPublishTime', 'emaPrice'] as const) {
    expectRange(field, update[field], I64_MIN, I64_MAX);
  }
  for (const field of ['confidence', 'emaConfidence', 'postedSlot'] as const) {
    expectRange(field, update[field], 0n, U64_MAX);
  }
  expectRange('exponent', update.exponent, -(2n ** 31n), 2n ** 31n - 1n);
  data.set(PRICE_UPDATE.discriminator, 0);
  data.set(parseAddress(update.writeAuthority) ?? [], 8);
  const isFull = update.verification === 'full';
  data[TAG_AT] = isFull ? FULL : PARTIAL;
  if (!isFull) data[MESSAGE_AT] = update.signatures ?? 0;
  const at = MESSAGE_AT + (isFull ? 0 : 1);
  data.set(bytesOfHex(update.feedId).subarray(0, FEED_ID_SIZE), at);
  view.setBigInt64(at + 32, update.price, true);
  view.setBigUint64(at + 40, update.confidence, true);
  view.setInt32(at + 48, update.exponent, true);
  view.setBigInt64(at + 52, update.publishTime, true);
  view.setBigInt64(at + 60, update.previousPublishTime, true);
  view.setBigInt64(at + 68, update.emaPrice, true);
  view.setBigUint64(at + 76, update.emaConfidence, true);
  view.setBigUint64(at + 84, update.postedSlot, true);
  return data;
}
