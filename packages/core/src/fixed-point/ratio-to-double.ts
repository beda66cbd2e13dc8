// A double has 53 significant bits. A quotient of 64 bits or more rounds to the same double as the exact ratio unless it is mistaken for
// a tie: then its last bit has to say whether something was cut off. `Number(bigint)` rounds to nearest, ties to even.

const QUOTIENT_BITS = 66;
const PERHAPS_SUBNORMAL = -1000;
const SUBNORMAL_SHIFT = 1074n;

// `**` and `Math.log2` cost more than the division between them.
const POWERS_OF_TWO = Float64Array.from({ length: 2046 }, (_, i) => 2 ** (i - 1022));
// Shared by every call: nothing here waits.
const double = new DataView(new ArrayBuffer(8));

/**
 * The double nearest to `numerator / (denominator * 2^bits)`, ties to even: the correctly rounded quotient, subnormals
 * included. Infinity beyond the largest double, as IEEE 754 division gives. `denominator` must be positive, `bits` is
 * 0 to 1000 and 0 by default.
 */
export function ratioToDouble(numerator: bigint, denominator: bigint, bits = 0): number {
  if (numerator < 0n) return -ratioToDouble(-numerator, denominator, bits);
  if (numerator === 0n) return 0;
  const top = Number(numerator);
  const bottom = Number(denominator);
  // Both exact: one IEEE division is already correctly rounded, and far from the subnormals.
  if (top <= Number.MAX_SAFE_INTEGER && bottom <= Number.MAX_SAFE_INTEGER && bits <= 900) {
    return (top / bottom) * powerOfTwo(-bits);
  }
  const exponent = exponentOf(numerator, top) - exponentOf(denominator, bottom);
  if (exponent - bits < PERHAPS_SUBNORMAL) {
    const scaled = denominator << BigInt(bits);
    if (numerator << 1021n < scaled) return roundSubnormal(numerator, scaled);
  }
  const shift = QUOTIENT_BITS - exponent;
  const quotient = scaledQuotient(numerator, denominator, shift);
  return scaleByPowerOfTwo(Number(quotient), -shift - bits);
}

/** Of a quotient of 64 bits or more, the lowest of those that a double has no room for. */
const CUT_BITS = 10;

/** `floor(numerator * 2^shift / denominator)`, with the last bit set where anything was cut off that rounding depends on. */
function scaledQuotient(numerator: bigint, denominator: bigint, shift: number): bigint {
  const top = shift >= 0 ? numerator << BigInt(shift) : numerator;
  const bottom = shift >= 0 ? denominator : denominator << BigInt(-shift);
  const quotient = top / bottom;
  // Another bit is set: no tie. The product costs as much as the quotient.
  if (BigInt.asUintN(CUT_BITS, quotient) !== 0n) return quotient;
  return quotient * bottom === top ? quotient : quotient | 1n;
}

/** Nearest multiple of 2^-1074, ties to even: right below 2^-1021, where doubles are that far apart. */
function roundSubnormal(numerator: bigint, denominator: bigint): number {
  const top = numerator << SUBNORMAL_SHIFT;
  const quotient = top / denominator;
  const twiceRest = 2n * (top - quotient * denominator);
  const up = twiceRest > denominator || (twiceRest === denominator && (quotient & 1n) === 1n);
  return Number(up ? quotient + 1n : quotient) * Number.MIN_VALUE;
}

/** `floor(log2(value))`, up to three too high for huge values; the quotient has bits to spare for that. */
function exponentOf(value: bigint, approximation: number): number {
  if (Number.isFinite(approximation)) {
    double.setFloat64(0, approximation);
    return (double.getUint16(0) >>> 4) - 1023;
  }
  return 4 * value.toString(16).length - 1;
}

function scaleByPowerOfTwo(value: number, exponent: number): number {
  // Each step is exact: the result is normal, and so is everything on the way to it.
  if (exponent > 1023) return value * powerOfTwo(1023) * 2 ** (exponent - 1023);
  if (exponent < -1022) return value * powerOfTwo(-1022) * 2 ** (exponent + 1022);
  return value * powerOfTwo(exponent);
}

/** Exact, from -1022 to 1023. */
function powerOfTwo(exponent: number): number {
  return POWERS_OF_TWO[exponent + 1022] ?? Number.NaN;
}
