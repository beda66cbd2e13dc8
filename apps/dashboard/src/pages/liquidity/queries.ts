import type { components } from '@tidemark/client';
import { queryOptions } from '@tanstack/react-query';
import { bodyOf, client, every } from '../../api/client.ts';
import type { Protocol } from '../../api/queries.ts';

type Schemas = components['schemas'];
export type LiquidationCoverage = Schemas['LiquidationCoverage'];
export type TokenDepth = Schemas['TokenDepth'];
export type TokenDepthLevel = Schemas['TokenDepthLevel'];

/** What arithmetic was compared with, in words. */
export const EVIDENCE = { program: 'a build of the program', sdk: 'the SDK', source: 'its source only' } as const;

/** Pools are read every minute at most. */
const INTERVAL_MS = 30_000;

/** Whether the collateral of the reserves of a protocol can be sold. */
export const coverageQuery = (protocol: Protocol) =>
  queryOptions({
    queryKey: ['liquidation-coverage', protocol],
    queryFn: async ({ signal }): Promise<readonly LiquidationCoverage[]> => {
      const path = '/v1/{protocol}/lend/reserves/all/liquidation-coverage/latest';
      return (await bodyOf(client().GET(path, { params: { path: { protocol } }, signal }))).data;
    },
    refetchInterval: every(INTERVAL_MS),
  });

/** Of several protocols together: the worst first, unknown ones last. */
export function worstFirst(lists: readonly (readonly LiquidationCoverage[])[]): readonly LiquidationCoverage[] {
  const rank = (row: LiquidationCoverage): number => row.token_coverage_at_min_bonus_f ?? Number.POSITIVE_INFINITY;
  return lists.flat().toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

/** What can be sold and bought of a token. */
export const depthQuery = (mint: string) =>
  queryOptions({
    queryKey: ['token-depth', mint],
    queryFn: async ({ signal }): Promise<TokenDepth> => {
      const path = '/v1/liquidity/tokens/{mint}/depth/latest';
      const { data } = await bodyOf(client().GET(path, { params: { path: { mint } }, signal }));
      return data;
    },
    refetchInterval: every(INTERVAL_MS),
  });
