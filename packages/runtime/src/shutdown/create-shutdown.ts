import { withTimeout } from '@tidemark/core';
import type { Logger } from 'pino';

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
  /** Begins to listen to SIGINT, SIGTERM, SIGHUP, and to uncaught errors (exit code 1). */
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

interface Closer {
  readonly name: string;
  readonly close: () => unknown;
  readonly timeoutMs: number | undefined;
}

export interface CloserLimits {
  /** Time limit of a closer that is added without one of its own; none when left out. */
  readonly timeoutMs?: number;
  /**
   * Time limit of all closers together; none when left out. Behind dead connections each closer uses up its own limit, and their sum
   * may pass the deadline of the process. What is left is the limit of the next one, but each gets `LEAST_MS`.
   */
  readonly totalMs?: number;
}

const LEAST_MS = 250;

/** Closes what was opened, in reverse order, also when a start stopped halfway. Each closer runs once. */
export class Closers {
  readonly #logger: Logger;
  readonly #limits: CloserLimits;
  readonly #closers: Closer[] = [];

  constructor(logger: Logger, limits: CloserLimits = {}) {
    this.#logger = logger;
    this.#limits = limits;
  }

  /** Registers a closer; the last one added runs first, each waits for the one before. */
  add(name: string, close: () => unknown, timeoutMs = this.#limits.timeoutMs): void {
    this.#closers.push({ name, close, timeoutMs });
  }

  /** Runs the closers. One that fails, or takes longer than its time limit, is logged and left behind. Returns how many did. */
  async closeAll(): Promise<number> {
    let failures = 0;
    const { totalMs = Number.POSITIVE_INFINITY } = this.#limits;
    const begunAt = performance.now();
    // Popped one by one: a closer added meanwhile is still closed.
    for (let closer = this.#closers.pop(); closer !== undefined; closer = this.#closers.pop()) {
      const { name, close, timeoutMs = Number.POSITIVE_INFINITY } = closer;
      const startedAt = performance.now();
      const limitMs = Math.min(timeoutMs, Math.max(LEAST_MS, totalMs - (startedAt - begunAt)));
      try {
        const closing = Promise.resolve(close());
        await (limitMs === Number.POSITIVE_INFINITY ? closing : withTimeout(closing, limitMs, `to close ${name}`));
        this.#logger.info({ closer: name, durationMs: Math.round(performance.now() - startedAt) }, 'closed');
      } catch (err) {
        failures += 1;
        this.#logger.error({ closer: name, err }, 'could not close');
      }
    }
    return failures;
  }
}
