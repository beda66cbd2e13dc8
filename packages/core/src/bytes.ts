// Little-endian reads and writes at fixed offsets. u128 are only 8-byte aligned in these accounts, and an account's
// bytes may start anywhere in a pooled buffer, so everything goes through a DataView.

const U64_BITS = 64n;
const U128_SIZE = 16;
const U64_MASK = 0xffff_ffff_ffff_ffffn;

export const U64_MAX = U64_MASK;
export const I64_MAX = (1n << 63n) - 1n;
export const I64_MIN = -(1n << 63n);
export const U128_MAX = (1n << 128n) - 1n;
export const U256_MAX = (1n << 256n) - 1n;

export function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

export function readU64(view: DataView, offset: number): bigint {
  return view.getBigUint64(offset, true);
}

export function readI64(view: DataView, offset: number): bigint {
  return view.getBigInt64(offset, true);
}

export function readU128(view: DataView, offset: number): bigint {
  const low = view.getBigUint64(offset, true);
  const high = view.getBigUint64(offset + 8, true);
  return high === 0n ? low : (high << U64_BITS) | low;
}

export function readU256(view: DataView, offset: number): bigint {
  const low = readU128(view, offset);
  const high = readU128(view, offset + U128_SIZE);
  return high === 0n ? low : (high << 128n) | low;
}

export function writeU128(view: DataView, offset: number, value: bigint): void {
  view.setBigUint64(offset, value & U64_MASK, true);
  view.setBigUint64(offset + 8, value >> U64_BITS, true);
}

export function writeU256(view: DataView, offset: number, value: bigint): void {
  writeU128(view, offset, value & U128_MAX);
  writeU128(view, offset + U128_SIZE, value >> 128n);
}

/** Writes a flag, but leaves a byte that already means the same: any non-zero byte is true to the program. */
export function writeFlag(view: DataView, offset: number, value: boolean): void {
  if ((view.getUint8(offset) !== 0) !== value) view.setUint8(offset, value ? 1 : 0);
}
