import { getDatabaseTime, getRollupState, listCommitsAfter, type Sql } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { IndexerMetrics } from '../metrics.ts';
import { runRollup } from './run-rollup.ts';
import type { RollupReport } from './tally.ts';

export interface CreateRollupDeps {
  readonly sql: Sql;
  readonly protocol: string;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly metrics: Pick<IndexerMetrics, 'bucketsWritten' | 'recordOldestWaiting'> & {
    readonly openGaps: { readonly set: (count: number) => void };
    readonly refusedReserves: { readonly set: (count: number) => void };
  };
}

/** Runs of the rollup, with what log and metrics say of them. */
export function createRollup(deps: CreateRollupDeps): () => Promise<RollupReport | null> {
  const { sql, protocol, logger, metrics } = deps;
  const recordLag = async (): Promise<void> => {
    const commitSeq = (await getRollupState(sql, { protocol }))?.commitSeq ?? 0n;
    const [oldest] = await listCommitsAfter(sql, { protocol, commitSeq, limit: 1 });
    if (oldest === undefined) return metrics.recordOldestWaiting(null);
    metrics.recordOldestWaiting((await getDatabaseTime(sql)).getTime() - oldest.committedAt.getTime());
  };
  return async () => {
    const startedAt = performance.now();
    try {
      const report = await runRollup(deps);
      if (report !== null) tell(report, Math.round(performance.now() - startedAt), { logger, metrics });
      return report;
    } finally {
      // Also after a failure, and where another process does the work: that nothing gets on is what the lag is to tell.
      await recordLag().catch(() => undefined);
    }
  };
}

function tell(
  { refused, ...report }: RollupReport,
  durationMs: number,
  { logger, metrics }: Pick<CreateRollupDeps, 'logger' | 'metrics'>,
): void {
  metrics.bucketsWritten.inc({ grain: 'hourly' }, report.hourly);
  metrics.bucketsWritten.inc({ grain: 'daily' }, report.daily);
  if (report.openGaps !== null) metrics.openGaps.set(report.openGaps);
  metrics.refusedReserves.set(refused.length);
  if (refused.length > 0)
    logger.warn({ refused: refused.slice(0, 10), count: refused.length }, 'reserves without hours');
  if (report.hourly + report.daily + report.gaps > 0) logger.info({ ...report, durationMs }, 'rolled up');
}
