import { withTimeout } from '@tidemark/core';
import type { Logger } from 'pino';

export interface CloserStack {
  /** Registers a closer; the last one added runs first. It gets five seconds unless told otherwise. */
  add(name: string, close: () => Promise<unknown> | void, patienceMs?: number): void;
  /** Runs the closers one after the other. One that fails or takes longer than its time is logged and left behind. */
  closeAll(): Promise<void>;
}

const DEFAULT_PATIENCE_MS = 5_000;

/** Closes what was opened, in reverse order, also when the start stopped halfway. Each closer runs once. */
export function createCloserStack(logger: Logger): CloserStack {
  const closers: { name: string; close: () => Promise<unknown> | void; patienceMs: number }[] = [];
  return {
    add(name, close, patienceMs = DEFAULT_PATIENCE_MS) {
      closers.push({ name, close, patienceMs });
    },
    async closeAll() {
      for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
        try {
          await withTimeout(Promise.resolve(closer.close()), closer.patienceMs, closer.name);
          logger.debug({ closer: closer.name }, 'closed');
        } catch (error) {
          logger.warn({ closer: closer.name, err: error }, 'could not close');
        }
      }
    },
  };
}
