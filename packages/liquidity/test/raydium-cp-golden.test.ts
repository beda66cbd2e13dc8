import { U64_MAX } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import type { Direction } from '../src/common/price.ts';
import { AMM_V4_PROGRAM, decodeAmmV4Pool, openAmmV4 } from '../src/raydium-amm-v4/source.ts';
import { openCpmm } from '../src/raydium-cpmm/source.ts';
import { TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import { decodeVault } from '../src/common/token.ts';
import type { Market } from '../src/source.ts';
import { average, marginal } from './golden/expect-fill.ts';
import { Differences, given } from './support/differences.ts';
import { readText, RecordedAccounts, sharedLiquidityDir } from './support/shared-liquidity.ts';
import { CLOCK } from './support/sides.ts';

interface Row {
  readonly bps: number;
  readonly marginal: { readonly in: string; readonly out: string };
  readonly average: { readonly in: string; readonly out: string };
}

interface CpGolden {
  readonly cpmm: readonly {
    readonly name: string;
    readonly x: string;
    readonly y: string;
    readonly trade: string;
    readonly creator: string;
    readonly on: boolean;
    readonly exactIn: readonly { readonly amount: string; readonly out: string }[];
    readonly exactOut: readonly { readonly amount: string; readonly in: string }[];
    readonly depth: readonly Row[];
  }[];
  readonly ammV4: readonly {
    readonly x: string;
    readonly y: string;
    readonly feeNum: number;
    readonly feeDen: number;
    readonly amount: string;
    readonly out: string;
    readonly fee: string;
  }[];
  readonly ammV4Real: {
    readonly pool: string;
    readonly coinReserve: string;
    readonly pcReserve: string;
    readonly quotes: readonly {
      readonly dir: string;
      readonly amount: string;
      readonly out: string;
      readonly fee: string;
    }[];
    readonly depth: { readonly coinToPc: readonly Row[]; readonly pcToCoin: readonly Row[] };
  };
}

const dir = sharedLiquidityDir();
const HEAD = {
  address: '',
  mintA: '',
  mintB: '',
  vaultA: '',
  vaultB: '',
  lastUsedAt: null,
  owedA: 0n,
  owedB: 0n,
  openAt: 0n,
};
const side = (amountRaw: bigint) => ({
  vault: { mint: '', amountRaw, isFrozen: false },
  token: { transferFee: null, isPaused: false },
});

describe('golden values of Raydium CPMM and AMM v4', () => {
  it.skipIf(dir === null)('are read from ../shared/liquidity; the suite is skipped where it is absent', () => {
    expect(dir).not.toBeNull();
  });
  if (dir !== null) describeProducts(dir);
});

function expectRows(market: Market, direction: Direction, rows: readonly Row[]): void {
  for (const row of rows) {
    const { value } = marginal(market, direction, row.bps);
    expect([row.bps, String(value?.amountIn), String(value?.amountOut)]).toEqual([
      row.bps,
      row.marginal.in,
      row.marginal.out,
    ]);
    const most = average(market, direction, row.bps).value;
    expect([row.bps, String(most?.amountIn), String(most?.amountOut)]).toEqual([
      row.bps,
      row.average.in,
      row.average.out,
    ]);
  }
}

function describeProducts(shared: string): void {
  const golden: CpGolden = JSON.parse(readText(shared, 'golden/raydium-cp.json'));

  it.each(golden.cpmm)('CPMM, $name', ({ x, y, trade, creator, on, exactIn, exactOut, depth }) => {
    const pool = { ...HEAD, config: '', isDisabled: false, creatorFee: on ? ('on_input' as const) : ('on_b' as const) };
    const rates = { trade: BigInt(trade), creator: BigInt(creator) };
    const market = openCpmm(pool, CLOCK, { a: side(BigInt(x)), b: side(BigInt(y)), rates });
    const to = new Differences();
    for (const { amount, out } of exactIn) {
      const { value, unknown } = market.quote('a_to_b', BigInt(amount));
      // No instruction can name more than a u64.
      if (BigInt(amount) > U64_MAX) to.check(amount, unknown, 'arithmetic_overflow');
      else to.check(amount, value?.amountOut, out);
    }
    expect(to.found).toEqual([]);
    for (const { amount, in: paid } of exactOut) {
      expect(`${amount} ${market.quote('a_to_b', BigInt(amount), 'out').value?.amountIn}`).toBe(`${amount} ${paid}`);
    }
    expectRows(market, 'a_to_b', depth);
  });

  it('AMM v4 on made-up reserves', () => {
    for (const { x, y, feeNum, feeDen, amount, out, fee } of golden.ammV4) {
      const pool = { ...HEAD, status: 6n, feeNumerator: BigInt(feeNum), feeDenominator: BigInt(feeDen) };
      const { value } = openAmmV4(pool, CLOCK, { a: side(BigInt(x)), b: side(BigInt(y)) }).quote(
        'a_to_b',
        BigInt(amount),
      );
      expect([amount, String(value?.amountOut), String(value?.fee)]).toEqual([amount, out, fee]);
    }
  });

  it('AMM v4, the pool of SOL and USDC', () => {
    const { pool: address, coinReserve, pcReserve, quotes, depth } = golden.ammV4Real;
    const accounts = new RecordedAccounts(shared);
    const pool = decodeAmmV4Pool(given(accounts.find(address, AMM_V4_PROGRAM), 'pool'));
    const [a, b] = [pool.vaultA, pool.vaultB].map((vault) =>
      decodeVault(given(accounts.find(vault, TOKEN_PROGRAM_ADDRESS), 'vault')),
    );
    if (a === undefined || b === undefined) throw new RangeError('no vaults');
    expect([a.mint, b.mint]).toEqual([pool.mintA, pool.mintB]);
    expect([a.amountRaw - pool.owedA, b.amountRaw - pool.owedB].map(String)).toEqual([coinReserve, pcReserve]);
    const token = { transferFee: null, isPaused: false };
    const market = openAmmV4(
      pool,
      { ...CLOCK, unixTimestamp: 1_790_000_000n },
      { a: { vault: a, token }, b: { vault: b, token } },
    );
    expect(market.halt).toBeNull();
    for (const quote of quotes) {
      const { value } = market.quote(quote.dir === 'coinToPc' ? 'a_to_b' : 'b_to_a', BigInt(quote.amount));
      expect([quote.amount, String(value?.amountOut), String(value?.fee)]).toEqual([
        quote.amount,
        quote.out,
        quote.fee,
      ]);
    }
    expectRows(market, 'a_to_b', depth.coinToPc);
    expectRows(market, 'b_to_a', depth.pcToCoin);
  });
}
