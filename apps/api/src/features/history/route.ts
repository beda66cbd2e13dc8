import {
  historiesQuerySchema,
  historyQuerySchema,
  isAddress,
  MAX_HISTORY_RESERVES,
  type ReserveInfo,
} from '@tidemark/contract';
import { ApiError, type Exchange, type Handlers } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import { filterValues, findReserve, selectReserves } from '../info/query.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { HistoryAnswers } from './history-answers.ts';
import type { ItemsInput } from './history-parts.ts';
import { type ArchivedPart, listArchivedParts } from './observation-pages.ts';
import { type HistoryAsk, readHistoryQuery } from './query.ts';

/** History of reserves. */
export function historyHandlers(
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
  { gate, version }: { readonly gate: Gate; readonly version: string },
): Handlers<'reserveHistories' | 'reserveHistory'> {
  const answers = new HistoryAnswers(policy, { gate, version });
  return {
    reserveHistories: async (exchange) => {
      const services = lookup(exchange.params);
      const query = readQuery(historiesQuerySchema, exchange.query);
      const named = readReserves(query.reserves);
      const of = [
        'all',
        services.protocol.name,
        ...filterValues(query),
        ...(named === null ? [] : [[...named].toSorted()]),
      ];
      const ask = readHistoryQuery(query, exchange, { interval: '1d', of, nowMs: Date.now() });
      const all = (await services.info.get()).reserves;
      for (const address of named ?? []) {
        if (!all.some(({ reserve }) => reserve === address)) throw new ApiError('RESERVE_NOT_FOUND');
      }
      const chosen = selectReserves(all, query).filter(({ reserve }) => named === null || named.has(reserve));
      // By the bytes of their addresses, as the database orders them.
      const reserves = chosen.toSorted((left, right) => (left.reserve < right.reserve ? -1 : 1));
      const input = await inputOf(services, reserves, ask, exchange, gate);
      return await answers.answer(exchange, input, `${services.protocol.name}-${ask.interval}`);
    },
    reserveHistory: async (exchange) => {
      const services = lookup(exchange.params);
      const reserve = readReserve(exchange.params);
      const query = readQuery(historyQuerySchema, exchange.query);
      const of = ['one', services.protocol.name, reserve];
      const ask = readHistoryQuery(query, exchange, { interval: '1h', of, nowMs: Date.now() });
      const info = await findReserve(services, reserve);
      const input = await inputOf(services, [info], ask, exchange, gate);
      return await answers.answer(exchange, input, `${reserve}-${ask.interval}`);
    },
  };
}

async function inputOf(
  { reads: { history: reads } }: ProtocolServices,
  reserves: readonly ReserveInfo[],
  ask: HistoryAsk,
  { signal }: Exchange,
  gate: Gate,
): Promise<ItemsInput> {
  const range = { from: new Date(ask.fromMs), to: new Date(ask.toMs), asOf: ask.asOf };
  const archived = ask.interval === 'raw' ? await gate(() => listArchivedParts(reads, range), signal) : [];
  if (ask.format !== 'json') refuseArchived(archived, ask);
  return { reads, reserves, ask, nowMs: Date.now(), archived, signal };
}

/** A file has no place to say that a month is missing. */
function refuseArchived(parts: readonly ArchivedPart[], { asOf }: HistoryAsk): void {
  const missing = parts.filter(({ isReadable }) => !isReadable).map(({ file }) => file);
  if (missing.length === 0) return;
  const more = asOf === null ? '' : ' Files do not answer as_of.';
  throw new ApiError('HISTORY_ARCHIVED', { detail: `They are in ${missing.join(', ')}.${more}` });
}

/** Addresses of a list, each once. Null where none was sent. */
function readReserves(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const named = new Set(text.split(','));
  if (named.size > MAX_HISTORY_RESERVES) {
    throw new ApiError('INVALID_QUERY_PARAMETER', {
      detail: `The parameter reserves holds more than ${MAX_HISTORY_RESERVES} addresses.`,
    });
  }
  for (const address of named) if (!isAddress(address)) throw new ApiError('INVALID_RESERVE_ADDRESS');
  return named;
}
