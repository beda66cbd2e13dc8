import { withTimeout } from '@tidemark/core';
import type { Logger } from 'pino';

interface Closer {
  readonly name: string;
  readonly close: () => unknown;
  readonly timeoutMs: number | undefined;
}

/** Closes what was opened, in reverse order, also when a start stopped halfway. Each closer runs once. */
export class Closers {
  readonly #logger: Logger;
  readonly #timeoutMs: number | undefined;
  readonly #closers: Closer[] = [];

  /** A closer that is added without a time limit of its own has `timeoutMs`, or none. */
  constructor(logger: Logger, timeoutMs?: number) {
    this.#logger = logger;
    this.#timeoutMs = timeoutMs;
  }

  /** Registers a closer; the last one added runs first, each waits for the one before. */
  add(name: string, close: () => unknown, timeoutMs = this.#timeoutMs): void {
    this.#closers.push({ name, close, timeoutMs });
  }

  /** Runs the closers. One that fails, or takes longer than its time limit, is logged and left behind. Returns how many did. */
  async closeAll(): Promise<number> {
    let failures = 0;
    // Popped one by one: a closer added meanwhile is still closed.
    for (let closer = this.#closers.pop(); closer !== undefined; closer = this.#closers.pop()) {
      const { name, close, timeoutMs } = closer;
      const startedAt = performance.now();
      try {
        const closing = Promise.resolve(close());
        await (timeoutMs === undefined ? closing : withTimeout(closing, timeoutMs, `to close ${name}`));
        this.#logger.info({ closer: name, durationMs: Math.round(performance.now() - startedAt) }, 'closed');
      } catch (err) {
        failures += 1;
        this.#logger.error({ closer: name, err }, 'could not close');
      }
    }
    return failures;
  }
}
