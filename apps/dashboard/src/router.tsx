import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { pickMarketsSearch } from './pages/markets/search.ts';
import { MarketsPage } from './pages/markets/MarketsPage.tsx';
import { parseTextSearch, pickTexts, writeTextSearch } from './search.ts';
import { Empty, Failed, Loading } from './ui/States.tsx';
import { Shell } from './ui/Shell.tsx';

const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>) => pickTexts(search, ['tz']),
  notFoundComponent: () => <Empty title="There is no page here.">Nothing in this dashboard has this address.</Empty>,
  errorComponent: ({ error, reset }) => <Failed what="This page" error={error} retry={reset} />,
});

const markets = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: pickMarketsSearch,
  component: MarketsPage,
});

/** The views of the dashboard. All but the first are loaded when they are opened. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([markets]),
    parseSearch: parseTextSearch,
    stringifySearch: writeTextSearch,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Loading what="the page" />,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
