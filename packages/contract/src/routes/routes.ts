import { liquidationCoverageRoutes, liquidityRoutes } from './liquidity-routes.ts';
import { priceRoutes } from './price-routes.ts';
import { protocolRoutes, reserveRoutes } from './reserve-routes.ts';
import { type Route, routesOf } from './route.ts';
import { crossProtocolRoutes, serviceRoutes } from './service-routes.ts';
import { courseRoutes, latestRoutes, totalRoutes } from './shared-routes.ts';

/** Segments that stand for no protocol: names of what is about all of them. */
export const RESERVED_SEGMENTS: readonly string[] = ['all', 'lend', 'liquidity', 'prices'];

/** Every route of the API by its name, as the index lists them. Of two that fit a path, the first answers. */
export const routes = routesOf({
  ...latestRoutes,
  ...courseRoutes,
  ...liquidationCoverageRoutes,
  ...reserveRoutes,
  ...totalRoutes,
  ...protocolRoutes,
  ...crossProtocolRoutes,
  ...priceRoutes,
  ...liquidityRoutes,
  ...serviceRoutes,
});
export type RouteName = keyof typeof routes;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the names
export const routeNames = Object.keys(routes) as readonly RouteName[];

/** A route, and after it the same over all protocols where there is such: without one in its path. */
export function variantsOf(route: Route): readonly Route[] {
  const { ofAll, ...one } = route;
  if (ofAll === undefined) return [route];
  const path = route.path.replace('/{protocol}', '');
  const description = route.description.replaceAll('the protocol', 'all protocols');
  return [route, { ...one, id: `${route.id}_all`, path, description, ...ofAll }];
}

/** All routes and their variants. */
export function listRoutes(): Route[] {
  return Object.values(routes).flatMap(variantsOf);
}

/** Whether a route is about the protocol that its path names. */
export function isOfProtocol({ path }: Route): boolean {
  return path.includes('{protocol}');
}
