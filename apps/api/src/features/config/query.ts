import { type changesQuerySchema, isAddress, QUERY_LIMITS } from '@tidemark/contract';
import { DAY_MS } from '@tidemark/core';
import type { ConfigChangePosition } from '@tidemark/schema';
import { z } from 'zod';
import { ApiError } from '../../http/exchange.ts';
import { LAST_TIME_MS, readNumber, readTime } from '../../http/query.ts';
import { createRowCursors } from '../../rows/query.ts';

/** What of the log is asked for. Times are unix milliseconds; the end does not belong to the range. */
export interface ChangeRange {
  readonly fromMs: number;
  /** Null: open. */
  readonly toMs: number | null;
  readonly after: ConfigChangePosition | null;
  readonly limit: number;
  /** The cursor of a page that ended at this place. */
  readonly cursorAfter: (after: ConfigChangePosition) => string;
}

const DEFAULT_RANGE_MS = QUERY_LIMITS.changes.defaultDays * DAY_MS;
const address = () => z.string().refine(isAddress);
/** Everything reaches the database as a parameter; what it could not store must not get there. */
const placeSchema = z
  .tuple([
    z.int().min(0).max(LAST_TIME_MS),
    z.string().regex(/^\d{1,18}$/),
    address(),
    z.string().regex(/^[\x20-\x7e]{1,256}$/),
  ])
  .transform(
    ([observedMs, slot, account, field]): ConfigChangePosition => ({
      observedAt: new Date(observedMs),
      slot: BigInt(slot),
      account,
      field,
    }),
  );
const cursors = createRowCursors('changes', placeSchema, ({ observedAt, slot, account, field }) => [
  observedAt.getTime(),
  String(slot),
  account,
  field,
]);

/** Reads the parameters of the log of a reserve, or of all (null). Throws INVALID_TIME, INVALID_TIME_RANGE, INVALID_LIMIT, INVALID_CURSOR. */
export function readChangeRange(
  asked: z.output<typeof changesQuerySchema>,
  reserve: string | null,
  nowMs: number,
): ChangeRange {
  const limit = readNumber(asked.limit, { ...QUERY_LIMITS.changes, parameter: 'limit', error: 'INVALID_LIMIT' });
  const cursor = asked.cursor === undefined ? null : cursors.decode(asked.cursor, [reserve], asked);
  const to = asked.to === undefined ? undefined : readTime(asked.to, 'to');
  const from = asked.from === undefined ? Math.max(0, (to ?? nowMs) - DEFAULT_RANGE_MS) : readTime(asked.from, 'from');
  // A cursor of an open range ends it with time itself.
  const range = cursor ?? { fromMs: from, toMs: to ?? LAST_TIME_MS };
  if (range.fromMs >= range.toMs) {
    throw new ApiError('INVALID_TIME_RANGE', { detail: 'The parameter from is not before the parameter to.' });
  }
  return {
    fromMs: range.fromMs,
    toMs: range.toMs === LAST_TIME_MS ? null : range.toMs,
    after: cursor?.after ?? null,
    limit,
    cursorAfter: (after) => cursors.encode([reserve], { fromMs: range.fromMs, toMs: range.toMs, after }),
  };
}
