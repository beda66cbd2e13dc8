import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@tidemark/core';

export interface WaitForOptions {
  /** 60 s when left out: far more than anything takes, for a machine may be busy with other things. */
  readonly timeoutMs?: number;
  /** What is waited for, in the message when it does not come. */
  readonly description?: string;
  /** Between two attempts. Grows with the time that has passed when left out, from 20 to 250 ms. */
  readonly intervalMs?: number;
}

/** What a last attempt gets that begins shortly before the deadline, or after it because the machine stood still. */
const LAST_ATTEMPT_MS = 5_000;

/**
 * Asks again and again until the condition gives something other than false, null or undefined, and returns it. A
 * condition that throws counts as not met yet; the last error is the cause of the one thrown at the deadline. One that does
 * not answer by then is given up.
 */
export async function waitFor<Result>(
  condition: () => Promise<Result> | Result,
  options: WaitForOptions = {},
): Promise<Exclude<Result, false | null | undefined>> {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const startedAt = performance.now();
  const deadline = startedAt + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const leftMs = Math.max(deadline - performance.now(), Math.min(timeoutMs, LAST_ATTEMPT_MS));
      const result = await answerWithin(condition, leftMs);
      if (isMet(result)) return result;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= deadline) {
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      throw new Error(`${options.description ?? 'The condition'} not met within ${timeoutMs} ms${reason}`, { cause });
    }
    await delay(options.intervalMs ?? pauseAfter(performance.now() - startedAt));
  }
}

/**
 * What comes at once is seen at once. The longer the wait, the rarer the attempts, with a delay of a twentieth of it at most: attempts
 * are work for the very processes that are waited for.
 */
export function pauseAfter(elapsedMs: number): number {
  return Math.min(250, 20 + Math.floor(elapsedMs / 20));
}

/** Rejects where the condition has not answered in time, so that a hanging one is told by its name and not by the test's. */
async function answerWithin<Result>(condition: () => Promise<Result> | Result, timeoutMs: number): Promise<Result> {
  const answer = condition();
  if (!(answer instanceof Promise)) return answer;
  return withTimeout(answer, timeoutMs, 'the last attempt');
}

function isMet<Result>(result: Result): result is Exclude<Result, false | null | undefined> {
  return result !== false && result !== null && result !== undefined;
}
