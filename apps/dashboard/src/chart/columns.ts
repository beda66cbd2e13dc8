import type { Gap } from './types.ts';

/** Rows of one line: a time and its value under a name. */
export interface Timed {
  readonly timestamp?: number | undefined;
}

/** All times of several histories, ascending, each once. */
export function timesOf(histories: readonly (readonly Timed[])[]): readonly number[] {
  const times = new Set(histories.flatMap((rows) => rows.flatMap(({ timestamp }) => timestamp ?? [])));
  return [...times].toSorted((a, b) => a - b);
}

/** The values of a history at the times of the chart; what it has no row for is null. */
export function valuesAt<Row extends Timed>(
  times: readonly number[],
  rows: readonly Row[],
  pick: (row: Row) => number | null | undefined,
): readonly (number | null)[] {
  const byTime = new Map(rows.map((row) => [row.timestamp, pick(row) ?? null]));
  return times.map((time) => byTime.get(time) ?? null);
}

/** Gaps in the words of people; those of several reserves are told apart by their words. */
export function gapsOf<Of extends { readonly from: number; readonly to: number }>(
  gaps: readonly Of[],
  reasonOf: (gap: Of) => string,
): readonly Gap[] {
  return gaps.map((gap) => ({ from: gap.from, to: gap.to, reason: reasonOf(gap) }));
}
