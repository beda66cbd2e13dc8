export interface BackoffOptions {
  readonly baseMs: number;
  readonly maxMs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * Exponential backoff with full jitter: uniform in [0, min(maxMs, baseMs * 2^retry)), so that many clients that
 * failed together do not return together. `retry` counts from 0. Milliseconds.
 */
export function backoffDelayMs(retry: number, options: BackoffOptions): number {
  const ceiling = Math.min(options.maxMs, options.baseMs * 2 ** Math.min(retry, 30));
  return options.random() * ceiling;
}
