import { describe, expect, it } from 'vitest';
import { apiFamilies } from './api-families.ts';
import { listRoutes } from './routes/routes.ts';

const versioned = listRoutes().flatMap(({ path }) => (path.startsWith('/v1/') ? [path] : []));

describe('apiFamilies', () => {
  it('links every endpoint of data once, those of a protocol for each that is served', () => {
    const paths = (protocol: string) => versioned.map((path) => path.replace('{protocol}', protocol));
    const links = apiFamilies(['kamino', 'other']).flatMap((family) => family.links);
    const hrefs = links.map((link) => link.href);
    expect(hrefs.toSorted()).toEqual([...new Set([...paths('kamino'), ...paths('other')])].toSorted());
    // The same words for two of them would say nothing.
    expect(new Set(links.map(({ name }) => name)).size).toBe(versioned.length);
  });
});
