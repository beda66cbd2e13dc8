import {
  FEE_COLUMNS,
  FEE_DEFAULT_DAYS,
  type FeeGroup,
  type FeeInterval,
  type feesQuerySchema,
} from '@tidemark/contract';
import { DAY_MS, floorMs, HOUR_MS } from '@tidemark/core';
import { z } from 'zod';
import type { Exchange } from '../../http/exchange.ts';
import { LAST_TIME_MS } from '../../http/query.ts';
import { createRowCursors, readRowsQuery, type RowsQuery, type TimeRange } from '../../rows/query.ts';
import { filterValues } from '../info/query.ts';
import type { FeeGroupOf } from './fee-groups.ts';

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

/** Periods of a range: those that begin in it and have begun. */
export interface FeePeriods {
  /** Start of the first one; periods follow each other. */
  readonly firstMs: number;
  /** End of the last one; not after `firstMs` where there is none. */
  readonly endMs: number;
  readonly widthMs: number;
}

/** The periods of a range, from the first read of any group on. */
export function periodsOf(
  { fromMs, toMs }: TimeRange,
  {
    widthMs,
    groups,
    nowMs,
  }: { readonly widthMs: number; readonly groups: readonly FeeGroupOf[]; readonly nowMs: number },
): FeePeriods {
  const firstSeenMs = Math.min(...groups.map((group) => group.firstSeenMs));
  // Without groups the minimum is infinite, and there is no period.
  const firstMs = Math.max(ceilTo(fromMs, widthMs), floorMs(Math.min(firstSeenMs, toMs), widthMs));
  return { firstMs, endMs: Math.min(ceilTo(toMs, widthMs), floorMs(nowMs, widthMs) + widthMs), widthMs };
}

/** Places of the rows after a place, in their order: each group in the periods that one of its reserves was there in. */
export function* placesAfter(
  { firstMs, endMs, widthMs }: FeePeriods,
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

function ceilTo(ms: number, widthMs: number): number {
  return Math.ceil(ms / widthMs) * widthMs;
}
