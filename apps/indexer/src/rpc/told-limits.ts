import type { FailureScope } from './rpc-error.ts';

/** What the headers of an answer say of limits. */
export interface ToldLimit {
  /** Milliseconds to wait before the next call. */
  readonly retryAfterMs?: number;
  /** What is used up; undefined where no header says. */
  readonly scope?: FailureScope;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Numbers of seconds beyond it are no length of time but a moment, in seconds or milliseconds. */
const A_YEAR_SECONDS = 31_536_000;
const MOMENT_IN_MS = 1e11;

/** Reads Retry-After, else X-RateLimit-Reset or RateLimit-Reset, and which allowance is used up. `nowMs` is of the wall clock. */
export function readToldLimit(headers: Headers, nowMs: number): ToldLimit {
  const of = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const retryAfterMs =
    parseRetryAfterMs(of('retry-after'), nowMs) ??
    parseResetMs(of('x-ratelimit-reset') ?? of('ratelimit-reset'), nowMs);
  const isUsedUp = (name: string): boolean => of(name)?.trim() === '0';
  const scope: FailureScope | undefined = isUsedUp('x-ratelimit-method-remaining')
    ? 'method'
    : ['x-ratelimit-remaining', 'x-ratelimit-rps-remaining', 'ratelimit-remaining'].some(isUsedUp)
      ? 'endpoint'
      : undefined;
  return { ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...(scope === undefined ? {} : { scope }) };
}

/**
 * Reads a Retry-After header, which is either seconds or an HTTP date. Milliseconds from `nowMs` (wall clock),
 * never negative; undefined when the header is absent or unreadable.
 */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  // Date.parse takes almost anything; an HTTP date begins with the name of a day.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** Seconds from now, or a moment in seconds or milliseconds of Unix time. */
function parseResetMs(header: string | null, nowMs: number): number | undefined {
  const value = header === null || header.trim() === '' ? Number.NaN : Number(header);
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (value <= A_YEAR_SECONDS) return Math.round(value * 1000);
  return Math.max(0, Math.round(value > MOMENT_IN_MS ? value : value * 1000) - nowMs);
}
