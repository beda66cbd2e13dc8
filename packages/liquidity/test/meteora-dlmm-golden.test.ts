import { describe, expect, it } from 'vitest';
import type { Direction } from '../src/common/price.ts';
import type { TransferFee } from '../src/common/token.ts';
import { decodeBinArray, decodeLbPair, DLMM_PROGRAM as PROGRAM } from '../src/meteora-dlmm/accounts.ts';
import { binPrice } from '../src/meteora-dlmm/bin-price.ts';
import { binArrayAddress, openDlmm } from '../src/meteora-dlmm/source.ts';
import { average, marginal } from './golden/expect-fill.ts';
import { Differences, given } from './support/differences.ts';
import { readText, RecordedAccounts, sharedLiquidityDir } from './support/shared-liquidity.ts';
import { plentySide } from './support/sides.ts';

interface Amounts {
  readonly in: string;
  readonly out: string;
}

interface DlmmGolden {
  readonly pools: readonly {
    readonly pool: string;
    readonly variant: string | null;
    readonly clock: number;
    readonly slot: string;
    readonly limitOrdersSupported: boolean;
    readonly binArrays: readonly number[];
    readonly transferFeeX: { readonly max: string; readonly bps: number } | null;
    readonly transferFeeY: { readonly max: string; readonly bps: number } | null;
    readonly quotes: readonly {
      readonly dir: string;
      readonly amount: string;
      readonly model: {
        readonly netIn: string;
        readonly poolOut: string;
        readonly userOut: string;
        readonly fee: string;
        readonly binsUsed: number;
        readonly status: string;
      };
    }[];
    readonly depth: Readonly<
      Record<
        'XtoY' | 'YtoX',
        readonly {
          readonly bps: number;
          readonly marginal: (Amounts & { fee: string }) | null;
          readonly average: Amounts | null;
        }[]
      >
    > &
      Readonly<Record<'XtoY_all' | 'YtoX_all', Amounts & { status: string }>>;
  }[];
}

const dir = sharedLiquidityDir();
const directionOf = (name: string): Direction => (name === 'XtoY' ? 'a_to_b' : 'b_to_a');
const feeOf = (fee: { max: string; bps: number } | null): TransferFee | null =>
  fee === null ? null : { bps: BigInt(fee.bps), maxRaw: BigInt(fee.max) };

describe('golden values of Meteora DLMM', () => {
  it.skipIf(dir === null)('are read from ../shared/liquidity; the suite is skipped where it is absent', () => {
    expect(dir).not.toBeNull();
  });
  if (dir !== null) describeDlmm(dir);
});

function describeDlmm(shared: string): void {
  const accounts = new RecordedAccounts(shared);
  const account = (address: string) => given(accounts.find(address, PROGRAM), `file of ${address}`);
  const golden: DlmmGolden = JSON.parse(readText(shared, 'golden/meteora-dlmm.json'));

  it('the prices of 60 bins', () => {
    const { bins }: { bins: [number, number, string][] } = JSON.parse(readText(shared, 'golden/tick-prices.json'));
    for (const [step, bin, price] of bins)
      expect(`${step} ${bin} ${binPrice(step, bin)}`).toBe(`${step} ${bin} ${price}`);
  });

  it.each(golden.pools)('$pool $variant: every quote and depth table', (row) => {
    const pair = decodeLbPair(account(row.pool));
    expect(pair.hasLimitOrders).toBe(row.limitOrdersSupported);
    const arrays = new Map(
      row.binArrays.map((index) => [index, decodeBinArray(account(binArrayAddress(row.pool, index)), pair, index)]),
    );
    const clock = { slot: BigInt(row.slot), epoch: 0n, unixTimestamp: BigInt(row.clock) };
    const open = (x: TransferFee | null, y: TransferFee | null) =>
      openDlmm(pair, clock, { a: plentySide(x), b: plentySide(y), extension: [], arrays });

    const market = open(feeOf(row.transferFeeX), feeOf(row.transferFeeY));
    const to = new Differences();
    for (const { dir: name, amount, model } of row.quotes) {
      const { value, unknown } = market.quote(directionOf(name), BigInt(amount));
      const { netIn, poolOut, userOut, fee, status } = model;
      if (status === 'missing_array') to.check(`${name} ${amount}`, unknown, 'missing_array');
      else {
        const end = status === 'filled' ? status : 'out_of_liquidity';
        const found = [value?.poolIn, value?.poolOut, value?.amountOut, value?.fee, value?.status];
        to.check(`${name} ${amount}`, found, [netIn, poolOut, userOut, fee, end]);
      }
    }
    // The recorded depth leaves transfer fees out.
    const plain = open(null, null);
    for (const name of ['XtoY', 'YtoX'] as const) {
      for (const { bps, marginal: part, average: most } of row.depth[name]) {
        const found = marginal(plain, directionOf(name), bps);
        if (part === null) to.check(`${name} ${bps}`, found.unknown, 'missing_array');
        else {
          const { amountIn, amountOut, fee } = given(found.value, `depth ${name} ${bps}`);
          to.check(`${name} ${bps}`, [amountIn, amountOut, fee], [part.in, part.out, part.fee]);
        }
        const largest = average(plain, directionOf(name), bps);
        if (most === null) to.check(`${name} ${bps} average`, largest.unknown, 'missing_array');
        else
          to.check(`${name} ${bps} average`, [largest.value?.amountIn, largest.value?.amountOut], [most.in, most.out]);
      }
    }
    expect(to.found).toEqual([]);
  });
}
