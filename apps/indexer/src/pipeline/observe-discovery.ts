import type { Logger } from 'pino';
import type { IndexerMetrics } from '../metrics.ts';
import type { DiscoverReport } from './discover.ts';

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
