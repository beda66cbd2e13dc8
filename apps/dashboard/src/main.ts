import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api/client.ts';
import { readAhead } from './api/read-ahead.ts';
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
      retry: (attempts, error) => attempts < 1 && isTransient(error),
      retryDelay: 1_000,
      // Whether the API can be reached, only the API can tell: the browser knows of its own network at most.
      networkMode: 'always',
    },
  },
});

// The first requests are sent before the browser compiles React: it does so while the API answers.
void readAhead(queries, location.pathname);
const { start } = await import('./app.tsx');
start(queries);
