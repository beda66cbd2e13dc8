import {
  FEE_COLUMNS,
  FEE_DEFAULT_DAYS,
  type FeeGroup,
  type FeeInterval,
  type feesQuerySchema,
  type FieldName,
  type RowFormat,
} from '@tidemark/contract';
import { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import type { Exchange } from '../http/exchange.ts';
import { LAST_TIME_MS } from '../http/read-time.ts';
import { filterValues } from '../info/select-reserves.ts';
import { readFields } from '../rows/read-fields.ts';
import { readFormat } from '../rows/read-format.ts';
import { readRange, type TimeRange } from '../rows/read-range.ts';
import { createRowCursors } from '../rows/row-cursor.ts';
import { readRowLimit, type RowLimit, TIER_LIMITS } from '../rows/tier.ts';

/** Place of a row: start of its period, and the address that it is about; empty for rows of the protocol. */
export type FeePlace = readonly [periodMs: number, group: string];

/** A query of fees, read. */
export interface FeesQuery extends TimeRange, RowLimit {
  readonly interval: FeeInterval;
  readonly widthMs: number;
  readonly group: FeeGroup;
  readonly cumulative: boolean;
  readonly columns: readonly FieldName[];
  readonly format: RowFormat;
  readonly units: boolean;
  readonly after: FeePlace | null;
  /** The cursor of a page that ended at this place. */
  cursorAfter(place: FeePlace): string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WIDTH_MS: Readonly<Record<FeeInterval, number>> = { '1h': HOUR_MS, '4h': 4 * HOUR_MS, '1d': DAY_MS };
const cursors = createRowCursors<FeePlace>(
  'fees',
  z.tuple([z.int().min(0).max(LAST_TIME_MS), z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{0,44}$/)]).readonly(),
);

/**
 * Reads what is asked for. The range becomes that of whole periods: those that begin in it. Throws INVALID_TIME,
 * INVALID_TIME_RANGE, RANGE_TOO_LONG, INVALID_LIMIT, INVALID_CURSOR, INVALID_QUERY_PARAMETER.
 */
export function readFeesQuery(
  asked: z.output<typeof feesQuerySchema>,
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  nowMs: number,
): FeesQuery {
  const { interval = '1d', group_by: group = 'protocol' } = asked;
  const widthMs = WIDTH_MS[interval];
  const format = readFormat(asked.format, request.headers.accept);
  const cumulative = asked.cumulative === 'true';
  const identity = [interval, group, cumulative, ...filterValues(asked)];
  const cursor = asked.cursor === undefined ? null : cursors.decode(asked.cursor, identity, asked);
  const { fromMs, toMs } =
    cursor ?? readRange(asked, { nowMs, caller, widthMs, defaultDays: FEE_DEFAULT_DAYS[interval] });
  const { days } = TIER_LIMITS[caller.tier];
  // A cursor that was made with a key does not lend its reach. The period that is not over does not count.
  if (toMs - fromMs > days * DAY_MS + widthMs) {
    throw new ApiError('RANGE_TOO_LONG', { detail: `The range is longer than ${days} days.` });
  }
  return {
    fromMs,
    toMs,
    interval,
    widthMs,
    group,
    cumulative,
    columns: readFields(asked.fields, FEE_COLUMNS[group]),
    format,
    units: asked.units === 'true',
    ...readRowLimit(asked.limit, { format, caller }),
    after: cursor?.after ?? null,
    cursorAfter: (after) => cursors.encode(identity, { fromMs, toMs, after }),
  };
}
