import type { FieldName } from '@tidemark/model/fields';
import { AGGREGATE_DEFAULT_DAYS, type aggregateHistoryQuerySchema, type AggregateInterval } from '@tidemark/contract';
import { DAY_MS, HOUR_MS } from '@tidemark/core';
import { z } from 'zod';
import type { Exchange } from '../../http/exchange.ts';
import { LAST_TIME_MS } from '../../http/read-time.ts';
import { createRowCursors } from '../../rows/row-cursor.ts';
import { readRowsQuery, type RowsQuery } from '../../rows/rows-query.ts';

/** What of a history is asked for, and in which form. The place of a row is the start of its bucket. */
export interface AggregateQuery extends RowsQuery<number> {
  readonly interval: AggregateInterval;
  readonly widthMs: number;
}

const WIDTH_MS: Readonly<Record<AggregateInterval, number>> = { '1h': HOUR_MS, '4h': 4 * HOUR_MS, '1d': DAY_MS };
const cursors = createRowCursors<number>('aggregates', z.int().min(0).max(LAST_TIME_MS));

/** Reads the query of a history of `scope` (what is added up, for the cursor). Throws what `readRowsQuery` does. */
export function readAggregateQuery(
  asked: z.output<typeof aggregateHistoryQuerySchema>,
  exchange: Pick<Exchange, 'request' | 'caller'>,
  scope: { readonly of: readonly string[]; readonly columns: readonly FieldName[]; readonly nowMs: number },
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
  });
  return { ...rows, interval, widthMs };
}
