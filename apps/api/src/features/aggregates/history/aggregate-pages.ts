import { DAY_MS, HOUR_MS } from '@tidemark/core';
import type { AggregateReserve, BucketTotals, BucketTotalsFilter, IngestStop, RateWeight } from '@tidemark/schema';
import { lifetimeOf, type PeriodTotals, toPeriodTotals } from './period-totals.ts';
import { type BucketPeriods, startsOf, stretchesOf } from './query.ts';

/** Reads totals per period. */
export type ReadBucketTotals = (filter: Omit<BucketTotalsFilter, 'protocol'>) => Promise<BucketTotals[]>;

export interface PeriodPagesOptions {
  readonly reserves: readonly AggregateReserve[];
  /** True where `reserves` are all of the protocol, which is read in another way. */
  readonly isAll?: boolean;
  readonly periods: BucketPeriods;
  readonly weight: RateWeight;
  /** Chain time of the newest read of the protocol. */
  readonly newestMs: number;
  /** Times that nothing was read in and that no rollup has come to. */
  readonly stops: readonly IngestStop[];
  /** From `lastReadsOfRefused`. */
  readonly refusedAfterMs: ReadonlyMap<string, number>;
  readonly detailed?: boolean;
  readonly read: ReadBucketTotals;
  /** Aborted when nobody waits for the answer any more: nothing more is read then, and its reason is thrown. */
  readonly signal: AbortSignal;
}

/** A bucket and what is known of the group in it. */
export interface Period {
  readonly startMs: number;
  readonly totals: PeriodTotals;
  /** What they were put together from. */
  readonly parts: readonly BucketTotals[];
}

/** Buckets of reserves that one statement reads: some tenths of a second, so that no connection is kept long. */
const BUCKETS_A_READ = 50_000;

/** Every period in turn, read in stretches as they are taken. Periods without any bucket are among them. */
export async function* periodPages(options: PeriodPagesOptions): AsyncGenerator<readonly Period[]> {
  const { reserves, periods, signal } = options;
  const lifetimes = reserves.map((reserve) => {
    const refusedAfterMs = options.refusedAfterMs.get(reserve.reserve);
    return { ...lifetimeOf(reserve), ...(refusedAfterMs === undefined ? {} : { refusedAfterMs }) };
  });
  const bucketsAPeriod = Math.max(1, reserves.length) * (periods.widthMs === DAY_MS ? 1 : periods.widthMs / HOUR_MS);
  for (const stretch of stretchesOf(periods, Math.floor(BUCKETS_A_READ / bucketsAPeriod))) {
    signal.throwIfAborted();
    const parts = groupByStart(await readStretch(options, stretch));
    yield [...startsOf(stretch)].map((startMs) => {
      const ofPeriod = parts.get(startMs) ?? [];
      const bucket = {
        startMs,
        endMs: startMs + stretch.widthMs,
        newestMs: options.newestMs,
        stops: options.stops,
        weight: options.weight,
      };
      return { startMs, totals: toPeriodTotals(ofPeriod, lifetimes, bucket), parts: ofPeriod };
    });
  }
}

async function readStretch(options: PeriodPagesOptions, { firstMs, endMs, widthMs }: BucketPeriods) {
  if (options.reserves.length === 0) return [];
  return await options.read({
    reserves: options.isAll === true ? null : options.reserves.map(({ reserve }) => reserve),
    from: new Date(firstMs),
    to: new Date(endMs),
    periodSeconds: widthMs / 1000,
    grain: widthMs === DAY_MS ? 'daily' : 'hourly',
    weight: options.weight,
    ...(options.detailed === undefined ? {} : { detailed: options.detailed }),
  });
}

function groupByStart(rows: readonly BucketTotals[]): ReadonlyMap<number, readonly BucketTotals[]> {
  const groups = new Map<number, BucketTotals[]>();
  for (const row of rows) {
    const startMs = row.periodStart.getTime();
    const group = groups.get(startMs);
    if (group === undefined) groups.set(startMs, [row]);
    else group.push(row);
  }
  return groups;
}
