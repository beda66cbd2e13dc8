/** Part of a month, or all of it. */
export interface MonthPart {
  /** `2026-09`. */
  readonly month: string;
  readonly from: Date;
  readonly to: Date;
}

/** The months (UTC) of `[from, to)`, the first and the last cut to it. */
export function monthsOf({ from, to }: { readonly from: Date; readonly to: Date }): MonthPart[] {
  const parts: MonthPart[] = [];
  for (let start = from; start < to; ) {
    const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
    const end = next < to ? next : to;
    parts.push({ month: start.toISOString().slice(0, 7), from: start, to: end });
    start = end;
  }
  return parts;
}
