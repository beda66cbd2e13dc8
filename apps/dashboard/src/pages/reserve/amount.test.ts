import { describe, expect, it } from 'vitest';
import { readAmount, tokensOf } from './amount.ts';

describe('an amount', () => {
  it.each([
    ['1000000', '1000000'],
    ['1e6', '1000000'],
    ['1E+6', '1000000'],
    ['1m', '1000000'],
    ['1M', '1000000'],
    ['1.5M', '1500000'],
    ['1.5 m', '1500000'],
    ['2b', '2000000000'],
    ['900k', '900000'],
    ['$1,500,000.50', '1500000.5'],
    ['1_000', '1000'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0.000001', '0.000001'],
    ['1e-6', '0.000001'],
    ['12.5e-1', '1.25'],
    ['123456789012345678.123456789', '123456789012345678.123456789'],
    ['0.1k', '100'],
    ['0', '0'],
  ])('%s is %s', (typed, amount) => {
    expect(readAmount(typed)).toEqual({ amount });
  });

  it.each(['1,5', '1.000,5', 'x', '1mm', 'k', '.', '1e', '1 5', '1e999', '0x10'])(
    '%s is none, in one sentence',
    (typed) => {
      expect(readAmount(typed)).toEqual({ problem: expect.stringMatching(/^This is not an amount\. Write it like/) });
    },
  );

  it('with a sign is refused, and nothing is nothing', () => {
    expect(readAmount('-5')).toEqual({ problem: expect.stringContaining('no sign') });
    expect(readAmount('  ')).toBeNull();
  });

  it('of base units is written in whole tokens', () => {
    expect(tokensOf('427000000000001', 6)).toBe('427000000.000001');
    expect(tokensOf('5', 9)).toBe('0.000000005');
    expect(tokensOf('0', 6)).toBe('0');
    expect(tokensOf('7', 0)).toBe('7');
  });
});
