/** No exact number has more digits behind the point: 2^-60 has sixty. */
const DIGITS = 60;
export const UNIT = 10n ** BigInt(DIGITS);

/** The decimal of a number of parts, `scale` of which are one: divided digit by digit, as on paper. */
export function decimalOf(parts: bigint, scale: bigint): string {
  let fraction = '';
  for (let rest = parts % scale; rest !== 0n; rest = (rest * 10n) % scale) fraction += String((rest * 10n) / scale);
  return fraction === '' ? String(parts / scale) : `${parts / scale}.${fraction}`;
}

/** How many times the smallest part of any exact number, 10^-60, a decimal is. */
export function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0'));
}

/** The sum of decimals, each as `decimalOf` writes them. */
export function sumOfDecimals(texts: readonly string[]): string {
  return decimalOf(
    texts.reduce((sum, text) => sum + unitsOf(text), 0n),
    UNIT,
  );
}
