import type { Metrics, Watchdog } from '@tidemark/runtime';
import type { ApiMetrics } from './api-metrics.ts';

export interface WatchReloadsOptions {
  readonly watch?: { readonly watchdog: Watchdog; readonly progressMs: number };
  readonly latestPollIntervalMs: number;
}

/** So many polls may pass without the end of a reload. */
const INTERVALS = 10;

/**
 * Lets the watchdog hear of every reload of the latest reserves that has ended, well or badly: they come with every
 * notification and, without any, at every poll, so that their end for good is the end of this process's use.
 */
export function watchReloads(metrics: ApiMetrics, registry: Metrics, options: WatchReloadsOptions): ApiMetrics {
  if (options.watch === undefined) return metrics;
  const { watchdog, progressMs } = options.watch;
  const limitMs = progressMs === 0 ? 0 : Math.max(progressMs, INTERVALS * options.latestPollIntervalMs);
  const latest = watchdog.watch({ source: 'latest', limitMs });
  watchdog.addMetrics(registry);
  return {
    ...metrics,
    cacheReloaded(outcome, durationMs) {
      latest.progressed();
      metrics.cacheReloaded(outcome, durationMs);
    },
  };
}
