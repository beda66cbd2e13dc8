import type { Clock } from '../rpc/index.ts';

const MINUTE_MS = 60_000;

/** Calls that may be made: so many a minute. Reads make those of a quiet minute at once, searches one after the other in even steps. */
export class CallBudget {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #signal: AbortSignal;
  #left: number;
  #countedAt: number;
  /** When the next call in even steps may be made. */
  #nextStepAt: number;

  constructor({ clock, perMinute, signal }: { clock: Clock; perMinute: number; signal: AbortSignal }) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#signal = signal;
    this.#left = perMinute;
    this.#countedAt = clock.now();
    this.#nextStepAt = clock.now();
  }

  /** Waits until the next step, and until a call may be made at all. Throws as `take` does. */
  async takeInStep(): Promise<void> {
    const now = this.#clock.now();
    const waitMs = Math.max(0, this.#nextStepAt - now);
    this.#nextStepAt = now + waitMs + MINUTE_MS / this.#perMinute;
    if (waitMs > 0) await this.#clock.sleep(waitMs, this.#signal);
    await this.take();
  }

  /** Waits until a call may be made. Throws the reason of the signal when the indexer ends. */
  async take(): Promise<void> {
    this.#signal.throwIfAborted();
    const now = this.#clock.now();
    const earned = ((now - this.#countedAt) / MINUTE_MS) * this.#perMinute;
    this.#left = Math.min(this.#perMinute, this.#left + earned) - 1;
    this.#countedAt = now;
    // Whoever comes next waits longer: the call is taken already.
    if (this.#left < 0) await this.#clock.sleep((-this.#left / this.#perMinute) * MINUTE_MS, this.#signal);
  }
}
