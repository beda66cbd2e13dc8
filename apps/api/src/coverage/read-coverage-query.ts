import { COVERAGE_COLUMNS, COVERAGE_DEFAULT_DAYS, type coverageQuerySchema } from '@tidemark/contract';
import { z } from 'zod';
import type { Exchange } from '../http/exchange.ts';
import { filterValues } from '../info/select-reserves.ts';
import { createRowCursors } from '../rows/row-cursor.ts';
import { readRowsQuery, type RowsQuery } from '../rows/rows-query.ts';

/** Place of a row: the protocol and the reserve. */
export type CoveragePlace = readonly [protocol: string, reserve: string];

/** A query of coverage, read. */
export type CoverageQuery = RowsQuery<CoveragePlace>;

const SECOND_MS = 1_000;
const cursors = createRowCursors<CoveragePlace>(
  'coverage',
  z.tuple([z.string().max(64), z.string().max(44)]).readonly(),
);

/** Reads what is asked for; the range becomes one of whole seconds, as chain clocks are. Throws what `readRowsQuery` does. */
export function readCoverageQuery(
  asked: z.output<typeof coverageQuerySchema>,
  exchange: Pick<Exchange, 'request' | 'caller'>,
  nowMs: number,
): CoverageQuery {
  const rows = readRowsQuery(asked, exchange, {
    cursors,
    identity: [asked.protocol, ...filterValues(asked)],
    columns: COVERAGE_COLUMNS,
    widthMs: SECOND_MS,
    defaultDays: COVERAGE_DEFAULT_DAYS,
    nowMs,
  });
  return {
    ...rows,
    fromMs: Math.floor(rows.fromMs / SECOND_MS) * SECOND_MS,
    toMs: Math.ceil(rows.toMs / SECOND_MS) * SECOND_MS,
  };
}
