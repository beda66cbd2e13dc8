import { type AggregateHistoryMeta, aggregateHistoryQuerySchema } from '@tidemark/contract';
import type { AggregateReserve } from '@tidemark/schema';
import type { Answer, Caller, Exchange, Route } from '../../../http/exchange.ts';
import { type Gate, inTurns } from '../../../http/gate.ts';
import type { AnswerPolicy } from '../../../http/policy.ts';
import { readQuery } from '../../../http/query.ts';
import { type AnswerRow, rowsAnswer } from '../../../rows/answer.ts';
import { refuseCut } from '../../../rows/query.ts';
import type { ProtocolLookup } from '../../services.ts';
import type { AggregateDataset } from '../aggregate-dataset.ts';
import { readMarket, readMint } from '../route.ts';
import { type Period, periodPages } from './aggregate-pages.ts';
import { lastReadsOfRefused } from './period-totals.ts';
import { type AggregateQuery, pageOf, periodsOf, readAggregateQuery } from './query.ts';
import { marketSubject, protocolSubject, type Subject, tokenSubject } from './subjects.ts';

const CACHE_CONTROL = 'public, max-age=30';
const METHODOLOGY = 'aggregate-1.0';

/** Histories of markets, tokens and the protocol, added up from the rollups. */
export function aggregateHistoryRoutes(lookup: ProtocolLookup, policy: AnswerPolicy, gate: Gate): Route[] {
  const answer = createAnswer({ lookup, policy, gate });
  const shared = { method: 'GET', cors: true, logLevel: 'info', heavy: 'always' } as const;
  return [
    {
      ...shared,
      name: 'marketHistory',
      handle: (exchange) => {
        lookup(exchange.params);
        const market = readMarket(exchange.params);
        return answer(exchange, (dataset) => marketSubject(dataset, market));
      },
    },
    {
      ...shared,
      name: 'tokenHistory',
      handle: (exchange) => {
        lookup(exchange.params);
        const mint = readMint(exchange.params);
        return answer(exchange, (dataset) => tokenSubject(dataset, mint));
      },
    },
    {
      ...shared,
      name: 'summaryHistory',
      handle: (exchange) => {
        const { protocol } = lookup(exchange.params);
        return answer(exchange, (dataset) => protocolSubject(dataset, protocol.name));
      },
    },
  ];
}

interface AnswerParts {
  readonly lookup: ProtocolLookup;
  readonly policy: AnswerPolicy;
  readonly gate: Gate;
}

/** Answers a request for the history of what is found in the dataset. */
function createAnswer({ lookup, policy, gate }: AnswerParts) {
  return async (exchange: Exchange, find: (dataset: AggregateDataset) => Subject): Promise<Answer> => {
    const { aggregates, info, reads } = lookup(exchange.params);
    const asked = readQuery(aggregateHistoryQuerySchema, exchange.query);
    const dataset = await aggregates.get();
    const subject = find(dataset);
    const nowMs = Date.now();
    const turns = inTurns(gate, exchange.signal);
    const query = readAggregateQuery(asked, exchange, {
      of: [subject.kind, subject.of],
      columns: subject.columns,
      nowMs,
    });
    const page = pageOf(periodsOf(query, { firstSeenMs: firstSeenOf(subject.reserves), nowMs }), query);
    refuseCut(query, page.rowsLeft);
    const next = page.lastMs === null ? null : query.cursorAfter(page.lastMs);
    const pages = periodPages({
      reserves: subject.reserves,
      isAll: subject.kind === 'protocol',
      periods: page.periods,
      weight: subject.weight,
      newestMs: (dataset.moment?.seconds ?? 0) * 1000,
      stops: await turns(() => reads.history.stops()),
      refusedAfterMs: lastReadsOfRefused((await info.get()).reserves),
      read: (filter) => turns(() => reads.bucketTotals(filter)),
      signal: exchange.signal,
    });
    return await rowsAnswer({
      format: query.format,
      columns: query.columns,
      component: subject.component,
      units: query.units,
      pages: rowsOf(pages, subject.toRow),
      meta: () => toMeta(query, exchange.caller, page.count, next),
      nextCursor: next,
      filename: `${exchange.params['lending_protocol']}-${subject.kind}-${query.interval}`,
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
}

export function firstSeenOf(reserves: readonly AggregateReserve[]): number | null {
  return reserves.length === 0 ? null : Math.min(...reserves.map(({ firstSeenAt }) => firstSeenAt.getTime()));
}

async function* rowsOf(
  pages: AsyncIterable<readonly Period[]>,
  toRow: (period: Period) => AnswerRow,
): AsyncGenerator<readonly AnswerRow[]> {
  for await (const page of pages) yield page.map(toRow);
}

function toMeta(query: AggregateQuery, caller: Caller, count: number, next: string | null): AggregateHistoryMeta {
  return {
    from: Math.floor(query.fromMs / 1000),
    to: Math.ceil(query.toMs / 1000),
    interval_str: query.interval,
    count,
    next_cursor: next,
    tier_str: caller.tier,
    methodology: METHODOLOGY,
  };
}
