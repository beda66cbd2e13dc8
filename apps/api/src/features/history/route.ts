import {
  historiesQuerySchema,
  historyQuerySchema,
  isAddress,
  MAX_HISTORY_RESERVES,
  type HistoryMeta,
  type ReserveInfo,
} from '@tidemark/contract';
import { recycle } from '@tidemark/schema';
import { type Answer, ApiError, type Exchange, type Handlers } from '../../http/exchange.ts';
import { type Gate, throughGate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { digestOf } from '../../http/prepared.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import { encodedAnswer, wholeAnswer } from '../../rows/answer.ts';
import { refuseCut } from '../../rows/query.ts';
import { filterValues, findReserve, selectReserves } from '../info/query.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { ClosedPages, type PageVersion } from './closed-pages.ts';
import { countSureRows, historyParts } from './history-items.ts';
import { describePage, type HistoryPage, readHistoryPage } from './history-page.ts';
import type { ItemsInput } from './history-parts.ts';
import { type ArchivedPart, listArchivedParts } from './observation-pages.ts';
import { type HistoryAsk, readHistoryQuery, refuseBeforeData } from './query.ts';

const CACHE_CONTROL = 'public, max-age=5';
const COMPONENT = 'HistoryRow';

/** History of reserves. */
export function historyHandlers(
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
  { gate, version }: { readonly gate: Gate; readonly version: string },
): Handlers<'reserveHistories' | 'reserveHistory'> {
  const closed = new ClosedPages({ version, policy, cacheControl: CACHE_CONTROL });
  const answer = async (exchange: Exchange, input: ItemsInput, filename: string): Promise<Answer> => {
    const { ask } = input;
    refuseBeforeData(
      ask,
      input.reserves.map(({ first_seen_timestamp: seconds }) => seconds * 1000),
    );
    const shared = { ...ask, component: COMPONENT, filename, policy, cacheControl: CACHE_CONTROL };
    if (ask.limit !== null) refuseCut(ask, countSureRows(input));
    const { limit } = ask;
    if (limit === null) {
      closed.refuseRevision(input);
      const parts = throughGate(gate, historyParts(input, null), exchange.signal);
      return await encodedAnswer({ ...shared, chunks: bytesOf(parts), meta: () => ({}) });
    }
    // With what it says of itself, before anything of it is sent: what is refused or fails on the way is a plain error.
    return await gate(async () => {
      const known = await closed.versionOf(exchange, input);
      const found = known === null ? null : closed.find(exchange, input, known);
      if (found !== null) return found;
      const page = await readHistoryPage(input, limit, known !== null);
      input.signal.throwIfAborted();
      const meta = await describePage(input, page, exchange.caller.tier);
      refuseCut(ask, page.count + (meta.next_cursor === null ? 0 : 1));
      // What was read may be newer than its version, if it has changed meanwhile.
      const isClosed = known !== null && page.isFinal && (await closed.isCurrent(input, known));
      const isKept = isClosed && closed.isWanted(known, page.chunks);
      // What is kept has memory of its own size; the memory of the others is used again once they are sent.
      const chunks = isKept ? [Buffer.concat(page.chunks)] : page.chunks;
      const made = { ...shared, chunks: inTurn(chunks), meta: () => meta, nextCursor: meta.next_cursor };
      // A file is written from the chunks themselves, later.
      if (!isClosed && ask.format !== 'json') return await encodedAnswer(made);
      const ofPage = isClosed ? known : versionOf(page, meta);
      const whole = await wholeAnswer({ ...made, ...(ofPage === null ? {} : { version: ofPage }) });
      const onSent = (): void => page.chunks.forEach(recycle);
      return { ...(isClosed ? closed.answerOf(whole, known, ask, isKept) : whole), onSent };
    }, input.signal);
  };

  const inputOf = async (
    { reads: { history: reads } }: ProtocolServices,
    reserves: readonly ReserveInfo[],
    ask: HistoryAsk,
    { signal }: Exchange,
  ): Promise<ItemsInput> => {
    const range = { from: new Date(ask.fromMs), to: new Date(ask.toMs), asOf: ask.asOf };
    const archived = ask.interval === 'raw' ? await gate(() => listArchivedParts(reads, range), signal) : [];
    if (ask.format !== 'json') refuseArchived(archived, ask);
    return { reads, reserves, ask, nowMs: Date.now(), archived, signal };
  };
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
      const input = await inputOf(services, reserves, ask, exchange);
      return await answer(exchange, input, `${services.protocol.name}-${ask.interval}`);
    },
    reserveHistory: async (exchange) => {
      const services = lookup(exchange.params);
      const reserve = readReserve(exchange.params);
      const query = readQuery(historyQuerySchema, exchange.query);
      const of = ['one', services.protocol.name, reserve];
      const ask = readHistoryQuery(query, exchange, { interval: '1h', of, nowMs: Date.now() });
      const info = await findReserve(services, reserve);
      return await answer(exchange, await inputOf(services, [info], ask, exchange), `${reserve}-${ask.interval}`);
    },
  };
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

/** The ETag of a page that has no revision: a digest of its rows and of what it says about itself. Null where its rows were not hashed. */
function versionOf({ digest }: HistoryPage, meta: HistoryMeta): Pick<PageVersion, 'tag' | 'headers'> | null {
  return digest === null ? null : { tag: digestOf([digest, meta]), headers: [] };
}

async function* bytesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of parts) if (bytes.length > 0) yield bytes;
}

async function* inTurn(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
