/** More digits than any exact number has behind the point: 2^-60 has sixty. */
const UNIT = 10n ** 60n;

/** The decimal of a number of parts, `scale` of which are one: divided digit by digit, as on paper. */
export function decimalOf(parts: bigint, scale: bigint): string {
  let fraction = '';
  for (let rest = parts % scale; rest !== 0n; rest = (rest * 10n) % scale) fraction += String((rest * 10n) / scale);
  return fraction === '' ? String(parts / scale) : `${parts / scale}.${fraction}`;
}

/** The sum of decimals, each as `decimalOf` writes them. */
export function sumOfDecimals(texts: readonly string[]): string {
  const units = texts.map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(60, '0'));
  });
  return decimalOf(
    units.reduce((sum, value) => sum + value, 0n),
    UNIT,
  );
}
