import { API_KEY_HEADER, createErrorEnvelope, errorDefinition, type ErrorName } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import { isTransientError } from '@tidemark/schema';
import type { ErrorRequestHandler } from 'express';
import { factsOf, type RequestFacts } from '../observability/request-observer.ts';
import { ApiError, JSON_TYPE } from './exchange.ts';
import { sendBody } from './send.ts';

/** Failures of the body parser, by the `type` that it gives them. */
const BODY_ERRORS: Readonly<Record<string, ErrorName>> = {
  'entity.parse.failed': 'INVALID_JSON',
  'entity.too.large': 'BODY_TOO_LARGE',
  'encoding.unsupported': 'UNSUPPORTED_ENCODING',
  'charset.unsupported': 'UNSUPPORTED_ENCODING',
  'request.aborted': 'MALFORMED_REQUEST',
  'request.size.invalid': 'MALFORMED_REQUEST',
};

/**
 * A database that answers and cannot be used all the same: the pool is closed, the login is refused, or the database,
 * schema or table is not there yet because the migrations have not run.
 */
const UNUSABLE_DATABASE = /^(CONNECTION_ENDED|28[0-9A-Z]{3}|3D000|3F000|42P01)$/;

/** Finds the place of any thrown value in the error registry. What it does not know is an internal error. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof URIError) return new ApiError('MALFORMED_URL', { cause: thrown });
  const bodyError = BODY_ERRORS[textOf(thrown, 'type') ?? ''];
  if (bodyError !== undefined) return new ApiError(bodyError, { cause: thrown });
  if (isTransientError(thrown) || isUnusableDatabase(thrown)) {
    return new ApiError('DATABASE_UNAVAILABLE', { headers: { 'Retry-After': '2' }, cause: thrown });
  }
  // Damage that the decompression of a body found comes without a type.
  if (propertyOf(thrown, 'status') === 400) return new ApiError('MALFORMED_REQUEST', { cause: thrown });
  return new ApiError('INTERNAL', { cause: thrown });
}

function isUnusableDatabase(thrown: unknown): boolean {
  // drizzle puts the driver's error into an error of its own.
  return [thrown, propertyOf(thrown, 'cause')].some((error) => UNUSABLE_DATABASE.test(textOf(error, 'code') ?? ''));
}

function textOf(value: unknown, name: string): string | undefined {
  const property = propertyOf(value, name);
  return typeof property === 'string' ? property : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Failures after which the rest of the request is not worth reading. */
const CLOSING_STATUS = new Set([408, 413]);

/** What HTTP asks for with every 401. */
const CHALLENGE = `ApiKey header="${API_KEY_HEADER}"`;

/** What the API decides itself, such as that it is not ready, has no cause: its stack would tell where that is written, at each probe. */
function logFailure(logger: Logger, { requestId, route, logLevel }: RequestFacts, error: ApiError): void {
  const { errorName, detail, cause } = error;
  if (errorDefinition(errorName).httpStatus === 500) {
    logger.error({ requestId, route, err: cause ?? error }, 'request failed');
  } else if (cause !== undefined) {
    logger.warn({ requestId, route, err: cause }, 'request failed');
  } else {
    logger[logLevel === 'debug' ? 'debug' : 'warn']({ requestId, route, errorName, detail }, 'request failed');
  }
}

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
    if (httpStatus >= 500) logFailure(logger, facts, error);
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
