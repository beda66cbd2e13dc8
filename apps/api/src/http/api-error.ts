import { type ErrorName, errorDefinition } from '@tidemark/contract';

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
