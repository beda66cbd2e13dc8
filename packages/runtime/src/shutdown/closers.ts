import { withTimeout } from '@tidemark/core';
import type { Logger } from 'pino';

interface Closer {
  readonly name: string;
  readonly close: () => unknown;
  readonly timeoutMs: number | undefined;
}

export interface CloserLimits {
  /** Time limit of a closer that is added without one of its own; none when left out. */
  readonly timeoutMs?: number;
  /**
   * Time limit of all closers together; none when left out. Behind dead connections each closer uses up its own limit, and their sum
   * may pass the deadline of the process. What is left is the limit of the next one, but each gets `LEAST_MS`.
   */
  readonly totalMs?: number;
}

const LEAST_MS = 250;

/** Closes what was opened, in reverse order, also when a start stopped halfway. Each closer runs once. */
export class Closers {
  readonly #logger: Logger;
  readonly #limits: CloserLimits;
  readonly #closers: Closer[] = [];

  constructor(logger: Logger, limits: CloserLimits = {}) {
    this.#logger = logger;
    this.#limits = limits;
  }

  /** Registers a closer; the last one added runs first, each waits for the one before. */
  add(name: string, close: () => unknown, timeoutMs = this.#limits.timeoutMs): void {
    this.#closers.push({ name, close, timeoutMs });
  }

  /** Runs the closers. One that fails, or takes longer than its time limit, is logged and left behind. Returns how many did. */
  async closeAll(): Promise<number> {
    let failures = 0;
    const { totalMs = Number.POSITIVE_INFINITY } = this.#limits;
    const begunAt = performance.now();
    // Popped one by one: a closer added meanwhile is still closed.
    for (let closer = this.#closers.pop(); closer !== undefined; closer = this.#closers.pop()) {
      const { name, close, timeoutMs = Number.POSITIVE_INFINITY } = closer;
      const startedAt = performance.now();
      const limitMs = Math.min(timeoutMs, Math.max(LEAST_MS, totalMs - (startedAt - begunAt)));
      try {
        const closing = Promise.resolve(close());
        await (limitMs === Number.POSITIVE_INFINITY ? closing : withTimeout(closing, limitMs, `to close ${name}`));
        this.#logger.info({ closer: name, durationMs: Math.round(performance.now() - startedAt) }, 'closed');
      } catch (err) {
        failures += 1;
        this.#logger.error({ closer: name, err }, 'could not close');
      }
    }
    return failures;
  }
}
