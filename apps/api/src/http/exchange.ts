import { errorDefinition, type ErrorName, type Route, type RouteName } from '@tidemark/contract';
import type { Request, Response } from 'express';
import type { AnswerPolicy } from './policy.ts';
import { type PreparedResource, prepareResource, type RawHeaders } from './prepared.ts';

export interface ApiErrorOptions {
  /** What was wrong with this very request, for the caller to read. Must hold no secret. */
  readonly detail?: string;
  /** Headers of the answer, such as Allow. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A failure with a place in the error registry. Handlers throw it; the error handler turns it into the envelope. */
export class ApiError extends Error {
  readonly errorName: ErrorName;
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(errorName: ErrorName, options: ApiErrorOptions = {}) {
    super(errorDefinition(errorName).message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ApiError';
    this.errorName = errorName;
    this.detail = options.detail;
    this.headers = options.headers ?? {};
  }
}

/** What a handler gives back. One place sends it. */
export type Answer = PreparedAnswer | BodyAnswer | StreamAnswer;

/** Something that was made before and can be revalidated. */
export interface PreparedAnswer {
  readonly resource: PreparedResource;
  /** Headers of this answer alone. */
  readonly headers?: RawHeaders;
  /** Called when it has been sent or its client is gone: nothing is read of the resource any more. */
  readonly onSent?: () => void;
}

/** Something that is true for this moment or this caller only; never kept by a cache. */
export interface BodyAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Something too long to be held in memory: sent as it comes, no faster than the client takes it. What fails before the
 * first chunk is an ordinary error; later the connection is cut, so that a part is not taken for the whole.
 */
export interface StreamAnswer {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** May be compressed for a client that takes that. Not what must arrive as soon as it is there. */
  readonly compressible?: boolean;
  /** Headers of this answer alone. */
  readonly headers?: RawHeaders;
}

/** A JSON answer with status 200 that no cache may keep. */
export function freshJson(body: unknown): BodyAnswer {
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

/** JSON that caches may keep, and that can be revalidated. */
export function preparedJson(
  body: object,
  cacheControl: string,
  { vary, commonHeaders: extraHeaders }: Pick<AnswerPolicy, 'vary' | 'commonHeaders'>,
): PreparedResource {
  const bytes = Buffer.from(JSON.stringify(body));
  return prepareResource({ contentType: JSON_TYPE, body: bytes, cacheControl, vary, extraHeaders });
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The caller of a request. One without a key is the public; one with a key that is not in force never gets to a handler. */
export type Caller = { readonly tier: 'public' } | KeyCaller;

/** What a key may do. */
export interface KeyLimits {
  readonly requestsPerMinute: number;
  readonly concurrentExports: number;
}

export interface KeyCaller {
  readonly tier: 'key';
  readonly keyId: string;
  readonly username: string;
  readonly limits: KeyLimits;
}

/** A request as a handler sees it. */
export interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Decoded query, in which a name can occur more than once. */
  readonly query: URLSearchParams;
  readonly caller: Caller;
  /** Aborted when the client is gone or the answer is out. */
  readonly signal: AbortSignal;
}

/** Lets requests in, and their answers out. */
export interface Admission {
  /**
   * The caller; the request is counted and the answer gets its RateLimit headers. Throws API_KEY_… where a key is not in
   * force or missing, RATE_LIMITED, TOO_MANY_EXPORTS for an export without a key, and what the database throws.
   */
  admit(request: Request, response: Response, route: Route): Promise<Caller>;
  /** The answer as this caller gets it. An export or a stream of a key takes a lease; throws TOO_MANY_EXPORTS. */
  present(exchange: Exchange, route: Route, answer: Answer): Promise<Answer>;
}

/** Answers the requests for a route. HEAD goes with GET, and the route over all protocols with that of one. */
export type Handler = (exchange: Exchange) => Answer | Promise<Answer>;

/** Handlers by the names of their routes. */
export type Handlers<Name extends RouteName> = Readonly<Record<Name, Handler>>;

/** Throws API_KEY_MISSING for a caller without a key. `what` is what needs one, for the caller to read. */
export function requireKey(caller: Caller, what: string): asserts caller is KeyCaller {
  if (caller.tier === 'key') return;
  throw new ApiError('API_KEY_MISSING', { detail: `${what} needs an API key.` });
}
