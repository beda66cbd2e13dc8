/** A value as it is shown, and as it is: `exact` has every digit that the API sent. */
export interface Formatted {
  readonly text: string;
  readonly exact: string;
}

/** What stands where a number is unknown. Zero is a number and looks like one. */
export const UNKNOWN = '–';
export const UNKNOWN_VALUE: Formatted = { text: UNKNOWN, exact: '' };

const LOCALE = 'en-US';
const MINUS = '\u2212';
/** Made when first used: the first format of a page costs more than everything else before its first paint. */
const once = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  let made: Intl.NumberFormat | undefined;
  return (value) => (made ??= new Intl.NumberFormat(LOCALE, options)).format(value);
};
const fixed = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
const significant = (digits: number) => ({ minimumSignificantDigits: digits, maximumSignificantDigits: digits });

const whole = once(fixed(0));
const cents = once(fixed(2));
const two = once({ maximumSignificantDigits: 2 });
const three = once(significant(3));
const five = once(significant(5));
const compact = once({ notation: 'compact', ...fixed(2) });
const COMPACT_FROM = 10_000;
/** What is smaller is shown with an exponent. */
const TINY = 1e-6;

const sign = (text: string): string => text.replace('-', MINUS);

/** The shortest decimal that reads back as the same double, without an exponent where that can be avoided. */
export function exactText(value: number): string {
  return String(value);
}

function show(value: number | null | undefined, format: (value: number) => string): Formatted {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN_VALUE;
  return { text: sign(format(value)), exact: exactText(value) };
}

/** Small numbers keep three digits that say something; no number but zero is shown as zero. */
function small(value: number): string {
  if (value === 0) return '0';
  return Math.abs(value) < TINY ? exponent(value) : three(value);
}

function exponent(value: number): string {
  return value
    .toExponential(2)
    .replace('e-', ' × 10⁻')
    .replace(/(?<=⁻)\d+/, superscript);
}

function superscript(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit);
}

/** Tokens: 1,234.57, 412.60M, 0.0312. */
export function amount(value: number | null | undefined): Formatted {
  return show(value, plain);
}

function plain(value: number): string {
  const size = Math.abs(value);
  if (size >= COMPACT_FROM) return compact(value);
  return size >= 1 ? cents(value) : small(value);
}

/** US dollars: $1.24M, $812.40, $0.0312. */
export function usd(value: number | null | undefined): Formatted {
  return show(value, (each) => (each < 0 ? `-$${plain(-each)}` : `$${plain(each)}`));
}

/** A price of one token: five digits that say something. */
export function price(value: number | null | undefined): Formatted {
  return show(value, (each) => (each < 0 ? `-${positivePrice(-each)}` : positivePrice(each)));
}

function positivePrice(value: number): string {
  if (value === 0) return '$0';
  if (value < TINY) return `$${exponent(value)}`;
  return `$${value >= 1_000 ? cents(value) : five(value)}`;
}

/** A share or a rate, given as a decimal: 0.0512 is 5.12 %. Tiny ones keep three digits: 0.000412 %. */
export function percent(value: number | null | undefined): Formatted {
  return show(value, (each) => {
    const hundredfold = hundred(each);
    const size = Math.abs(hundredfold);
    if (size >= COMPACT_FROM) return `${compact(hundredfold)} %`;
    return size >= 1 ? `${cents(hundredfold)} %` : `${small(hundredfold)} %`;
  });
}

/** A hundred times the value, as whoever moves the point in its text would get it: 0.07 is 7, not 7.000000000000001. */
function hundred(value: number): number {
  const [digits = '', power = '0'] = value.toExponential().split('e');
  return Number(`${digits}e${Number(power) + 2}`);
}

/** A percentage for the label of an axis: 25 %, 2,285 %, 0.5 %. Never where a value is meant. */
export function shortPercent(value: number): string {
  const hundredfold = hundred(value);
  return `${Math.abs(hundredfold) >= 10 ? whole(hundredfold) : two(hundredfold)} %`;
}

/** Differences below this part of a basis point are shown as none: they are rounding of doubles, not a difference of prices. */
const tenth = once(fixed(1));

/** Hundredths of a percent: 12.3 bps, −0.4 bps, and 0.0 bps whichever side of zero the rest of arithmetic lies on. */
export function basisPoints(value: number | null | undefined): Formatted {
  return show(value, (each) => `${tenth(Math.abs(each) < 0.05 ? 0 : each)} bps`);
}

/** A number of things. */
export function count(value: number | null | undefined): Formatted {
  return show(value, whole);
}

/** Formats by the unit of a field. */
export const FORMATS = { amount, usd, price, percent, basisPoints, count } as const;
export type Unit = keyof typeof FORMATS;
