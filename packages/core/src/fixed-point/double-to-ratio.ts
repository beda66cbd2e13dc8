/** An exact non-negative rational. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact value of a finite, non-negative double. */
export function doubleToRatio(value: number): Ratio {
  if (Number.isSafeInteger(value)) return { numerator: BigInt(value), denominator: 1n };
  // Doubling a double is exact, so this ends at an integer; no double has more than 1074 fractional bits.
  let scaled = value;
  let bits = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bits++;
  }
  return { numerator: BigInt(scaled), denominator: 1n << BigInt(bits) };
}
