import {
  type historiesQuerySchema,
  HISTORY_COLUMNS,
  type HistoryAggregate,
  type HistoryFill,
  type HistoryInterval,
  isAddress,
} from '@tidemark/contract';
import { z } from 'zod';
import { ApiError, type Exchange, requireKey } from '../../http/exchange.ts';
import { LAST_TIME_MS, readTime } from '../../http/query.ts';
import { createRowCursors, readRowsQuery, type RowsQuery } from '../../rows/query.ts';

/** Width of the buckets in milliseconds; raw rows have none. */
export const INTERVAL_MS = {
  raw: null,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
} as const satisfies Record<HistoryInterval, number | null>;

/** Length of the range where `from` is left out. */
const DEFAULT_DAYS = {
  raw: 1,
  '15m': 1,
  '1h': 7,
  '4h': 30,
  '1d': 30,
} as const satisfies Record<HistoryInterval, number>;

const PUBLIC_INTERVALS: ReadonlySet<HistoryInterval> = new Set(['1h', '4h', '1d']);

type HistoryQuery = Partial<z.output<typeof historiesQuerySchema>>;

/** What of the history is asked for, and in which form. */
export interface HistoryAsk extends RowsQuery<HistoryPlace> {
  readonly interval: HistoryInterval;
  readonly agg: HistoryAggregate;
  readonly fill: HistoryFill;
  /** The only one that is wanted; null: whichever the data have. */
  readonly revision: string | null;
  /** The moment at which the values were published; null: now. */
  readonly asOf: Date | null;
}

/**
 * Reads the query of a history. `scope` is what the rows are of. Throws what `readRowsQuery` does, and API_KEY_MISSING for what
 * needs a key.
 */
export function readHistoryQuery(
  query: HistoryQuery,
  exchange: Pick<Exchange, 'request' | 'caller'>,
  scope: { readonly interval: HistoryInterval; readonly of: readonly unknown[]; readonly nowMs: number },
): HistoryAsk {
  const interval = query.interval ?? scope.interval;
  if (!PUBLIC_INTERVALS.has(interval)) requireKey(exchange.caller, `The interval ${interval}`);
  if (interval === 'raw') refuseBuckets(query);
  const agg = query.agg ?? 'close';
  const fill = query.fill ?? 'null';
  const asOf = readAsOf(query.as_of, scope.nowMs);
  const widthMs = INTERVAL_MS[interval] ?? 1_000;
  const rows = readRowsQuery(query, exchange, {
    cursors: historyCursors,
    identity: [...scope.of, interval, agg, fill, ...(asOf === null ? [] : [asOf.getTime()])],
    columns: HISTORY_COLUMNS,
    widthMs,
    defaultDays: DEFAULT_DAYS[interval],
    // The bucket before the one that was not over at that time is the last.
    nowMs: asOf === null ? scope.nowMs : asOf.getTime() - widthMs,
    origin: 'stored',
  });
  refusePlaceOutside(rows);
  if (asOf !== null && Math.ceil(rows.toMs / widthMs) * widthMs > asOf.getTime()) {
    throw new ApiError('INVALID_TIME_RANGE', {
      detail: 'The range ends after the parameter as_of: what came later was not published then.',
    });
  }
  return { ...rows, interval, agg, fill, revision: query.revision ?? null, asOf };
}

/** A moment that has passed. */
function readAsOf(text: string | undefined, nowMs: number): Date | null {
  if (text === undefined) return null;
  const ms = readTime(text, 'as_of');
  if (ms <= nowMs) return new Date(ms);
  throw new ApiError('INVALID_TIME_RANGE', { detail: 'The parameter as_of lies in the future.' });
}

/** Nothing was published of reserves before the first of them was seen. */
export function refuseBeforeData({ asOf }: HistoryAsk, firstSeenMs: readonly number[]): void {
  if (asOf === null || firstSeenMs.length === 0 || firstSeenMs.some((ms) => ms <= asOf.getTime())) return;
  throw new ApiError('INVALID_TIME_RANGE', {
    detail: `The parameter as_of lies before the first observation, which is of ${new Date(Math.min(...firstSeenMs)).toISOString()}.`,
  });
}

/** The place of a cursor lies in its range; one that does not was made up. */
function refusePlaceOutside({ fromMs, toMs, after }: RowsQuery<HistoryPlace>): void {
  if (after === null) return;
  const { atMs, knownMs } = after;
  const isInside = atMs >= fromMs && atMs < toMs;
  if (isInside && (knownMs === null || (knownMs >= fromMs && knownMs <= atMs))) return;
  throw new ApiError('INVALID_CURSOR', { detail: 'The parameter cursor is not a cursor.' });
}

function refuseBuckets(query: HistoryQuery): void {
  const given = (['agg', 'fill'] as const).find((name) => query[name] !== undefined);
  if (given === undefined) return;
  throw new ApiError('INVALID_QUERY_PARAMETER', {
    detail: `The parameter ${given} has no meaning with interval=raw: its rows are single reads.`,
  });
}

/** Place of a row in the order of a history, which is by reserve and time. */
export interface HistoryPlace {
  readonly reserve: string;
  /** Start of the bucket or chain time of the read. */
  readonly atMs: number;
  /** Slot of the read in decimal digits: two can have the same time. Null for buckets. */
  readonly slot: string | null;
  /** With fill=locf the bucket whose values are being repeated, so that the next page can go on with them. */
  readonly knownMs: number | null;
}

const time = () => z.int().min(0).max(LAST_TIME_MS);
const placeSchema = z
  .tuple([
    z.string().refine(isAddress),
    time(),
    z
      .string()
      .regex(/^\d{1,18}$/)
      .nullable(),
    time().nullable(),
  ])
  .transform(([reserve, atMs, slot, knownMs]): HistoryPlace => ({ reserve, atMs, slot, knownMs }));

/** Cursors of both histories. */
export const historyCursors = createRowCursors('history', placeSchema, ({ reserve, atMs, slot, knownMs }) => [
  reserve,
  atMs,
  slot,
  knownMs,
]);
