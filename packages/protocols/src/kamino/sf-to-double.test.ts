import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioToDouble } from '@tidemark/core';
import { sfToDouble } from './usd.ts';

describe('sfToDouble', () => {
  it('gives the nearest double of any u128 in 60-bit fixed point', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (sf) => {
        expect(sfToDouble(sf)).toBe(ratioToDouble(sf, 1n, 60));
      }),
      { numRuns: 2_000 },
    );
  });
});
