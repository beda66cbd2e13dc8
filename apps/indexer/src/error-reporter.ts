import type { Logger } from 'pino';

/** A connection that is away says so many times a second; one line per source in this time is enough. */
const QUIET_MS = 10_000;

/** Logs errors of connections, each source at most once in ten seconds, with the number of those left out. */
export function createErrorReporter(logger: Logger): (source: string, error: Error) => void {
  const sources = new Map<string, { quietUntil: number; suppressed: number }>();
  return (source, error) => {
    const now = performance.now();
    const state = sources.get(source);
    if (state !== undefined && now < state.quietUntil) {
      state.suppressed += 1;
      return;
    }
    logger.warn({ source, err: error, suppressed: state?.suppressed ?? 0 }, 'connection trouble');
    sources.set(source, { quietUntil: now + QUIET_MS, suppressed: 0 });
  };
}
