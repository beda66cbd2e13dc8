import { QUERY_LIMITS } from '@tidemark/contract';
import type { ConfigChangePosition } from '@tidemark/schema';
import { ApiError } from '../http/api-error.ts';
import { readNumber } from '../http/read-number.ts';
import { readTime } from '../http/read-time.ts';
import { type ChangeCursor, decodeCursor } from './change-cursor.ts';

/** What of the log is asked for. Times are unix milliseconds; the end does not belong to the range. */
export interface ChangeRange {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly after: ConfigChangePosition | null;
  readonly limit: number;
}

interface ChangeQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
}

const DEFAULT_RANGE_MS = QUERY_LIMITS.changes.defaultDays * 86_400_000;

/** Reads the parameters of a log. Throws INVALID_TIME, INVALID_TIME_RANGE, INVALID_LIMIT, INVALID_CURSOR. */
export function readChangeRange(query: ChangeQuery, reserve: string | null, nowMs: number): ChangeRange {
  const from = query.from === undefined ? undefined : readTime(query.from, 'from');
  const to = query.to === undefined ? undefined : readTime(query.to, 'to');
  const limit = readNumber(query.limit, { ...QUERY_LIMITS.changes, parameter: 'limit', error: 'INVALID_LIMIT' });
  if (query.cursor !== undefined) {
    const cursor = decodeCursor(query.cursor);
    if (!belongsTo(cursor, { reserve, from, to })) {
      throw new ApiError('INVALID_CURSOR', { detail: 'The cursor was made for another from, to or reserve.' });
    }
    return { fromMs: cursor.fromMs, toMs: cursor.toMs, after: cursor.after, limit };
  }
  const fromMs = from ?? Math.max(0, (to ?? nowMs) - DEFAULT_RANGE_MS);
  if (to !== undefined && fromMs >= to) {
    throw new ApiError('INVALID_TIME_RANGE', { detail: 'The parameter from is not before the parameter to.' });
  }
  return { fromMs, toMs: to ?? null, after: null, limit };
}

function belongsTo(
  cursor: ChangeCursor,
  asked: { readonly reserve: string | null; readonly from: number | undefined; readonly to: number | undefined },
): boolean {
  return (
    cursor.reserve === asked.reserve &&
    (asked.from === undefined || asked.from === cursor.fromMs) &&
    (asked.to === undefined || asked.to === cursor.toMs)
  );
}
