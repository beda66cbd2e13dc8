import { readU64 } from '@tidemark/core';

/** The bits that are set of consecutive u64, by their places, in ascending order. */
export function setBits(view: DataView, offset: number, words: number): number[] {
  const places: number[] = [];
  for (let word = 0; word < words; word++) {
    let left = readU64(view, offset + 8 * word);
    for (let bit = 0; left > 0n; bit++, left >>= 1n) {
      if (left & 1n) places.push(64 * word + bit);
    }
  }
  return places;
}
