import { ratioToDouble } from '@tidemark/core';

/** An exact number: `mantissa` × 10^`exponent`. A price is in US dollars for one whole token unless something else is said. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** 10^`power`; `power` is at least 0. */
export function powerOfTen(power: number): bigint {
  return POWERS[power] ?? 10n ** BigInt(power);
}

const POWERS: readonly bigint[] = Array.from({ length: 80 }, (_, power) => 10n ** BigInt(power));

/** The exact value of `parts` where `scale` parts are one. Throws `RangeError` where that decimal does not end. */
export function decimalOfParts(parts: bigint, scale: bigint): Decimal {
  // A scale of n bits that divides a power of ten divides 10^n.
  const digits = scale.toString(2).length;
  const power = powerOfTen(digits);
  if (power % scale !== 0n) throw new RangeError(`1/${scale} has no decimal that ends`);
  return { mantissa: parts * (power / scale), exponent: -digits };
}

/** The exact value of decimal text such as `-12.5e-3`; null where the text is none, or its exponent is beyond ±400. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const mantissa = BigInt(whole + fraction);
  return { mantissa: sign === '' ? mantissa : -mantissa, exponent: Number(power) - fraction.length };
}

/** Without exponent and needless zeros, such as `0.0000348669`. */
export function decimalText({ mantissa, exponent }: Decimal): string {
  if (mantissa < 0n) return `-${decimalText({ mantissa: -mantissa, exponent })}`;
  if (exponent >= 0) return (mantissa * powerOfTen(exponent)).toString();
  const text = mantissa.toString().padStart(1 - exponent, '0');
  const point = text.length + exponent;
  const fraction = text.slice(point).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, point) : `${text.slice(0, point)}.${fraction}`;
}

/** The nearest double. */
export function decimalToDouble({ mantissa, exponent }: Decimal): number {
  return exponent >= 0
    ? ratioToDouble(mantissa * powerOfTen(exponent), 1n)
    : ratioToDouble(mantissa, powerOfTen(-exponent));
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Both mantissas at the lower one of the two exponents. */
export function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint] {
  const lowest = Math.min(a.exponent, b.exponent);
  return [a.mantissa * powerOfTen(a.exponent - lowest), b.mantissa * powerOfTen(b.exponent - lowest)];
}

/** `floor(value × scale)` of a value that is not negative: fixed-point parts as the programs keep them. */
export function decimalToParts({ mantissa, exponent }: Decimal, scale: bigint): bigint {
  return exponent >= 0 ? mantissa * powerOfTen(exponent) * scale : (mantissa * scale) / powerOfTen(-exponent);
}
