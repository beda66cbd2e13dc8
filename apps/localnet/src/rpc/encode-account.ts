import { compress, init } from '@bokuweb/zstd-wasm';
import { encodeBase58 } from '@tidemark/core';
import type { ChainAccount } from '../chain/chain-account.ts';
import { type JsonValue, RPC_ERROR_CODES, RpcError } from './json-rpc.ts';
import type { AccountEncoding, DataSlice } from './params.ts';

/** Longest data that is sent as base58, in bytes. */
const MAX_BASE58_BYTES = 128;

/** Compresses account data into a zstd frame. */
export type Compress = (data: Uint8Array) => Uint8Array;

/** How to send an account. */
export interface AccountFormat {
  readonly encoding: AccountEncoding;
  readonly dataSlice: DataSlice | null;
  readonly compress: Compress;
  /** true: data too long for base58 becomes a text that says so, as in notifications, instead of an error. */
  readonly tolerant?: boolean;
}

const base64Texts = new WeakMap<Uint8Array, string>();

/** An account as getAccountInfo sends it. Throws -32600 where base58 was asked for and the data is too long. */
export function encodeAccount(account: ChainAccount, format: AccountFormat): JsonValue {
  return {
    data: encodeData(account.data, format),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    rentEpoch: account.rentEpoch,
    space: account.data.length,
  };
}

function encodeData(data: Uint8Array, format: AccountFormat): JsonValue {
  const { encoding, dataSlice } = format;
  const part = dataSlice === null ? data : data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
  switch (encoding) {
    case 'binary':
      return encodeShortBase58(part, format.tolerant);
    case 'base58':
      return [encodeShortBase58(part, format.tolerant), 'base58'];
    case 'base64+zstd':
      return [toBase64(format.compress(part)), 'base64+zstd'];
    // base64, and jsonParsed: no parser knows these accounts, and a real node falls back in the same way.
    default:
      return [part === data ? cachedBase64(data) : toBase64(part), 'base64'];
  }
}

function encodeShortBase58(data: Uint8Array, tolerant = false): string {
  if (data.length <= MAX_BASE58_BYTES) return encodeBase58(data);
  if (tolerant) return 'error: data too large for bs58 encoding';
  const message = `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`;
  throw new RpcError(RPC_ERROR_CODES.invalidRequest, message);
}

/** Data never changes in place, so its text can be kept as long as the data is. */
function cachedBase64(data: Uint8Array): string {
  const cached = base64Texts.get(data);
  if (cached !== undefined) return cached;
  const text = toBase64(data);
  base64Texts.set(data, text);
  return text;
}

function toBase64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

/** Level of a real node's account encoder: zstd's default. */
const LEVEL = 3;

let loading: Promise<void> | undefined;

/**
 * Loads the zstd codec, once in a process: loading it again (0.0.27) resolves before it is done, and exchanges functions and memory
 * of the codec one after the other while they are in use.
 */
export function loadZstd(): Promise<void> {
  loading ??= init();
  return loading;
}

/** Loads the zstd codec and returns the compressor of the `base64+zstd` encoding. */
export async function createCompressor(): Promise<Compress> {
  await loadZstd();
  return (data) => compress(data, LEVEL);
}
