import type { components } from '@tidemark/client';
import { queryOptions } from '@tanstack/react-query';
import { bodyOf, client } from '../../api/client.ts';
import { isProtocol } from '../../api/queries.ts';

type Schemas = components['schemas'];
export type LiquidationCoverage = Schemas['LiquidationCoverage'];
export type TokenDepth = Schemas['TokenDepth'];
export type TokenDepthLevel = Schemas['TokenDepthLevel'];

/** What arithmetic was compared with, in words. */
export const EVIDENCE = { program: 'a build of the program', sdk: 'the SDK', source: 'its source only' } as const;

/** Pools are read every minute at most. */
const INTERVAL_MS = 30_000;

/** Whether the collateral of reserves can be sold, of all protocols together: the worst first, unknown ones last. */
export const coverageQuery = (protocols: readonly string[]) =>
  queryOptions({
    queryKey: ['liquidation-coverage', protocols],
    queryFn: async ({ signal }): Promise<LiquidationCoverage[]> => {
      const answers = await Promise.all(
        protocols.filter(isProtocol).map((protocol) =>
          bodyOf(
            client().GET('/v1/{protocol}/lend/reserves/all/liquidation-coverage/latest', {
              params: { path: { protocol } },
              signal,
            }),
          ),
        ),
      );
      const rank = (row: LiquidationCoverage): number => row.token_coverage_at_min_bonus_f ?? Number.POSITIVE_INFINITY;
      return answers
        .flatMap(({ data }) => data)
        .toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
    },
    enabled: protocols.length > 0,
    refetchInterval: INTERVAL_MS,
  });

/** What can be sold and bought of a token. */
export const depthQuery = (mint: string) =>
  queryOptions({
    queryKey: ['token-depth', mint],
    queryFn: async ({ signal }): Promise<TokenDepth> => {
      const path = '/v1/liquidity/tokens/{mint}/depth/latest';
      const { data } = await bodyOf(client().GET(path, { params: { path: { mint } }, signal }));
      return data;
    },
    refetchInterval: INTERVAL_MS,
  });
