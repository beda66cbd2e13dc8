/** What went wrong, for callers that branch on it. Codes are never renamed or reused. */
export type ArchiveErrorCode =
  | 'INVALID_ARGUMENT'
  | 'UNKNOWN_TABLE'
  | 'UNSUPPORTED_COLUMN'
  | 'OTHER_EXPORT'
  | 'NOT_SEALED'
  | 'ARCHIVED_ELSEWHERE'
  | 'NOT_VERIFIED'
  | 'MANIFEST_UNREADABLE';

/** Failure of this package with a stable code. */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ArchiveError';
    this.code = code;
  }
}
