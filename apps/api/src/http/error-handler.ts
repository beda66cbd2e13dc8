import { API_KEY_HEADER, createErrorEnvelope, errorDefinition } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import type { ErrorRequestHandler } from 'express';
import { factsOf } from '../observability/request-observer.ts';
import { JSON_TYPE } from './answer.ts';
import { sendBody } from './sender.ts';
import { toApiError } from './to-api-error.ts';

/** Failures after which the rest of the request is not worth reading. */
const CLOSING_STATUS = new Set([408, 413]);

/** What HTTP asks for with every 401. */
const CHALLENGE = `ApiKey header="${API_KEY_HEADER}"`;

/**
 * The one place where failures become answers. The caller gets the envelope and nothing of the cause; the log gets the
 * cause with the request id.
 */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, request, response, _next) => {
    const error = toApiError(thrown);
    const { httpStatus, code } = errorDefinition(error.errorName);
    const facts = factsOf(request);
    facts.errorCode = code;
    if (httpStatus >= 500) {
      const log = httpStatus === 500 ? 'error' : 'warn';
      logger[log]({ requestId: facts.requestId, route: facts.route, err: error.cause ?? error }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const envelope = createErrorEnvelope(error.errorName, {
      requestId: facts.requestId,
      ...(error.detail === undefined ? {} : { detail: error.detail }),
    });
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    if (httpStatus === 401) response.setHeader('WWW-Authenticate', CHALLENGE);
    if (CLOSING_STATUS.has(httpStatus)) response.setHeader('Connection', 'close');
    sendBody(request, response, httpStatus, JSON_TYPE, JSON.stringify(envelope));
  };
}
