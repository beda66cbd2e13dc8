import { floorMs } from '@tidemark/core';
import type { TimeRange } from '../rows/rows-query.ts';
import type { FeeGroupOf } from './fee-groups.ts';
import type { FeePlace } from './read-fees-query.ts';

/** Periods of a range: those that begin in it and have begun. */
export interface FeePeriods {
  /** Start of the first one; periods follow each other. */
  readonly firstMs: number;
  /** End of the last one; not after `firstMs` where there is none. */
  readonly endMs: number;
  readonly widthMs: number;
}

/** The periods of a range, from the first read of any group on. */
export function periodsOf(
  { fromMs, toMs }: TimeRange,
  {
    widthMs,
    groups,
    nowMs,
  }: { readonly widthMs: number; readonly groups: readonly FeeGroupOf[]; readonly nowMs: number },
): FeePeriods {
  const firstSeenMs = Math.min(...groups.map((group) => group.firstSeenMs));
  // Without groups the minimum is infinite, and there is no period.
  const firstMs = Math.max(ceilTo(fromMs, widthMs), floorMs(Math.min(firstSeenMs, toMs), widthMs));
  return { firstMs, endMs: Math.min(ceilTo(toMs, widthMs), floorMs(nowMs, widthMs) + widthMs), widthMs };
}

/** Places of the rows after a place, in their order: each group in the periods that one of its reserves was there in. */
export function* placesAfter(
  { firstMs, endMs, widthMs }: FeePeriods,
  groups: readonly FeeGroupOf[],
  after: FeePlace | null,
): Generator<FeePlace> {
  const [afterMs, afterKey] = after ?? [-1, ''];
  const startMs = afterMs < firstMs ? firstMs : floorMs(afterMs, widthMs);
  for (let periodMs = startMs; periodMs < endMs; periodMs += widthMs) {
    for (const { key, lifetimes } of groups) {
      if (!lifetimes.some(({ firstMs: seenMs, endMs: goneMs }) => seenMs < periodMs + widthMs && goneMs > periodMs)) {
        continue;
      }
      if (periodMs > afterMs || key > afterKey) yield [periodMs, key];
    }
  }
}

function ceilTo(ms: number, widthMs: number): number {
  return Math.ceil(ms / widthMs) * widthMs;
}
