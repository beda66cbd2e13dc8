import { errorCode } from '@tidemark/runtime';
import type { Logger } from 'pino';

/** A connection that is away says so many times a second, through each queue that uses it. */
const QUIET_MS = 10_000;
const MAX_KINDS = 100;

/** Logs errors of connections, each kind at most once in ten seconds, with the number of those left out. */
export function createErrorReporter(logger: Logger): (source: string, error: Error) => void {
  const kinds = new Map<string, { quietUntil: number; suppressed: number }>();
  return (source, error) => {
    const now = performance.now();
    const kind = errorCode(error) ?? error.message;
    const state = kinds.get(kind);
    if (state !== undefined && now < state.quietUntil) {
      state.suppressed += 1;
      return;
    }
    if (kinds.size >= MAX_KINDS) kinds.clear();
    kinds.set(kind, { quietUntil: now + QUIET_MS, suppressed: 0 });
    logger.warn({ source, err: error, suppressed: state?.suppressed ?? 0 }, 'connection trouble');
  };
}
