import type { Logger } from 'pino';
import type { Metrics } from './metrics/create-metrics.ts';
import type { Shutdown } from './shutdown/create-shutdown.ts';

/** Work has stopped for good; starting again helps (EX_SOFTWARE of sysexits). */
export const EXIT_WEDGED = 70;

/** Work of a process that must complete now and then, well or badly. */
export interface ProgressRule {
  readonly source: string;
  /** How long nothing may; 0 only measures. */
  readonly limitMs: number;
  /** Asked when the limit is over: true where a new start would not help. The limit then begins anew. */
  readonly excuse?: () => Promise<boolean>;
}

export interface ProgressSource {
  /** Something came to its end: a success, or a failure that was seen. */
  progressed(): void;
}

export interface WatchdogOptions {
  readonly logger: Logger;
  readonly shutdown: Pick<Shutdown, 'signal' | 'run'>;
}

const CHECK_EVERY_MS = 1_000;
/** A check that comes later than this shows that the process was stopped: nothing could end meanwhile. */
const LATE_MS = 5_000;

/**
 * Ends the process in order with EXIT_WEDGED when its work stops completing although the event loop turns, so that whoever
 * started it starts it again. Where the loop itself stands still, `/health` does not answer: that is for the supervisor to see.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #endedAt = new Map<string, number>();

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  watch({ source, limitMs, excuse }: ProgressRule): ProgressSource {
    const { logger, shutdown } = this.#options;
    let countedFrom = performance.now();
    let checkedAt = countedFrom;
    let checking: Promise<void> | undefined;
    this.#endedAt.set(source, countedFrom);
    const check = async (): Promise<void> => {
      const silentSince = countedFrom;
      if (performance.now() - silentSince <= limitMs) return;
      if ((await excuse?.()) === true) countedFrom = performance.now();
      // It may have progressed meanwhile.
      if (countedFrom !== silentSince || shutdown.signal.aborted) return;
      const idleMs = Math.round(performance.now() - silentSince);
      logger.fatal({ source, idleMs, limitMs }, 'ended by the watchdog, to be started again');
      await shutdown.run(`${source} has stopped`, EXIT_WEDGED);
    };
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - checkedAt > CHECK_EVERY_MS + LATE_MS) countedFrom = now;
      checkedAt = now;
      checking ??= check().finally(() => {
        checking = undefined;
      });
    }, CHECK_EVERY_MS);
    timer.unref();
    if (limitMs === 0) clearInterval(timer);
    shutdown.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    return {
      progressed: () => {
        countedFrom = performance.now();
        this.#endedAt.set(source, countedFrom);
      },
    };
  }

  /** Adds the gauge of seconds since the last end of each source. */
  addMetrics(metrics: Metrics): void {
    addProgressGauge(metrics, this.#endedAt);
  }
}

/** The gauge alone, for whoever lists metrics without a process. */
export function addProgressGauge(metrics: Metrics, endedAt: ReadonlyMap<string, number>): void {
  metrics.readGauge(
    'watchdog_progress_age_seconds',
    'Time since a part of the process last came to an end of something, well or badly, by source',
    () => [...endedAt].map(([source, at]) => [{ source }, (performance.now() - at) / 1000] as const),
    ['source'],
  );
}
