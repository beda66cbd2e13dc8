import type { FeeGroup, FeesRow } from '@tidemark/contract';
import { DAY_MS, floorMs, HOUR_MS } from '@tidemark/core';
import type {
  InterestFilter,
  InterestRow,
  InterestSubject,
  ReserveDayRevision,
  StoredInterestFilter,
  TotalsRevision,
  TotalsRevisionsFilter,
} from '@tidemark/schema';
import type { FeeGroups } from './fee-groups.ts';
import { type BucketPeriods, stretchesOf } from '../../rows/periods.ts';
import { type FeePlace, placesAfter } from './query.ts';
import { toFeesRow } from './rows.ts';
import { createRunningInterest, type InterestRun, singlePeriods } from './running-interest.ts';

/** Reads interest per group and period. */
export type ReadInterest = (filter: Omit<InterestFilter, 'protocol'>) => Promise<InterestRow[]>;
/** The same out of the fees that the rollup has stored. */
export type ReadStoredInterest = (filter: Omit<StoredInterestFilter, 'protocol'>) => Promise<InterestRow[]>;

/** What tells two states of fees apart: of those that are stored, and of the buckets that those of single reserves are made from. */
export interface FeeRevisionReads {
  readonly stored: (filter: Omit<TotalsRevisionsFilter, 'protocol'>) => Promise<readonly TotalsRevision[]>;
  readonly ofReserves: (filter: {
    readonly reserves: readonly string[];
    readonly from: Date;
    readonly to: Date;
  }) => Promise<readonly ReserveDayRevision[]>;
}

export interface FeePagesOptions {
  readonly groups: FeeGroups;
  readonly periods: BucketPeriods;
  readonly by: FeeGroup;
  readonly cumulative: boolean;
  /** Of the protocol's exact numbers. */
  readonly scale: bigint;
  readonly after: FeePlace | null;
  /** Null: all there are. */
  readonly limit: number | null;
  readonly nowMs: number;
  /** Whose stored fees those of the groups are; null where they are made from buckets. */
  readonly subjects: readonly InterestSubject[] | null;
  readonly read: ReadInterest;
  readonly readStored: ReadStoredInterest;
  readonly revisions: FeeRevisionReads;
  /** Aborted with the request: nothing more is read then, and its reason is thrown. */
  readonly signal: AbortSignal;
}

/** Buckets that one statement reads: some tens of milliseconds, so that neither a connection nor a reader is kept long. */
const BUCKETS_A_READ = 20_000;
/** Stored rows, of up to three parts of a group, that one statement reads. */
const STORED_A_READ = 3_000;

/** The rows after a place, read in stretches of periods as they are taken. */
export async function* feePages(options: FeePagesOptions): AsyncGenerator<readonly FeesRow[]> {
  const { groups, periods, by, scale, after, signal } = options;
  const run = options.cumulative ? createRunningInterest() : singlePeriods;
  const firstMs = options.cumulative ? periods.firstMs : firstPlaceMs(options);
  const wanted = { ...periods, firstMs, endMs: lastPlaceMs(options) + periods.widthMs };
  const placeOf = new Map(groups.groups.map((group, index) => [group.key, { group, index }]));
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  for (const stretch of stretchesOf(wanted, periodsARead(options))) {
    if (left <= 0) return;
    signal.throwIfAborted();
    const found = new Map<string, ReturnType<InterestRun['next']>>();
    for (const row of await readStretch(options, stretch)) {
      found.set(`${row.periodStart.getTime()} ${row.group}`, run.next(row));
    }
    const page: FeesRow[] = [];
    for (const [periodMs, key] of placesAfter(stretch, groups.groups, after)) {
      if (page.length >= left) break;
      const at = placeOf.get(key);
      const amounts = found.get(`${periodMs} ${at?.index}`);
      if (at === undefined || amounts === undefined) throw new Error('the database left out a period');
      page.push(toFeesRow(amounts, { periodMs, group: at.group, by, scale }));
    }
    left -= page.length;
    if (page.length > 0) yield page;
  }
}

export function firstPlaceMs({ periods, after }: FeePagesOptions): number {
  return Math.max(periods.firstMs, floorMs(after?.[0] ?? 0, periods.widthMs));
}

/** The last period that the page reaches, so that nothing beyond it is read. */
export function lastPlaceMs({ periods, groups, after, limit }: FeePagesOptions): number {
  if (limit === null) return periods.endMs - periods.widthMs;
  let lastMs = periods.firstMs - periods.widthMs;
  let count = 0;
  for (const [periodMs] of placesAfter(periods, groups.groups, after)) {
    if (count === limit) break;
    count += 1;
    lastMs = periodMs;
  }
  return lastMs;
}

/** Periods of which one statement can read the buckets. */
export function periodsARead({ groups, subjects, periods: { widthMs } }: FeePagesOptions): number {
  if (subjects !== null) return Math.ceil(STORED_A_READ / Math.max(1, groups.groups.length));
  const bucketsAPeriod = Math.max(1, groups.reserves.length) * (widthMs === DAY_MS ? 1 : widthMs / HOUR_MS);
  return Math.floor(BUCKETS_A_READ / bucketsAPeriod);
}

export function readStretch(
  options: FeePagesOptions,
  { firstMs, endMs, widthMs }: BucketPeriods,
): Promise<InterestRow[]> {
  const filter = {
    reserves: options.groups.reserves,
    from: new Date(firstMs),
    to: new Date(endMs),
    periodSeconds: widthMs / 1000,
    grain: widthMs === DAY_MS ? 'daily' : 'hourly',
    now: new Date(options.nowMs),
  } as const;
  if (options.subjects !== null) return options.readStored({ ...filter, subjects: options.subjects });
  return options.read({ ...filter, inBaseUnits: options.by === 'reserve' });
}
