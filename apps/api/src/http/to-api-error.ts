import type { ErrorName } from '@tidemark/contract';
import { ApiError } from './api-error.ts';

/** Failures of the body parser, by the `type` that it gives them. */
const BODY_ERRORS: Readonly<Record<string, ErrorName>> = {
  'entity.parse.failed': 'INVALID_JSON',
  'entity.too.large': 'BODY_TOO_LARGE',
  'encoding.unsupported': 'UNSUPPORTED_ENCODING',
  'charset.unsupported': 'UNSUPPORTED_ENCODING',
  'request.aborted': 'MALFORMED_REQUEST',
  'request.size.invalid': 'MALFORMED_REQUEST',
};

/** Failures of the connection to Postgres, and its refusals that pass by themselves. */
const DATABASE_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
]);
/**
 * Classes of SQLSTATE: connection, login, resources, operator intervention (shutdown, start-up, timeout), system; and a
 * database, schema or table that is not there yet because the migrations have not run.
 */
const DATABASE_STATE = /^(08|28|3D|3F|53|57|58)[0-9A-Z]{3}$|^40001$|^25006$|^42P01$/;
const MAX_CAUSES = 5;

/** Finds the place of any thrown value in the error registry. What it does not know is an internal error. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof URIError) return new ApiError('MALFORMED_URL', { cause: thrown });
  const bodyError = BODY_ERRORS[textOf(thrown, 'type') ?? ''];
  if (bodyError !== undefined) return new ApiError(bodyError, { cause: thrown });
  if (isDatabaseFailure(thrown)) {
    return new ApiError('DATABASE_UNAVAILABLE', { headers: { 'Retry-After': '2' }, cause: thrown });
  }
  // Damage that the decompression of a body found comes without a type.
  if (propertyOf(thrown, 'status') === 400) return new ApiError('MALFORMED_REQUEST', { cause: thrown });
  return new ApiError('INTERNAL', { cause: thrown });
}

/** Whether an error, or one that caused it, says that the database cannot be used right now. */
export function isDatabaseFailure(thrown: unknown): boolean {
  let current = thrown;
  for (let depth = 0; depth < MAX_CAUSES && current !== undefined; depth += 1) {
    const code = textOf(current, 'code');
    if (code !== undefined && (DATABASE_ERRORS.has(code) || DATABASE_STATE.test(code))) return true;
    current = propertyOf(current, 'cause');
  }
  return false;
}

function textOf(value: unknown, name: string): string | undefined {
  const property = propertyOf(value, name);
  return typeof property === 'string' ? property : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
