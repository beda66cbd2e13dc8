/** Decimal places that are looked at: a double has seventeen digits, and a last one that says whether something is left. */
const DIGITS = 40;

/** The double nearest to a quotient of whole numbers that are not negative: written out in decimals, and read by the language. */
export function nearestDouble(numerator: bigint, denominator: bigint): number {
  const places = DIGITS + denominator.toString().length;
  const scaled = numerator * 10n ** BigInt(places);
  const rest = scaled % denominator === 0n ? '' : '1';
  return Number(`${scaled / denominator}${rest}e-${places + rest.length}`);
}

/** A finite double that is not negative, exactly. */
export function ratioOf(value: number): { readonly numerator: bigint; readonly denominator: bigint } {
  for (let denominator = 1n; ; denominator *= 2n) {
    const scaled = value * Number(denominator);
    if (Number.isInteger(scaled)) return { numerator: BigInt(scaled), denominator };
  }
}
