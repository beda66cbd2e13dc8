import {
  COVERAGE_COLUMNS,
  COVERAGE_DEFAULT_DAYS,
  type CoverageEnvelope,
  coverageQuerySchema,
} from '@tidemark/contract';
import { z } from 'zod';
import type { Answer, Exchange, Route } from '../../http/exchange.ts';
import { type Gate, inTurns } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery } from '../../http/query.ts';
import { rowsAnswer } from '../../rows/answer.ts';
import { createRowCursors, readRowsQuery, refuseCut, type RowsQuery } from '../../rows/query.ts';
import { filterValues, selectReserves } from '../info/query.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { coveragePages, type CoveredReserve } from './pages.ts';

export interface CoverageRouteOptions {
  readonly services: readonly ProtocolServices[];
  readonly lookup: ProtocolLookup;
  readonly policy: AnswerPolicy;
  readonly gate: Gate;
}

const CACHE_CONTROL = 'public, max-age=5';

/** How much of a range each reserve was observed in. */
export function coverageRoute({ services, lookup, policy, gate }: CoverageRouteOptions): Route {
  const answer = async (exchange: Exchange): Promise<Answer> => {
    const asked = readQuery(coverageQuerySchema, exchange.query);
    const nowMs = Date.now();
    const turns = inTurns(gate, exchange.signal);
    const query = readCoverageQuery(asked, exchange, nowMs);
    const chosen = asked.protocol === undefined ? services : [lookup({ lending_protocol: asked.protocol })];
    const reserves = selectReserves(await listReserves(chosen), asked).filter((row) => isAfter(row, query.after));
    refuseCut(query, reserves.length);
    const page = reserves.slice(0, query.limit ?? reserves.length);
    const last = page.length < reserves.length ? page.at(-1) : undefined;
    const next = last === undefined ? null : query.cursorAfter([last.protocol, last.reserve]);
    const range = { from: new Date(query.fromMs), to: new Date(query.toMs) };
    const readsOf = new Map(chosen.map(({ protocol, reads }) => [protocol.name, reads]));
    return rowsAnswer({
      format: query.format,
      columns: COVERAGE_COLUMNS,
      lists: ['gaps'],
      component: 'CoverageRow',
      units: query.units,
      pages: coveragePages(
        page,
        { fromMs: query.fromMs, toMs: query.toMs, nowMs },
        {
          facts: (protocol) => turns(() => readOf(readsOf, protocol).coverage(range)),
          gapFailures: (protocol, gaps) => turns(() => readOf(readsOf, protocol).gapFailures(gaps)),
        },
      ),
      meta: () =>
        ({
          from: query.fromMs / 1000,
          to: query.toMs / 1000,
          count: page.length,
          next_cursor: next,
        }) satisfies CoverageEnvelope['meta'],
      nextCursor: next,
      filename: 'coverage',
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
  return { name: 'coverage', method: 'GET', cors: true, logLevel: 'info', heavy: 'always', handle: answer };
}

/** Reserves by protocol and address, by their bytes: an order that no later name changes. */
async function listReserves(services: readonly ProtocolServices[]): Promise<CoveredReserve[]> {
  const lists = await Promise.all(
    services.map(async ({ protocol, info }) =>
      (await info.get()).reserves.map((row): CoveredReserve => ({ ...row, protocol: protocol.name })),
    ),
  );
  return lists.flat().toSorted((left, right) => compare(placeOf(left), placeOf(right)));
}

function placeOf({ protocol, reserve }: CoveredReserve): CoveragePlace {
  return [protocol, reserve];
}

function isAfter(row: CoveredReserve, place: CoveragePlace | null): boolean {
  return place === null || compare(placeOf(row), place) > 0;
}

function compare(left: CoveragePlace, right: CoveragePlace): number {
  for (const index of [0, 1] as const) {
    if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
  }
  return 0;
}

function readOf(readsOf: ReadonlyMap<string, ProtocolServices['reads']>, protocol: string): ProtocolServices['reads'] {
  const reads = readsOf.get(protocol);
  if (reads === undefined) throw new Error('a reserve belongs to a protocol that was asked for');
  return reads;
}

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
