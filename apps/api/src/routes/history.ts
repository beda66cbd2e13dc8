import { historiesQuerySchema, historyQuerySchema, type HistoryRow, type ReserveInfo } from '@tidemark/contract';
import { checkFilter, selectReserves } from '../history/history-reserves.ts';
import { describePage, readHistoryPage } from '../history/history-page.ts';
import { type HistoryItem, historyItems, type ItemsInput } from '../history/history-items.ts';
import { type HistoryAsk, readHistoryQuery } from '../history/history-query.ts';
import { throughGate } from '../history/patient-pages.ts';
import type { AnswerPolicy } from '../http/answer-policy.ts';
import type { Answer } from '../http/answer.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import type { Gate } from '../http/gate.ts';
import { readQuery } from '../http/read-query.ts';
import { readReserve } from '../http/read-reserve.ts';
import { findReserve } from '../info/find-reserve.ts';
import { pagesOf, rowsAnswer } from '../rows/rows-answer.ts';
import type { ProtocolLookup, ProtocolServices } from './protocol-lookup.ts';

const CACHE_CONTROL = 'public, max-age=5';
const COMPONENT = 'HistoryRow';

/** History of reserves. */
export function historyRoutes(lookup: ProtocolLookup, policy: AnswerPolicy, gate: Gate): Route[] {
  const answer = async (exchange: Exchange, input: ItemsInput, filename: string): Promise<Answer> => {
    const { ask } = input;
    const shared = { ...ask, component: COMPONENT, filename, policy, cacheControl: CACHE_CONTROL };
    if (ask.limit === null) {
      const items = throughGate(gate, historyItems(input), exchange.signal);
      return await rowsAnswer({ ...shared, pages: rowsOf(items), meta: () => ({}) });
    }
    const { limit } = ask;
    const { rows, meta } = await gate(async () => {
      const page = await readHistoryPage(input, limit);
      exchange.signal.throwIfAborted();
      return { rows: page.rows, meta: await describePage(input, page, exchange.caller.tier) };
    }, exchange.signal);
    return await rowsAnswer({ ...shared, pages: pagesOf(rows), meta: () => meta, nextCursor: meta.next_cursor });
  };

  const inputOf = (
    {
      services,
      reserves,
      signal,
    }: { services: ProtocolServices; reserves: readonly ReserveInfo[]; signal: AbortSignal },
    ask: HistoryAsk,
  ): ItemsInput => ({
    reads: services.reads.history,
    reserves,
    ask,
    nowMs: Date.now(),
    work: { states: 0 },
    signal,
  });
  const shared = { method: 'GET', cors: true, logLevel: 'info' } as const;
  return [
    {
      ...shared,
      name: 'reserveHistories',
      handle: async (exchange) => {
        const services = lookup(exchange.params);
        const query = readQuery(historiesQuerySchema, exchange.query);
        checkFilter(query);
        const { lending_market: market, token_address: token, status_str } = query;
        const of = ['all', services.protocol.name, market, token, status_str];
        const ask = readHistoryQuery(query, exchange, { interval: '1d', of, nowMs: Date.now() });
        const reserves = selectReserves((await services.info.get()).reserves, query);
        return await answer(
          exchange,
          inputOf({ services, reserves, signal: exchange.signal }, ask),
          `${services.protocol.name}-${ask.interval}`,
        );
      },
    },
    {
      ...shared,
      name: 'reserveHistory',
      handle: async (exchange) => {
        const services = lookup(exchange.params);
        const reserve = readReserve(exchange.params);
        const query = readQuery(historyQuerySchema, exchange.query);
        const of = ['one', services.protocol.name, reserve];
        const ask = readHistoryQuery(query, exchange, { interval: '1h', of, nowMs: Date.now() });
        const info = await findReserve(services, reserve);
        return await answer(
          exchange,
          inputOf({ services, reserves: [info], signal: exchange.signal }, ask),
          `${reserve}-${ask.interval}`,
        );
      },
    },
  ];
}

async function* rowsOf(pages: AsyncIterable<readonly HistoryItem[]>): AsyncGenerator<readonly HistoryRow[]> {
  for await (const page of pages) yield page.flatMap(({ row }) => row ?? []);
}
