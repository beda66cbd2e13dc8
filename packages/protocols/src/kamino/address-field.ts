import { encodeAddress, parseAddress, ZERO_ADDRESS } from '@tidemark/core';
import { LendingError } from '@tidemark/core';

/** The 32-byte address at an offset, in base58. */
export function readAddress(data: Uint8Array, offset: number): string {
  // Most optional addresses are empty, and telling so is cheaper than converting.
  for (let i = offset; i < offset + 32; i++) {
    if (data[i] !== 0) return encodeAddress(data, offset);
  }
  return ZERO_ADDRESS;
}

/** Writes an address. Throws `INVALID_BASE58` where the text is not base58 of 32 bytes. */
export function writeAddress(data: Uint8Array, offset: number, address: string): void {
  const bytes = parseAddress(address);
  if (bytes === null) {
    throw new LendingError('INVALID_BASE58', { address: '', expected: 'base58 of 32 bytes', actual: address });
  }
  data.set(bytes, offset);
}
