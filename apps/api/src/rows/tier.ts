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

/** The parameter limit: a number of rows within those of the caller's tier. Throws INVALID_LIMIT. */
export function readRowLimit(text: string | undefined, caller: Caller): number {
  const max = TIER_LIMITS[caller.tier].rows;
  return readNumber(text, { parameter: 'limit', min: 1, max, default: DEFAULT_ROWS, error: 'INVALID_LIMIT' });
}
