import { compress, init } from '@bokuweb/zstd-wasm';
import type { Compress } from './encode-account.ts';

/** Level of a real node's account encoder: zstd's default. */
const LEVEL = 3;

/** Loads the zstd codec and returns the compressor of the `base64+zstd` encoding. */
export async function createCompressor(): Promise<Compress> {
  await init();
  return (data) => compress(data, LEVEL);
}
