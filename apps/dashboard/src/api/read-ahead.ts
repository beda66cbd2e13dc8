import type { QueryClient } from '@tanstack/react-query';
import { benchmarkQuery, detailsQuery, isProtocol, serviceQuery, statusQuery, summaryQuery } from './queries.ts';

/** Asks for what the first view at a path shows, before that view exists. An answer that does not come is asked for again by the view. */
export async function readAhead(queries: QueryClient, path: string): Promise<void> {
  void queries.prefetchQuery(statusQuery);
  if (path !== '/') return;
  void queries.prefetchQuery(summaryQuery);
  void queries.prefetchQuery(benchmarkQuery);
  await queries.prefetchQuery(serviceQuery);
  const protocols = queries.getQueryData(serviceQuery.queryKey)?.meta.protocols ?? [];
  for (const protocol of protocols.filter(isProtocol)) void queries.prefetchQuery(detailsQuery(protocol, 'public'));
}
