import { compress, init } from '@bokuweb/zstd-wasm';
import type { ChainAccount } from '../chain/chain-account.ts';
import type { JsonValue } from './json-rpc.ts';
import type { AccountFormat } from './params.ts';

const base64Texts = new WeakMap<Uint8Array, string>();

/** An account as getAccountInfo sends it. `base64+zstd` needs the codec, see `loadZstd`. */
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

function encodeData(data: Uint8Array, { encoding, dataSlice }: AccountFormat): JsonValue {
  const part = dataSlice === null ? data : data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
  if (encoding === 'base64+zstd') return [toBase64(compress(part, LEVEL)), encoding];
  return [part === data ? cachedBase64(data) : toBase64(part), 'base64'];
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
