import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubleToRatio } from './double-to-ratio.ts';
import { ratioToDouble } from './ratio-to-double.ts';

const view = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

function fromBits(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/** The exact value of a double as a multiple of 2^-1074. */
function exactUnits(value: number): bigint {
  const bits = bitsOf(value);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  return exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
}

/**
 * Nearest, by comparing exact distances to the neighbours: no quotient, no rounding, so nothing in common with the
 * code under test.
 */
function isNearest(result: number, numerator: bigint, denominator: bigint): boolean {
  const target = numerator << 1074n;
  const distance = (value: number) => {
    const difference = exactUnits(value) * denominator - target;
    return difference < 0n ? -difference : difference;
  };
  const own = distance(result);
  const isEven = (bitsOf(result) & 1n) === 0n;
  const neighbours = [fromBits(bitsOf(result) + 1n), result === 0 ? 0 : fromBits(bitsOf(result) - 1n)];
  return neighbours
    .filter((neighbour) => Number.isFinite(neighbour) && neighbour !== result)
    .every((neighbour) => own < distance(neighbour) || (own === distance(neighbour) && isEven));
}

const positive = (bits: number) => fc.bigInt({ min: 1n, max: (1n << BigInt(bits)) - 1n });
const anySize = fc.integer({ min: 1, max: 700 }).chain(positive);

describe('ratioToDouble', () => {
  it('gives the nearest double of any ratio', () => {
    fc.assert(
      fc.property(anySize, anySize, fc.nat(140), (numerator, denominator, bits) => {
        expect(isNearest(ratioToDouble(numerator, denominator, bits), numerator, denominator << BigInt(bits))).toBe(
          true,
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('gives the nearest double of the ratios that amounts and values are', () => {
    const decimals = fc.nat(19).map((exponent) => 10n ** BigInt(exponent));
    fc.assert(
      fc.property(positive(128), positive(128), decimals, (amountSf, priceSf, denominator) => {
        expect(
          isNearest(ratioToDouble(amountSf * priceSf, denominator, 120), amountSf * priceSf, denominator << 120n),
        ).toBe(true);
        expect(isNearest(ratioToDouble(amountSf, denominator, 60), amountSf, denominator << 60n)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('rounds exact ties to even and everything past a tie up', () => {
    const tie = (1n << 53n) + 1n;
    expect(ratioToDouble(tie, 1n)).toBe(2 ** 53);
    expect(ratioToDouble(tie + 2n, 1n)).toBe(2 ** 53 + 4);
    expect(ratioToDouble((tie << 200n) + 1n, 1n << 200n)).toBe(2 ** 53 + 2);
    expect(ratioToDouble((tie << 200n) - 1n, 1n << 200n)).toBe(2 ** 53);
  });

  it('rounds subnormals once', () => {
    const huge = 1n << 1074n;
    expect(ratioToDouble(1n, huge)).toBe(Number.MIN_VALUE);
    expect(ratioToDouble(1n, 2n * huge)).toBe(0);
    expect(ratioToDouble(3n, 2n * huge)).toBe(2 * Number.MIN_VALUE);
    expect(ratioToDouble(2n, 3n * huge)).toBe(Number.MIN_VALUE);
    // A hair below 3.5 units: rounding to 53 bits first would make it a tie and the tie a 4.
    expect(ratioToDouble((7n << 100n) - 1n, huge << 101n)).toBe(3 * Number.MIN_VALUE);
    expect(ratioToDouble(7n << 100n, huge << 101n)).toBe(4 * Number.MIN_VALUE);
    fc.assert(
      fc.property(positive(60), fc.integer({ min: 1_060, max: 1_140 }), positive(40), (numerator, shift, odd) => {
        const denominator = odd << BigInt(shift);
        expect(isNearest(ratioToDouble(numerator, denominator), numerator, denominator)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reaches the largest double and then Infinity', () => {
    const largest = BigInt(Number.MAX_VALUE);
    expect(ratioToDouble(largest, 1n)).toBe(Number.MAX_VALUE);
    expect(ratioToDouble(largest << 3n, 8n)).toBe(Number.MAX_VALUE);
    expect(ratioToDouble(1n << 1_024n, 1n)).toBe(Number.POSITIVE_INFINITY);
  });

  it('keeps sign and zero', () => {
    expect(ratioToDouble(-1n, 3n)).toBe(-1 / 3);
    expect(ratioToDouble(0n, 7n)).toBe(0);
  });

  it('relies on exact powers of two', () => {
    for (let exponent = -1_022; exponent <= 1_023; exponent++) {
      expect(bitsOf(2 ** exponent)).toBe(BigInt(exponent + 1_023) << 52n);
    }
  });
});

describe('doubleToRatio', () => {
  it('is exact for every finite non-negative double', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        const { numerator, denominator } = doubleToRatio(value);
        expect(numerator << 1_074n).toBe(exactUnits(value) * denominator);
      }),
      { numRuns: 2_000 },
    );
  });
});
