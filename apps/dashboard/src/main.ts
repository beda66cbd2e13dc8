import { QueryClient } from '@tanstack/react-query';
import { isTransient, waitOf } from './api/client.ts';
import { benchmarkQuery, detailsQuery, isProtocol, serviceQuery, statusQuery, summaryQuery } from './api/queries.ts';
import './styles/base.css';
import './styles/frame.css';
import './styles/table.css';
import './styles/parts.css';
import './styles/chart.css';

/** An answer younger than this is not asked for again because another part of the page wants it too. */
const FRESH_MS = 5_000;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // One retry, without a delay, so that trouble is shown within seconds. After Retry-After the next poll asks again.
      retry: (attempts, error) => attempts < 1 && isTransient(error) && waitOf(error) === 0,
      retryDelay: 500,
      // Whether the API can be reached, only the API can tell: the browser knows of its own network at most.
      networkMode: 'always',
    },
  },
});

// The first requests are sent before the browser compiles React: it does so while the API answers.
void readAhead(location.pathname);
const { start } = await import('./app.tsx');
start(queries);

/** Asks for what the first view at a path shows, before that view exists. An answer that does not come is asked for again by the view. */
async function readAhead(path: string): Promise<void> {
  void queries.prefetchQuery(statusQuery);
  if (path !== '/') return;
  void queries.prefetchQuery(summaryQuery);
  void queries.prefetchQuery(benchmarkQuery);
  await queries.prefetchQuery(serviceQuery);
  const protocols = queries.getQueryData(serviceQuery.queryKey)?.meta.protocols ?? [];
  for (const protocol of protocols.filter(isProtocol)) void queries.prefetchQuery(detailsQuery(protocol, 'public'));
}
