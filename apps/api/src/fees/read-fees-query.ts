import type { FieldName } from '@tidemark/model/fields';
import {
  FEE_COLUMNS,
  FEE_DEFAULT_DAYS,
  type FeeGroup,
  type FeeInterval,
  type feesQuerySchema,
} from '@tidemark/contract';
import { DAY_MS, HOUR_MS } from '@tidemark/core';
import { z } from 'zod';
import type { Exchange } from '../http/exchange.ts';
import { LAST_TIME_MS } from '../http/read-time.ts';
import { filterValues } from '../info/select-reserves.ts';
import { createRowCursors } from '../rows/row-cursor.ts';
import { readRowsQuery, type RowsQuery } from '../rows/rows-query.ts';

/** Place of a row: start of its period, and the address that it is about; empty for rows of the protocol. */
export type FeePlace = readonly [periodMs: number, group: string];

/** A query of fees, read. */
export interface FeesQuery extends RowsQuery<FeePlace> {
  readonly interval: FeeInterval;
  readonly widthMs: number;
  readonly group: FeeGroup;
  readonly cumulative: boolean;
}

const WIDTH_MS: Readonly<Record<FeeInterval, number>> = { '1h': HOUR_MS, '4h': 4 * HOUR_MS, '1d': DAY_MS };
const cursors = createRowCursors<FeePlace>(
  'fees',
  z.tuple([z.int().min(0).max(LAST_TIME_MS), z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{0,44}$/)]).readonly(),
);

/** Reads what is asked for. The range becomes that of whole periods: those that begin in it. Throws what `readRowsQuery` does. */
export function readFeesQuery(
  asked: z.output<typeof feesQuerySchema>,
  exchange: Pick<Exchange, 'request' | 'caller'>,
  nowMs: number,
): FeesQuery {
  const { interval = '1d', group_by: group = 'protocol' } = asked;
  const widthMs = WIDTH_MS[interval];
  const cumulative = asked.cumulative === 'true';
  const rows = readRowsQuery(asked, exchange, {
    cursors,
    identity: [interval, group, cumulative, ...filterValues(asked)],
    columns: FEE_COLUMNS[group],
    widthMs,
    defaultDays: FEE_DEFAULT_DAYS[interval],
    nowMs,
  });
  return { ...rows, interval, widthMs, group, cumulative };
}
