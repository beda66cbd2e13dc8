import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A start that failed for a reason an operator can act on; the message is for them. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/** Something that the start needs did not answer in time; starting again later may help (EX_TEMPFAIL of sysexits). */
export const EXIT_UNAVAILABLE = 75;
/** The database holds the data of another chain; starting again cannot help (EX_DATAERR of sysexits). */
export const EXIT_CHAIN_MISMATCH = 65;

export interface WaitOptions {
  /** What is waited for, in words for the operator. */
  readonly what: string;
  /** `performance.now()` at which the wait is over. */
  readonly deadline: number;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;

/** Tries until it works. Throws StartError with the last reason when the time is over. */
export async function waitUntilAvailable<T>(attempt: () => Promise<T>, options: WaitOptions): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof StartError) throw error;
      options.signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message || error.name : String(error);
      if (performance.now() + pauseMs > options.deadline) {
        throw new StartError(`${options.what} is not available: ${reason}`, EXIT_UNAVAILABLE, error);
      }
      options.logger.warn({ reason }, `waiting for ${options.what}`);
      await delay(pauseMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
  }
}
