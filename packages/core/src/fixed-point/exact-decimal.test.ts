import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal } from './exact-decimal.ts';

/** Division as it is done on paper, digit by digit: no power of five, no point that is put anywhere. */
function divideOnPaper(dividend: bigint, divisor: bigint): string {
  const sign = dividend < 0n ? '-' : '';
  let rest = 0n;
  let whole = '';
  for (const digit of (dividend < 0n ? -dividend : dividend).toString()) {
    rest = rest * 10n + BigInt(digit);
    whole += String(rest / divisor);
    rest %= divisor;
  }
  let fraction = '';
  while (rest !== 0n) {
    rest *= 10n;
    fraction += String(rest / divisor);
    rest %= divisor;
  }
  return `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`;
}

const scale = fc.constantFrom(1n, 2n ** 48n, 2n ** 60n, 10n ** 18n, 10n ** 6n, 2n ** 7n * 5n ** 3n);
const size = (bits: number) => fc.bigInt({ min: -(2n ** BigInt(bits)), max: 2n ** BigInt(bits) });
/** Small, of the width of amounts and of indices, and with many zeros at the end. */
const parts = fc.oneof(
  size(4),
  size(60),
  size(128),
  size(256),
  fc.tuple(size(40), fc.nat(120)).map(([n, bits]) => n << BigInt(bits)),
);

describe('toDecimal', () => {
  it('divides as one does on paper', () => {
    fc.assert(
      fc.property(parts, scale, (n, s) => {
        expect(toDecimal(n, s)).toBe(divideOnPaper(n, s));
      }),
      { numRuns: 3_000 },
    );
  });

  it('writes one part with all of its decimals', () => {
    expect(toDecimal(1n, 2n ** 60n)).toBe('0.000000000000000000867361737988403547205962240695953369140625');
    expect(toDecimal(1n, 10n ** 18n)).toBe('0.000000000000000001');
    expect(toDecimal(1n, 2n ** 48n)).toBe('0.000000000000003552713678800500929355621337890625');
  });

  it.each([
    [0n, 2n ** 60n, '0'],
    [2n ** 60n, 2n ** 60n, '1'],
    [-(3n * 2n ** 59n), 2n ** 60n, '-1.5'],
    [1_234_500n * 10n ** 18n, 10n ** 18n, '1234500'],
    [25n * 10n ** 16n, 10n ** 18n, '0.25'],
    [-7n, 1n, '-7'],
  ])('of %d parts of 1/%d is %s', (n, s, text) => {
    expect(toDecimal(n, s)).toBe(text);
  });

  it.each([3n, 10n ** 18n + 1n, 0n, -4n])('refuses the scale %d, whose parts have no decimal that ends', (s) => {
    expect(() => toDecimal(1n, s)).toThrow(RangeError);
  });
});

describe('toDecimal of several', () => {
  it('keeps sums: the decimals of the parts add up to the decimal of the whole', () => {
    fc.assert(
      fc.property(fc.array(size(128), { maxLength: 5 }), scale, (ns, s) => {
        const texts = ns.map((n) => toDecimal(n, s));
        const digits = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
        // As one adds them: points below each other.
        const aligned = texts.map((text) => {
          const [whole = '', fraction = ''] = text.split('.');
          return BigInt(whole + fraction.padEnd(digits, '0'));
        });
        const sum = aligned.reduce((total, n) => total + n, 0n);
        expect(divideOnPaper(sum, 10n ** BigInt(digits))).toBe(
          toDecimal(
            ns.reduce((total, n) => total + n, 0n),
            s,
          ),
        );
      }),
    );
  });
});
