import { describe, expect, it } from 'vitest';
import { amount, basisPoints, count, percent, price, UNKNOWN, usd } from './number.ts';

it.each([
  [0, '0'],
  [-0, '0'],
  [1, '1.00'],
  [0.5, '0.500'],
  [0.0312, '0.0312'],
  [0.000_312_499, '0.000312'],
  [1e-6, '0.00000100'],
  [9.99e-9, '9.99 × 10⁻⁹'],
  [1.234e-12, '1.23 × 10⁻¹²'],
  [999.999, '1,000.00'],
  [1_234.567, '1,234.57'],
  [9_999.994, '9,999.99'],
  [10_000, '10.00K'],
  [412_600_000, '412.60M'],
  [1.5e12, '1.50T'],
  [-12.5, '\u221212.50'],
  [-0.000_5, '\u22120.000500'],
])('an amount of %s is %s', (value, text) => {
  expect(amount(value).text).toBe(text);
});

it.each([
  [0, '0 %'],
  [0.05, '5.00 %'],
  [0.07, '7.00 %'],
  [0.0512, '5.12 %'],
  [0.01, '1.00 %'],
  [0.009_99, '0.999 %'],
  [0.000_004_12, '0.000412 %'],
  [1, '100.00 %'],
  [1.41, '141.00 %'],
  [250, '25.00K %'],
  [-0.002, '\u22120.200 %'],
  [3.2e-11, '3.20 × 10⁻⁹ %'],
])('a rate of %s is %s', (value, text) => {
  expect(percent(value).text).toBe(text);
});

it.each([
  [usd(0), '$0'],
  [usd(1_240_000), '$1.24M'],
  [usd(812.4), '$812.40'],
  [usd(0.0312), '$0.0312'],
  [usd(-55_000), '\u2212$55.00K'],
  [price(96_674.489), '$96,674.49'],
  [price(0.999_83), '$0.99983'],
  [price(1), '$1.0000'],
  [price(180.655_1), '$180.66'],
  [price(0.000_023_456_7), '$0.000023457'],
  [count(1_234_567), '1,234,567'],
])('%o reads %s', (formatted, text) => {
  expect(formatted.text).toBe(text);
});

describe('whatever the number', () => {
  const values = Array.from(
    { length: 400 },
    (_, index) => (index % 2 === 0 ? 1 : -1) * 10 ** (index / 20 - 12) * 1.2345,
  );

  it('none but zero is shown as zero, and the sign stays', () => {
    for (const value of values) {
      for (const format of [amount, usd, price, percent]) {
        const { text } = format(value);
        expect([value, /[1-9]/.test(text)]).toEqual([value, true]);
        expect([value, text.startsWith('\u2212')]).toEqual([value, value < 0]);
      }
    }
  });

  it('its exact text reads back as the same double', () => {
    for (const value of values) expect(Number(amount(value).exact)).toBe(value);
  });

  it('unknown is a dash with nothing to copy, never a zero', () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(amount(value)).toEqual({ text: UNKNOWN, exact: '' });
      expect(percent(value)).toEqual({ text: UNKNOWN, exact: '' });
    }
  });
});

it.each([
  [-3.38e-15, '0.0 bps'],
  [0, '0.0 bps'],
  [0.049, '0.0 bps'],
  [-0.06, '\u22120.1 bps'],
  [12.34, '12.3 bps'],
  [-1_234.5, '\u22121,234.5 bps'],
])('%s basis points are %s, and what two doubles differ by is no finding', (value, text) => {
  expect(basisPoints(value)).toEqual({ text, exact: String(value) });
});
