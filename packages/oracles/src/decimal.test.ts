import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  type Decimal,
  decimalOfParts,
  decimalText,
  decimalToDouble,
  decimalToParts,
  parseDecimal,
  powerOfTen,
} from './decimal.ts';

const decimals = fc.record({
  mantissa: fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
  exponent: fc.integer({ min: -60, max: 20 }),
});

describe('an exact decimal', () => {
  it.each([
    [{ mantissa: 348669n, exponent: -10 }, '0.0000348669'],
    [{ mantissa: 17858116104n, exponent: -8 }, '178.58116104'],
    [{ mantissa: -5n, exponent: -1 }, '-0.5'],
    [{ mantissa: 12n, exponent: 3 }, '12000'],
    [{ mantissa: 1200n, exponent: -2 }, '12'],
    [{ mantissa: 0n, exponent: -18 }, '0'],
  ] as const)('writes %o as %s', (value, text) => {
    expect(decimalText(value)).toBe(text);
  });

  it('reads back what it writes, and compares equal to it', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        const text = decimalText(value);
        const read = parseDecimal(text);
        expect(read).not.toBeNull();
        expect(compareDecimals(read ?? { mantissa: 0n, exponent: 99 }, value)).toBe(0);
        expect(decimalText(read ?? value)).toBe(text);
      }),
    );
  });

  it('is the double that its text is', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(decimalToDouble(value) + 0).toBe(Number(decimalText(value)) + 0);
      }),
    );
  });

  it('orders like exact fractions', () => {
    const scaled = ({ mantissa, exponent }: Decimal) => mantissa * 10n ** BigInt(exponent + 60);
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [left, right] = [scaled(a), scaled(b)];
        expect(compareDecimals(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });

  it('of fixed-point parts gives the same parts back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 127n }),
        fc.constantFrom(1n << 60n, 10n ** 18n, 1n),
        (parts, scale) => {
          expect(decimalToParts(decimalOfParts(parts, scale), scale)).toBe(parts);
        },
      ),
    );
    expect(() => decimalOfParts(1n, 3n)).toThrow(RangeError);
  });

  it.each(['', '.', '1.', '.5', '1e', '0x1', 'NaN', 'Infinity', '1e4000', '1 ', '--1'])(
    'refuses %j as text',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  it('reads exponents as JSON writes them', () => {
    expect(parseDecimal('1.5e-7')).toEqual({ mantissa: 15n, exponent: -8 });
    expect(parseDecimal('2E+21')).toEqual({ mantissa: 2n, exponent: 21 });
  });

  it('has powers of ten beyond those it keeps', () => {
    expect(powerOfTen(100)).toBe(10n ** 100n);
  });
});
