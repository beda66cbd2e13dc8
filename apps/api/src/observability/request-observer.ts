import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@tidemark/runtime';
import type { ApiMetrics } from './api-metrics.ts';

/** What is known about a request while it is answered. Route is a template, never the URL: that could hold a key. */
export interface RequestFacts {
  readonly requestId: string;
  readonly startedAt: number;
  /** Address of the client, as far as the proxies in front are believed. */
  readonly client: string | undefined;
  route: string;
  logLevel: 'debug' | 'info';
  /** Code of the error envelope, where one was sent. */
  errorCode: number | undefined;
}

const facts = new WeakMap<IncomingMessage, RequestFacts>();
const UNMATCHED = 'unmatched';

/** Begins the record of a request. It is counted and logged once, when the answer is out or the connection is gone. */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  origin: { readonly requestId: string; readonly client: string | undefined },
  outlets: { readonly logger: Logger; readonly metrics: ApiMetrics },
): RequestFacts {
  const begun: RequestFacts = {
    ...origin,
    startedAt: performance.now(),
    route: UNMATCHED,
    logLevel: 'info',
    errorCode: undefined,
  };
  facts.set(request, begun);
  response.once('close', () => {
    const durationMs = performance.now() - begun.startedAt;
    const method = request.method ?? 'UNKNOWN';
    const status = response.writableFinished ? response.statusCode : 499;
    outlets.metrics.requestDuration.observe({ route: begun.route, method, status }, durationMs / 1000);
    outlets.logger[begun.logLevel](
      {
        requestId: begun.requestId,
        client: begun.client,
        method,
        route: begun.route,
        status,
        durationMs: Math.round(durationMs * 1000) / 1000,
        ...(begun.errorCode === undefined ? {} : { errorCode: begun.errorCode }),
      },
      'request',
    );
  });
  return begun;
}

/** The record of a request that `observeRequest` has begun. */
export function factsOf(request: IncomingMessage): RequestFacts {
  const found = facts.get(request);
  if (found === undefined) throw new Error('The request is not observed');
  return found;
}
