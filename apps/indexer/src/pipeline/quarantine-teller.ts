import type { QuarantineInput } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { IndexerMetrics } from '../metrics.ts';

export type QuarantineTeller = (entries: readonly QuarantineInput[]) => void;

/** Addresses and reasons remembered as told; beyond it they are told again. */
const MAX_TOLD = 10_000;

/** Counts quarantined accounts each time, and tells the log once about each address and reason. */
export function createQuarantineTeller({
  logger,
  metrics,
}: {
  logger: Logger;
  metrics: IndexerMetrics;
}): QuarantineTeller {
  const told = new Set<string>();
  return (entries) => {
    for (const { address, accountKind, reasonCode, expected, actual } of entries) {
      metrics.quarantined.inc({ account_kind: accountKind, reason: reasonCode });
      const key = `${address} ${reasonCode}`;
      if (told.has(key)) continue;
      if (told.size >= MAX_TOLD) told.clear();
      told.add(key);
      logger.warn({ address, accountKind, reasonCode, expected, actual }, 'account quarantined');
    }
  };
}
