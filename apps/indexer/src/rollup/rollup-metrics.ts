import type { Metrics } from '@tidemark/runtime';

/** What the rollups tell about themselves; how long a run takes is in `job_duration_seconds`. */
export function rollupMetrics(metrics: Metrics) {
  let waiting: { readonly ageMs: number; readonly seenAt: number } | null | undefined;
  metrics.gauge({
    name: 'rollup_lag_seconds',
    help: 'Age of the oldest commit that hours and days do not hold yet, by what the last run of this process saw',
    collect() {
      if (waiting === undefined) this.set(Number.NaN);
      else this.set(waiting === null ? 0 : (waiting.ageMs + performance.now() - waiting.seenAt) / 1000);
    },
  });
  return {
    /** How old the oldest commit that is not rolled up is now, by the clock that it was timed with; null: all are. */
    recordOldestWaiting(ageMs: number | null): void {
      waiting = ageMs === null ? null : { ageMs, seenAt: performance.now() };
    },
    bucketsWritten: metrics.counter({
      name: 'rollup_buckets_written_total',
      help: 'Hours and days of reserves that were new or came out differently, by grain (hourly, daily)',
      labelNames: ['grain'],
    }),
    refusedReserves: metrics.gauge({
      name: 'rollup_refused_reserves',
      help: 'Reserves of which the last run of this process could make no hours: their looks contradict each other, or their settings are unusable',
    }),
    openGaps: metrics.gauge({
      name: 'rollup_open_gaps',
      help: 'Reserves that are not observed at the moment, by what the last run of this process saw',
    }),
  };
}
