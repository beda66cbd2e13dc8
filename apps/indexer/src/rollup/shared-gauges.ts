import type { IndexerMetrics } from '../metrics.ts';
import type { CreateRollupDeps } from './create-rollup.ts';

type RollupMetrics = CreateRollupDeps['metrics'];

/** Gauges that the rollups of several protocols set together: counts are added up, of ages the greatest counts. */
export function createSharedGauges(metrics: Pick<IndexerMetrics, keyof RollupMetrics>) {
  const openGaps = new Map<string, number>();
  const refused = new Map<string, number>();
  const waiting = new Map<string, number | null>();
  const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);
  return {
    /** What the rollup of one protocol is given. */
    of: (protocol: string): RollupMetrics => ({
      bucketsWritten: metrics.bucketsWritten,
      openGaps: { set: (count: number) => metrics.openGaps.set(sum(openGaps.set(protocol, count))) },
      refusedReserves: { set: (count: number) => metrics.refusedReserves.set(sum(refused.set(protocol, count))) },
      recordOldestWaiting(ageMs) {
        const ages = [...waiting.set(protocol, ageMs).values()].filter((age) => age !== null);
        metrics.recordOldestWaiting(ages.length === 0 ? null : Math.max(...ages));
      },
    }),
  };
}
