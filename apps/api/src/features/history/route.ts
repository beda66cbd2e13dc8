import { historiesQuerySchema, historyQuerySchema, type HistoryRow, type ReserveInfo } from '@tidemark/contract';
import type { Answer, Exchange, Route } from '../../http/exchange.ts';
import { throughGate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import type { WorkGates } from '../../http/work-gates.ts';
import { pagesOf, rowsAnswer } from '../../rows/answer.ts';
import { refuseCut } from '../../rows/query.ts';
import { filterValues, findReserve, selectReserves } from '../info/query.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { countSureRows, type HistoryItem, historyItems, type ItemsInput } from './history-items.ts';
import { describePage, type HistoryPage, readHistoryPage } from './history-page.ts';
import { BUILT_INTERVALS, type HistoryAsk, readHistoryQuery } from './query.ts';

const CACHE_CONTROL = 'public, max-age=5';
const COMPONENT = 'HistoryRow';

/** The gates that histories go through. */
export type HistoryGates = Pick<WorkGates, 'heavy' | 'gathered'>;

/** History of reserves. */
export function historyRoutes(lookup: ProtocolLookup, policy: AnswerPolicy, gates: HistoryGates): Route[] {
  const answer = async (exchange: Exchange, input: ItemsInput, filename: string): Promise<Answer> => {
    const { ask } = input;
    const shared = { ...ask, component: COMPONENT, filename, policy, cacheControl: CACHE_CONTROL };
    if (ask.limit === null) {
      const items = throughGate(gates.heavy, historyItems(input), exchange.signal);
      return await rowsAnswer({ ...shared, pages: rowsOf(items), meta: () => ({}) });
    }
    refuseCut(ask, countSureRows(input));
    const describe = (page: HistoryPage) => describePage(input, page, exchange.caller.tier);
    const { page, meta } = await readPage(input, ask.limit, describe, gates);
    refuseCut(ask, page.rows.length + (meta.next_cursor === null ? 0 : 1));
    return await rowsAnswer({ ...shared, pages: pagesOf(page.rows), meta: () => meta, nextCursor: meta.next_cursor });
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
  const shared = { method: 'GET', cors: true, logLevel: 'info', heavy: 'always' } as const;
  return [
    {
      ...shared,
      name: 'reserveHistories',
      handle: async (exchange) => {
        const services = lookup(exchange.params);
        const query = readQuery(historiesQuerySchema, exchange.query);
        const of = ['all', services.protocol.name, ...filterValues(query)];
        const ask = readHistoryQuery(query, exchange, { interval: '1d', of, nowMs: Date.now() });
        const chosen = selectReserves((await services.info.get()).reserves, query);
        // By the bytes of their addresses, as the database orders them.
        const reserves = chosen.toSorted((left, right) => (left.reserve < right.reserve ? -1 : 1));
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

/**
 * One page and what it says of itself, before anything of it is sent: what is refused or fails on the way is a plain error.
 * A page of built buckets gives its place to whoever waits after every piece, as exports do.
 */
async function readPage<Meta>(
  input: ItemsInput,
  limit: number,
  describe: (page: HistoryPage) => Promise<Meta>,
  { heavy, gathered }: HistoryGates,
): Promise<{ readonly page: HistoryPage; readonly meta: Meta }> {
  const { ask, signal } = input;
  if (!BUILT_INTERVALS.has(ask.interval)) {
    return await heavy(async () => {
      const page = await readHistoryPage(input, limit);
      signal.throwIfAborted();
      return { page, meta: await describe(page) };
    }, signal);
  }
  return await gathered(async () => {
    const page = await readHistoryPage(input, limit, throughGate(heavy, historyItems(input), signal));
    return { page, meta: await heavy.goOn(() => describe(page), signal) };
  }, signal);
}

async function* rowsOf(pages: AsyncIterable<readonly HistoryItem[]>): AsyncGenerator<readonly HistoryRow[]> {
  for await (const page of pages) yield page.flatMap(({ row }) => row ?? []);
}
