import type { Metrics } from '@tidemark/runtime';

/** What the rollups tell about themselves; how long a run takes is in `job_duration_seconds`. */
export function rollupMetrics(metrics: Metrics) {
  let waitingSinceMs: number | null | undefined;
  metrics.gauge({
    name: 'rollup_lag_seconds',
    help: 'Age of the oldest commit that hours and days do not hold yet, by what the last run of this process saw',
    collect() {
      if (waitingSinceMs === undefined) this.set(Number.NaN);
      else this.set(waitingSinceMs === null ? 0 : (Date.now() - waitingSinceMs) / 1000);
    },
  });
  return {
    /** When the oldest commit that is not rolled up was made; null: all are. */
    recordOldestWaiting(committedAt: Date | null): void {
      waitingSinceMs = committedAt === null ? null : committedAt.getTime();
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
