export const HOUR_SECONDS = 3_600;
export const HOUR_MS = HOUR_SECONDS * 1_000;
export const DAY_MS = 24 * HOUR_MS;

/** Start of the UTC hour (or day) that the moment is in. */
export function floorTo(moment: Date, widthMs: number): Date {
  return new Date(Math.floor(moment.getTime() / widthMs) * widthMs);
}

/** End of the UTC hour (or day) that the moment is in. It never is the moment itself. */
export function endOf(moment: Date, widthMs: number): Date {
  return new Date((Math.floor(moment.getTime() / widthMs) + 1) * widthMs);
}

/** A stretch of time `[from, to)`. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** The least range that holds both. */
export function cover(a: TimeRange, b: TimeRange): TimeRange {
  return { from: earlier(a.from, b.from), to: later(a.to, b.to) };
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

export function later(a: Date, b: Date): Date {
  return a > b ? a : b;
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
