import { describe, expect, it } from 'vitest';
import { sqrtPriceOf } from '../src/common/price.ts';
import { CLMM_PROGRAM as PROGRAM, decodeClmmPool, decodeClmmTickArray } from '../src/raydium-clmm/accounts.ts';
import { clmmArrayAddress, openClmm } from '../src/raydium-clmm/source.ts';
import { checkDepth, checkQuote } from './golden/expect-fill.ts';
import type { GoldenDepth, GoldenQuote } from './golden/orca-types.ts';
import { Differences } from './support/differences.ts';
import { readText, RecordedAccounts, sharedLiquidityDir } from './support/shared-liquidity.ts';
import { plentySide } from './support/sides.ts';

interface ClmmGolden {
  readonly pool: { readonly file: string; readonly tickArrays: readonly string[]; readonly feeRate: number };
  readonly quotes: readonly GoldenQuote[];
  readonly depth: { readonly '0to1': readonly GoldenDepth[]; readonly '1to0': readonly GoldenDepth[] };
  readonly realSwaps: readonly {
    readonly pool: string;
    readonly tickArrays: readonly string[];
    readonly signature: string;
    readonly amountSpecified: string;
    readonly exactIn: boolean;
    readonly zeroForOne: boolean;
    readonly observedIn: string;
    readonly observedOut: string;
  }[];
}

const dir = sharedLiquidityDir();

describe('golden values of Raydium CLMM', () => {
  it.skipIf(dir === null)('are read from ../shared/liquidity; the suite is skipped where it is absent', () => {
    expect(dir).not.toBeNull();
  });
  if (dir !== null) describeClmm(dir);
});

function describeClmm(shared: string): void {
  const accounts = new RecordedAccounts(shared);
  const golden: ClmmGolden = JSON.parse(readText(shared, 'golden/raydium-clmm.json'));
  /** `isAll`: as if the recorded arrays were all that the pool has, as the recorded model takes them. */
  const open = (poolFile: string, files: readonly string[], isAll = false) => {
    const real = decodeClmmPool(accounts.read(poolFile, PROGRAM));
    const pool = isAll ? { ...real, arrays: [-410, -409, -408, -407] } : real;
    const width = 60 * pool.tickSpacing;
    const arrays = files.map((file) => {
      const account = accounts.read(file, PROGRAM);
      const start = new DataView(account.data.buffer).getInt32(40, true);
      expect(clmmArrayAddress(pool.address, start)).toBe(account.address);
      expect(pool.arrays).toContain(start / width);
      return [start / width, decodeClmmTickArray(account, pool, start)] as const;
    });
    const parts = { a: plentySide(), b: plentySide(), feeRate: BigInt(golden.pool.feeRate), extension: [] };
    return openClmm(pool, { ...parts, arrays: new Map(arrays) });
  };
  const market = open(golden.pool.file, golden.pool.tickArrays);
  const closed = open(golden.pool.file, golden.pool.tickArrays, true);

  it('every quote', () => {
    const to = new Differences();
    for (const quote of golden.quotes) {
      const direction = quote.dir === '0to1' ? 'a_to_b' : 'b_to_a';
      const isBeyond = quote.model.status !== 'filled';
      const { unknown } = market.quote(direction, BigInt(quote.amount), quote.exact);
      to.check(`${quote.dir} ${quote.amount}`, unknown, isBeyond ? 'missing_array' : null);
      checkQuote(to, isBeyond ? closed : market, direction, quote);
    }
    expect(to.found).toEqual([]);
  });

  it('depth as far as arrays were recorded', () => {
    const to = new Differences();
    for (const row of golden.depth['0to1']) checkDepth(to, row.average === null ? market : closed, 'a_to_b', row);
    for (const row of golden.depth['1to0']) checkDepth(to, row.average === null ? market : closed, 'b_to_a', row);
    expect(to.found).toEqual([]);
  });

  it.each(golden.realSwaps)('what mainnet paid in $signature', (swap) => {
    const direction = swap.zeroForOne ? 'a_to_b' : 'b_to_a';
    const found = open(swap.pool, swap.tickArrays).quote(
      direction,
      BigInt(swap.amountSpecified),
      swap.exactIn ? 'in' : 'out',
    );
    expect([found.value?.amountIn, found.value?.amountOut].map(String)).toEqual([swap.observedIn, swap.observedOut]);
  });

  it('a price is the square of its root, rounded to the side of the pool', () => {
    expect(sqrtPriceOf({ numerator: 4n, denominator: 1n }, 'a_to_b')).toBe(1n << 65n);
    expect(
      sqrtPriceOf({ numerator: 2n, denominator: 1n }, 'a_to_b') -
        sqrtPriceOf({ numerator: 2n, denominator: 1n }, 'b_to_a'),
    ).toBe(1n);
  });
}
