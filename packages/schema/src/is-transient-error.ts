import { SchemaError } from './schema-error.ts';

/** Codes of the driver and of Node for a database that is not there, not yet, or no more. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'RESPONSE_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATE: connection exceptions, transaction rollback, insufficient resources, object in use, operator intervention
 * (statement timeout, shutdown, starting up), system errors.
 */
const TRANSIENT_CLASSES = /^(08|40|53|55|57|58)/;

/** Whether the same work may succeed later: the database is away, overloaded or busy, and nothing is wrong with the work. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SchemaError) return error.retryable;
  if ('code' in error && typeof error.code === 'string') {
    if (CONNECTION_CODES.has(error.code)) return true;
    if (/^[0-9A-Z]{5}$/.test(error.code) && TRANSIENT_CLASSES.test(error.code)) return true;
  }
  // drizzle puts the driver's error into an error of its own.
  return error.cause !== undefined && isTransientError(error.cause);
}
