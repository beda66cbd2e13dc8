import { COVERAGE_DEFAULT_DAYS, type coverageQuerySchema, type RowFormat } from '@tidemark/contract';
import { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import type { Exchange } from '../http/exchange.ts';
import { filterValues } from '../info/select-reserves.ts';
import { readFormat } from '../rows/read-format.ts';
import { readRange, type TimeRange } from '../rows/read-range.ts';
import { createRowCursors } from '../rows/row-cursor.ts';
import { readRowLimit, type RowLimit, TIER_LIMITS } from '../rows/tier.ts';

/** Place of a row: the protocol and the reserve. */
export type CoveragePlace = readonly [protocol: string, reserve: string];

/** A query of coverage, read. */
export interface CoverageQuery extends TimeRange, RowLimit {
  readonly format: RowFormat;
  readonly units: boolean;
  readonly after: CoveragePlace | null;
  /** The cursor of a page that ended at this place. */
  cursorAfter(place: CoveragePlace): string;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const cursors = createRowCursors<CoveragePlace>(
  'coverage',
  z.tuple([z.string().max(64), z.string().max(44)]).readonly(),
);

/**
 * Reads what is asked for; the range becomes one of whole seconds, as chain clocks are. Throws INVALID_TIME,
 * INVALID_TIME_RANGE, RANGE_TOO_LONG, INVALID_LIMIT, INVALID_CURSOR.
 */
export function readCoverageQuery(
  asked: z.output<typeof coverageQuerySchema>,
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  nowMs: number,
): CoverageQuery {
  const identity = [asked.protocol, ...filterValues(asked)];
  const cursor = asked.cursor === undefined ? null : cursors.decode(asked.cursor, identity, asked);
  const { fromMs, toMs } =
    cursor ?? readRange(asked, { nowMs, caller, widthMs: SECOND_MS, defaultDays: COVERAGE_DEFAULT_DAYS });
  const { days } = TIER_LIMITS[caller.tier];
  // A cursor that was made with a key does not lend its reach.
  if (toMs - fromMs > days * DAY_MS + SECOND_MS) {
    throw new ApiError('RANGE_TOO_LONG', { detail: `The range is longer than ${days} days.` });
  }
  const format = readFormat(asked.format, request.headers.accept);
  return {
    fromMs: Math.floor(fromMs / SECOND_MS) * SECOND_MS,
    toMs: Math.ceil(toMs / SECOND_MS) * SECOND_MS,
    format,
    units: asked.units === 'true',
    ...readRowLimit(asked.limit, { format, caller }),
    after: cursor?.after ?? null,
    cursorAfter: (after) => cursors.encode(identity, { fromMs, toMs, after }),
  };
}
