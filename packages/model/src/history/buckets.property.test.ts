import type { InterestSplit } from '@tidemark/core';
import { ONE_SF } from '@tidemark/protocols/kamino';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HIGHEST_PRICE_SF, inOrder, someSeconds, stories } from '../../test/support/arbitrary-chain.ts';
import { type Chain, LENDING_MARKET, momentAt, RESERVE, rules, timeAt } from '../../test/support/chain.ts';
import type { Bucket } from './bucket.ts';
import { buildBuckets } from './build-buckets.ts';
import { foldBuckets } from './fold-buckets.ts';
import { addInterest, ZERO_INTEREST } from './interest-split.ts';

const SECONDS = 7_200;

function bucketsOf(
  chain: Chain,
  observations: readonly number[],
  widthSeconds: number,
  from = 0,
  to = SECONDS,
): Bucket[] {
  const before = observations.findLastIndex((second) => second < from);
  const after = observations.findIndex((second) => second >= to);
  const needed = observations.slice(Math.max(before, 0), after === -1 ? observations.length : after + 1);
  return buildBuckets({
    reserve: RESERVE,
    lendingMarket: LENDING_MARKET,
    firstSeenAt: timeAt(0),
    states: chain.observations(needed),
    spans: [{ from: timeAt(0), to: timeAt(SECONDS), observations: observations.length, gapAfterMs: 30_000 }],
    gaps: [],
    terms: chain.timeline,
    rules,
    from: timeAt(from),
    to: timeAt(to),
    widthSeconds,
    newest: null,
  });
}

function total(buckets: readonly Bucket[]): InterestSplit {
  return buckets.reduce((sum, { interest }) => addInterest(sum, interest ?? ZERO_INTEREST), ZERO_INTEREST);
}

function totalUsd(buckets: readonly Bucket[]): InterestSplit | null {
  let sum = ZERO_INTEREST;
  for (const { interestUsd } of buckets) {
    if (interestUsd === null) return null;
    sum = addInterest(sum, interestUsd);
  }
  return sum;
}

const anyObservations = fc.tuple(stories(SECONDS), someSeconds(SECONDS));

test('an edge that is proven is the truth at its slot, bit for bit', () => {
  fc.assert(
    fc.property(anyObservations, ([{ chain }, seconds]) => {
      for (const { close } of bucketsOf(chain, seconds, 600)) {
        if (close === null || close.proof === null) continue;
        const { accrued, reserve } = chain.truthAt({ slot: close.slot, unixSeconds: close.at.getTime() / 1000 });
        expect({
          available: close.available,
          borrowed: close.borrowed,
          supply: close.supplied,
          rate: close.borrowIndex,
          collateral: close.receiptSupply,
          price: close.price,
          proof: close.proof,
        }).toEqual({
          available: accrued.available,
          borrowed: accrued.borrowed,
          supply: accrued.supplied,
          rate: accrued.borrowIndex,
          collateral: reserve.collateral.mintTotalSupplyRaw,
          price: reserve.liquidity.marketPriceSf,
          proof: close.proof,
        });
      }
    }),
    { numRuns: 300 },
  );
});

test('interest of any partition adds up to the same, in tokens and in USD, whatever was seen', () => {
  fc.assert(
    fc.property(anyObservations, ([{ chain }, seconds]) => {
      const whole = bucketsOf(chain, seconds, SECONDS);
      for (const width of [60, 900, 3_600]) {
        const parts = bucketsOf(chain, seconds, width);
        expect(total(parts)).toEqual(total(whole));
        expect(totalUsd(parts)).toEqual(totalUsd(whole));
      }
    }),
    { numRuns: 200 },
  );
});

/**
 * Each part is a difference of amounts that the program cut off: the supply side's of three of them, so that what really added
 * nothing can show two of the last place less.
 */
const CUT_OFF_SF = 2n;
/** The same in USD, at any price that was in force, cut off once more. */
const cutOffUsdSf = (priceSf: bigint, decimals: number): bigint =>
  (CUT_OFF_SF * priceSf) / (10n ** BigInt(decimals) * ONE_SF) + 1n;

test('the parts of the interest balance, and none is negative but for what the program cuts off', () => {
  fc.assert(
    fc.property(anyObservations, ([{ chain, settings }, seconds]) => {
      const leastUsdSf = -cutOffUsdSf(HIGHEST_PRICE_SF, settings.decimals);
      const wrong = bucketsOf(chain, seconds, 60).flatMap(({ interest, interestUsd }) =>
        [[interest, -CUT_OFF_SF] as const, [interestUsd, leastUsdSf] as const].filter(([split, least]) => {
          const parts = split === null ? [] : [split.supplySide, split.protocol, ...Object.values(split.others)];
          const sum = parts.reduce((added, part) => added + part, 0n);
          return sum !== (split?.interest ?? 0n) || parts.some((part) => part < least);
        }),
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('interest is what the program added, part by part, where every state was seen', () => {
  fc.assert(
    fc.property(anyObservations, ([{ chain, changes }, seconds]) => {
      const buckets = bucketsOf(chain, inOrder([...seconds, ...changes]), 600);
      expect(buckets.map(({ interest }) => interest)).toEqual(
        buckets.map((_, i) => chain.interestBetween(i * 600, (i + 1) * 600)),
      );
    }),
    { numRuns: 200 },
  );
});

test('more observations of states that were seen anyway change nothing that is exact', () => {
  const exact = ({ open, close, interest, interestUsd, final, borrowApyRealisedF, supplyApyRealisedF }: Bucket) => {
    const of = (edge: Bucket['open']) => edge && { ...edge, observedAt: null, proof: null };
    return { open: of(open), close: of(close), interest, interestUsd, final, borrowApyRealisedF, supplyApyRealisedF };
  };
  fc.assert(
    fc.property(anyObservations, ([{ chain, changes }, heartbeats]) => {
      const few = bucketsOf(chain, inOrder([...changes, SECONDS]), 600);
      const many = bucketsOf(chain, inOrder([...changes, ...heartbeats]), 600);
      expect(many.map(exact)).toEqual(few.map(exact));
    }),
    { numRuns: 200 },
  );
});

test('a range made in two parts gives the buckets of the whole', () => {
  fc.assert(
    fc.property(anyObservations, fc.integer({ min: 1, max: 11 }), ([{ chain }, seconds], cut) => {
      const whole = bucketsOf(chain, seconds, 600);
      const parts = [...bucketsOf(chain, seconds, 600, 0, cut * 600), ...bucketsOf(chain, seconds, 600, cut * 600)];
      expect(parts).toEqual(whole);
    }),
    { numRuns: 200 },
  );
});

test('a bucket that is final stays as it is, whatever is seen later', () => {
  fc.assert(
    fc.property(anyObservations, fc.nat(SECONDS), ([{ chain }, seconds], until) => {
      const early = bucketsOf(
        chain,
        seconds.filter((second) => second <= until),
        600,
      ).filter(({ final }) => final);
      expect(bucketsOf(chain, seconds, 600).slice(0, early.length)).toEqual(early);
    }),
    { numRuns: 200 },
  );
});

test('buckets folded are the bucket of the whole in everything exact; extremes may also be those of inner edges', () => {
  fc.assert(
    fc.property(anyObservations, ([{ chain }, seconds]) => {
      const [whole] = bucketsOf(chain, seconds, SECONDS);
      const folded = foldBuckets(rules, bucketsOf(chain, seconds, 600), timeAt(0), timeAt(SECONDS));
      if (whole === undefined) throw new Error('one bucket');
      for (const name of [
        'open',
        'close',
        'interest',
        'quality',
        'final',
        'observedSeconds',
        'elapsedSeconds',
      ] as const) {
        expect(folded[name]).toEqual(whole[name]);
      }
      expect(folded.snapshots).toBe(whole.snapshots);
      // What lacks the price of a part lacks all of it in one bucket, and that part in the sum of several.
      const { interestUsd, pricedSeconds } = whole.interestUsd === null ? folded : whole;
      expect(folded).toMatchObject({ interestUsd, pricedSeconds });
      expect(folded.pricedSeconds < folded.elapsedSeconds).toBe(whole.interestUsd === null);
      const one = whole.numbers?.suppliedAmountF;
      const other = folded.numbers?.suppliedAmountF;
      expect(other?.min).toBeLessThanOrEqual(one?.min ?? Number.NaN);
      expect(other?.max).toBeGreaterThanOrEqual(one?.max ?? Number.NaN);
    }),
    { numRuns: 100 },
  );
});

test('moments of edges never go back', () => {
  fc.assert(
    fc.property(anyObservations, ([{ chain }, seconds]) => {
      const slots = bucketsOf(chain, seconds, 60).map(({ close }) => close?.slot ?? momentAt(0).slot);
      expect(slots).toEqual(slots.toSorted((a, b) => (a < b ? -1 : 1)));
    }),
    { numRuns: 50 },
  );
});
