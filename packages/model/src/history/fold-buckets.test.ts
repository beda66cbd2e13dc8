import { describe, expect, it } from 'vitest';
import { bucketsOf } from '../../test/support/buckets-of.ts';
import { Chain, timeAt, rules } from '../../test/support/chain.ts';
import type { Bucket } from './bucket.ts';
import { foldBuckets } from './fold-buckets.ts';
import { HistoryError } from './history-error.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const LOOKS = Array.from({ length: 49 }, (_, i) => i * 1_800);
const chain = new Chain().act(40_000, { kind: 'borrow', raw: 50_000_000_000n });
const hours = bucketsOf(
  chain,
  [...LOOKS, 40_000].toSorted((a, b) => a - b),
  { from: 0, to: DAY },
);

function fold(buckets: readonly Bucket[]): Bucket {
  return foldBuckets(rules, buckets, timeAt(0), timeAt(DAY));
}

function without(place: number): Bucket[] {
  return hours.filter((_, i) => i !== place);
}

function missing(place: number, gapReason: string): Bucket[] {
  return hours.map((bucket, i) =>
    i === place
      ? {
          ...bucket,
          quality: 'missing',
          gapReason,
          open: null,
          close: null,
          timeBasis: null,
          numbers: null,
          observedSeconds: 0,
        }
      : bucket,
  );
}

const usdOf = (buckets: readonly Bucket[]): bigint =>
  buckets.reduce((sum, { interestUsd }) => sum + (interestUsd?.interest ?? 0n), 0n);

function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof HistoryError ? error.code : error;
  }
  return null;
}

describe('hours folded into a day', () => {
  it('open with the first, close with the last, and add up', () => {
    const day = fold(hours);
    expect(day).toMatchObject({
      start: timeAt(0),
      end: timeAt(DAY),
      final: true,
      quality: 'ok',
      gapReason: null,
      snapshots: 49,
      elapsedSeconds: DAY,
      observedSeconds: DAY,
      open: hours[0]?.open,
      close: hours[23]?.close,
      interest: chain.interestBetween(0, DAY),
    });
    expect(day.numbers?.borrowedAmountF.open).toBe(hours[0]?.numbers?.borrowedAmountF.open);
    expect(day.numbers?.borrowedAmountF.max).toBe(hours[23]?.numbers?.borrowedAmountF.max);
  });

  it('weigh their means by observed time, worked by hand', () => {
    const [first, second] = hours;
    if (first?.numbers === undefined || first.numbers === null || second?.numbers == null) throw new Error('two hours');
    const summary = { open: 1, min: 1, max: 3, twavg: 2, close: 3 };
    const one = { ...first, observedSeconds: 3_000, numbers: { ...first.numbers, utilizationF: summary } };
    const other = {
      ...second,
      observedSeconds: 1_000,
      numbers: { ...second.numbers, utilizationF: { ...summary, twavg: 3 } },
    };
    expect(fold([one, other]).numbers?.utilizationF.twavg).toBe((2 * 3_000 + 3 * 1_000) / 4_000);
    const unknown = { open: null, min: null, max: null, twavg: null, close: null };
    const bare = { ...second, numbers: { ...second.numbers, utilizationF: unknown } };
    expect(fold([one, bare]).numbers?.utilizationF).toEqual({ ...summary, close: null });
    expect(fold([bare]).numbers?.utilizationF).toEqual(unknown);
  });

  it('may lack those before the reserve was first seen, and those to come', () => {
    expect(fold(hours.slice(5))).toMatchObject({ final: true, quality: 'ok', elapsedSeconds: 19 * HOUR });
    expect(fold(hours.slice(0, 7))).toMatchObject({ final: false, quality: 'ok', elapsedSeconds: 7 * HOUR });
  });

  it('are partial, not final and without interest in tokens where one in between is absent; USD are those of the others', () => {
    const day = fold(without(9));
    expect(day).toMatchObject({ final: false, quality: 'partial', interest: null, pricedSeconds: 23 * HOUR });
    expect(day.interestUsd?.interest).toBe(usdOf(without(9)));
  });

  it('are partial with the reason of most of the time where some are missing, and keep their interest', () => {
    const day = fold(missing(0, 'not_polled'));
    expect(day).toMatchObject({ quality: 'partial', gapReason: 'not_polled', final: true, open: hours[1]?.open });
    expect(day.interest).toEqual(chain.interestBetween(0, DAY));
    expect(day.observedSeconds).toBe(23 * HOUR);
  });

  it('are missing where all are', () => {
    const none = hours.flatMap((_, i) => missing(i, 'quarantined').slice(i, i + 1));
    expect(fold(none)).toMatchObject({
      quality: 'missing',
      numbers: null,
      open: null,
      close: null,
      observedSeconds: 0,
    });
  });

  it('have no interest where that of one is unknown, and in USD the sum of the priced ones, with the time of these', () => {
    const unpricedIn = (...places: number[]) =>
      hours.map((bucket, i) => (places.includes(i) ? { ...bucket, interestUsd: null, pricedSeconds: 0 } : bucket));
    const day = fold(unpricedIn(3, 4));
    expect(day).toMatchObject({ interest: chain.interestBetween(0, DAY), pricedSeconds: 22 * HOUR });
    expect(day.interestUsd?.interest).toBe(usdOf(unpricedIn(3, 4)));
    expect(day.interestUsd?.interest).toBeGreaterThan(0n);
    expect(fold(hours)).toMatchObject({ pricedSeconds: DAY });
    expect(fold(unpricedIn(...hours.keys()))).toMatchObject({ interestUsd: null, pricedSeconds: 0 });
    expect(fold(hours.map((bucket, i) => (i === 3 ? { ...bucket, interest: null } : bucket))).interest).toBeNull();
  });

  it('fold again: four hours into a day are the day', () => {
    const quarters = Array.from({ length: 6 }, (_, i) =>
      foldBuckets(rules, hours.slice(4 * i, 4 * i + 4), timeAt(4 * i * HOUR), timeAt(4 * (i + 1) * HOUR)),
    );
    const { numbers, ...rest } = fold(hours);
    const { numbers: again, ...same } = fold(quarters);
    expect(same).toEqual(rest);
    expect(again?.borrowedAmountF).toMatchObject({
      ...numbers?.borrowedAmountF,
      twavg: expect.closeTo(numbers?.borrowedAmountF.twavg ?? 0, 6),
    });
  });

  it('are refused with a code where there are none, or others than of the range and reserve, in order', () => {
    expect(codeOf(() => fold([]))).toBe('NOTHING_TO_FOLD');
    expect(codeOf(() => foldBuckets(rules, hours, timeAt(HOUR), timeAt(DAY)))).toBe('NOTHING_TO_FOLD');
    expect(codeOf(() => fold(hours.slice(0, 3).toReversed()))).toBe('NOT_ASCENDING');
    expect(codeOf(() => fold(hours.map((bucket, i) => ({ ...bucket, reserve: `reserve ${i}` }))))).toBe(
      'NOT_ASCENDING',
    );
  });
});
