import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isTransient } from './api/client.ts';
import { createAppRouter } from './router.tsx';
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

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={createAppRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
