import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { pickCompareSearch } from './pages/compare/search.ts';
import { pickMarketsSearch } from './pages/markets/search.ts';
import { MarketsPage } from './pages/markets/MarketsPage.tsx';
import { pickReserveSearch } from './pages/reserve/search.ts';
import { pickTotalsSearch } from './pages/totals/range.tsx';
import { parseTextSearch, pickTexts, writeTextSearch } from './search.ts';
import { Empty, Failed, Loading } from './ui/States.tsx';
import { Shell } from './ui/Shell.tsx';

const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): { tz?: string | undefined } => pickTexts(search, ['tz']),
  notFoundComponent: () => <Empty title="There is no page here.">Nothing in this dashboard has this address.</Empty>,
  errorComponent: ({ error, reset }) => <Failed what="This page" error={error} retry={reset} />,
});
const getParentRoute = () => root;
const totals = () => import('./pages/totals/pages.tsx');

const markets = createRoute({ getParentRoute, path: '/', validateSearch: pickMarketsSearch, component: MarketsPage });
const reserve = createRoute({
  getParentRoute,
  path: '/reserves/$address',
  validateSearch: pickReserveSearch,
  component: lazyRouteComponent(() => import('./pages/reserve/ReservePage.tsx'), 'ReservePage'),
});
const compare = createRoute({
  getParentRoute,
  path: '/compare',
  validateSearch: pickCompareSearch,
  component: lazyRouteComponent(() => import('./pages/compare/ComparePage.tsx'), 'ComparePage'),
});
const market = createRoute({
  getParentRoute,
  path: '/markets/$address',
  validateSearch: pickTotalsSearch,
  component: lazyRouteComponent(totals, 'MarketPage'),
});
const token = createRoute({
  getParentRoute,
  path: '/tokens/$address',
  validateSearch: pickTotalsSearch,
  component: lazyRouteComponent(totals, 'TokenPage'),
});
const protocol = createRoute({
  getParentRoute,
  path: '/protocols/$name',
  validateSearch: pickTotalsSearch,
  component: lazyRouteComponent(totals, 'ProtocolPage'),
});
const protocols = createRoute({
  getParentRoute,
  path: '/protocols',
  component: lazyRouteComponent(() => import('./pages/totals/ProtocolsPage.tsx'), 'ProtocolsPage'),
});
const liquidity = createRoute({
  getParentRoute,
  path: '/liquidity',
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined } => pickTexts(search, ['token']),
  component: lazyRouteComponent(() => import('./pages/liquidity/LiquidityPage.tsx'), 'LiquidityPage'),
});
const status = createRoute({
  getParentRoute,
  path: '/status',
  component: lazyRouteComponent(() => import('./pages/status/StatusPage.tsx'), 'StatusPage'),
});
const key = createRoute({
  getParentRoute,
  path: '/key',
  component: lazyRouteComponent(() => import('./pages/key/KeyPage.tsx'), 'KeyPage'),
});
const docs = createRoute({
  getParentRoute,
  path: '/docs',
  component: lazyRouteComponent(() => import('./pages/docs/DocsPage.tsx'), 'DocsPage'),
});

/** The views of the dashboard. All but the first are loaded when they are opened. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      markets,
      reserve,
      compare,
      market,
      token,
      protocol,
      protocols,
      liquidity,
      status,
      key,
      docs,
    ]),
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
