import { readU128 } from '@tidemark/core';

/** Two's complement. */
export function readI128(view: DataView, offset: number): bigint {
  return BigInt.asIntN(128, readU128(view, offset));
}
