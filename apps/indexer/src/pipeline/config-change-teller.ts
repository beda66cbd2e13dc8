import type { AccountConfigChange } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { IndexerMetrics } from '../metrics.ts';

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
