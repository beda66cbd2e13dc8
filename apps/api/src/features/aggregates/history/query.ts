import { AGGREGATE_DEFAULT_DAYS, type aggregateHistoryQuerySchema, type AggregateInterval } from '@tidemark/contract';
import { floorMs } from '@tidemark/core';
import type { FieldName } from '@tidemark/model/fields';
import { z } from 'zod';
import type { Exchange } from '../../../http/exchange.ts';
import { LAST_TIME_MS } from '../../../http/query.ts';
import { type BucketPeriods, WIDTH_MS } from '../../../rows/periods.ts';
import { createRowCursors, readRowsQuery, type RowsQuery } from '../../../rows/query.ts';

/** What of a history is asked for, and in which form. The place of a row is the start of its bucket. */
export interface AggregateQuery extends RowsQuery<number> {
  readonly interval: AggregateInterval;
  readonly widthMs: number;
}

const cursors = createRowCursors<number>('aggregates', z.int().min(0).max(LAST_TIME_MS));

/** Reads the query of a history of `scope` (what is added up, for the cursor). Throws what `readRowsQuery` does. */
export function readAggregateQuery(
  asked: z.output<typeof aggregateHistoryQuerySchema>,
  exchange: Pick<Exchange, 'request' | 'caller'>,
  scope: {
    readonly of: readonly string[];
    readonly columns: readonly FieldName[];
    readonly nowMs: number;
  },
): AggregateQuery {
  const { interval = '1d' } = asked;
  const widthMs = WIDTH_MS[interval];
  const rows = readRowsQuery(asked, exchange, {
    cursors,
    identity: [...scope.of, interval],
    columns: scope.columns,
    widthMs,
    defaultDays: AGGREGATE_DEFAULT_DAYS[interval],
    nowMs: scope.nowMs,
    origin: 'stored',
  });
  return { ...rows, interval, widthMs };
}

/**
 * Those after the bucket that begins at `after`, at most `limit`. `rowsLeft`: how many there are without a limit. `lastMs`: the
 * start of the last one, where more follow.
 */
export function pageOf(
  periods: BucketPeriods,
  { after, limit }: { readonly after: number | null; readonly limit: number | null },
): {
  readonly periods: BucketPeriods;
  readonly count: number;
  readonly rowsLeft: number;
  readonly lastMs: number | null;
} {
  const { widthMs, endMs } = periods;
  const nextMs = after === null ? periods.firstMs : floorMs(after, widthMs) + widthMs;
  const firstMs = Math.max(periods.firstMs, nextMs);
  const all = Math.max(0, Math.ceil((endMs - firstMs) / widthMs));
  const count = Math.min(all, limit ?? all);
  return {
    periods: { firstMs, endMs: firstMs + count * widthMs, widthMs },
    count,
    rowsLeft: all,
    lastMs: count < all ? firstMs + (count - 1) * widthMs : null,
  };
}
