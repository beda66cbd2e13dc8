import type { Route } from './routes/route.ts';
import { isOfProtocol, listRoutes } from './routes/routes.ts';
import type { ApiFamily } from './schemas/service.ts';

/** The families of the service with the status of each. `protocols` are the path segments that are served. */
export function apiFamilies(protocols: readonly string[]): ApiFamily[] {
  return [
    {
      name: 'Lending protocol API',
      content: 'Data about a lending protocol, such as fees, revenue and reserve information',
      status_str: 'Testing',
      links: lendingLinks(protocols),
    },
    {
      name: 'Prices API',
      content: 'Price data aggregated from multiple sources',
      status_str: 'Testing',
      links: priceLinks(),
    },
    {
      name: 'Liquidity API',
      content: 'Liquidity data aggregated from multiple sources',
      status_str: 'Testing',
      links: linksTo(listRoutes().filter(isOfLiquidity), ''),
    },
  ];
}

/** What there is for each protocol, then what there is over all of them. */
function lendingLinks(protocols: readonly string[]): ApiFamily['links'] {
  const data = listRoutes().filter(
    (route) => route.path.startsWith('/v1/') && !isOfPrices(route) && !isOfLiquidity(route),
  );
  const [ofOne, ofAll] = [data.filter(isOfProtocol), data.filter((route) => !isOfProtocol(route))];
  return [...protocols.flatMap((protocol) => linksTo(ofOne, protocol)), ...linksTo(ofAll, '')];
}

const isOfPrices = ({ path }: Route): boolean => path.startsWith('/v1/prices/');

const isOfLiquidity = ({ path }: Route): boolean => path.startsWith('/v1/liquidity/');

function priceLinks(): ApiFamily['links'] {
  return linksTo(listRoutes().filter(isOfPrices), '');
}

function linksTo(chosen: readonly Route[], protocol: string): ApiFamily['links'] {
  return chosen.map(({ summary, path, method = 'get' }) => ({
    name: summary,
    method: method === 'post' ? 'POST' : 'GET',
    href: path.replace('{protocol}', protocol),
  }));
}
