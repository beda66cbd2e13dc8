import { DAY_MS, HOUR_MS } from '@tidemark/core';
import type {
  AggregateReserve,
  BucketTotals,
  BucketTotalsFilter,
  IngestStop,
  RateWeight,
  StoredTotals,
  StoredTotalsFilter,
  TotalsSubject,
} from '@tidemark/schema';
import type { CountedReserves } from '../counted.ts';
import { lifetimeOf, Lifetimes, type PeriodTotals, toPeriodTotals } from './period-totals.ts';
import { type BucketPeriods, runsOf, startsOf, stretchesOf } from '../../../rows/periods.ts';

/** Makes totals per period from buckets. */
export type ReadBucketTotals = (filter: Omit<BucketTotalsFilter, 'protocol'>) => Promise<BucketTotals[]>;
/** Reads those that are stored. */
export type ReadStoredTotals = (filter: Omit<StoredTotalsFilter, 'protocol'>) => Promise<StoredTotals>;

export interface PeriodPagesOptions {
  readonly reserves: CountedReserves;
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
  /** Whose stored totals are read where they are up to date; null: none are. */
  readonly stored?: TotalsSubject | null;
  readonly readStored?: ReadStoredTotals;
  /** Aborted with the request: nothing more is read then, and its reason is thrown. */
  readonly signal: AbortSignal;
}

/** A bucket and what is known of the group in it. */
export interface Period {
  readonly startMs: number;
  readonly totals: PeriodTotals;
  /** What is left out of them: of unlisted markets, and the number of reserves that lend on through others. */
  readonly unlisted: PeriodTotals;
  readonly wrapped: number;
  /** What the totals were put together from. */
  readonly parts: readonly BucketTotals[];
}

/** Buckets of reserves that one statement reads: some tenths of a second, so that no connection is kept long. */
const BUCKETS_A_READ = 50_000;
/** Periods of which one statement reads the stored totals. */
const STORED_A_READ = 1_000;

/** Every period in turn, read in stretches as they are taken. Periods without any bucket are among them. */
export async function* periodPages(options: PeriodPagesOptions): AsyncGenerator<readonly Period[]> {
  const { counted, unlisted, wrapped } = options.reserves;
  const lifetimesOf = (reserves: readonly AggregateReserve[]) =>
    new Lifetimes(
      reserves.map((reserve) => {
        const refusedAfterMs = options.refusedAfterMs.get(reserve.reserve);
        return { ...lifetimeOf(reserve), ...(refusedAfterMs === undefined ? {} : { refusedAfterMs }) };
      }),
    );
  const lifetimes = { counted: lifetimesOf(counted), unlisted: lifetimesOf(unlisted) };
  for await (const [stretch, parts] of readParts(options)) {
    yield [...startsOf(stretch)].map((startMs) => {
      const ofPeriod = parts.get(startMs) ?? [];
      const bucket = {
        startMs,
        endMs: startMs + stretch.widthMs,
        newestMs: options.newestMs,
        stops: options.stops,
        weight: options.weight,
      };
      // Without reserves of unlisted markets beside them, all parts are of reserves that are counted: those of one market, for instance.
      const [own, others] = unlisted.length === 0 ? [ofPeriod, []] : splitParts(ofPeriod);
      return {
        startMs,
        totals: toPeriodTotals(own, lifetimes.counted, bucket),
        unlisted: toPeriodTotals(others, lifetimes.unlisted, bucket),
        wrapped: wrapped.length,
        parts: own,
      };
    });
  }
}

/** Parts of the periods by their starts, stretch by stretch: stored where they are up to date, made from buckets elsewhere. */
async function* readParts(options: PeriodPagesOptions): AsyncGenerator<readonly [BucketPeriods, PartsByStart]> {
  const { periods, stored = null, readStored } = options;
  if (stored === null || readStored === undefined) {
    for (const stretch of stretchesOf(periods, periodsARead(options))) {
      options.signal.throwIfAborted();
      yield [stretch, groupByStart(await readStretch(options, stretch))];
    }
    return;
  }
  for (const stretch of stretchesOf(periods, STORED_A_READ)) {
    options.signal.throwIfAborted();
    const { firstMs, endMs, widthMs } = stretch;
    const range = { from: new Date(firstMs), to: new Date(endMs), periodSeconds: widthMs / 1000 };
    const { rows, due } = await readStored({ subject: stored, ...range });
    const stale = new Set(due.map((start) => start.getTime()));
    const parts = groupByStart(rows.filter(({ periodStart }) => !stale.has(periodStart.getTime())));
    for (const run of runsOf(stale, widthMs)) {
      for (const part of stretchesOf(run, periodsARead(options))) {
        options.signal.throwIfAborted();
        for (const [startMs, made] of groupByStart(await readStretch(options, part))) parts.set(startMs, made);
      }
    }
    yield [stretch, parts];
  }
}

/** Periods of which one statement can read the buckets. */
function periodsARead({ reserves: { counted, unlisted }, periods: { widthMs } }: PeriodPagesOptions): number {
  const reserves = Math.max(1, counted.length + unlisted.length);
  return Math.floor(BUCKETS_A_READ / (reserves * (widthMs === DAY_MS ? 1 : widthMs / HOUR_MS)));
}

async function readStretch(options: PeriodPagesOptions, { firstMs, endMs, widthMs }: BucketPeriods) {
  const { counted, unlisted, wrapped } = options.reserves;
  const reserves = [...counted, ...unlisted].map(({ reserve }) => reserve);
  if (reserves.length === 0) return [];
  return await options.read({
    reserves: options.isAll === true && wrapped.length === 0 ? null : reserves,
    from: new Date(firstMs),
    to: new Date(endMs),
    periodSeconds: widthMs / 1000,
    grain: widthMs === DAY_MS ? 'daily' : 'hourly',
    weight: options.weight,
    ...(options.detailed === undefined ? {} : { detailed: options.detailed }),
  });
}

function splitParts(parts: readonly BucketTotals[]): [listed: BucketTotals[], others: BucketTotals[]] {
  return [parts.filter(({ listed }) => listed), parts.filter(({ listed }) => !listed)];
}

type PartsByStart = Map<number, readonly BucketTotals[]>;

function groupByStart(rows: readonly BucketTotals[]): PartsByStart {
  const groups = new Map<number, BucketTotals[]>();
  for (const row of rows) {
    const startMs = row.periodStart.getTime();
    const group = groups.get(startMs);
    if (group === undefined) groups.set(startMs, [row]);
    else group.push(row);
  }
  return groups;
}
