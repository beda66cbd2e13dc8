import type { Clock } from './clock.ts';

export interface TokenBucketOptions {
  readonly ratePerSecond: number;
  /** Requests that may leave at once after a quiet time; defaults to one second's worth. */
  readonly burst?: number;
  readonly clock: Clock;
}

export interface TokenBucket {
  /** Resolves when a request may leave, in the order of the calls. */
  take(signal?: AbortSignal): Promise<void>;
  /** Lets nothing leave for `ms` from now: a provider said so. */
  pause(ms: number): void;
}

/**
 * A token bucket kept as one number (the generic cell rate algorithm): the time at which the bucket would be full
 * again. Waiters need no queue, because each call reserves its own place on the time line.
 */
export function createTokenBucket(options: TokenBucketOptions): TokenBucket {
  const { clock } = options;
  const intervalMs = 1000 / options.ratePerSecond;
  const burst = Math.max(1, Math.ceil(options.burst ?? options.ratePerSecond));
  const toleranceMs = (burst - 1) * intervalMs;
  let fullAt = clock.now();

  return {
    async take(signal) {
      const now = clock.now();
      fullAt = Math.max(fullAt, now);
      const waitMs = fullAt - toleranceMs - now;
      fullAt += intervalMs;
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    pause(ms) {
      fullAt = Math.max(fullAt, clock.now() + ms + toleranceMs);
    },
  };
}
