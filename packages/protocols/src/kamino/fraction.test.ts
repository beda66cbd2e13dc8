import { describe, expect, it } from 'vitest';
import { expectLendingError } from '@tidemark/core/testing';
import { bpsToSf, checkSf, divSf, intToSf, mulSf, ONE_SF, percentToSf } from './fraction.ts';

const U128_MAX = (1n << 128n) - 1n;

describe('fixed-point fraction', () => {
  it('has 60 fractional bits', () => {
    expect(ONE_SF).toBe(1_152_921_504_606_846_976n);
    expect(intToSf(3n)).toBe(3n * ONE_SF);
  });

  it('cuts products and quotients off', () => {
    expect(mulSf(ONE_SF, 12_345n)).toBe(12_345n);
    expect(mulSf(1n, ONE_SF - 1n)).toBe(0n);
    expect(mulSf(3n * ONE_SF, ONE_SF / 2n)).toBe((3n * ONE_SF) / 2n);
    expect(divSf(1n, 3n)).toBe(ONE_SF / 3n);
    expect(divSf(2n * ONE_SF, 3n * ONE_SF)).toBe(768_614_336_404_564_650n);
  });

  it('makes a basis point a hair less than 0.0001', () => {
    expect(bpsToSf(1)).toBe(115_292_150_460_684n);
    expect(bpsToSf(10_000)).toBe(ONE_SF);
    expect(bpsToSf(1) * 10_000n).toBeLessThan(ONE_SF);
    expect(percentToSf(10)).toBe(115_292_150_460_684_697n);
    expect(percentToSf(100)).toBe(ONE_SF);
  });

  it('refuses what a u128 cannot hold, where the program panics', () => {
    expect(checkSf(U128_MAX, 'x')).toBe(U128_MAX);
    expect(expectLendingError('ARITHMETIC_OVERFLOW', () => checkSf(U128_MAX + 1n, 'x')).field).toBe('x');
    expectLendingError('ARITHMETIC_OVERFLOW', () => checkSf(-1n, 'x'));
    expectLendingError('ARITHMETIC_OVERFLOW', () => mulSf(U128_MAX, 2n * ONE_SF));
    expectLendingError('ARITHMETIC_OVERFLOW', () => divSf(U128_MAX, 1n));
  });
});
