import {
  isAddress,
  MAX_PRICE_MOMENTS,
  MAX_PRICES,
  noQuerySchema,
  type Price,
  priceAtQuerySchema,
  priceBatchBodySchema,
  type PricesAtEnvelope,
  type PriceSourcesEnvelope,
  pricesQuerySchema,
  type PricesEnvelope,
  type PricesMeta,
} from '@tidemark/contract';
import { PRICE_METHOD } from '@tidemark/core';
import { ApiError, freshJson, type Handlers, preparedJson } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import type { PreparedResource } from '../../http/prepared.ts';
import { readNumber, readQuery, readTime } from '../../http/query.ts';
import { priceHistoryHandler } from './history.ts';
import { type PriceBook, type PriceReads, readSymbol, readToken } from './price-book.ts';
import { toPriceAt, toPriceSource } from './rows.ts';

const CACHE_CONTROL = 'public, max-age=1';
const MAX_AGE = {
  parameter: 'max_age',
  min: 0,
  max: 999_999_999,
  default: -1,
  error: 'INVALID_QUERY_PARAMETER',
} as const;

interface MomentsRead {
  readonly gate: Gate;
  readonly signal: AbortSignal;
  /** Null: of any age. */
  readonly maxAgeSeconds: number | null;
}

type PriceRoutes = 'latestPrices' | 'latestPrice' | 'priceHistory' | 'priceAt' | 'priceSources' | 'priceBatch';

/** Prices of tokens. */
export function priceHandlers(
  reads: PriceReads,
  policy: AnswerPolicy,
  gates: { readonly light: Gate; readonly heavy: Gate },
): Handlers<PriceRoutes> {
  // The answer about all tokens is made once for everybody.
  const ofAll = new WeakMap<PriceBook, PreparedResource>();
  const prepare = (body: object): PreparedResource => preparedJson(body, CACHE_CONTROL, policy);
  return {
    latestPrices: async ({ query }) => {
      const asked = readQuery(pricesQuerySchema, query);
      const book = await reads.book();
      const mints = readMints(book, asked);
      const resource =
        (mints === null ? ofAll.get(book) : undefined) ??
        prepare(toEnvelope(book, mints?.map(book.find) ?? book.prices));
      if (mints === null) ofAll.set(book, resource);
      return { resource };
    },
    latestPrice: async ({ params, query }) => {
      readQuery(noQuerySchema, query);
      const book = await reads.book();
      return { resource: prepare(toEnvelope(book, [book.find(readToken(book, params['token'] ?? ''))])) };
    },
    priceHistory: priceHistoryHandler(reads, policy, gates.heavy),
    priceAt: async ({ params, query, signal }) => {
      const maxAge = readNumber(readQuery(priceAtQuerySchema, query).max_age, MAX_AGE);
      const at = readMoment(params['time'] ?? '');
      const book = await reads.book();
      const mint = readToken(book, params['token'] ?? '');
      const maxAgeSeconds = maxAge === MAX_AGE.default ? null : maxAge;
      return {
        resource: prepare(
          await answerMoments(reads, book, [{ mint, at }], { gate: gates.light, signal, maxAgeSeconds }),
        ),
      };
    },
    priceSources: async ({ params, query, signal }) => {
      readQuery(noQuerySchema, query);
      const book = await reads.book();
      const mint = readToken(book, params['token'] ?? '');
      const rows = await gates.light(() => reads.sources(mint), signal);
      const data = rows.map((row) => toPriceSource(row, book.find(mint).token_symbol));
      const body = { data, meta: metaOf(book, data), status: 200 } satisfies PriceSourcesEnvelope;
      return { resource: prepare(body) };
    },
    priceBatch: async ({ request, query, signal }) => {
      readQuery(noQuerySchema, query);
      const asked = readBody(request.body);
      const book = await reads.book();
      const moments = asked.map(({ token, time }) => ({ mint: readToken(book, token), at: readMoment(time) }));
      return freshJson(await answerMoments(reads, book, moments, { gate: gates.heavy, signal, maxAgeSeconds: null }));
    },
  };
}

/** Prices of moments, in the order in which they were asked for. */
async function answerMoments(
  reads: PriceReads,
  book: PriceBook,
  moments: readonly { readonly mint: string; readonly at: Date }[],
  { gate, signal, maxAgeSeconds }: MomentsRead,
): Promise<PricesAtEnvelope> {
  const found = await gate(() => reads.at(moments), signal);
  const data = moments.map(({ mint, at }, index) =>
    toPriceAt(found[index] ?? null, { mint, symbol: book.find(mint).token_symbol, at, maxAgeSeconds }),
  );
  const meta: PricesMeta = { as_of: book.asOf, slot: book.slot, count: data.length, methodology: PRICE_METHOD };
  return { data, meta, status: 200 };
}

function toEnvelope(book: PriceBook, data: readonly Price[]): PricesEnvelope {
  return { data: [...data], meta: metaOf(book, data), status: 200 };
}

function metaOf(
  book: PriceBook,
  rows: readonly { readonly timestamp: number | null; readonly slot: number | null }[],
): PricesMeta {
  const slots = rows.flatMap(({ slot }) => slot ?? []);
  return {
    as_of: rows.length === 0 ? null : book.asOf,
    slot: slots.length === 0 ? null : Math.max(...slots),
    count: rows.length,
    methodology: PRICE_METHOD,
  };
}

/** Null: all. Throws INVALID_TOKEN_ADDRESS, INVALID_QUERY_PARAMETER, TOKEN_NOT_FOUND and AMBIGUOUS_SYMBOL. */
function readMints(
  book: PriceBook,
  asked: { readonly mints?: string | undefined; readonly symbols?: string | undefined },
): string[] | null {
  if (asked.mints === undefined && asked.symbols === undefined) return null;
  const [addresses = [], symbols = []] = [asked.mints?.split(','), asked.symbols?.split(',')];
  if (addresses.length + symbols.length > MAX_PRICES) {
    throw new ApiError('INVALID_QUERY_PARAMETER', { detail: `More than ${MAX_PRICES} tokens are asked for.` });
  }
  if (!addresses.every(isAddress)) throw new ApiError('INVALID_TOKEN_ADDRESS');
  return [...new Set([...addresses, ...symbols.map((symbol) => readSymbol(book, symbol))])];
}

function readMoment(text: string): Date {
  return new Date(Math.floor(readTime(text, 'time') / 1000) * 1000);
}

/** Throws INVALID_BODY. */
function readBody(body: unknown): { readonly token: string; readonly time: string }[] {
  const result = priceBatchBodySchema.safeParse(body);
  if (!result.success) throw invalidBody('It is not an object with a list of times by token.');
  const entries = Object.entries(result.data);
  const moments = entries.flatMap(([token, times]) => times.map((time) => ({ token, time: String(time) })));
  if (entries.length > MAX_PRICES) throw invalidBody(`It names more than ${MAX_PRICES} tokens.`);
  if (moments.length > MAX_PRICE_MOMENTS) throw invalidBody(`It asks for more than ${MAX_PRICE_MOMENTS} moments.`);
  return moments;
}

function invalidBody(detail: string): ApiError {
  return new ApiError('INVALID_BODY', { detail });
}
