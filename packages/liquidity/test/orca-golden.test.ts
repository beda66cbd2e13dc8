import { describe, expect, it } from 'vitest';
import {
  decodeOracle,
  decodeTickArray,
  decodeWhirlpool,
  type Whirlpool,
  WHIRLPOOL_PROGRAM as PROGRAM,
} from '../src/orca-whirlpool/accounts.ts';
import { openWhirlpool, oracleAddress, orcaWhirlpool, tickArrayAddress } from '../src/orca-whirlpool/source.ts';
import { WHIRLPOOL_TICKS } from '../src/orca-whirlpool/tick-math.ts';
import { CLMM_TICKS } from '../src/raydium-clmm/tick-math.ts';
import type { Direction } from '../src/common/price.ts';
import type { Tick } from '../src/common/ticks.ts';
import type { Market } from '../src/source.ts';
import { checkDepth, checkQuote } from './golden/expect-fill.ts';
import type { AdaptiveCase, OrcaExtraGolden, OrcaGolden, TslaxGolden } from './golden/orca-types.ts';
import { Differences, given } from './support/differences.ts';
import { readText, RecordedAccounts, sharedLiquidityDir } from './support/shared-liquidity.ts';
import { CLOCK, plentySide } from './support/sides.ts';

interface Registry {
  readonly pools: readonly {
    readonly dex: string;
    readonly address: string;
    readonly vaultA: string;
    readonly tokenA: { readonly mint: string };
    readonly tickArrays:
      | readonly { readonly address: string; readonly start: number; readonly initializedTicks: number }[]
      | null;
  }[];
}

const dir = sharedLiquidityDir();
const directionOf = (dir_: string): Direction => (dir_ === 'AtoB' ? 'a_to_b' : 'b_to_a');

describe('golden values of Whirlpool', () => {
  it.skipIf(dir === null)('are read from ../shared/liquidity; the suite is skipped where it is absent', () => {
    expect(dir).not.toBeNull();
  });
  if (dir !== null) describeWhirlpool(dir);
});

function describeWhirlpool(shared: string): void {
  const accounts = new RecordedAccounts(shared);
  const golden: OrcaGolden = JSON.parse(readText(shared, 'golden/orca.json'));
  const extra: OrcaExtraGolden = JSON.parse(readText(shared, 'golden/orca-extra.json'));
  const registry: Registry = JSON.parse(readText(shared, 'registry.json'));

  const account = (address: string) => given(accounts.find(address, PROGRAM), `file of ${address}`);
  const poolAt = (address: string): Whirlpool => decodeWhirlpool(account(address));
  /** Every array with ticks of these pools was recorded; of others the account is known not to matter. */
  const arraysOf = (pool: Whirlpool): ReadonlyMap<number, readonly Tick[]> => {
    const listed = registry.pools.find(({ address }) => address === pool.address)?.tickArrays ?? [];
    return new Map(listed.map(({ address, start }) => [start, decodeTickArray(account(address), pool, start)]));
  };
  const open = (pool: Whirlpool, parts: Partial<Parameters<typeof openWhirlpool>[2]> = {}, clock = CLOCK) => {
    const known = arraysOf(pool);
    const arrays = (start: number) => known.get(start) ?? [];
    return openWhirlpool(pool, clock, { a: plentySide(), b: plentySide(), oracle: null, arrays, ...parts });
  };

  it('the prices of 250 ticks, in both programs, and back', () => {
    const { ticks }: { ticks: [number, string, string][] } = JSON.parse(readText(shared, 'golden/tick-prices.json'));
    const to = new Differences();
    for (const [tick, whirlpool, raydium] of ticks) {
      to.check(
        `${tick}`,
        [WHIRLPOOL_TICKS, CLMM_TICKS].map((math) => math.sqrtPriceAt(tick)),
        [whirlpool, raydium],
      );
      for (const math of [WHIRLPOOL_TICKS, CLMM_TICKS]) {
        const below = Math.max(-443_636, tick - 1);
        const price = math.sqrtPriceAt(tick);
        to.check(
          `back to ${tick}`,
          [price, price - 1n].map((at) => math.tickAt(at)),
          [tick, below],
        );
      }
    }
    expect(to.found).toEqual([]);
  });

  it('addresses and counts of every recorded tick array, and what the registry says of the pools', () => {
    for (const listed of registry.pools.filter(({ dex }) => dex === 'orca_whirlpool')) {
      const pool = poolAt(listed.address);
      expect([pool.mintA, pool.vaultA]).toEqual([listed.tokenA.mint, listed.vaultA]);
      for (const { address, start, initializedTicks } of listed.tickArrays ?? []) {
        expect(tickArrayAddress(pool.address, start)).toBe(address);
        expect(decodeTickArray(account(address), pool, start).length).toBe(initializedTicks);
      }
    }
  });

  it('net liquidity up to the price is the liquidity of the pool, and all of it adds up to nothing', () => {
    for (const { pool: address } of golden.pools) {
      const pool = poolAt(address);
      const ticks = [...arraysOf(pool).values()].flat();
      const sum = (of: readonly Tick[]): bigint => of.reduce((total, { net }) => total + net, 0n);
      expect(sum(ticks.filter(({ index }) => index <= pool.tick))).toBe(pool.liquidity);
      expect(sum(ticks)).toBe(0n);
    }
  });

  it.each(golden.pools)('$pool: every quote and depth table', ({ pool, quotes, depth }) => {
    const market = open(poolAt(pool));
    const to = new Differences();
    for (const quote of quotes) checkQuote(to, market, directionOf(quote.dir), quote);
    for (const name of ['AtoB', 'BtoA'] as const) {
      for (const row of depth[name]) checkDepth(to, market, directionOf(name), row);
      const { value } = market.quote(directionOf(name), (1n << 64n) - 1n);
      const all = depth[`${name}_exhaust`];
      to.check(
        name,
        [value?.amountIn, value?.amountOut, value?.crossed, value?.status],
        [all.in, all.out, all.ticksCrossed, all.status],
      );
    }
    expect(to.found).toEqual([]);
  });

  it('transfer fees of both tokens', () => {
    for (const row of extra.transferFee) {
      const [a, b] = [row.feeA, row.feeB].map((fee) =>
        plentySide(fee === null ? null : { bps: BigInt(fee.feeBps), maxRaw: BigInt(fee.maxFee) }),
      );
      if (a === undefined || b === undefined) throw new RangeError('no sides');
      const { value } = open(poolAt(row.pool), { a, b }).quote(directionOf(row.dir), BigInt(row.amount));
      const { amountIn, amountOut, poolIn, poolOut } = given(value, 'quote');
      expect([amountIn, amountOut, poolIn, poolOut].map(String)).toEqual([
        row.sdkIn,
        row.sdkOut,
        row.netIn,
        row.poolOut,
      ]);
    }
  });

  it('the adaptive fee of made-up oracles', () => {
    const to = new Differences();
    for (const row of extra.adaptive) {
      const pool = { ...poolAt(row.pool), feeTierIndex: 1_025 };
      const clock = { ...CLOCK, unixTimestamp: BigInt(row.clock) };
      checkAdaptive(to, row, open(pool, { oracle: oracleOf(row) }, clock));
    }
    expect(to.found).toEqual([]);
  });

  it('dynamic tick arrays', () => {
    const { address, startTick, ticks, dataBase64 } = extra.dynamicSample;
    const data = new Uint8Array(Buffer.from(dataBase64, 'base64'));
    const pool = poolAt(golden.pools.find((row) => tickArrayAddress(row.pool, startTick) === address)?.pool ?? '');
    const dynamic = decodeTickArray({ address, owner: PROGRAM, data }, pool, startTick);
    expect(dynamic.length).toBe(ticks);
    expect(dynamic).toEqual(decodeTickArray(account(address), pool, startTick));
    for (const row of extra.dynamic) {
      const { value } = open(poolAt(row.pool)).quote(directionOf(row.dir), BigInt(row.amount));
      expect([String(value?.amountIn), String(value?.amountOut), value?.crossed]).toEqual([
        row.in,
        row.out,
        row.ticksCrossed,
      ]);
    }
  });

  it('a real pool with an adaptive fee and dynamic arrays, read as a service reads it', () => {
    const { meta, quotes, depth }: TslaxGolden = JSON.parse(readText(shared, 'golden/orca-tslax.json'));
    const pool = poolAt(meta.pool);
    const clock = { ...CLOCK, unixTimestamp: BigInt(meta.clock) };
    expect(oracleAddress(pool.address)).toBe(meta.oracle);
    expect(orcaWhirlpool.companions(pool).map(({ address }) => address)).toEqual(
      expect.arrayContaining([meta.oracle, ...meta.tickArrays.map(({ address }) => address)]),
    );
    const arrays = new Map(
      meta.tickArrays.map(({ address, start }) => [start, decodeTickArray(account(address), pool, start)]),
    );
    const market = openWhirlpool(pool, clock, {
      a: plentySide(),
      b: plentySide(),
      oracle: decodeOracle(account(meta.oracle), pool.address),
      arrays: (start) => arrays.get(start),
    });
    const to = new Differences();
    for (const row of quotes) checkAdaptive(to, row, market);
    for (const row of depth.AtoB) checkDepth(to, market, 'a_to_b', row);
    for (const row of depth.BtoA) checkDepth(to, market, 'b_to_a', row);
    expect(to.found).toEqual([]);
    const { usdcIn, tslaxOut, tslaxIn, usdcOut } = meta.jupiter;
    expect(String(market.quote('b_to_a', BigInt(usdcIn)).value?.amountOut)).toBe(tslaxOut);
    expect(String(market.quote('a_to_b', BigInt(tslaxIn)).value?.amountOut)).toBe(usdcOut);
  });
}

function oracleOf({ constants, variables }: AdaptiveCase) {
  const [constant, variable] = [constants, variables].map((of) => (name: string) => BigInt(given(of[name], name)));
  if (constant === undefined || variable === undefined) throw new RangeError('no oracle');
  return {
    tradeEnabledAt: 0n,
    filterPeriod: constant('filterPeriod'),
    decayPeriod: constant('decayPeriod'),
    reductionFactor: constant('reductionFactor'),
    controlFactor: constant('controlFactor'),
    maxVolatility: constant('maxVolAcc'),
    groupSize: Number(constant('tickGroupSize')),
    lastReferenceUpdateAt: variable('lastReferenceUpdate'),
    lastMajorSwapAt: variable('lastMajorSwap'),
    volatilityReference: variable('volRef'),
    groupReference: Number(variable('groupRef')),
    volatilityAccumulator: variable('volAcc'),
  };
}

function checkAdaptive(to: Differences, row: AdaptiveCase, market: Market): void {
  const { value } = market.quote(directionOf(row.dir), BigInt(row.amount), row.exact);
  const { amountIn, amountOut, fee, endPrice, crossed } = given(value, 'quote');
  const recorded = [row.in, row.out, row.fee, row.endSqrtPrice, row.ticksCrossed];
  to.check(`${row.dir} ${row.exact} ${row.amount}`, [amountIn, amountOut, fee, endPrice, crossed], recorded);
}
