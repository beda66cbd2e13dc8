import type { Logger } from 'pino';
import { Closers } from './closers.ts';

export interface ShutdownOptions {
  readonly logger: Logger;
  /** From the first signal to a forced exit; 25 s when left out, less than the 30 s that orchestrators grant. */
  readonly deadlineMs?: number;
  /**
   * Signals within this time after the first are taken for the same keypress, since a terminal and a parent such as npm
   * may both deliver it; later ones force the exit. 1 s when left out.
   */
  readonly sameKeypressMs?: number;
  /** Runs before a forced exit; must not wait for anything. */
  readonly onForce?: () => void;
  /** Ends the process; for tests. */
  readonly exit?: (code: number) => void;
}

export interface Shutdown {
  /** Aborted when the shutdown begins: stop taking work in. */
  readonly signal: AbortSignal;
  /** Registers a closer. The last one added runs first, each waits for the one before. */
  add(name: string, close: () => unknown): void;
  /** Begins to listen to SIGINT, SIGTERM, SIGHUP, and to errors that nobody caught (exit code 1). */
  listen(): void;
  /**
   * Runs the closers and ends the process with the code, 1 if a closer failed. Further calls wait for the first; the
   * highest code asked for wins.
   */
  run(reason: string, code?: number): Promise<void>;
}

/** Exit codes of a process ended by a signal, as shells count them. */
const FORCED_EXIT_CODE: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One ordered end of a process: closers in reverse order of their registration, one deadline, every step logged. */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { logger } = options;
  const deadlineMs = options.deadlineMs ?? 25_000;
  const exit = options.exit ?? ((code: number) => process.exit(code));
  const controller = new AbortController();
  const closers = new Closers(logger);
  let running: Promise<void> | undefined;
  let startedAt = 0;
  let exitCode = 0;

  const force = (reason: string, code: number): void => {
    logger.error({ reason }, 'shutdown forced');
    options.onForce?.();
    exit(code);
  };

  const begin = async (reason: string): Promise<void> => {
    startedAt = performance.now();
    logger.info({ reason }, 'shutdown started');
    const deadline = setTimeout(() => force(`deadline of ${deadlineMs} ms`, Math.max(exitCode, 1)), deadlineMs);
    controller.abort(new Error(`Shutting down: ${reason}`));
    const failures = await closers.closeAll();
    clearTimeout(deadline);
    if (failures > 0) exitCode = Math.max(exitCode, 1);
    logger.info({ durationMs: Math.round(performance.now() - startedAt), exitCode }, 'shutdown finished');
    exit(exitCode);
  };

  const run = (reason: string, code = 0): Promise<void> => {
    exitCode = Math.max(exitCode, code);
    return (running ??= begin(reason));
  };

  const onSignal = (signal: NodeJS.Signals): void => {
    if (running === undefined) void run(signal);
    else if (performance.now() - startedAt > (options.sameKeypressMs ?? 1_000)) {
      force(`second ${signal}`, FORCED_EXIT_CODE[signal] ?? 1);
    }
  };

  const onFatal = (err: unknown): void => {
    logger.fatal({ err }, 'error that nobody caught');
    void run('error that nobody caught', 1);
  };

  return {
    signal: controller.signal,
    add: (name, close) => closers.add(name, close),
    listen: () => {
      for (const signal of SIGNALS) process.on(signal, onSignal);
      process.on('uncaughtException', onFatal);
      process.on('unhandledRejection', onFatal);
    },
    run,
  };
}
