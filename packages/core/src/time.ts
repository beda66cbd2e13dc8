export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The last multiple of the width that is not after `ms`: the start of a UTC hour, or day. */
export function floorMs(ms: number, widthMs: number): number {
  return Math.floor(ms / widthMs) * widthMs;
}

/** Start of the UTC hour (or day) that the moment is in. */
export function floorTo(moment: Date, widthMs: number): Date {
  return new Date(floorMs(moment.getTime(), widthMs));
}

/** End of the UTC hour (or day) that the moment is in. It never is the moment itself. */
export function endOf(moment: Date, widthMs: number): Date {
  return new Date(floorMs(moment.getTime(), widthMs) + widthMs);
}

/** Whole seconds since 1970, rounded down. */
export function unixSecondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** The same of a time that may not be known. */
export function unixSecondsOrNull(moment: Date | null): number | null {
  return moment === null ? null : unixSecondsOf(moment);
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

export function later(a: Date, b: Date): Date {
  return a > b ? a : b;
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

/** Work that took longer than its time limit. It goes on: only its caller stops waiting. */
export class TimeoutError extends Error {
  readonly code = 'TIMEOUT';

  constructor(what: string, timeoutMs: number) {
    super(`${what} took longer than ${timeoutMs} ms`);
    this.name = 'TimeoutError';
  }
}

/**
 * What the promise gives, or TimeoutError when that takes longer than `timeoutMs`. The work itself is not stopped; how it ends
 * after that is ignored. `what` names it in the message.
 */
export async function withTimeout<Value>(promise: Promise<Value>, timeoutMs: number, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(what, timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([promise, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
