import { expect } from 'vitest';

/** Exact value of a decimal string times 2^60, cut off towards zero. */
export function decimalToSf(text: string): bigint {
  const negative = text.startsWith('-');
  const [mantissa = '', exponent = '0'] = (negative ? text.slice(1) : text).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction) << 60n;
  const value = scale >= 0 ? digits / 10n ** BigInt(scale) : digits * 10n ** BigInt(-scale);
  return negative ? -value : value;
}

/** Both in 60-bit fixed point; the tolerance too. */
export function expectSfWithin(actual: bigint, golden: string, toleranceSf: bigint, what: string): void {
  const difference = actual - decimalToSf(golden);
  const size = difference < 0n ? -difference : difference;
  expect(size <= toleranceSf, `${what}: ${actual} against ${golden}, off by ${size} of 2^-60`).toBe(true);
}

/** Relative to the golden value, with an absolute floor of one unit in 60-bit fixed point. */
export function expectNumberWithin(actual: number, golden: string, relative: number, what: string): void {
  const expected = Number(golden);
  const size = Math.abs(actual - expected);
  expect(size <= Math.abs(expected) * relative + 2 ** -60, `${what}: ${actual} against ${golden}`).toBe(true);
}

/** The double whose IEEE bits are recorded, big-endian. */
export function doubleOfBits(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}
