/** Prices as whole numbers of parts of a dollar: enough decimals for what every program keeps, 2^-60 too. */
const DIGITS = 60;
export const ONE_DOLLAR = 10n ** BigInt(DIGITS);

/** `value` / 10^`decimals` dollars. */
export function dollarsOf(value: bigint, decimals: number): bigint {
  return value * 10n ** BigInt(DIGITS - decimals);
}

/** `value` parts where `scale` parts are a dollar. */
export function dollarsOfParts(value: bigint, scale: bigint): bigint {
  return (value * ONE_DOLLAR) / scale;
}

/** An exact decimal as the database writes it; null stays null. Throws for what is none. */
export function parseDollars(text: string | null): bigint | null {
  if (text === null) return null;
  const match = /^(-?)(\d+)(?:\.(\d{1,60})0*)?$/.exec(text);
  if (match === null) throw new RangeError(`${text} is no price`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const value = BigInt(whole + fraction.padEnd(DIGITS, '0'));
  return sign === '' ? value : -value;
}

/** For messages. */
export function dollarText(value: bigint | null): string {
  if (value === null) return 'none';
  const digits = value.toString().padStart(DIGITS + 1, '0');
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS).replace(/0+$/, '')}`;
}
