/**
 * How a number of the API is written, made from its decimal digits by hand: nothing of it is taken from the dashboard, which
 * uses the formats of the browser.
 */
const MINUS = '\u2212';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export function amountText(value: number | null): string {
  return value === null ? '–' : signed(value, plain);
}

export function usdText(value: number | null): string {
  return value === null ? '–' : signed(value, (size) => `$${plain(size)}`);
}

export function percentText(value: number | null): string {
  if (value === null) return '–';
  return `${signed(shiftPoint(value, 2), plain)} %`;
}

export function priceText(value: number | null): string {
  if (value === null) return '–';
  return signed(value, (size) => {
    if (size === 0) return '$0';
    if (size >= 1_000) return `$${grouped(size.toFixed(2))}`;
    return `$${size < 1e-6 ? scientific(size) : digits(size, 5)}`;
  });
}

/** To a tenth, and no smaller part of one is negative. */
export function basisPointsText(value: number | null): string {
  if (value === null) return '–';
  const tenths = Math.round(Math.abs(value) * 10);
  const text = `${grouped((tenths / 10).toFixed(1))} bps`;
  return value < 0 && tenths > 0 ? `${MINUS}${text}` : text;
}

export function countText(value: number | null): string {
  return value === null ? '–' : signed(value, (size) => grouped(size.toFixed(0)));
}

function signed(value: number, write: (size: number) => string): string {
  return value < 0 ? `${MINUS}${write(-value)}` : write(value);
}

function plain(size: number): string {
  if (size === 0) return '0';
  if (size >= 10_000) return compact(size);
  if (size >= 1) return grouped(size.toFixed(2));
  return size < 1e-6 ? scientific(size) : digits(size, 3);
}

function compact(size: number): string {
  const units = ['K', 'M', 'B', 'T'];
  let scaled = size / 1_000;
  let unit = 0;
  while (Number(scaled.toFixed(2)) >= 1_000 && unit < units.length - 1) {
    scaled /= 1_000;
    unit += 1;
  }
  return `${grouped(scaled.toFixed(2))}${units[unit] ?? ''}`;
}

/** So many digits that say something, without an exponent. */
function digits(size: number, wanted: number): string {
  const exponent = Number(size.toExponential(wanted - 1).split('e')[1]);
  return grouped(size.toFixed(Math.max(0, wanted - 1 - exponent)));
}

function scientific(size: number): string {
  const [mantissa = '', exponent = ''] = size.toExponential(2).split('e-');
  return `${mantissa} × 10⁻${exponent.replaceAll(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? '')}`;
}

function grouped(text: string): string {
  const [whole = '', rest] = text.split('.');
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return rest === undefined ? groups : `${groups}.${rest}`;
}

/** Moves the point in the decimal text of a number, so that 0.07 becomes 7. */
function shiftPoint(value: number, places: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
}
