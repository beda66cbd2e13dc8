import { setTimeout as delay } from 'node:timers/promises';

/** Time as calls of endpoints and notifications use it; tests replace it to move time by hand. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};

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

/**
 * Reads a Retry-After header, which is either seconds or an HTTP date. Milliseconds from `nowMs` (wall clock),
 * never negative; undefined when the header is absent or unreadable.
 */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  // Date.parse takes almost anything; an HTTP date begins with the name of a day.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/**
 * A token bucket kept as one number (the generic cell rate algorithm): the time at which the bucket would be full
 * again. Waiters need no queue, because each call reserves its own place on the time line.
 */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  #fullAt: number;

  /** After a quiet time one second's worth of requests may leave at once. */
  constructor(ratePerSecond: number, clock: Clock) {
    this.#clock = clock;
    this.#intervalMs = 1000 / ratePerSecond;
    this.#toleranceMs = (Math.max(1, Math.ceil(ratePerSecond)) - 1) * this.#intervalMs;
    this.#fullAt = clock.now();
  }

  /** Resolves when a request may leave, in the order of the calls. */
  async take(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#fullAt = Math.max(this.#fullAt, now);
    const waitMs = this.#fullAt - this.#toleranceMs - now;
    this.#fullAt += this.#intervalMs;
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
  }

  /** Lets nothing leave for `ms` from now: a provider said so. */
  pause(ms: number): void {
    this.#fullAt = Math.max(this.#fullAt, this.#clock.now() + ms + this.#toleranceMs);
  }
}

export interface CoolDownLimits {
  /** After the first failure; doubles with each further one in a row. */
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Of an endpoint: calls go elsewhere while it is down. */
export const ENDPOINT_COOL_DOWN: CoolDownLimits = { baseMs: 1_000, maxMs: 60_000 };

/** How long something that fails is left alone. */
export class CoolDown {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #limits: CoolDownLimits;
  #failuresInARow = 0;
  #usableAt = 0;

  constructor(clock: Pick<Clock, 'now'>, limits: CoolDownLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Milliseconds until the next try; 0 when it may be now. */
  leftMs(): number {
    return Math.max(0, this.#usableAt - this.#clock.now());
  }

  succeeded(): void {
    this.#failuresInARow = 0;
    this.#usableAt = 0;
  }

  /** Starts a cool-down of at least `atLeastMs`, longer the more failures came in a row. */
  failed(atLeastMs = 0): void {
    // Requests that were in flight together fail together: that is one failure, not many in a row.
    const isOneOfMany = this.leftMs() > 0;
    const grownMs = isOneOfMany ? 0 : this.#limits.baseMs * 2 ** Math.min(this.#failuresInARow, 20);
    if (!isOneOfMany) this.#failuresInARow += 1;
    const coolDownMs = Math.min(this.#limits.maxMs, Math.max(atLeastMs, grownMs));
    this.#usableAt = Math.max(this.#usableAt, this.#clock.now() + coolDownMs);
  }
}
