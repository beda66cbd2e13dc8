import { describe, expect, it } from 'vitest';
import { apiFamilies } from './api-families.ts';
import { routePath, type RouteName, routeTemplates } from './routes.ts';

const isRouteName = (name: string): name is RouteName => name in routeTemplates;
const versioned = Object.keys(routeTemplates)
  .filter(isRouteName)
  .filter((name) => routeTemplates[name].startsWith('/v1/'));

describe('apiFamilies', () => {
  it('links every endpoint of data once, those of a protocol for each that is served', () => {
    const paths = (protocol: string) => versioned.map((name) => routePath(name, protocol));
    const hrefs = apiFamilies(['kamino', 'other']).flatMap((family) => family.links.map((link) => link.href));
    expect(hrefs.toSorted()).toEqual([...new Set([...paths('kamino'), ...paths('other')])].toSorted());
  });
});
