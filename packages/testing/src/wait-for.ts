import { setTimeout as delay } from 'node:timers/promises';

export interface WaitForOptions {
  /** 15 s when left out. */
  readonly timeoutMs?: number;
  /** What is waited for, in the message when it does not come. */
  readonly description?: string;
  readonly intervalMs?: number;
}

/**
 * Asks again and again until the condition gives something other than false, null or undefined, and returns it. A
 * condition that throws counts as not met yet; the last error is the cause of the one thrown at the deadline.
 */
export async function waitFor<Result>(
  condition: () => Promise<Result> | Result,
  options: WaitForOptions = {},
): Promise<Exclude<Result, false | null | undefined>> {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const result = await condition();
      if (isMet(result)) return result;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= deadline) {
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      throw new Error(`${options.description ?? 'The condition'} not met within ${timeoutMs} ms${reason}`, { cause });
    }
    await delay(options.intervalMs ?? 20);
  }
}

function isMet<Result>(result: Result): result is Exclude<Result, false | null | undefined> {
  return result !== false && result !== null && result !== undefined;
}
