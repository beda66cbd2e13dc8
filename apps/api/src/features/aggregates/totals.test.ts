import type { AggregateReserve } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { addTotals, meanRate, NO_TOTALS, rateParts, shareOf, type Totals, totalsOf, usdToDouble } from './totals.ts';

const ONE = 2n ** 60n;

/** A generator of whole numbers that is the same in every run. */
function createRandom(seed: bigint) {
  let state = seed;
  return (bits: bigint): bigint => {
    let value = 0n;
    for (let got = 0n; got < bits; got += 32n) {
      state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & (2n ** 64n - 1n);
      value = (value << 32n) | (state >> 32n);
    }
    return value & ((1n << bits) - 1n);
  };
}

function arbitraryReserve(random: (bits: bigint) => bigint) {
  const price = random(1n) === 0n ? random(90n) : 0n;
  return {
    protocol: 'kamino',
    reserve: 'r',
    lendingMarket: String(random(2n)),
    listed: true,
    part: 'listed',
    tokenMint: 'm',
    tokenSymbol: 'T',
    tokenDecimals: Number(random(4n)),
    status: random(1n) === 0n ? ('active' as const) : ('hidden' as const),
    maxPriceAgeSeconds: 180n,
    firstSeenAt: new Date(0),
    missingSinceAt: random(3n) === 0n ? new Date(1) : null,
    state: {
      slot: 1n,
      observedAt: new Date(1_000_000),
      availableRaw: random(64n),
      supplied: random(124n),
      borrowed: random(124n),
      price,
      priceUsable: price > 0n,
      priceStatus: Number(random(6n)),
      priceUpdatedAt: new Date(Number(random(20n))),
      marketPrice: null,
      marketPublishedAt: null,
      utilizationF: 0,
      supplyAprF: Number(random(53n)) / 2 ** 52,
      supplyApyF: Number(random(53n)) / 2 ** 52,
      borrowAprF: Number(random(53n)) / 2 ** 50,
      borrowApyF: Number(random(53n)) / 2 ** 50,
    },
  } satisfies AggregateReserve;
}

const sum = (reserves: readonly AggregateReserve[]): Totals => reserves.map(totalsOf).reduce(addTotals, NO_TOTALS);

describe('totals', () => {
  it('of the parts of any partition are, to the last bit, those of the whole, in any order', () => {
    const random = createRandom(7n);
    for (let run = 0; run < 50; run += 1) {
      const reserves = Array.from({ length: 40 }, () => arbitraryReserve(random));
      const markets = new Set(reserves.map(({ lendingMarket }) => lendingMarket));
      const parts = [...markets].map((market) =>
        sum(reserves.filter(({ lendingMarket }) => lendingMarket === market).toReversed()),
      );
      expect(parts.reduce(addTotals, NO_TOTALS)).toEqual(sum(reserves));
    }
  });

  it('value tokens of different decimals on one scale', () => {
    const reserve = (tokenDecimals: number, tokens: bigint, price: bigint) => {
      const plain = arbitraryReserve(createRandom(1n));
      const supplied = tokens * 10n ** BigInt(tokenDecimals) * ONE;
      const state = { ...plain.state, supplied, price, priceUsable: true };
      return { ...plain, missingSinceAt: null, tokenDecimals, state };
    };
    const totals = sum([reserve(0, 3n, ONE), reserve(6, 5n, 2n * ONE), reserve(19, 7n, ONE / 4n)]);
    expect(usdToDouble(totals.suppliedUsd)).toBe(14.75);
  });

  it('leave out what is not on chain any more, but count it', () => {
    const reserve = { ...arbitraryReserve(createRandom(3n)), missingSinceAt: new Date(5) };
    expect(totalsOf(reserve)).toEqual({ ...NO_TOTALS, reserves: 1, [reserve.status]: 1 });
  });
});

describe('rates', () => {
  it.each([0, 0.25, 1, 1.5, 0.0547562326721249, 3e15, 2 ** 80])('of %d keep their value', (rate) => {
    expect(meanRate(rateParts(rate) * 5n, 5n)).toBe(rate);
  });

  it('have no mean where nothing weighs, and a share of nothing is what the caller says', () => {
    expect(meanRate(0n, 0n)).toBeNull();
    expect(shareOf(0n, 0n, null)).toBeNull();
    expect(shareOf(0n, 0n, 0)).toBe(0);
  });
});
