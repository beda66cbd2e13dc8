import type { Clock } from '../../rpc/pacing.ts';

export interface CircuitBreakerOptions {
  /** Failures in a row after which nothing is sent. */
  readonly failures: number;
  /** How long nothing is sent; then one request goes out as a trial. */
  readonly openMs: number;
  readonly clock: Clock;
}

/** Keeps requests back from a service that fails again and again: what waits for it would only be late. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #failuresInARow = 0;
  #openUntil = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** False while nothing may be sent. The caller that gets true after a pause is the trial: others wait for its end. */
  tryPass(): boolean {
    const { clock, openMs } = this.#options;
    const now = clock.now();
    if (now < this.#openUntil) return false;
    if (this.#isTripped()) this.#openUntil = now + openMs;
    return true;
  }

  succeeded(): void {
    this.#failuresInARow = 0;
    this.#openUntil = 0;
  }

  /** `atLeastMs` is how long the service asked to be left alone; it is left alone then after a single failure. */
  failed(atLeastMs = 0): void {
    const { clock, openMs } = this.#options;
    this.#failuresInARow += 1;
    const pauseMs = Math.max(atLeastMs, this.#isTripped() ? openMs : 0);
    if (pauseMs > 0) this.#openUntil = Math.max(this.#openUntil, clock.now() + pauseMs);
  }

  #isTripped(): boolean {
    return this.#failuresInARow >= this.#options.failures;
  }
}
