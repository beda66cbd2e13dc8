import {
  COVERAGE_COLUMNS,
  COVERAGE_DEFAULT_DAYS,
  type CoverageEnvelope,
  coverageQuerySchema,
} from '@tidemark/contract';
import { z } from 'zod';
import type { Answer, Exchange, Handler } from '../../http/exchange.ts';
import { type Gate, inTurns } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery } from '../../http/query.ts';
import { rowsAnswer } from '../../rows/answer.ts';
import { whyEmpty } from '../../rows/why-empty.ts';
import { createRowCursors, readRowsQuery, refuseCut, type RowsQuery } from '../../rows/query.ts';
import { filterValues, type ReserveFilters, selectReserves } from '../info/query.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { coveragePages, type CoveredReserve } from './pages.ts';

const CACHE_CONTROL = 'public, max-age=5';

/** How much of a range each reserve was observed in. */
export function coverageHandler(
  services: readonly ProtocolServices[],
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
  gate: Gate,
): Handler {
  return async (exchange: Exchange): Promise<Answer> => {
    const asked = readQuery(coverageQuerySchema, exchange.query);
    const nowMs = Date.now();
    const turns = inTurns(gate, exchange.signal);
    const query = readCoverageQuery(asked, exchange, nowMs);
    const chosen = asked.protocol === undefined ? services : [lookup(asked)];
    const reserves = (await listReserves(chosen, asked)).filter(
      ({ protocol, info }) => query.after === null || keyOf([protocol, info.reserve]) > keyOf(query.after),
    );
    refuseCut(query, reserves.length);
    const page = reserves.slice(0, query.limit ?? reserves.length);
    const last = page.length < reserves.length ? page.at(-1) : undefined;
    const next = last === undefined ? null : query.cursorAfter([last.protocol, last.info.reserve]);
    const range = { from: new Date(query.fromMs), to: new Date(query.toMs) };
    const readsOf = (protocol: string) => lookup({ protocol }).reads;
    return rowsAnswer({
      ...query,
      lists: ['gaps'],
      component: 'CoverageRow',
      pages: coveragePages(
        page,
        { fromMs: query.fromMs, toMs: query.toMs },
        {
          facts: (protocol) => turns(() => readsOf(protocol).coverage(range)),
          gapFailures: (protocol, gaps) => turns(() => readsOf(protocol).gapFailures(gaps)),
          chainNowMs: (protocol) => lookup({ protocol }).latest.chainNowMs(),
        },
      ),
      meta: () =>
        ({
          from: query.fromMs / 1000,
          to: query.toMs / 1000,
          count: page.length,
          next_cursor: next,
          ...whyEmpty({
            count: page.length,
            next,
            toMs: null,
            firstSeenMs: query.after === null ? [] : [query.fromMs],
            rows: 'reserves',
          }),
        }) satisfies CoverageEnvelope['meta'],
      nextCursor: next,
      filename: 'coverage',
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
}

/** The reserves that are asked for, by protocol and address, by their bytes: an order that no later name changes. */
async function listReserves(services: readonly ProtocolServices[], asked: ReserveFilters): Promise<CoveredReserve[]> {
  const lists = await Promise.all(
    services.map(async ({ protocol, info }) => ({ protocol: protocol.name, reserves: (await info.get()).reserves })),
  );
  const chosen = new Set(
    selectReserves(
      lists.flatMap(({ reserves }) => reserves),
      asked,
    ),
  );
  return lists
    .toSorted((left, right) => (left.protocol < right.protocol ? -1 : 1))
    .flatMap(({ protocol, reserves }) =>
      reserves
        .filter((info) => chosen.has(info))
        .toSorted((left, right) => (left.reserve < right.reserve ? -1 : 1))
        .map((info) => ({ protocol, info })),
    );
}

/** The place in a form that is ordered as places are: no name has a character before all others. */
function keyOf([protocol, reserve]: CoveragePlace): string {
  return `${protocol}\0${reserve}`;
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
    origin: 'made',
  });
  return {
    ...rows,
    fromMs: Math.floor(rows.fromMs / SECOND_MS) * SECOND_MS,
    toMs: Math.ceil(rows.toMs / SECOND_MS) * SECOND_MS,
  };
}
