import { errorCode } from '@tidemark/runtime';
import type { IndexerMetrics } from '../metrics.ts';
import type { ConfigChangeTeller } from './config-change-teller.ts';
import type { QuarantineTeller } from './quarantine-teller.ts';
import type { PollBatchReport, PollBatchWork } from './run-poll-batch.ts';

export interface BatchObservers {
  readonly metrics: IndexerMetrics;
  readonly tellQuarantined: QuarantineTeller;
  readonly tellConfigChanges: ConfigChangeTeller;
}

/** Counts what batches do. */
export function observeBatches(
  run: (work: PollBatchWork) => Promise<PollBatchReport>,
  { metrics, tellQuarantined, tellConfigChanges }: BatchObservers,
): (work: PollBatchWork) => Promise<PollBatchReport> {
  return async (work) => {
    try {
      const report = await run(work);
      countRows(report, metrics);
      tellQuarantined(report.quarantined);
      tellConfigChanges(report.result.configChanges);
      return report;
    } catch (error) {
      metrics.batches.inc({ outcome: errorCode(error) ?? 'INTERNAL_ERROR' });
      throw error;
    }
  };
}

function countRows({ bank, result, slotDuration }: PollBatchReport, metrics: IndexerMetrics): void {
  metrics.batches.inc({ outcome: result.alreadyWritten ? 'repeated' : 'committed' });
  if (bank.source === 'block_time') metrics.clockFallbacks.inc();
  metrics.slotDuration.reset();
  metrics.slotDuration.set({ source: slotDuration.source }, slotDuration.slotDurationMs / 1000);
  if (result.alreadyWritten) return;
  metrics.rows.inc({ kind: 'snapshot' }, result.snapshotsWritten);
  metrics.rows.inc({ kind: 'latest' }, result.latestWritten);
  metrics.rows.inc({ kind: 'unchanged' }, result.unchanged);
  metrics.rows.inc({ kind: 'older' }, result.olderThanLatest);
  metrics.missing.inc(result.missing);
  metrics.recordBank(bank, slotDuration.slotDurationMs);
}
