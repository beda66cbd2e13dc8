import { ApiError } from '../http/api-error.ts';
import type { Caller } from '../http/exchange.ts';
import { readTime } from '../http/read-time.ts';
import { TIER_LIMITS } from './tier.ts';

/** A stretch of time in unix milliseconds; the end does not belong to it. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface RangeRule {
  readonly nowMs: number;
  /** Length of the range where `from` is left out. */
  readonly defaultDays: number;
  readonly caller: Caller;
  /** Width of the rows: where `to` is left out, the range ends with the bucket that is not over. 1 without buckets. */
  readonly widthMs?: number;
  /** The end was settled when the first page was asked for, without `to`, and counts as it did then. */
  readonly resumed?: boolean;
}

const DAY_MS = 86_400_000;

/** Reads from and to. Throws INVALID_TIME, INVALID_TIME_RANGE, and RANGE_TOO_LONG by the tier of the caller. */
export function readRange(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  { nowMs, defaultDays, caller, widthMs = 1, resumed = false }: RangeRule,
): TimeRange {
  const from = query.from === undefined ? undefined : readTime(query.from, 'from');
  const toMs = query.to === undefined ? (Math.floor(nowMs / widthMs) + 1) * widthMs : readTime(query.to, 'to');
  const fromMs = from ?? Math.max(0, toMs - defaultDays * DAY_MS);
  if (fromMs >= toMs) {
    throw new ApiError('INVALID_TIME_RANGE', { detail: 'The parameter from is not before the parameter to.' });
  }
  const { days } = TIER_LIMITS[caller.tier];
  // The bucket that is not over does not count against the caller.
  if (toMs - fromMs > days * DAY_MS + (query.to === undefined || resumed ? widthMs : 0)) {
    throw new ApiError('RANGE_TOO_LONG', { detail: `The range is longer than ${days} days.` });
  }
  return { fromMs, toMs };
}
