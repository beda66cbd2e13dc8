import { isAddress, type Price } from '@tidemark/contract';
import { RefreshingCache } from '@tidemark/core';
import {
  type Database,
  listDivergenceBuckets,
  listDivergences,
  listLatestPrices,
  listLatestPriceSources,
  listPriceAggregates,
  listPriceBuckets,
  listPricesAt,
  type StoredPrice,
} from '@tidemark/schema';
import { ApiError } from '../../http/exchange.ts';
import { toMissingPrice, toPrice } from './rows.ts';

/** All newest prices, and what is looked up in them. */
export interface PriceBook {
  readonly prices: readonly Price[];
  readonly stored: ReadonlyMap<string, StoredPrice>;
  /** Newest chain time and slot of any price; null while nothing was read. */
  readonly asOf: number | null;
  readonly slot: number | null;
  /** Mints by symbol. */
  readonly mintsOf: ReadonlyMap<string, readonly string[]>;
  /** The row of a token, also of an unknown one. */
  readonly find: (mint: string) => Price;
}

export type PriceReads = ReturnType<typeof createPriceReads>;

/** A crowd of readers must not become a crowd of queries; younger than any batch comes. */
const MAX_AGE_MS = 1_000;

export function createPriceReads({ sql }: Database) {
  const book = new RefreshingCache<PriceBook>({
    load: async () => toPriceBook(await listLatestPrices(sql)),
    maxAgeMs: MAX_AGE_MS,
    nowMs: () => performance.now(),
  });
  return {
    book: () => book.get(),
    sources: (mint: string) => listLatestPriceSources(sql, { mints: [mint] }),
    at: (questions: Parameters<typeof listPricesAt>[1]) => listPricesAt(sql, questions),
    buckets: (range: Parameters<typeof listPriceBuckets>[1]) => listPriceBuckets(sql, range),
    divergences: (range: Parameters<typeof listDivergences>[1]) => listDivergences(sql, range),
    divergenceBuckets: (range: Parameters<typeof listDivergenceBuckets>[1]) => listDivergenceBuckets(sql, range),
    aggregates: (range: Parameters<typeof listPriceAggregates>[1]) => listPriceAggregates(sql, range),
  };
}

export function toPriceBook(rows: readonly StoredPrice[]): PriceBook {
  const prices = rows.map(toPrice);
  const byMint = new Map(prices.map((price) => [price.token_address, price]));
  const mintsOf = new Map<string, string[]>();
  for (const { tokenMint, tokenSymbol } of rows) {
    if (tokenSymbol !== '') mintsOf.set(tokenSymbol, [...(mintsOf.get(tokenSymbol) ?? []), tokenMint]);
  }
  const newest = prices.reduce<Price | null>(
    (best, row) => ((best?.timestamp ?? 0) > (row.timestamp ?? 0) ? best : row),
    null,
  );
  const asOf = newest?.timestamp ?? null;
  return {
    prices,
    stored: new Map(rows.map((row) => [row.tokenMint, row])),
    asOf,
    slot: newest?.slot ?? null,
    mintsOf,
    find: (mint) => byMint.get(mint) ?? toMissingPrice(mint, asOf),
  };
}

/** The mint that a path or a body names. Throws TOKEN_NOT_FOUND for an unknown symbol and AMBIGUOUS_SYMBOL. */
export function readToken(book: PriceBook, text: string): string {
  return isAddress(text) ? text : readSymbol(book, text);
}

/** Throws TOKEN_NOT_FOUND and AMBIGUOUS_SYMBOL. */
export function readSymbol({ mintsOf }: PriceBook, symbol: string): string {
  const [mint, ...others] = mintsOf.get(symbol) ?? [];
  // What was sent is not repeated: it could be a key.
  if (mint === undefined)
    throw new ApiError('TOKEN_NOT_FOUND', {
      detail: 'It is no mint address, and no priced token has it as its symbol.',
    });
  if (others.length === 0) return mint;
  throw new ApiError('AMBIGUOUS_SYMBOL', { detail: `The tokens are ${[mint, ...others].join(', ')}.` });
}
