import {
  AGGREGATE_DEFAULT_DAYS,
  type aggregateHistoryQuerySchema,
  type AggregateInterval,
  type FieldName,
  type RowFormat,
} from '@tidemark/contract';
import { z } from 'zod';
import { ApiError } from '../../http/api-error.ts';
import type { Exchange } from '../../http/exchange.ts';
import { LAST_TIME_MS } from '../../http/read-time.ts';
import { readFields } from '../../rows/read-fields.ts';
import { readFormat } from '../../rows/read-format.ts';
import { readRange, type TimeRange } from '../../rows/read-range.ts';
import { createRowCursors } from '../../rows/row-cursor.ts';
import { readRowLimit, type RowLimit, TIER_LIMITS } from '../../rows/tier.ts';

/** What of a history is asked for, and in which form. */
export interface AggregateQuery extends TimeRange, RowLimit {
  readonly interval: AggregateInterval;
  readonly widthMs: number;
  readonly columns: readonly FieldName[];
  readonly format: RowFormat;
  readonly units: boolean;
  /** Start of the last bucket of the page before. */
  readonly afterMs: number | null;
  readonly cursorAfter: (startMs: number) => string;
}

export const WIDTH_MS: Readonly<Record<AggregateInterval, number>> = {
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};
const DAY_MS = 86_400_000;
const cursors = createRowCursors<number>('aggregates', z.int().min(0).max(LAST_TIME_MS));

/**
 * Reads the query of a history of `scope` (what is added up, for the cursor). Throws INVALID_QUERY_PARAMETER, INVALID_TIME,
 * INVALID_TIME_RANGE, RANGE_TOO_LONG, INVALID_LIMIT, INVALID_CURSOR.
 */
export function readAggregateQuery(
  asked: z.output<typeof aggregateHistoryQuerySchema>,
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  scope: { readonly of: readonly string[]; readonly columns: readonly FieldName[]; readonly nowMs: number },
): AggregateQuery {
  const { interval = '1d' } = asked;
  const widthMs = WIDTH_MS[interval];
  const format = readFormat(asked.format, request.headers.accept);
  const identity = [...scope.of, interval];
  const cursor = asked.cursor === undefined ? null : cursors.decode(asked.cursor, identity, asked);
  const { fromMs, toMs } =
    cursor ?? readRange(asked, { nowMs: scope.nowMs, caller, widthMs, defaultDays: AGGREGATE_DEFAULT_DAYS[interval] });
  const { days } = TIER_LIMITS[caller.tier];
  // A cursor that was made with a key does not lend its reach. The bucket that is not over does not count.
  if (toMs - fromMs > days * DAY_MS + widthMs) {
    throw new ApiError('RANGE_TOO_LONG', { detail: `The range is longer than ${days} days.` });
  }
  return {
    fromMs,
    toMs,
    interval,
    widthMs,
    columns: readFields(asked.fields, scope.columns),
    format,
    units: asked.units === 'true',
    ...readRowLimit(asked.limit, { format, caller }),
    afterMs: cursor?.after ?? null,
    cursorAfter: (startMs) => cursors.encode(identity, { fromMs, toMs, after: startMs }),
  };
}
