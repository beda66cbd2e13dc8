import { IS_WHOLE_MATRIX } from './matrix.ts';
import type { World } from './world.ts';

/** The pages of the dashboard. */
export const VIEWS = [
  'markets',
  'reserve',
  'several reserves',
  'compare',
  'market',
  'token',
  'protocol',
  'protocols',
  'liquidity',
  'status',
  'key',
  'docs',
] as const;
export type View = (typeof VIEWS)[number];

type Look = { readonly theme: 'light' | 'dark'; readonly size: 'desktop' | 'phone' };

/** Themes and sizes that are looked at: one, or all of them where `DASHBOARD_MATRIX` is `all`. */
export const LOOKS: readonly Look[] = IS_WHOLE_MATRIX
  ? (['light', 'dark'] as const).flatMap((theme) => (['desktop', 'phone'] as const).map((size) => ({ theme, size })))
  : [{ theme: 'light', size: 'desktop' }];

/** Where the pages are in this stack. */
export async function viewPaths({ get }: Pick<World, 'get'>): Promise<Readonly<Record<View, string>>> {
  const { data: rows } = await get<{ data: { reserve: string; token_address: string; token_symbol: string }[] }>(
    '/v1/kamino/lend/reserves/all/detail/latest',
  );
  const { data: markets } = await get<{ data: { lending_market: string; supplied_usd_f: number }[] }>(
    '/v1/lend/markets/all/latest',
  );
  const [sol, ...others] = rows.filter((row) => row.token_symbol === 'SOL');
  const market = markets.toSorted((a, b) => b.supplied_usd_f - a.supplied_usd_f)[0];
  if (sol === undefined || others.length === 0 || market === undefined)
    throw new Error('the stack lacks reserves of SOL');
  return {
    markets: '/',
    reserve: `/reserves/${sol.reserve}?range=24h`,
    'several reserves': `/reserves/${sol.reserve}?range=24h&with=${others
      .slice(0, 2)
      .map(({ reserve }) => reserve)
      .join()}`,
    compare: '/compare?window=1h',
    market: `/markets/${market.lending_market}?range=7d`,
    token: `/tokens/${sol.token_address}?range=7d`,
    protocol: '/protocols/kamino?range=7d',
    protocols: '/protocols',
    liquidity: `/liquidity?token=${sol.token_address}`,
    status: '/status',
    key: '/key',
    docs: '/docs#listReserveHistories',
  };
}
