/**
 * Why a history could not be made. `INVALID_WIDTH`: not a whole number of seconds above zero. `RANGE_NOT_ALIGNED`: a range
 * that begins or ends inside a bucket, for which there might be observations missing. `NOT_ASCENDING`: observations, or buckets, out of
 * order or of several reserves. `NOTHING_TO_FOLD`: no bucket, or one outside the range.
 */
export type HistoryErrorCode = 'INVALID_WIDTH' | 'RANGE_NOT_ALIGNED' | 'NOT_ASCENDING' | 'NOTHING_TO_FOLD';

/** The only error of this package's own; `LendingError` passes through from `@tidemark/protocols`. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly code: HistoryErrorCode;

  constructor(code: HistoryErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
