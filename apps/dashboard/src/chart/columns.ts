import type { Interval } from '../api/history.ts';
import { stretch, type Zone } from '../format/time.ts';
import type { Bucket, ChartProps, Gap } from './types.ts';

/** Rows of one line: the start of a bucket and its value under a name. */
export interface Timed {
  readonly timestamp?: number | undefined;
  readonly final_b?: boolean | undefined;
}

const SECONDS = { '15m': 900, '1h': 3_600, '4h': 14_400, '1d': 86_400 } as const satisfies Record<Interval, number>;

/** The buckets of several histories, ascending, each once. */
export function bucketsOf(histories: readonly (readonly Timed[])[], interval: Interval): readonly Bucket[] {
  const isOpenAt = new Map<number, boolean>();
  for (const { timestamp, final_b: isFinal } of histories.flat()) {
    if (timestamp !== undefined) isOpenAt.set(timestamp, isFinal === false || isOpenAt.get(timestamp) === true);
  }
  return [...isOpenAt]
    .toSorted(([a], [b]) => a - b)
    .map(([from, isOpen]) => ({ from, to: from + SECONDS[interval], isOpen }));
}

/** The values of a history at the buckets of the chart; what it has no row for is null. */
export function valuesAt<Row extends Timed>(
  buckets: readonly Bucket[],
  rows: readonly Row[],
  pick: (row: Row) => number | null | undefined,
): readonly (number | null)[] {
  const byTime = new Map(rows.map((row) => [row.timestamp, pick(row) ?? null]));
  return buckets.map(({ from }) => byTime.get(from) ?? null);
}

/** Of which time a point is, and what of it: `25 Nov 2026, 20:00–24:00 UTC, close`. */
export function bucketText({ from, to, isOpen }: Bucket, pointOf: ChartProps['pointOf'], zone: Zone): string {
  const what = pointOf === 'sum' ? 'sum' : 'close';
  return `${stretch(from, to, zone)}, ${isOpen ? 'so far' : what}`;
}

/** The gap that a bucket has a part of, if any. */
export function gapIn(gaps: readonly Gap[], { from, to }: Pick<Bucket, 'from' | 'to'>): Gap | undefined {
  return gaps.find((gap) => gap.from < to && gap.to > from);
}

/**
 * Gaps in the words of people. What several reserves have in common, the same time for the same reason, is one gap; `reasonOf` gets how many of
 * them have it.
 */
export function gapsOf<Of extends { readonly from: number; readonly to: number; readonly gap_reason_str: string }>(
  gaps: readonly Of[],
  reasonOf: (gap: Of, all: readonly Of[]) => string,
): readonly Gap[] {
  return groupGaps(gaps).map((all) => {
    const [first] = all;
    return { from: first.from, to: first.to, reason: reasonOf(first, all) };
  });
}

/** Gaps of the same time and reason together: one outage is one gap, however many reserves it is of. */
export function groupGaps<Of extends { readonly from: number; readonly to: number; readonly gap_reason_str: string }>(
  gaps: readonly Of[],
): readonly (readonly [Of, ...Of[]])[] {
  const groups = new Map<string, [Of, ...Of[]]>();
  for (const gap of gaps) {
    const name = `${gap.from} ${gap.to} ${gap.gap_reason_str}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [gap]);
    else group.push(gap);
  }
  return [...groups.values()];
}
