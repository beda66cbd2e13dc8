import { compress, init } from '@bokuweb/zstd-wasm';
import type { Compress } from './encode-account.ts';

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
