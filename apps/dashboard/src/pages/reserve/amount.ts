/** What somebody typed as an amount: the decimal that the API reads, or why it is none. */
export type TypedAmount = { readonly amount: string } | { readonly problem: string };

const SUFFIXES = { '': 0, k: 3, m: 6, b: 9, t: 12 } as const;
/** Grouped by commas, blanks or underscores, or not at all: `1,5` is neither 15 nor one and a half. */
const AMOUNT = /^\$?(\d{1,3}(?:[,_ ]\d{3})+|\d*)(?:\.(\d*))?(?:e\+?(-?\d{1,2}))?\s?([kmbt]?)$/i;
const HOW = 'Write it like 1500, 1,500, 1.5k, 2M or 1e6.';

/** `1e6`, `1m`, `1.5M` and `1,500,000.5` as plain decimals, exactly; null where nothing was typed. */
export function readAmount(typed: string): TypedAmount | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^[-\u2212]/.test(text)) return { problem: 'An amount has no sign: choose what happens on the left.' };
  const [, whole = '', rest = '', power = '0', suffix = ''] = AMOUNT.exec(text) ?? [];
  const digits = `${whole.replaceAll(/\D/g, '')}${rest}`;
  if (digits === '') return { problem: `This is not an amount. ${HOW}` };
  const name = suffix.toLowerCase();
  const shift = Number(power) + (isSuffix(name) ? SUFFIXES[name] : 0);
  return { amount: placePoint(digits, digits.length - rest.length + shift) };
}

function isSuffix(text: string): text is keyof typeof SUFFIXES {
  return text in SUFFIXES;
}

/** The digits with a point before the place-th of them; no zero that says nothing. */
function placePoint(digits: string, place: number): string {
  const padded = digits.padStart(digits.length + Math.max(0, 1 - place), '0').padEnd(Math.max(place, 0), '0');
  const point = Math.max(place, 1);
  const whole = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(point).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** Base units as whole tokens, exactly. */
export function tokensOf(raw: string, decimals: number): string {
  return placePoint(raw, raw.length - decimals);
}
