import { COVERAGE_COLUMNS, type CoverageEnvelope, coverageQuerySchema } from '@tidemark/contract';
import { type CoveredReserve, coveragePages } from '../coverage/coverage-pages.ts';
import { type CoveragePlace, readCoverageQuery } from '../coverage/read-coverage-query.ts';
import type { AnswerPolicy } from '../http/answer-policy.ts';
import type { Answer } from '../http/answer.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import { type Gate, inTurns } from '../http/gate.ts';
import { readQuery } from '../http/read-query.ts';
import { selectReserves } from '../info/select-reserves.ts';
import { rowsAnswer } from '../rows/rows-answer.ts';
import { refuseCut } from '../rows/rows-query.ts';
import type { ProtocolLookup, ProtocolServices } from './protocol-lookup.ts';

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
