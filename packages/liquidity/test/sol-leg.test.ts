import { expect, it } from 'vitest';
import {
  classify,
  DEFAULT_RULES,
  raydiumCpmm,
  type Reference,
  referenceOf,
  SOL_MINT,
  solLegShares,
  TokenMarket,
  Venues,
} from '../src/index.ts';
import type { PoolSpec } from '../src/localnet/index.ts';
import { addressOf, buildPool, foundOf, NOW } from './support/built-pools.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const [ONE, OTHER, DIRECT] = [addressOf(2), addressOf(3), addressOf(4)];
const references: ReadonlyMap<string, Reference> = new Map([
  [SOL_MINT, referenceOf(SOL_MINT, 9, 150n, 1n)],
  [USDC, referenceOf(USDC, 6, 1n, 1n)],
  ...[ONE, OTHER, DIRECT].map((mint) => [mint, referenceOf(mint, 9, 300n, 1n)] as const),
]);

/** A product pool without fees: so many whole tokens of A, at the reference price. */
function pool(place: number, mintA: string, mintB: string, whole: number) {
  const [vaultA, vaultB] = [addressOf(100 + 2 * place), addressOf(101 + 2 * place)];
  const price = mintB === SOL_MINT ? [2n, 1n] : mintA === SOL_MINT ? [15n, 100n] : [3n, 10n];
  const spec: Partial<PoolSpec> = {
    address: addressOf(50 + place),
    vaultA,
    vaultB,
    config: addressOf(200),
    mintA,
    mintB,
    amountA: BigInt(whole) * 10n ** 9n,
    price: { numerator: price[0] ?? 1n, denominator: price[1] ?? 1n },
    feePpm: 0,
  };
  const built = buildPool(raydiumCpmm, spec);
  const market = raydiumCpmm.open(raydiumCpmm.decodePool(built.account), foundOf(built.others), NOW);
  return { source: raydiumCpmm.name, market };
}

function average(mint: string, side: 'sell' | 'buy', bps: number, pools: readonly ReturnType<typeof pool>[]) {
  const classifiedFor = (of: string) => {
    const token = references.get(of);
    if (token === undefined) throw new Error('no reference');
    const shared = { token, references, side };
    return {
      ...shared,
      classified: classify({ ...shared, candidates: pools, rules: DEFAULT_RULES, now: NOW.unixTimestamp }),
    };
  };
  const solLeg = new Venues(classifiedFor(SOL_MINT).classified.direct);
  return new TokenMarket({ ...classifiedFor(mint), solLeg }).average(bps);
}

it.each(['sell', 'buy'] as const)(
  '%s: shares are in proportion to the SOL that each token trades alone, SOL all of its own',
  (side) => {
    const leg = pool(1, SOL_MINT, USDC, 40_000);
    const pools = [leg, pool(2, ONE, SOL_MINT, 1_000), pool(3, OTHER, SOL_MINT, 3_000), pool(4, DIRECT, USDC, 5_000)];
    for (const bps of [50, 200, 1_000]) {
      const trades = [ONE, OTHER, DIRECT].map((mint) => ({ mint, ...average(mint, side, bps, pools) }));
      const sol = average(SOL_MINT, side, bps, pools);
      // x tokens against 2x SOL without a fee: y * a / (x + a) SOL for a tokens sold, y * a / (x - a) for a bought.
      const naive = [1_000, 3_000].map((x, place) => {
        const a = Number(trades[place]?.amountRaw) / 1e9;
        return (2 * x * a) / (side === 'sell' ? x + a : x - a);
      });
      expect(trades.map(({ solRaw }) => Math.round(Number(solRaw) / 1e6))).toEqual(
        [...naive, 0].map((whole) => Math.round(whole * 1e3)),
      );
      const needs = [...trades, { mint: SOL_MINT, solRaw: sol.amountRaw }];
      const shares = solLegShares(needs);
      const wanted = [...naive, 0, Number(sol.amountRaw) / 1e9];
      const all = wanted.reduce((sum, one) => sum + one, 0);
      for (const [place, { mint }] of needs.entries()) {
        expect(shares.get(mint)).toBeCloseTo((wanted[place] ?? Number.NaN) / all, 6);
      }
      expect(shares.get(DIRECT)).toBe(0);
      // Of a product pool without a fee, all that it takes at this fall on average: a / (x + a) lost of the price.
      const takes = side === 'sell' ? 40_000 / (10_000 / bps - 1) : (40_000 * bps) / 10_000;
      expect(Number(sol.amountRaw) / 1e9 / takes).toBeCloseTo(1, 3);
    }
  },
);

it('nobody who trades SOL has no share of it, and one alone has all of it', () => {
  expect(solLegShares([])).toEqual(new Map());
  expect(solLegShares([{ mint: ONE, solRaw: 0n }])).toEqual(new Map([[ONE, null]]));
  const big = 10n ** 30n;
  expect(
    solLegShares([
      { mint: ONE, solRaw: big },
      { mint: OTHER, solRaw: 0n },
    ]),
  ).toEqual(
    new Map([
      [ONE, 1],
      [OTHER, 0],
    ]),
  );
});
