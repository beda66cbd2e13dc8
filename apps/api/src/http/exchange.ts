import type { RouteName } from '@tidemark/contract';
import type { Request, Response } from 'express';
import type { Answer } from './answer.ts';
import { ApiError } from './api-error.ts';

/** Who asks. A caller without a key is the public; one with a key that is not in force never gets to a handler. */
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
   * Who asks; the request is counted and the answer gets its RateLimit headers. Throws API_KEY_… where a key is not in
   * force or missing, RATE_LIMITED, TOO_MANY_EXPORTS for an export without a key, and what the database throws.
   */
  admit(request: Request, response: Response, route: RouteName): Promise<Caller>;
  /** The answer as this caller gets it. An export or a stream of a key takes a lease; throws TOO_MANY_EXPORTS. */
  present(exchange: Exchange, route: RouteName, answer: Answer): Promise<Answer>;
}

/** One endpoint: where it lies and what answers it. HEAD goes with GET. */
export interface Route {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST';
  readonly handle: (exchange: Exchange) => Answer | Promise<Answer>;
  /** Whether its answers cost much or are large: with any query, or for each query that it has. A client has a bound of those. */
  readonly heavy?: 'always' | 'filtered';
  /** Whether pages of other origins may read the answer. */
  readonly cors: boolean;
  /** Level of the log line of a request that went well. */
  readonly logLevel: 'debug' | 'info';
}

/** Throws API_KEY_MISSING for a caller without a key. `what` is what needs one, for the caller to read. */
export function requireKey(caller: Caller, what: string): asserts caller is KeyCaller {
  if (caller.tier === 'key') return;
  throw new ApiError('API_KEY_MISSING', { detail: `${what} needs an API key.` });
}
