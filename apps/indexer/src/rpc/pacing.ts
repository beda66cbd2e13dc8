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

export interface CoolDownLimits {
  /** After the first failure; doubles with each further one in a row. */
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Of an endpoint: calls go elsewhere while it is down. */
export const ENDPOINT_COOL_DOWN: CoolDownLimits = { baseMs: 1_000, maxMs: 60_000 };
/** Of a limit: nothing is sent meanwhile. What the provider asks for may be longer; without a word four calls a minute try. */
export const LIMIT_PAUSE: CoolDownLimits = { baseMs: 1_000, maxMs: 15_000 };
/**
 * Longest that a Retry-After is obeyed: so much more for each refusal in a row. Providers say half a minute of a limit that is over in a second, and
 * one call that asks sooner is kinder than looking dead; where it is refused as well, the next one waits longer.
 */
const RETRY_AFTER_STEP_MS = 10_000;
const MAX_RETRY_AFTER_MS = 30_000;

/** How long something that fails is left alone. */
export class CoolDown {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #limits: CoolDownLimits;
  #failuresInARow = 0;
  #usableAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'now'>, limits: CoolDownLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Milliseconds until the next try; 0 when it may be now. */
  leftMs(): number {
    return Math.max(0, this.#usableAt - this.#clock.now());
  }

  /** Whether it is down, or was within the last milliseconds. */
  wasDown(withinMs: number): boolean {
    return this.#clock.now() - this.#usableAt <= withinMs;
  }

  succeeded(): void {
    this.#failuresInARow = 0;
    this.#usableAt = Math.min(this.#usableAt, this.#clock.now());
  }

  /** Starts a cool-down of at least `askedMs`, within what is obeyed, and longer the more failures came in a row. */
  failed(askedMs = 0): void {
    // Requests that were in flight together fail together: that is one failure, not many in a row.
    const isOneOfMany = this.leftMs() > 0;
    const grownMs = isOneOfMany ? 0 : this.#limits.baseMs * 2 ** Math.min(this.#failuresInARow, 20);
    if (!isOneOfMany) this.#failuresInARow += 1;
    const obeyedMs = Math.min(askedMs, MAX_RETRY_AFTER_MS, RETRY_AFTER_STEP_MS * this.#failuresInARow);
    const coolDownMs = Math.max(obeyedMs, Math.min(this.#limits.maxMs, grownMs));
    this.#usableAt = Math.max(this.#usableAt, this.#clock.now() + coolDownMs);
  }
}
