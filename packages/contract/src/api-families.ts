import { routePath } from './routes.ts';
import type { ApiFamily } from './schemas/service.ts';

/** The families of the service with the status of each. `protocols` are the path segments that are served. */
export function apiFamilies(protocols: readonly string[]): ApiFamily[] {
  return [
    {
      name: 'Lending protocol API',
      content: 'Data about a lending protocol, such as fees, revenue and reserve information',
      status_str: 'Testing',
      links: protocols.flatMap((protocol) => [
        { name: 'Latest reserves', method: 'GET' as const, href: routePath('latestReserves', protocol) },
        { name: 'Latest reserve', method: 'GET' as const, href: routePath('latestReserve', protocol) },
        { name: 'Details of all reserves', method: 'GET' as const, href: routePath('reserveDetails', protocol) },
        { name: 'Details of a reserve', method: 'GET' as const, href: routePath('reserveDetail', protocol) },
        { name: 'Rate curve and what-if', method: 'GET' as const, href: routePath('reserveCurve', protocol) },
        { name: 'Configuration', method: 'GET' as const, href: routePath('reserveConfig', protocol) },
        { name: 'Configuration changes', method: 'GET' as const, href: routePath('configChanges', protocol) },
        {
          name: 'Configuration changes of a reserve',
          method: 'GET' as const,
          href: routePath('reserveConfigChanges', protocol),
        },
        { name: 'Markets', method: 'GET' as const, href: routePath('marketInfo', protocol) },
        { name: 'Reserves', method: 'GET' as const, href: routePath('reserveInfo', protocol) },
        { name: 'Quarantine', method: 'GET' as const, href: routePath('quarantineInfo', protocol) },
      ]),
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
