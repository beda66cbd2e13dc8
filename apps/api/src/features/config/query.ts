import { isAddress, QUERY_LIMITS } from '@tidemark/contract';
import type { ConfigChangePosition } from '@tidemark/schema';
import { z } from 'zod';
import { ApiError } from '../../http/exchange.ts';
import { LAST_TIME_MS, readNumber, readTime } from '../../http/query.ts';

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

/** Where a page of the log ended, and of which range it is a page. */
export interface ChangeCursor {
  /** Null for the log of all. */
  readonly reserve: string | null;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly after: ConfigChangePosition;
}

const VERSION = 1;
const time = () => z.int().min(0).max(LAST_TIME_MS);
const address = () => z.string().refine(isAddress);
/** Everything reaches the database as a parameter; what it could not store must not get there. */
const cursorSchema = z.tuple([
  z.literal(VERSION),
  address().nullable(),
  time(),
  time().nullable(),
  time(),
  z.string().regex(/^\d{1,18}$/),
  address(),
  z.string().regex(/^[\x20-\x7e]{1,256}$/),
]);

/** The cursor as callers get it. */
export function encodeCursor({ reserve, fromMs, toMs, after }: ChangeCursor): string {
  const { observedAt, slot, account, field } = after;
  const parts = [VERSION, reserve, fromMs, toMs, observedAt.getTime(), String(slot), account, field];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws INVALID_CURSOR for everything that `encodeCursor` did not make. */
export function decodeCursor(text: string): ChangeCursor {
  const result = cursorSchema.safeParse(parse(text));
  if (!result.success) throw new ApiError('INVALID_CURSOR', { detail: 'The parameter cursor is not a cursor.' });
  const [, reserve, fromMs, toMs, observedMs, slot, account, field] = result.data;
  return {
    reserve,
    fromMs,
    toMs,
    after: { observedAt: new Date(observedMs), slot: BigInt(slot), account, field },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
