import {
  type FieldName,
  HISTORY_COLUMNS,
  type historiesQuerySchema,
  type HistoryAggregate,
  type HistoryFill,
  type HistoryInterval,
  type RowFormat,
} from '@tidemark/contract';
import type { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import type { Exchange } from '../http/exchange.ts';
import { readFields } from '../rows/read-fields.ts';
import { readFormat } from '../rows/read-format.ts';
import { readRange, type TimeRange } from '../rows/read-range.ts';
import { readRowLimit, requireKey, type RowLimit } from '../rows/tier.ts';
import { historyCursors, type HistoryPlace } from './history-cursor.ts';

/** Width of the buckets in milliseconds; raw rows have none. */
export const INTERVAL_MS = {
  raw: null,
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
} as const satisfies Record<HistoryInterval, number | null>;

/** Length of the range where `from` is left out. */
const DEFAULT_DAYS = {
  raw: 1,
  '1m': 1,
  '5m': 1,
  '15m': 1,
  '1h': 7,
  '4h': 30,
  '1d': 30,
} as const satisfies Record<HistoryInterval, number>;

/** Buckets that are made of states when they are asked for: hundreds of statements a page, where others cost a few. */
export const BUILT_INTERVALS: ReadonlySet<HistoryInterval> = new Set(['1m', '5m', '15m']);

const PUBLIC_INTERVALS: ReadonlySet<HistoryInterval> = new Set(['1h', '4h', '1d']);

type HistoryQuery = Partial<z.output<typeof historiesQuerySchema>>;

/** What of the history is asked for, and in which form. */
export interface HistoryAsk extends TimeRange, RowLimit {
  readonly interval: HistoryInterval;
  readonly agg: HistoryAggregate;
  readonly fill: HistoryFill;
  readonly columns: readonly FieldName[];
  readonly format: RowFormat;
  readonly units: boolean;
  /** Only what comes after this place. */
  readonly after: HistoryPlace | null;
  /** What the rows depend on beside the range, for the cursor. */
  readonly binding: readonly unknown[];
}

/**
 * Reads the query of a history. `scope` is what the rows are of. Throws INVALID_QUERY_PARAMETER, INVALID_TIME,
 * INVALID_TIME_RANGE, RANGE_TOO_LONG, INVALID_LIMIT, INVALID_CURSOR, and API_KEY_MISSING for what needs a key.
 */
export function readHistoryQuery(
  query: HistoryQuery,
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  scope: { readonly interval: HistoryInterval; readonly of: readonly unknown[]; readonly nowMs: number },
): HistoryAsk {
  const interval = query.interval ?? scope.interval;
  if (!PUBLIC_INTERVALS.has(interval)) requireKey(caller, `The interval ${interval}`);
  if (interval === 'raw') refuseBuckets(query);
  const agg = query.agg ?? 'close';
  const fill = query.fill ?? 'null';
  const format = readFormat(query.format, request.headers.accept);
  const binding = [...scope.of, interval, agg, fill];
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor, binding, query);
  const range = readRange(cursor === null ? query : toQuery(cursor), {
    nowMs: scope.nowMs,
    defaultDays: DEFAULT_DAYS[interval],
    caller,
    widthMs: INTERVAL_MS[interval] ?? 1_000,
    resumed: cursor !== null,
  });
  return {
    ...range,
    interval,
    agg,
    fill,
    columns: readFields(query.fields, HISTORY_COLUMNS),
    format,
    units: query.units === 'true',
    ...readRowLimit(query.limit, { format, caller }),
    after: cursor?.after ?? null,
    binding,
  };
}

/** The place of a cursor lies in its range; one that does not was made up. */
function decodeCursor(text: string, binding: readonly unknown[], query: HistoryQuery) {
  const cursor = historyCursors.decode(text, binding, query);
  const { atMs, knownMs } = cursor.after;
  const isInside = atMs >= cursor.fromMs && atMs < cursor.toMs;
  if (isInside && (knownMs === null || (knownMs >= cursor.fromMs && knownMs <= atMs))) return cursor;
  throw new ApiError('INVALID_CURSOR', { detail: 'The parameter cursor is not a cursor.' });
}

function refuseBuckets(query: HistoryQuery): void {
  const given = (['agg', 'fill'] as const).find((name) => query[name] !== undefined);
  if (given === undefined) return;
  throw new ApiError('INVALID_QUERY_PARAMETER', {
    detail: `The parameter ${given} has no meaning with interval=raw: its rows are single reads.`,
  });
}

/** The range of a cursor goes through the same checks: a key that expired must not keep its reach. */
function toQuery({ fromMs, toMs }: TimeRange) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
