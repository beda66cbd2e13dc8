import { PROTOCOL_PLACEHOLDER, type RouteName, routePath, routeTemplates } from './routes.ts';
import type { ApiFamily } from './schemas/service.ts';

/** What the lending family has, in the order in which it is listed. */
const LENDING: readonly (readonly [name: string, route: RouteName])[] = [
  ['Latest reserves', 'latestReserves'],
  ['Latest reserve', 'latestReserve'],
  ['Details of all reserves', 'reserveDetails'],
  ['Details of a reserve', 'reserveDetail'],
  ['History of all reserves', 'reserveHistories'],
  ['History of a reserve', 'reserveHistory'],
  ['Reserve at a moment', 'reserveAt'],
  ['Rate curve and what-if', 'reserveCurve'],
  ['Configuration', 'reserveConfig'],
  ['Configuration changes', 'configChanges'],
  ['Configuration changes of a reserve', 'reserveConfigChanges'],
  ['Latest markets', 'latestMarkets'],
  ['Latest market', 'latestMarket'],
  ['History of a market', 'marketHistory'],
  ['Latest token', 'latestToken'],
  ['History of a token', 'tokenHistory'],
  ['Latest summary', 'latestSummary'],
  ['History of the summary', 'summaryHistory'],
  ['Fees and revenue', 'fees'],
  ['Benchmark rates in USD', 'usdBenchmarkRates'],
  ['Coverage', 'coverage'],
  ['Status of the data', 'status'],
  ['Stream of reserve updates', 'stream'],
  ['Markets', 'marketInfo'],
  ['Reserves', 'reserveInfo'],
  ['Quarantine', 'quarantineInfo'],
];

/** The families of the service with the status of each. `protocols` are the path segments that are served. */
export function apiFamilies(protocols: readonly string[]): ApiFamily[] {
  return [
    {
      name: 'Lending protocol API',
      content: 'Data about a lending protocol, such as fees, revenue and reserve information',
      status_str: 'Testing',
      links: [
        ...protocols.flatMap((protocol) => linksTo(isOfProtocol, protocol)),
        ...linksTo((route) => !isOfProtocol(route), ''),
      ],
    },
    {
      name: 'Prices API',
      content: 'Price data aggregated from multiple sources',
      status_str: 'Dev',
      links: [],
    },
    {
      name: 'Liquidity API',
      content: 'Liquidity data aggregated from multiple sources',
      status_str: 'Dev',
      links: [],
    },
  ];
}

function isOfProtocol(route: RouteName): boolean {
  return routeTemplates[route].includes(PROTOCOL_PLACEHOLDER);
}

function linksTo(isWanted: (route: RouteName) => boolean, protocol: string): ApiFamily['links'] {
  return LENDING.filter(([, route]) => isWanted(route)).map(([name, route]) => ({
    name,
    method: 'GET',
    href: routePath(route, protocol),
  }));
}
