import { encodeBase58 } from '../src/index.ts';

/** A well-formed address made from a label: the same label, the same address. */
export function addressFromLabel(label: string): string {
  const bytes = new Uint8Array(32);
  let state = 0x811c9dc5;
  for (let round = 0; round < 4; round += 1) {
    for (const unit of `${round}:${label}`) state = Math.imul(state ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    for (let place = 0; place < 8; place += 1) {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d + place * 2) >>> 0;
      bytes[round * 8 + place] = state >>> 24;
    }
  }
  return encodeBase58(bytes);
}
