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

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

export function later(a: Date, b: Date): Date {
  return a > b ? a : b;
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
