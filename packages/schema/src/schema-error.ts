/** What went wrong, for callers that branch on it. Codes are never renamed or reused. */
export type SchemaErrorCode =
  | 'CHAIN_MISMATCH'
  | 'MIGRATION_CHANGED'
  | 'MIGRATION_OUT_OF_ORDER'
  | 'MIGRATION_LOCK_TIMEOUT'
  | 'MIGRATION_FAILED'
  | 'INVALID_ROW'
  | 'UNKNOWN_RESERVE'
  | 'WRITE_CONFLICT'
  | 'INVALID_API_KEY_REQUEST'
  | 'API_KEY_NOT_FOUND'
  | 'API_KEY_AMBIGUOUS'
  | 'TOO_MANY_ACTIVE_KEYS'
  | 'INVALID_LOGIN'
  | 'LOGIN_NOT_FOUND';

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
