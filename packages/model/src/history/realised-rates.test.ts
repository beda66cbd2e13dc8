import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IndexPoint, indicesAtBegin, realisedBorrowApy, realisedSupplyApy } from './realised-rates.ts';

const ONE = 10n ** 18n;
const YEAR = 31_536_000;
const START: IndexPoint = {
  unixSeconds: 1_700_000_000,
  borrowIndex: 2n * ONE,
  indexScale: 1n,
  supplied: 1_000_000n * ONE,
  receiptSupply: 800_000n,
};

describe('realised borrow APY', () => {
  it('is the growth of the index over a whole year', () => {
    const end = { ...START, unixSeconds: START.unixSeconds + YEAR, borrowIndex: (21n * ONE) / 10n };
    const { apy } = realisedBorrowApy(START, end);
    expect(apy).toBeCloseTo(0.05, 14);
  });

  it('compounds a shorter window: 1 % in half a year is 2.01 %', () => {
    const end = {
      ...START,
      unixSeconds: START.unixSeconds + YEAR / 2,
      borrowIndex: (202n * ONE) / 100n,
    };
    expect(realisedBorrowApy(START, end).apy).toBeCloseTo(0.0201, 12);
  });

  it('keeps the digits of a growth far below the resolution of a double near one', () => {
    const end = { ...START, unixSeconds: START.unixSeconds + YEAR, borrowIndex: 2n * ONE + 2n };
    expect(realisedBorrowApy(START, end).apy).toBeCloseTo(1e-18, 30);
  });

  it('says so where there is no time between, and where the index fell', () => {
    expect(realisedBorrowApy(START, START)).toEqual({ apy: null, gap: 'not_enough_history' });
    const fallen = { ...START, unixSeconds: START.unixSeconds + 60, borrowIndex: ONE };
    expect(realisedBorrowApy(START, fallen)).toEqual({ apy: null, gap: 'index_reset' });
    expect(realisedBorrowApy({ ...START, borrowIndex: 0n }, fallen).gap).toBe('index_reset');
  });

  it('says so instead of Infinity', () => {
    const end = { ...START, unixSeconds: START.unixSeconds + 1, borrowIndex: 2n ** 200n };
    expect(realisedBorrowApy(START, end)).toEqual({ apy: null, gap: 'out_of_range' });
  });
});

describe('realised supply APY', () => {
  it('is the growth of the worth of a cToken, whatever was deposited or withdrawn meanwhile', () => {
    const end = {
      ...START,
      unixSeconds: START.unixSeconds + YEAR,
      supplied: (START.supplied * 2n * 103n) / 100n,
      receiptSupply: START.receiptSupply * 2n,
    };
    expect(realisedSupplyApy(START, end).apy).toBeCloseTo(0.03, 14);
  });

  it('is negative where suppliers lost', () => {
    const end = {
      ...START,
      unixSeconds: START.unixSeconds + YEAR,
      supplied: (START.supplied * 9n) / 10n,
    };
    expect(realisedSupplyApy(START, end).apy).toBeCloseTo(-0.1, 14);
  });

  it('is not known where no cToken existed at one end', () => {
    const end = { ...START, unixSeconds: START.unixSeconds + YEAR };
    expect(realisedSupplyApy({ ...START, receiptSupply: 0n }, end)).toEqual({ apy: null, gap: 'no_collateral' });
    expect(realisedSupplyApy(START, { ...end, supplied: 0n })).toEqual({ apy: null, gap: 'no_collateral' });
  });

  it('equals the compounded rate of two windows that make one', () => {
    const growth = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(growth, growth, (first, second) => {
        const grow = (point: IndexPoint, ppm: number): IndexPoint => ({
          ...point,
          unixSeconds: point.unixSeconds + YEAR / 2,
          supplied: (point.supplied * (1_000_000n + BigInt(ppm))) / 1_000_000n,
        });
        const middle = grow(START, first);
        const end = grow(middle, second);
        const halves = [realisedSupplyApy(START, middle), realisedSupplyApy(middle, end)];
        const product = halves.reduce((factor, half) => factor * Math.sqrt(1 + (half.apy ?? Number.NaN)), 1);
        expect(realisedSupplyApy(START, end).apy).toBeCloseTo(product - 1, 10);
      }),
    );
  });
});

describe('the indices at the begin of a window', () => {
  const at = (seconds: number, growthPpm: bigint): IndexPoint => ({
    ...START,
    unixSeconds: START.unixSeconds + seconds,
    borrowIndex: (START.borrowIndex * (1_000_000n + growthPpm)) / 1_000_000n,
    supplied: (START.supplied * (1_000_000n + growthPpm)) / 1_000_000n,
  });
  const begin = START.unixSeconds + 300;

  it('are on the line between the rows around it, a third of the way after a third of the time', () => {
    const rows = { before: at(0, 0n), after: at(900, 30n), holdOneAccount: false };
    const found = indicesAtBegin(rows, begin);
    expect(found.unixSeconds).toBe(begin);
    const end = at(300 + YEAR, 60n);
    // 1.00006 / 1.00001 − 1.
    expect(realisedBorrowApy(found, end).apy).toBeCloseTo(0.00005 / 1.00001, 15);
    expect(realisedSupplyApy(found, end).apy).toBeCloseTo(0.00005 / 1.00001, 15);
  });

  it('are those of the row at the begin itself, whatever comes after it', () => {
    const after = { ...at(5_000, 30n), receiptSupply: 0n };
    expect(indicesAtBegin({ before: at(300, 10n), after, holdOneAccount: false }, begin)).toEqual(at(300, 10n));
  });

  it('are those of the row before it where another account came, and nobody knows when', () => {
    const rows = { before: at(0, 0n), after: at(901, 30n), holdOneAccount: false };
    expect(indicesAtBegin(rows, begin)).toBe(rows.before);
    expect(indicesAtBegin({ ...rows, holdOneAccount: true }, begin).unixSeconds).toBe(begin);
  });

  it('say of the worth of no receipt token nothing', () => {
    const rows = { before: at(0, 0n), after: { ...at(600, 10n), receiptSupply: 0n }, holdOneAccount: false };
    expect(realisedSupplyApy(indicesAtBegin(rows, begin), at(YEAR, 60n)).gap).toBe('no_collateral');
  });
});
