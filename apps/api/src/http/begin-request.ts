import { isIP } from 'node:net';
import type { Logger } from '@tidemark/runtime';
import type { RequestHandler } from 'express';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { observeRequest } from '../observability/request-observer.ts';
import type { AnswerPolicy } from './answer-policy.ts';
import { ApiError } from './api-error.ts';
import { setHeaders } from './raw-headers.ts';
import type { RequestIdSource } from './request-id.ts';
import { requestIdHeader } from './sender.ts';

export interface BeginRequestOptions {
  readonly policy: AnswerPolicy;
  readonly requestIds: RequestIdSource;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
}

/** First of the middlewares: the id, the headers that every answer has, the record, and a path that can be decoded. */
export function createBeginRequest(options: BeginRequestOptions): RequestHandler {
  const { policy } = options;
  return (request, response, next) => {
    const requestId = options.requestIds(request.headers);
    // A proxy that is believed can name anything as its client; only an address may reach the log.
    const client = isIP(request.ip ?? '') === 0 ? undefined : request.ip;
    observeRequest(request, response, { requestId, client }, options);
    setHeaders(response, policy.commonHeaders);
    setHeaders(response, ['Vary', policy.vary, ...requestIdHeader(requestId)]);
    setHeaders(response, policy.cors.headersFor(request.headers.origin));
    if (!isDecodable(request.path)) throw new ApiError('MALFORMED_URL');
    next();
  };
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
