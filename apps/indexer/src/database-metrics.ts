import type { Metrics } from '@tidemark/runtime';
import { readInTime } from './read-in-time.ts';

/**
 * Whether the database is there. Batches do not tell: while it is away no poll learns what to ask for, so that none begins
 * and none fails.
 */
export function databaseMetrics(metrics: Metrics) {
  let read: (() => Promise<readonly true[]>) | undefined;
  metrics.gauge({
    name: 'database_up',
    help: '1 when Postgres answered within two seconds of the metrics being asked for, else 0',
    async collect() {
      if (read === undefined) this.set(Number.NaN);
      else this.set((await read()).length);
    },
  });
  return {
    /** What asks the database for anything when somebody reads the metrics. */
    observeDatabase(ping: () => Promise<unknown>): void {
      read = readInTime(async () => {
        await ping();
        return [true];
      });
    },
  };
}
