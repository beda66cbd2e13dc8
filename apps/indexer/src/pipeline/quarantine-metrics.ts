import type { Metrics } from '@tidemark/runtime';
import type { QuarantineCount } from '@tidemark/schema';
import { readInTime } from '../read-in-time.ts';

/** What /metrics says about accounts that could not become a row. */
export function quarantineMetrics(metrics: Metrics) {
  let readCounts:
    | (() => Promise<readonly Pick<QuarantineCount, 'accountKind' | 'reasonCode' | 'accounts'>[]>)
    | undefined;
  metrics.gauge({
    name: 'quarantine_accounts',
    help: 'Accounts that any indexer refused in the hour before the newest stored bank, by account kind and reason',
    labelNames: ['account_kind', 'reason'],
    async collect() {
      this.reset();
      for (const { accountKind, reasonCode, accounts } of (await readCounts?.()) ?? []) {
        this.set({ account_kind: accountKind, reason: reasonCode }, accounts);
      }
    },
  });
  return {
    quarantined: metrics.counter({
      name: 'quarantined_accounts_total',
      help: 'Accounts that could not become a row, each time one is met, by account kind and reason',
      labelNames: ['account_kind', 'reason'],
    }),
    /** Where the counts come from when somebody reads the metrics. */
    observeQuarantine(read: () => Promise<readonly QuarantineCount[]>): void {
      readCounts = readInTime(read);
    },
  };
}
