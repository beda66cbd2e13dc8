import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOfUsd, type TokenMarket, USD_ONE, worthUsd } from '../src/index.ts';
import { anyWorld, greedyTrades, marketOf, type Side, token, type World } from './support/routing-worlds.ts';

// Each pool rounds what it pays or takes to a unit of the dollars (10^-6), and one of SOL (10^-9 of 150) in the step before.
const UNIT = USD_ONE / 1_000_000n;
const roundingOf = ({ direct, viaSol, leg }: World): bigint =>
  BigInt(direct.length + 2 * (viaSol.length + leg.length)) * UNIT;
const anySide = fc.constantFrom<Side>('sell', 'buy');
const RUNS = { numRuns: 60, seed: 20_261_128 };

const usdOf = (market: TokenMarket, size: number): bigint | null => market.quoteUsd(size)?.usd ?? null;

/** By how much a trade is worse than another of the same amount. */
function worseBy(side: Side, one: bigint, other: bigint): bigint {
  return side === 'sell' ? other - one : one - other;
}

describe('a size and an average depth', () => {
  it('are never worse than what a naive trader gets who takes the best pool for each chunk', () => {
    const [size, count] = [6_000, 40];
    fc.assert(
      fc.property(anyWorld, anySide, (world, side) => {
        const market = marketOf(world, side);
        const chunk = amountOfUsd(BigInt(size) * USD_ONE, token);
        const naive = greedyTrades(world, side, { chunk, count });
        for (const place of [1, 2, 5, 12, 25, 40]) {
          const trade = naive[place - 1];
          if (trade === undefined) continue;
          const usd = usdOf(market, size * place);
          expect(usd).not.toBeNull();
          expect(worseBy(side, usd ?? 0n, trade.usd) <= roundingOf(world)).toBe(true);
        }
        for (const bps of [10, 30, 100, 300]) {
          const isWithin = ({ amount, usd }: { amount: bigint; usd: bigint }): boolean => {
            const [paid, got] = side === 'sell' ? [worthUsd(amount, token), usd] : [usd, worthUsd(amount, token)];
            return got * 10_000n >= paid * BigInt(10_000 - bps);
          };
          const most = naive.findLast(isWithin)?.amount ?? 0n;
          // Whole units of the output decide over some thousands of the input.
          expect(market.average(bps).amountRaw >= most - 100_000n).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('are what the pools themselves quote for the parts', () => {
    fc.assert(
      fc.property(anyWorld, ({ direct, leg }) => {
        const once = new Map(direct.map((pool) => [pool.source, pool]));
        const market = marketOf({ direct: [...once.values()], viaSol: [], leg }, 'sell');
        for (const trade of [market.quoteUsd(30_000), market.average(100)]) {
          const parts = Object.entries(trade?.bySource ?? {}).map(([source, amount]) => {
            const pool = [...once.values()].find((one) => one.source === source);
            return pool?.market.quote('a_to_b', amount).value?.amountOut ?? 0n;
          });
          const gap = (trade?.usd ?? 0n) - parts.reduce((sum, part) => sum + part, 0n) * UNIT;
          expect(gap <= 0n ? -gap <= BigInt(parts.length) * UNIT : gap === 0n).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('never get worse by one more pool, whatever it costs', () => {
    fc.assert(
      fc.property(anyWorld, anySide, fc.constantFrom('direct', 'viaSol', 'leg'), (world, side, kind) => {
        fc.pre(world[kind].length > (kind === 'viaSol' ? 0 : 1));
        const fewer = marketOf({ ...world, [kind]: world[kind].slice(1) }, side);
        const all = marketOf(world, side);
        for (const size of [1_000, 10_000, 50_000, 200_000]) {
          const before = usdOf(fewer, size);
          if (before === null) continue;
          const after = usdOf(all, size);
          expect(after).not.toBeNull();
          expect(worseBy(side, after ?? 0n, before) <= roundingOf(world)).toBe(true);
        }
        for (const bps of [10, 30, 100, 300]) {
          expect(all.average(bps).amountRaw >= fewer.average(bps).amountRaw - 100_000n).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('lose no smaller share of a larger amount', () => {
    const anySizes = fc
      .uniqueArray(fc.integer({ min: 100, max: 300_000 }), { minLength: 2, maxLength: 6 })
      .map((sizes) => sizes.toSorted((one, other) => one - other));
    fc.assert(
      fc.property(anyWorld, anySide, anySizes, (world, side, sizes) => {
        const market = marketOf(world, side);
        const trades = sizes.flatMap((size) => market.quoteUsd(size) ?? []);
        for (const [place, { amountRaw, usd }] of trades.entries()) {
          const smaller = trades[place - 1];
          if (smaller === undefined) continue;
          const share = smaller.usd * amountRaw;
          expect(worseBy(side, share, usd * smaller.amountRaw) <= roundingOf(world) * amountRaw).toBe(true);
        }
      }),
      RUNS,
    );
  });
});
