import { writeSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Shutdown } from '../shutdown/create-shutdown.ts';
import { createProgressWatch, type ProgressRule, type ProgressSource } from './progress-watch.ts';
import { startStallThread } from './stall-thread.ts';

/** A part of the process has stopped for good; starting again helps (EX_SOFTWARE of sysexits). */
export const EXIT_WEDGED = 70;

export interface WatchdogOptions {
  /** Name of the program, for the line that is written at the end. */
  readonly name: string;
  readonly logger: Logger;
  readonly shutdown: Pick<Shutdown, 'signal' | 'run' | 'deadlineMs'>;
  /** How long the event loop may stand still before the process is ended; 0 lets it. */
  readonly stallMs: number;
}

export interface Watchdog {
  /** Ends the process with EXIT_WEDGED when the source is silent for longer than its limit. A limit of 0 only measures. */
  watch(rule: ProgressRule): ProgressSource;
  /** Adds the gauge of seconds since the last progress of each source. */
  addMetrics(metrics: Metrics): void;
}

/** More than the shutdown’s own deadline, which ends the process with a code where the event loop still turns. */
const SHUTDOWN_MARGIN_MS = 5_000;

/**
 * Ends a process that hangs, so that whoever started it starts it again. Not for one that waits: a dependency that is away
 * fails in time, and a failure is progress.
 */
export function startWatchdog({ name, logger, shutdown, stallMs }: WatchdogOptions): Watchdog {
  const onFailed = (err: Error): void =>
    logger.error({ err }, 'the watchdog of the event loop has failed: nobody watches it');
  if (stallMs !== 0 && process.pid === 1)
    logger.warn('this is process 1, which cannot end itself: start it below an init, as `docker run --init` does');
  const thread = stallMs === 0 ? undefined : startStallThread({ name, stallMs, onFailed });
  const progress = createProgressWatch({
    onWedged(wedge) {
      if (shutdown.signal.aborted) return;
      tellAtOnce(name, wedge);
      logger.fatal(wedge, 'a part of the process has stopped: it ends, to be started again');
      void shutdown.run(`${wedge.source} has stopped`, EXIT_WEDGED);
    },
  });
  const timer = setInterval(() => void progress.look(), progress.lookEveryMs);
  timer.unref();
  const onShutdown = (): void => {
    clearInterval(timer);
    thread?.expectEndWithin(shutdown.deadlineMs + SHUTDOWN_MARGIN_MS);
  };
  if (shutdown.signal.aborted) onShutdown();
  else shutdown.signal.addEventListener('abort', onShutdown, { once: true });
  return {
    watch: (rule) => progress.watch(rule.limitMs === 0 ? { ...rule, limitMs: Number.POSITIVE_INFINITY } : rule),
    addMetrics: (metrics) => addProgressGauge(metrics, () => progress.ages()),
  };
}

/** Whatever becomes of the logger: stdout may be what hangs. */
function tellAtOnce(name: string, wedge: Readonly<Record<string, unknown>>): void {
  const line = { level: 'fatal', time: new Date().toISOString(), pid: process.pid, name, ...wedge };
  try {
    writeSync(2, `${JSON.stringify({ ...line, exitCode: EXIT_WEDGED, msg: 'ended by the watchdog' })}\n`);
  } catch {
    // Nobody reads stderr any more; the exit code says the same.
  }
}

/** The gauge alone, for whoever lists metrics without a process. `ages` are milliseconds by source. */
export function addProgressGauge(metrics: Metrics, ages: () => ReadonlyMap<string, number>): void {
  metrics.gauge({
    name: 'watchdog_progress_age_seconds',
    help: 'Time since a part of the process last came to an end of something, well or badly, by source',
    labelNames: ['source'],
    collect() {
      this.reset();
      for (const [source, ageMs] of ages()) this.set({ source }, ageMs / 1000);
    },
  });
}
