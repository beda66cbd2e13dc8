import { type Decimal, parseDecimal } from '../decimal.ts';
import { ageOf, emptyObservation, timeVerdict, unusable, USABLE } from '../observation.ts';
import type { Feed, FeedVerdict, OracleClock, PriceObservation } from '../source.ts';

/**
 * A source of prices behind HTTP, without the network: which tokens it can price, what to ask, and what an answer says. The shapes
 * come from public documentation and were never compared with a live service.
 */
export interface HttpPriceSource {
  readonly name: string;
  /** Changes whenever the same answer would give another observation. */
  readonly decoderVersion: number;
  readonly defaultUrl: string;
  /** How the key is sent; null where the service has none. */
  readonly keyHeader: { readonly name: string; readonly prefix: string } | null;
  /** Most tokens in one request. */
  readonly batchSize: number;
  /** Null for a token that the source cannot be asked for. */
  feed(mint: string): Feed | null;
  /** Path and query behind the service's address. */
  path(feeds: readonly Feed[]): string;
  /** An observation for each feed, in their order. Throws `HttpAnswerError` where the answer as a whole is none. */
  parse(answer: unknown, feeds: readonly Feed[], clock: OracleClock): readonly PriceObservation[];
}

/** An answer that is not what the documentation of the service says. */
export class HttpAnswerError extends Error {
  override readonly name = 'HttpAnswerError';
  readonly code = 'MALFORMED_RESPONSE';
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws `HttpAnswerError` where it is none. */
export function asObject(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new HttpAnswerError(`${what} is no object`);
}

/** A number of JSON, or digits in a text; null where it is neither. A JSON number is the shortest decimal of its double. */
export function decimalOf(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? parseDecimal(String(value)) : null;
  return typeof value === 'string' ? parseDecimal(value) : null;
}

/** A whole number, for times and slots; null where it is none. */
export function wholeOf(value: unknown): bigint | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
}

export function httpFeed(source: string, mint: string, expected: string): Feed {
  return {
    id: `${source}:${expected}`,
    source,
    mint,
    address: null,
    chain: [],
    averageChain: [],
    averageAddress: null,
    expected,
    maxAgeSeconds: null,
    maxAverageAgeSeconds: null,
    origin: 'list',
  };
}

/** What an answer says of one token. */
export interface HttpPrice {
  readonly price: Decimal | null;
  readonly publishedAt: bigint | null;
  readonly roots: readonly string[];
  /** What is wrong with it beside its price and its time. */
  readonly problem?: FeedVerdict | null;
}

export function httpObservation(feed: Feed, said: HttpPrice, clock: OracleClock): PriceObservation {
  const { price, publishedAt, roots, problem = null } = said;
  if (price === null) return { ...emptyObservation(feed, unusable('unavailable', 'MALFORMED_RESPONSE')), roots };
  const verdict =
    problem ??
    (price.mantissa <= 0n ? unusable('not_positive') : null) ??
    (publishedAt === null ? unusable('no_time') : timeVerdict(publishedAt, feed.maxAgeSeconds, clock)) ??
    USABLE;
  return {
    ...emptyObservation(feed, verdict),
    price,
    publishedAt,
    ageSeconds: publishedAt === null ? null : ageOf(publishedAt, clock),
    legs: [{ place: feed.id, kind: feed.source, value: price, publishedAt }],
    roots,
  };
}
