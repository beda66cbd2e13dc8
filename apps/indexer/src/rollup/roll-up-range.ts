import { DAY_MS, earlier, endOf, floorTo, later } from '@tidemark/core';
import {
  getObservedRange,
  listReservesWithTerms,
  type ReserveWithTerms,
  refreshObservationSpans,
  type Sql,
} from '@tidemark/schema';
import { protocolOf } from '@tidemark/protocols';
import { splitByDay, type TimeRange } from './hours.ts';
import { splitGroup } from './plan-cluster.ts';
import { type RollupGroup, rollUpGroup } from './roll-up-group.ts';
import type { Tally } from './tally.ts';

export interface RollUpRangeOptions {
  readonly sql: Sql;
  readonly protocol: string;
  /** Widened to whole UTC days, and cut to what was observed. Null: everything. */
  readonly range: TimeRange | null;
  /** Null: all. */
  readonly reserves: readonly string[] | null;
  /** The work ends between two groups. */
  readonly signal: AbortSignal;
  readonly tally: Tally;
  readonly onProgress?: (progress: RangeProgress) => void;
}

export interface RangeProgress {
  readonly done: number;
  readonly all: number;
  readonly group: RollupGroup;
}

/** Makes spans, gaps, hours and days of a range again. False where it was stopped before the end. */
export async function rollUpRange(options: RollUpRangeOptions): Promise<boolean> {
  const { sql, protocol, signal, tally } = options;
  const observed = await getObservedRange(sql, { protocol });
  if (observed === null) return true;
  const range = {
    from: floorTo(later(options.range?.from ?? observed.first, observed.first), DAY_MS),
    to: endOf(
      new Date(earlier(options.range?.to ?? endOf(observed.last, DAY_MS), endOf(observed.last, DAY_MS)).getTime() - 1),
      DAY_MS,
    ),
  };
  for (const day of splitByDay(range)) {
    if (signal.aborted) return false;
    await refreshObservationSpans(sql, { protocol, ...day });
  }
  const newestBankAt = (await getObservedRange(sql, { protocol }))?.lastInSpans ?? observed.last;
  const groups = planRange(range, await listChosen(options));
  for (const [done, group] of groups.entries()) {
    if (signal.aborted) return false;
    tally.add(await rollUpGroup({ sql, protocol, newestBankAt }, group));
    options.onProgress?.({ done: done + 1, all: groups.length, group });
  }
  return true;
}

function listChosen({ sql, protocol, reserves }: RollUpRangeOptions): Promise<readonly ReserveWithTerms[]> {
  return listReservesWithTerms(sql, { protocol: protocolOf(protocol), ...(reserves === null ? {} : { reserves }) });
}

/** Day by day, so that a gap is followed from its beginning; in each day those that had been seen by its end. */
function planRange(range: TimeRange, known: readonly ReserveWithTerms[]): RollupGroup[] {
  return splitByDay(range).flatMap((day) => {
    const seen = known.filter(({ firstSeenAt }) => firstSeenAt < day.to).map(({ reserve }) => reserve);
    return splitGroup({ reserves: seen, range: day });
  });
}
