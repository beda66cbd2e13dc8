import postgres from 'postgres';

/** What went wrong, for callers that branch on it. Codes are never renamed or reused. */
export type SchemaErrorCode =
  | 'CHAIN_MISMATCH'
  | 'MIGRATION_CHANGED'
  | 'MIGRATION_OUT_OF_ORDER'
  | 'MIGRATION_LOCK_TIMEOUT'
  | 'MIGRATION_FAILED'
  | 'DATABASE_TOO_OLD'
  | 'CHECK_NOT_ALLOWED'
  | 'INVALID_ROW'
  | 'UNKNOWN_RESERVE'
  | 'WRITE_CONFLICT'
  | 'HISTORY_DIFFERS'
  | 'HISTORY_ARCHIVED'
  | 'INVALID_API_KEY_REQUEST'
  | 'API_KEY_NOT_FOUND'
  | 'API_KEY_AMBIGUOUS'
  | 'TOO_MANY_ACTIVE_KEYS'
  | 'INVALID_ARGUMENT'
  | 'INVALID_LOGIN'
  | 'LOGIN_NOT_FOUND'
  | 'LOGIN_HELD_UP';

/** Failure of this package with a stable code. `retryable`: the same call may succeed when it is made again. */
export class SchemaError extends Error {
  readonly code: SchemaErrorCode;
  readonly retryable: boolean;
  readonly context: Readonly<Record<string, string | number>>;

  constructor(
    code: SchemaErrorCode,
    message: string,
    options: { cause?: unknown; retryable?: boolean; context?: Record<string, string | number> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SchemaError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.context = options.context ?? {};
  }
}

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

const TABLE_MISSING = '42P01';
const SCHEMA_MISSING = '3F000';

/** One sentence for a command line: what failed, and what to do where that is known. Never holds the connection string. */
export function describeFailure(error: unknown): string {
  if (error instanceof postgres.PostgresError && (error.code === TABLE_MISSING || error.code === SCHEMA_MISSING)) {
    return 'the database has no Tidemark tables yet; run the migration first';
  }
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_INVALID_URL') return 'the database URL is not a valid connection string';
  // Node leaves the message of a failed connection to several addresses empty and puts the reason into the code.
  if (error.message !== '') return error.message;
  return 'code' in error ? `no connection to the database (${String(error.code)})` : error.name;
}
