import { isAddress } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import {
  classify,
  type Candidate,
  coverReserve,
  DEFAULT_RULES,
  KNOWN_POOLS,
  meteoraDlmm,
  netBonusBps,
  orcaWhirlpool,
  poolDepth,
  raydiumAmmV4,
  raydiumClmm,
  raydiumCpmm,
  type Reference,
  referenceOf,
  SOL_MINT,
  TokenMarket,
  USD_ONE,
  Venues,
} from '../src/index.ts';
import type { FoundAccounts, Market, PoolSource } from '../src/source.ts';
import type { PoolSpec } from '../src/localnet/index.ts';
import { given } from './support/differences.ts';
import { addressOf, buildPool, foundOf, NOW } from './support/built-pools.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const TOKEN = addressOf(2);
// A token of 9 decimals at 300 dollars, SOL at 150.
const token = referenceOf(TOKEN, 9, 300n, 1n);
const sol = referenceOf(SOL_MINT, 9, 150n, 1n);
const references: ReadonlyMap<string, Reference> = new Map([
  [TOKEN, token],
  [SOL_MINT, sol],
  [USDC, referenceOf(USDC, 6, 1n, 1n)],
]);
const TO_USDC = { mintB: USDC, price: { numerator: 3n, denominator: 10n } };
const TO_SOL = { mintB: SOL_MINT, price: { numerator: 2n, denominator: 1n } };
const SOL_TO_USDC = { mintA: SOL_MINT, mintB: USDC, price: { numerator: 15n, denominator: 100n } };

function candidate(
  source: PoolSource,
  place: number,
  changes: Partial<PoolSpec>,
  hide: readonly string[] = [],
): Candidate {
  const [vaultA, vaultB] = [addressOf(100 + 2 * place), addressOf(101 + 2 * place)];
  const built = buildPool(source, {
    address: addressOf(50 + place),
    vaultA,
    vaultB,
    config: addressOf(200),
    ...changes,
  });
  const all = foundOf(built.others);
  const found: FoundAccounts = { get: (address) => (hide.includes(address) ? undefined : all.get(address)) };
  return { source: source.name, market: source.open(source.decodePool(built.account), found, NOW) };
}

function marketOf(
  pools: readonly Candidate[],
  leg: readonly Candidate[] = [],
  side: 'sell' | 'buy' = 'sell',
): TokenMarket {
  const input = { references, rules: DEFAULT_RULES, now: NOW.unixTimestamp, side };
  const classified = classify({ ...input, token, candidates: pools });
  const solLeg = new Venues(classify({ ...input, token: sol, candidates: leg }).direct);
  return new TokenMarket({ token, references, classified, solLeg, side });
}

const classified = (candidates: readonly Candidate[], rules = DEFAULT_RULES) =>
  classify({ token, candidates, references, rules, now: NOW.unixTimestamp, side: 'sell' });

describe('pools of a token', () => {
  it('count where they pair it with US dollars or SOL; every other one is listed with its reason', () => {
    const found = classified([
      candidate(raydiumCpmm, 1, TO_USDC),
      candidate(orcaWhirlpool, 2, TO_SOL),
      candidate(orcaWhirlpool, 3, { ...TO_USDC, mintB: addressOf(7) }),
      candidate(orcaWhirlpool, 4, { ...TO_USDC, price: { numerator: 33n, denominator: 100n } }),
      candidate(orcaWhirlpool, 5, { ...TO_USDC, lastUsedAt: NOW.unixTimestamp - 90_000n }),
      candidate(raydiumAmmV4, 6, { ...TO_USDC, amountA: 1_000_000_000n }),
      candidate(raydiumCpmm, 7, TO_USDC, [addressOf(200)]),
      candidate(raydiumCpmm, 8, { ...SOL_TO_USDC }),
    ]);
    expect(found.direct.map(({ market }) => market.pool.address)).toEqual([addressOf(51)]);
    expect(found.viaSol.map(({ market }) => market.pool.address)).toEqual([addressOf(52)]);
    expect(found.excluded.map(({ pool, reason, detail }) => [pool, reason, detail])).toEqual([
      [addressOf(53), 'other_pair', null],
      [addressOf(54), 'stale_price', null],
      [addressOf(55), 'idle', null],
      [addressOf(56), 'dust', null],
      [addressOf(57), 'unknown', 'missing_account'],
    ]);
  });

  it('follow the configured rules', () => {
    const pools = [
      candidate(raydiumCpmm, 1, TO_USDC),
      candidate(raydiumAmmV4, 6, { ...TO_USDC, amountA: 1_000_000_000n }),
    ];
    expect(classified(pools, { ...DEFAULT_RULES, dustUsd: 0 }).excluded).toEqual([]);
    expect(classified(pools, { ...DEFAULT_RULES, usdMints: new Set() }).excluded.map(({ reason }) => reason)).toEqual([
      'other_pair',
      'other_pair',
    ]);
  });

  it('count once, however often they are listed', () => {
    const pool = candidate(raydiumCpmm, 1, TO_USDC);
    expect(marketOf([pool, pool]).row(500)).toEqual(marketOf([pool]).row(500));
  });
});

describe('the registry', () => {
  it('names every pool once, by an address', () => {
    expect(new Set(KNOWN_POOLS.map(({ address }) => address)).size).toBe(KNOWN_POOLS.length);
    expect(KNOWN_POOLS.every(({ address }) => isAddress(address))).toBe(true);
  });
});

describe('depth of a token', () => {
  const pools = [
    candidate(raydiumCpmm, 1, TO_USDC),
    candidate(orcaWhirlpool, 2, TO_USDC),
    candidate(meteoraDlmm, 3, TO_USDC),
    candidate(raydiumClmm, 4, TO_USDC),
  ];

  it('never shrinks with a deeper fall: a pool that would pay more than its vault holds counts as far as it is known', () => {
    const fall = (bps: bigint) => ({ numerator: 3n * (10_000n - bps), denominator: 100_000n });
    const [other, whole] = [candidate(raydiumCpmm, 1, TO_USDC), candidate(meteoraDlmm, 3, TO_USDC)];
    const soldTo = (bps: bigint) => given(whole.market.walk('a_to_b', [fall(bps)])[0]?.value, 'amount');
    const vault = (soldTo(500n).poolOut + soldTo(1_000n).poolOut) / 2n;
    const { market } = whole;
    const short: Market = {
      ...{ pool: market.pool, spot: market.spot, halt: market.halt, lowerBound: market.lowerBound },
      walk: (direction, targets) =>
        market.walk(direction, targets).map((row) => {
          const isAbove = row.value !== null && row.value.poolOut > vault;
          return isAbove ? { value: null, unknown: 'above_vault' as const } : row;
        }),
      quote: (...asked) => market.quote(...asked),
      reach: () => null,
      largest: (...asked) => market.largest(...asked),
    };
    const tokenMarket = marketOf([other, { ...whole, market: short }]);
    const rows = [500, 1_000, 2_000].map((bps) => tokenMarket.row(bps).marginal);
    const parts = rows.map(({ bySource }) => bySource.meteora_dlmm ?? 0n);
    expect(parts[0]).toBe(soldTo(500n).amountIn);
    expect(parts[1]).toBeGreaterThan(soldTo(500n).amountIn);
    expect(parts[1]).toBeLessThan(soldTo(1_000n).amountIn);
    expect(parts[2]).toBe(parts[1]);
    expect(rows.map(({ isLowerBound }) => isLowerBound)).toEqual([false, true, true]);
  });

  it('is the sum of what each pool takes to the same price, by source and in all', () => {
    const { marginal } = marketOf(pools).row(200);
    const each = pools.map(({ market }) =>
      given(poolDepth(market, 'a_to_b', { numerator: 3n, denominator: 10n })[2]?.marginal.value, 'depth'),
    );
    expect(marginal.amountRaw).toBe(each.reduce((sum, { amountIn }) => sum + amountIn, 0n));
    expect(marginal.usd).toBe(each.reduce((sum, { amountOut }) => sum + amountOut, 0n) * (USD_ONE / 1_000_000n));
    expect(Object.values(marginal.bySource).reduce((sum, part) => sum + part, 0n)).toBe(marginal.amountRaw);
    expect([marginal.viaSolShareF, marginal.isLowerBound]).toEqual([0, false]);
  });

  it('on average is the most that still brings the price less the fall: a little more brings less', () => {
    const market = marketOf(pools.slice(0, 1));
    const { amountRaw, usd } = market.average(500);
    // A pool of x and y without anything else, in doubles: net * y / (x + net) = 0.95 * in * y / x.
    const [x, fee] = [10_000_000_000_000, 0.0025];
    const expected = ((1 - fee) / 0.95 - 1) * (x / (1 - fee));
    expect(Math.abs(Number(amountRaw) / expected - 1)).toBeLessThan(1e-4);
    expect(Math.abs(Number(usd) / Number(USD_ONE) / ((Number(amountRaw) / 1e9) * 300 * 0.95) - 1)).toBeLessThan(1e-5);
  });

  it('grows with the fall and with every pool', () => {
    const market = marketOf(pools);
    const rows = [50, 100, 200, 500, 1_000].map((bps) => market.row(bps));
    for (const [i, row] of rows.entries()) {
      const before = rows[i - 1]?.marginal.amountRaw ?? 0n;
      expect(row.marginal.amountRaw >= before).toBe(true);
      expect(row.average.amountRaw >= marketOf(pools.slice(0, 3)).row(row.bps).average.amountRaw).toBe(true);
    }
  });

  it('is nothing at a fall that is less than the fee', () => {
    expect(marketOf([candidate(raydiumCpmm, 1, { ...TO_USDC, feePpm: 10_000 })]).average(50)).toMatchObject({
      amountRaw: 0n,
      usd: 0n,
    });
  });

  it('is a lower bound where a pool is not known, and says nothing where none is', () => {
    const hidden = candidate(raydiumCpmm, 7, TO_USDC, [addressOf(200)]);
    expect(marketOf([...pools, hidden]).row(100).marginal.isLowerBound).toBe(true);
    expect(marketOf([hidden]).hasPools).toBe(false);
  });

  it('through SOL sells all SOL once: two pools to SOL do not each have the whole of what SOL sells for', () => {
    const leg = [candidate(raydiumCpmm, 20, { ...SOL_TO_USDC, amountA: 1_000_000_000_000n })];
    const [one, other] = [candidate(raydiumCpmm, 1, TO_SOL), candidate(raydiumCpmm, 2, TO_SOL)];
    const [first, second, both] = [[one], [other], [one, other]].map((some) => marketOf(some, leg).row(500).marginal);
    expect(given(both, 'row').amountRaw < given(first, 'row').amountRaw + given(second, 'row').amountRaw).toBe(true);
    // The pool of SOL is what holds it back: its own depth bounds what can be paid out.
    const own = given(poolDepth(given(leg[0], 'leg').market, 'a_to_b')[3]?.marginal.value, 'depth').amountOut;
    expect(given(both, 'row').usd <= own * (USD_ONE / 1_000_000n)).toBe(true);
    expect(given(both, 'row').viaSolShareF).toBe(1);
  });

  it('through SOL loses in both steps together no more than the fall', () => {
    const leg = [candidate(raydiumCpmm, 20, { ...SOL_TO_USDC, amountA: 40_000_000_000_000n, feePpm: 0 })];
    const market = marketOf([candidate(raydiumCpmm, 1, { ...TO_SOL, feePpm: 0 })], leg);
    const { amountRaw, usd } = market.average(500);
    const price = Number(usd) / Number(USD_ONE) / (Number(amountRaw) / 1e9);
    expect(price).toBeGreaterThanOrEqual(285);
    expect(price).toBeLessThan(285.1);
  });

  it('quotes sizes in US dollars: the whole amount, at the price of depth, and null beyond all pools', () => {
    const market = marketOf(pools);
    const small = given(market.quoteUsd(10_000), 'quote');
    expect(small.amountRaw).toBe(33_333_333_333n);
    const large = given(market.quoteUsd(1_000_000), 'quote');
    expect(Number(large.usd) / Number(USD_ONE)).toBeLessThan(1_000_000);
    expect(large.usd > small.usd * 50n).toBe(true);
    expect(market.quoteUsd(1e12)).toBeNull();
  });
});

describe('coverage of a reserve', () => {
  const market = marketOf([candidate(raydiumCpmm, 1, TO_USDC)]);
  const reserve = {
    receiptRaw: 1_000_000_000_000n,
    receiptSupplyRaw: 4_000_000_000_000n,
    supplied: 5_000_000_000_000n << 60n,
    scale: 1n << 60n,
    minLiquidationBonusBps: 500,
    maxLiquidationBonusBps: 1_000,
    protocolLiquidationFeePct: 20,
  };

  it('is what can be sold within the net bonus over the collateral, alone and with every reserve of the token', () => {
    const { collateralRaw, tokenCollateralRaw, atMinBonus, atMaxBonus } = coverReserve(
      reserve,
      [reserve, reserve, reserve],
      market,
    );
    expect([collateralRaw, tokenCollateralRaw]).toEqual([1_250_000_000_000n, 3_750_000_000_000n]);
    expect([atMinBonus.netBonusBps, atMaxBonus.netBonusBps]).toEqual([400, 800]);
    const sellable = market.average(400).amountRaw;
    expect(atMinBonus.sellableRaw).toBe(sellable);
    expect(atMinBonus.coverageF).toBe(Number(sellable) / 1_250_000_000_000);
    expect(given(atMinBonus.tokenCoverageF, 'coverage') * 3).toBeCloseTo(given(atMinBonus.coverageF, 'coverage'), 12);
    expect(given(atMaxBonus.coverageF, 'coverage')).toBeGreaterThan(given(atMinBonus.coverageF, 'coverage'));
  });

  it('leaves the liquidator what is left of the bonus, cut off', () => {
    // 80 % of 333 are 266.4, 97 % of 215 are 208.55.
    expect([netBonusBps(333, 20), netBonusBps(215, 3), netBonusBps(333, null)]).toEqual([266, 208, 333]);
  });

  it('is null without collateral and without a pool that is known, and never capped', () => {
    const empty = { ...reserve, receiptRaw: 0n };
    expect(coverReserve(empty, [empty], market).atMinBonus.coverageF).toBeNull();
    expect(coverReserve(reserve, [reserve], marketOf([])).atMinBonus).toMatchObject({
      sellableRaw: null,
      coverageF: null,
    });
    const tiny = { ...reserve, receiptRaw: 10n };
    expect(given(coverReserve(tiny, [tiny], market).atMinBonus.coverageF, 'coverage')).toBeGreaterThan(1_000);
  });
});

describe('a purchase of a token', () => {
  const buying = (pools: readonly Candidate[], leg: readonly Candidate[] = []) => marketOf(pools, leg, 'buy');

  it('is what each pool of US dollars gives until its price is there', () => {
    const pools = [candidate(raydiumCpmm, 1, TO_USDC), candidate(orcaWhirlpool, 2, TO_USDC)];
    const { amountRaw, usd, bySource, viaSolShareF } = buying(pools).row(200).marginal;
    const each = pools.map(({ market }) =>
      given(poolDepth(market, 'b_to_a', { numerator: 3n, denominator: 10n })[2]?.marginal.value, 'depth'),
    );
    expect(amountRaw).toBe(each.reduce((sum, { amountOut }) => sum + amountOut, 0n));
    expect(usd).toBe(each.reduce((sum, { amountIn }) => sum + amountIn, 0n) * (USD_ONE / 1_000_000n));
    expect(viaSolShareF).toBe(0);
    expect(bySource).toEqual({ raydium_cpmm: each[0]?.amountOut, orca_whirlpool: each[1]?.amountOut });
  });

  it('on average is the most that is worth what it costs less the fall', () => {
    const { amountRaw, usd } = buying([candidate(raydiumCpmm, 1, TO_USDC)]).average(500);
    // x * net / (y + net) tokens for `in` US dollars at 300: the mean price is 300 / 0.95.
    const [x, y, fee] = [10_000, 3_000_000, 0.0025];
    const paid = ((1 - fee) / 0.95 - 1) * (y / (1 - fee));
    expect(Math.abs(Number(usd) / Number(USD_ONE) / paid - 1)).toBeLessThan(1e-4);
    const net = paid * (1 - fee);
    expect(Math.abs(Number(amountRaw) / 1e9 / ((x * net) / (y + net)) - 1)).toBeLessThan(1e-4);
  });

  it('is nothing at a fall that is less than the fee, and says so where no pool counts', () => {
    const market = buying([candidate(raydiumCpmm, 1, { ...TO_USDC, feePpm: 10_000 })]);
    expect(market.average(50)).toMatchObject({ amountRaw: 0n, usd: 0n });
    expect(buying([]).hasPools).toBe(false);
  });

  it('through SOL pays for all of it once, and loses in both steps together no more than the fall', () => {
    const leg = [candidate(raydiumCpmm, 20, { ...SOL_TO_USDC, amountA: 40_000_000_000_000n, feePpm: 0 })];
    const direct = candidate(raydiumCpmm, 2, { ...TO_USDC, feePpm: 0 });
    const market = buying([direct, candidate(raydiumCpmm, 1, { ...TO_SOL, feePpm: 0 })], leg);
    for (const bps of [50, 200, 1_000]) {
      // Product pools without fees, in doubles: 40,000 SOL of 150 dollars; 10,000 tokens of 2 SOL, and as many of 300 dollars.
      const [left, [inLeg, tokens]] = [1 - bps / 10_000, [40_000, 10_000]];
      const solOut = (legLeft: number) => inLeg * (1 - Math.sqrt(legLeft));
      const solIn = (poolLeft: number) => 2 * tokens * (1 / Math.sqrt(poolLeft) - 1);
      let [low, high] = [left, 1];
      for (let i = 0; i < 60; i += 1) {
        const middle = (low + high) / 2;
        if (solOut(middle) < solIn(left / middle)) high = middle;
        else low = middle;
      }
      const bought = tokens * (1 - Math.sqrt(left / low)) + tokens * (1 - Math.sqrt(left));
      const paid = 150 * inLeg * (1 / Math.sqrt(low) - 1) + 300 * tokens * (1 / Math.sqrt(left) - 1);
      const { amountRaw, usd, viaSolShareF } = market.row(bps).marginal;
      expect(Math.abs(Number(amountRaw) / 1e9 / bought - 1)).toBeLessThan(1e-3);
      expect(Math.abs(Number(usd) / Number(USD_ONE) / paid - 1)).toBeLessThan(1e-3);
      expect(viaSolShareF).toBeCloseTo((tokens * (1 - Math.sqrt(left / low))) / bought, 2);
    }
    const { amountRaw, usd } = market.average(500);
    const price = Number(usd) / Number(USD_ONE) / (Number(amountRaw) / 1e9);
    expect(price).toBeLessThanOrEqual(300 / 0.95);
    expect(price).toBeGreaterThan(300 / 0.9501);
  });
});
