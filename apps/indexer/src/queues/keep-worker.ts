import { setTimeout as delay } from 'node:timers/promises';
import type { JobWorker } from './job-queue.ts';

/** The part of a BullMQ worker that is needed to keep one. */
export interface RunnableWorker {
  waitUntilReady(): Promise<unknown>;
  /** Resolves when the worker takes no job any more. */
  run(): Promise<void>;
  close(force?: boolean): Promise<void>;
}

export interface KeepWorkerOptions {
  readonly name: string;
  /** A new worker, not running yet. */
  readonly open: () => RunnableWorker;
  readonly onError: (source: string, error: Error) => void;
  readonly pauseMs: number;
}

/**
 * Keeps a worker at work. BullMQ (6.7) remembers for the life of a worker that its first look at the backend failed, and asks
 * again and again for a job that it can never get; so does one whose loop has ended. Such a worker is replaced.
 */
export function keepWorker({ name, open, onError, pauseMs }: KeepWorkerOptions): JobWorker {
  const closing = new AbortController();
  let worker = open();

  const runOnce = async (): Promise<void> => {
    try {
      await worker.waitUntilReady();
      if (!closing.signal.aborted) await worker.run();
      if (!closing.signal.aborted) throw new Error('the worker has stopped by itself');
    } catch (error) {
      if (!closing.signal.aborted) onError(`worker ${name}`, error instanceof Error ? error : new Error(String(error)));
    }
  };
  const keep = async (): Promise<void> => {
    await runOnce();
    while (!closing.signal.aborted) {
      // By force: it has no job in hand, and what it waits for does not come.
      void worker.close(true).catch(() => undefined);
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      worker = open();
      await runOnce();
    }
  };
  void keep();
  return {
    name,
    close() {
      closing.abort();
      return worker.close();
    },
  };
}
