import { type AccrualRules, forEachNumber, type InterestSplit } from '@tidemark/core';
import type { Bucket, BucketQuality, NumberSummary, StateNumber } from './bucket.ts';
import { realisedRates } from './realised-rates.ts';
import { HistoryError } from './history-error.ts';
import { addInterest } from './interest-split.ts';
import { withinBounds, withMeanApys } from './summarise-number.ts';

/**
 * Buckets of one reserve put together into the one bucket `[start, end)`: hours into a day. Those before the reserve was
 * first seen and after the newest observation may be absent; where another one is absent the whole is partial, not final, and its
 * interest unknown. Opens with the first edge that is known and closes with the last, extremes of all, means weighted by
 * observed time (of APYs those of the mean APRs), interest summed: in USD that of the buckets that have it.
 * Throws `HistoryError` for no buckets, for buckets outside the range, out of order or of several reserves.
 */
export function foldBuckets(rules: AccrualRules, buckets: readonly Bucket[], start: Date, end: Date): Bucket {
  const first = buckets[0];
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) throw new HistoryError('NOTHING_TO_FOLD', 'no buckets');
  if (first.start < start || last.end > end)
    throw new HistoryError('NOTHING_TO_FOLD', `${first.reserve}: out of range`);
  const isContiguous = expectAscending(buckets);
  const known = buckets.filter(({ quality }) => quality !== 'missing');
  const open = known[0]?.open ?? null;
  const close = known.at(-1)?.close ?? null;
  const basis = known.at(-1)?.timeBasis ?? null;
  const isInterestKnown = isContiguous && buckets.every(({ interest }) => interest !== null);
  return {
    reserve: first.reserve,
    lendingMarket: last.lendingMarket,
    start,
    end,
    final: isContiguous && last.end.getTime() === end.getTime() && buckets.every((bucket) => bucket.final),
    quality: qualityOf(buckets, isContiguous),
    gapReason: longestGapReason(buckets),
    observations: sumObservations(buckets),
    snapshots: sum(buckets, ({ snapshots }) => snapshots),
    observedSeconds: sum(buckets, ({ observedSeconds }) => observedSeconds),
    elapsedSeconds: sum(buckets, ({ elapsedSeconds }) => elapsedSeconds),
    open,
    close,
    timeBasis: basis,
    numbers:
      known.length === 0
        ? null
        : withMeanApys(
            rules,
            forEachNumber((name) => foldNumber(known, name)),
            basis,
          ),
    ...realisedRates(open, close),
    interest: isInterestKnown ? sumKnown(buckets.map(({ interest }) => interest)) : null,
    interestUsd: sumKnown(buckets.map(({ interestUsd }) => interestUsd)),
    pricedSeconds: sum(buckets, ({ pricedSeconds }) => pricedSeconds),
  };
}

/** True where every bucket begins where the one before ended. */
function expectAscending(buckets: readonly Bucket[]): boolean {
  let isContiguous = true;
  buckets.forEach((bucket, i) => {
    const before = buckets[i - 1];
    if (before === undefined) return;
    if (before.reserve !== bucket.reserve || before.end > bucket.start) {
      throw new HistoryError('NOT_ASCENDING', `${before.reserve}: ${bucket.start.toISOString()} of ${bucket.reserve}`);
    }
    isContiguous &&= before.end.getTime() === bucket.start.getTime();
  });
  return isContiguous;
}

function qualityOf(buckets: readonly Bucket[], isContiguous: boolean): BucketQuality {
  if (buckets.every(({ quality }) => quality === 'missing')) return 'missing';
  return isContiguous && buckets.every(({ quality }) => quality === 'ok') ? 'ok' : 'partial';
}

/** The reason that most of the time not observed is put down to. */
function longestGapReason(buckets: readonly Bucket[]): string | null {
  const seconds = new Map<string, number>();
  for (const { gapReason, elapsedSeconds, observedSeconds } of buckets) {
    if (gapReason === null) continue;
    seconds.set(gapReason, (seconds.get(gapReason) ?? 0) + elapsedSeconds - observedSeconds);
  }
  const [longest] = [...seconds].toSorted((a, b) => b[1] - a[1]);
  return longest?.[0] ?? null;
}

function foldNumber(known: readonly Bucket[], name: StateNumber): NumberSummary {
  let min: number | null = null;
  let max: number | null = null;
  let weighted = 0;
  let weight = 0;
  for (const { numbers, observedSeconds } of known) {
    const summary = numbers?.[name];
    if (summary === undefined) continue;
    if (summary.min !== null && (min === null || summary.min < min)) min = summary.min;
    if (summary.max !== null && (max === null || summary.max > max)) max = summary.max;
    if (summary.twavg === null) continue;
    weighted += summary.twavg * observedSeconds;
    weight += observedSeconds;
  }
  return {
    open: known[0]?.numbers?.[name].open ?? null,
    min,
    max,
    twavg: weight === 0 ? null : withinBounds(weighted / weight, min, max),
    close: known.at(-1)?.numbers?.[name].close ?? null,
  };
}

/** Null where none is known. */
function sumKnown(splits: readonly (InterestSplit | null)[]): InterestSplit | null {
  return splits.reduce(
    (total, split) => (total === null || split === null ? (total ?? split) : addInterest(total, split)),
    null,
  );
}

function sumObservations(buckets: readonly Bucket[]): number | null {
  let total = 0;
  for (const { observations } of buckets) {
    if (observations === null) return null;
    total += observations;
  }
  return total;
}

function sum(buckets: readonly Bucket[], of: (bucket: Bucket) => number): number {
  return buckets.reduce((total, bucket) => total + of(bucket), 0);
}
