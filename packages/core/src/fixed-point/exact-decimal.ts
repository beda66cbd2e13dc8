// Exact numbers are integers that count parts, `scale` parts are one. Where the scale divides a power of ten, as powers of two
// do, what they stand for is a decimal that ends: parts × (10^digits / scale), with the point `digits` places from the right.

interface DecimalScale {
  readonly digits: number;
  /** 10^digits / scale. */
  readonly factor: bigint;
}

/** By value: one for each protocol. */
const SCALES = new Map<bigint, DecimalScale>();
const ZERO = 48;

/** The exact value of parts as a decimal without exponent and needless zeros. Throws `RangeError` where a part has no decimal that ends. */
export function toDecimal(parts: bigint, scale: bigint): string {
  if (parts < 0n) return `-${toDecimal(-parts, scale)}`;
  const { digits, factor } = SCALES.get(scale) ?? learnScale(scale);
  const text = (parts * factor).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  let end = text.length;
  while (end > point && text.charCodeAt(end - 1) === ZERO) end--;
  return end === point ? text.slice(0, point) : `${text.slice(0, point)}.${text.slice(point, end)}`;
}

function learnScale(scale: bigint): DecimalScale {
  if (scale <= 0n) throw new RangeError(`a scale is positive, ${scale} is not`);
  // A scale of n bits that divides a power of ten divides 10^n.
  const digits = Array.from({ length: scale.toString(2).length }, (_, n) => n).find(
    (n) => 10n ** BigInt(n) % scale === 0n,
  );
  if (digits === undefined) throw new RangeError(`1/${scale} has no decimal that ends`);
  const learnt = { digits, factor: 10n ** BigInt(digits) / scale };
  SCALES.set(scale, learnt);
  return learnt;
}
