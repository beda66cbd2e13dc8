import {
  AGGREGATE_DEFAULT_DAYS,
  type AggregateInterval,
  FEE_COLUMNS,
  type FeeGroup,
  type feesQuerySchema,
} from '@tidemark/contract';
import { floorMs } from '@tidemark/core';
import { z } from 'zod';
import type { Exchange } from '../../http/exchange.ts';
import { LAST_TIME_MS } from '../../http/query.ts';
import { type BucketPeriods, WIDTH_MS } from '../../rows/periods.ts';
import { createRowCursors, readRowsQuery, type RowOrigin, type RowsQuery } from '../../rows/query.ts';
import { filterValues } from '../info/query.ts';
import type { FeeGroupOf } from './fee-groups.ts';

/** Place of a row: start of its period, and the address that it is about; empty for rows of the protocol. */
export type FeePlace = readonly [periodMs: number, group: string];

/** A query of fees, read. */
export interface FeesQuery extends RowsQuery<FeePlace> {
  readonly interval: AggregateInterval;
  readonly widthMs: number;
  readonly group: FeeGroup;
  readonly cumulative: boolean;
}

const cursors = createRowCursors<FeePlace>(
  'fees',
  z.tuple([z.int().min(0).max(LAST_TIME_MS), z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{0,44}$/)]).readonly(),
);

/** Reads what is asked for. The range becomes that of whole periods: those that begin in it. Throws what `readRowsQuery` does. */
export function readFeesQuery(
  asked: z.output<typeof feesQuerySchema>,
  exchange: Pick<Exchange, 'request' | 'caller'>,
  { nowMs, origin }: { readonly nowMs: number; readonly origin: RowOrigin },
): FeesQuery {
  const { interval = '1d', group_by: group = 'protocol' } = asked;
  const widthMs = WIDTH_MS[interval];
  const cumulative = asked.cumulative === 'true';
  const rows = readRowsQuery(asked, exchange, {
    cursors,
    identity: [interval, group, cumulative, ...filterValues(asked)],
    columns: FEE_COLUMNS[group],
    widthMs,
    defaultDays: AGGREGATE_DEFAULT_DAYS[interval],
    nowMs,
    origin,
  });
  return { ...rows, interval, widthMs, group, cumulative };
}

/** Places of the rows after a place, in their order: each group in the periods that one of its reserves was there in. */
export function* placesAfter(
  { firstMs, endMs, widthMs }: BucketPeriods,
  groups: readonly FeeGroupOf[],
  after: FeePlace | null,
): Generator<FeePlace> {
  const [afterMs, afterKey] = after ?? [-1, ''];
  const startMs = afterMs < firstMs ? firstMs : floorMs(afterMs, widthMs);
  for (let periodMs = startMs; periodMs < endMs; periodMs += widthMs) {
    for (const { key, lifetimes } of groups) {
      if (!lifetimes.some(({ firstMs: seenMs, endMs: goneMs }) => seenMs < periodMs + widthMs && goneMs > periodMs)) {
        continue;
      }
      if (periodMs > afterMs || key > afterKey) yield [periodMs, key];
    }
  }
}
