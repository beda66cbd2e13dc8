import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../http/api-error.ts';

type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

const WAIT_MS = 250;

/**
 * Pages whose reads go through a gate. The first one is refused where too much is under way, as any read; an answer that has
 * begun waits instead of breaking off. Between two pages nothing is held.
 */
export async function* throughGate<Page>(
  gate: Gate,
  pages: AsyncIterable<Page>,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const iterator = pages[Symbol.asyncIterator]();
  let hasBegun = false;
  try {
    for (;;) {
      const next = () => gate(() => iterator.next());
      const result = hasBegun ? await patiently(next, signal) : await next();
      if (result.done === true) return;
      hasBegun = true;
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function patiently<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isFull = error instanceof ApiError && error.errorName === 'OVERLOADED';
      if (!isFull || signal.aborted) throw error;
      await delay(WAIT_MS);
    }
  }
}
