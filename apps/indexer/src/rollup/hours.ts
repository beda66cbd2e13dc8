import { DAY_MS, earlier, endOf, later } from '@tidemark/core';

/** A stretch of time `[from, to)`. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** The least range that holds both. */
export function cover(a: TimeRange, b: TimeRange): TimeRange {
  return { from: earlier(a.from, b.from), to: later(a.to, b.to) };
}

/** The range in pieces that end where UTC days do. */
export function splitByDay({ from, to }: TimeRange): TimeRange[] {
  const pieces: TimeRange[] = [];
  for (let start = from; start < to; ) {
    const end = earlier(endOf(start, DAY_MS), to);
    pieces.push({ from: start, to: end });
    start = end;
  }
  return pieces;
}
