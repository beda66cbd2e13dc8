import { errorCode } from '@tidemark/runtime';
import type { AccountConfigChange } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { IndexerMetrics } from '../metrics.ts';
import type { DiscoverReport } from './discover.ts';
import type { QuarantineTeller } from './quarantine.ts';
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

/** Counts what discovery finds, and warns once when the provider does not list accounts. */
export function observeDiscovery(
  run: (id: string) => Promise<DiscoverReport>,
  { logger, metrics }: { logger: Logger; metrics: IndexerMetrics },
): (id: string) => Promise<DiscoverReport> {
  let warned = false;
  return async (id) => {
    const report = await run(id);
    const { source, reserves, markets } = report;
    const refused = source !== 'listed';
    metrics.listingRefused.set(refused ? 1 : 0);
    metrics.discovered.set({ account_kind: 'reserve' }, reserves);
    metrics.discovered.set({ account_kind: 'lending_market' }, markets);
    if (refused && !warned) {
      warned = true;
      logger.warn(
        { source, reserves, markets },
        'the RPC provider does not list program accounts: only a known list is followed, new reserves are not seen',
      );
    }
    return report;
  };
}

export type ConfigChangeTeller = (changes: readonly AccountConfigChange[]) => void;

/** Counts parameters that changed, and writes one line to the log per account. */
export function createConfigChangeTeller({
  logger,
  metrics,
}: {
  logger: Logger;
  metrics: IndexerMetrics;
}): ConfigChangeTeller {
  return (changes) => {
    const byAccount = new Map<string, AccountConfigChange[]>();
    for (const change of changes) {
      metrics.configChanges.inc({ account_kind: change.accountKind });
      byAccount.set(change.account, [...(byAccount.get(change.account) ?? []), change]);
    }
    for (const [account, own] of byAccount) {
      const parameters = own.map(({ field, oldValue, newValue }) => ({ field, oldValue, newValue }));
      logger.info({ account, accountKind: own[0]?.accountKind, slot: own[0]?.slot, parameters }, 'parameters changed');
    }
  };
}
