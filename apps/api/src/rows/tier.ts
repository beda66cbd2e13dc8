import type { RowFormat } from '@tidemark/contract';
import { ApiError } from '../http/api-error.ts';
import type { Caller, KeyCaller } from '../http/exchange.ts';
import { readNumber } from '../http/read-number.ts';

/** What one call may ask for, by who asks. An export with a key has no limit of rows, only that of its range. */
export const TIER_LIMITS = {
  public: { days: 90, rows: 1_000 },
  key: { days: 731, rows: 10_000 },
} as const satisfies Record<Caller['tier'], { readonly days: number; readonly rows: number }>;

const DEFAULT_ROWS = 1_000;

/** Throws API_KEY_MISSING for a caller without a key. `what` is what needs one, for the caller to read. */
export function requireKey(caller: Caller, what: string): asserts caller is KeyCaller {
  if (caller.tier === 'key') return;
  throw new ApiError('API_KEY_MISSING', { detail: `${what} needs an API key.` });
}

/** How many rows an answer may hold. */
export interface RowLimit {
  /** Null: all rows of the range, streamed. */
  readonly limit: number | null;
  /** False for CSV and NDJSON without the parameter limit: such a file does not show that rows are missing. */
  readonly mayBeCut: boolean;
}

/** Reads the parameter limit: a number of rows within those of the caller's tier. Throws INVALID_LIMIT. */
export function readRowLimit(
  text: string | undefined,
  { format, caller }: { readonly format: RowFormat; readonly caller: Caller },
): RowLimit {
  const isFile = format !== 'json' && text === undefined;
  if (isFile && caller.tier === 'key') return { limit: null, mayBeCut: false };
  const max = TIER_LIMITS[caller.tier].rows;
  const limit = readNumber(text, { parameter: 'limit', min: 1, max, default: DEFAULT_ROWS, error: 'INVALID_LIMIT' });
  return { limit, mayBeCut: !isFile };
}

/** Counting stops here: what refuses a request must cost less than answering it. */
const COUNTED_ROWS = 100_000;

/**
 * Throws TOO_MANY_ROWS where the limit would cut an answer that may not be cut. `rows` are those that the answer would hold
 * without a limit: their number, at least that many where the number is a lower bound, or something to count.
 */
export function refuseCut({ limit, mayBeCut }: RowLimit, rows: number | Iterable<unknown>): void {
  if (limit === null || mayBeCut) return;
  const count = typeof rows === 'number' ? rows : countRows(rows);
  if (count <= limit) return;
  throw new ApiError('TOO_MANY_ROWS', {
    detail: `The answer would hold at least ${count} rows, and one answer without an API key holds ${limit}.`,
  });
}

function countRows(rows: Iterable<unknown>): number {
  const places = rows[Symbol.iterator]();
  let count = 0;
  while (count < COUNTED_ROWS && places.next().done !== true) count += 1;
  return count;
}
