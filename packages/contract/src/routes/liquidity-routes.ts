import {
  liquidationCoverageEnvelopeSchema,
  liquidationCoverageHistoryEnvelopeSchema,
  liquidityPoolsEnvelopeSchema,
  poolDepthEnvelopeSchema,
  tokenDepthEnvelopeSchema,
  tokenDepthHistoryEnvelopeSchema,
} from '../generated/answers.ts';
import {
  coverageOfLiquidationQuerySchema,
  depthHistoryQuerySchema,
  poolsQuerySchema,
} from '../schemas/liquidity-parameters.ts';
import { noQuerySchema } from '../schemas/parameters.ts';
import { routesOf } from './route.ts';

const LIQUIDITY = { tag: 'Liquidity API', form: 'data' } as const;
const LIMITS = 'Without a key: 1h and 1d. With one also raw; CSV and NDJSON without a limit of rows.';

/** What can be sold of tokens, where, and whether it is enough to liquidate. */
export const liquidityRoutes = routesOf({
  tokenDepth: {
    ...LIQUIDITY,
    path: '/v1/liquidity/tokens/{mint}/depth/latest',
    id: 'getTokenDepth',
    summary: 'Depth of a token',
    description: `What can be sold and bought of a token at falls of its price by 0.5, 1, 2, 5 and 10 %: until the price is there (marginal), and so that the whole brings the price less the fall (average); over all sources and by source, with sales of seven sizes in US dollars.

* Pools to US dollar stablecoins and, for sales, to SOL, whose proceeds are sold once for all pools together. Every pool is measured by one reference price, that of the prices API.
* evidence_str says what the arithmetic of the weakest source was compared with; lower_bound_b that more may be sold. What is not known is null with depth_gap_str; what is not there is 0.
* A mint that no followed reserve lends is not read: its numbers are null.`,
    answer: tokenDepthEnvelopeSchema,
    query: noQuerySchema,
  },
  tokenDepthHistory: {
    ...LIQUIDITY,
    form: 'rows',
    path: '/v1/liquidity/tokens/{mint}/depth/history',
    id: 'listTokenDepthHistory',
    summary: 'History of the depth of a token',
    description: `The smallest depth of each hour or day at one side and fall of the price, or with interval=raw each stored read. ${LIMITS}`,
    answer: tokenDepthHistoryEnvelopeSchema,
    answered: 'Rows by time.',
    query: depthHistoryQuerySchema,
  },
  liquidityPools: {
    ...LIQUIDITY,
    path: '/v1/liquidity/pools',
    id: 'listLiquidityPools',
    summary: 'Pools of a token',
    description:
      'Every known pool that pairs a token which is lent: whether it counts for the depth of that token, or the reason why it does not.',
    answer: liquidityPoolsEnvelopeSchema,
    answered: 'One row per token and pool.',
    query: poolsQuerySchema,
    errors: ['INVALID_TOKEN_ADDRESS'],
  },
  poolDepth: {
    ...LIQUIDITY,
    path: '/v1/liquidity/pools/{pool}/depth/latest',
    id: 'getPoolDepth',
    summary: 'Depth of a pool',
    description:
      'What a pool takes of each of its tokens until its own price has fallen by 0.5, 1, 2, 5 and 10 %, with the arithmetic of its program. A pool that could not be read has no rows; meta says why.',
    answer: poolDepthEnvelopeSchema,
    answered: 'One row per token that is sold and fall.',
    query: noQuerySchema,
  },
});

/** Whether the collateral of reserves can be sold within what a liquidator gets. */
export const liquidationCoverageRoutes = routesOf({
  allLiquidationCoverage: {
    ...LIQUIDITY,
    path: '/v1/{protocol}/lend/reserves/all/liquidation-coverage/latest',
    id: 'listLiquidationCoverage',
    summary: 'Liquidation coverage of all reserves',
    description:
      'The same for every reserve of a listed market, the worst first: by coverage over all reserves that hold the token. Reserves whose coverage is not known come last, with the reason.',
    answer: liquidationCoverageEnvelopeSchema,
    answered: 'One row per reserve.',
    query: noQuerySchema,
  },
  liquidationCoverage: {
    ...LIQUIDITY,
    path: '/v1/{protocol}/lend/reserves/{reserve}/liquidation-coverage/latest',
    id: 'getLiquidationCoverage',
    summary: 'Liquidation coverage of a reserve',
    description: `How often the posted collateral of a reserve could be sold at once for at least the price less the net liquidation bonus: alone, and over all followed reserves that hold the token, which is the prudent figure.

* Not capped; 1 and more means that one sale of all collateral would still pay the liquidator. Null without collateral, price or a pool that counts, with coverage_gap_str.
* meta.caveats names what the number leaves out: docs/use/liquidity has a paragraph on each. Reserves of markets that are not listed have no row.`,
    answer: liquidationCoverageEnvelopeSchema,
    query: noQuerySchema,
  },
  liquidationCoverageHistory: {
    ...LIQUIDITY,
    form: 'rows',
    path: '/v1/{protocol}/lend/reserves/{reserve}/liquidation-coverage/history',
    id: 'listLiquidationCoverageHistory',
    summary: 'History of liquidation coverage',
    description: `The smallest coverage of a reserve in each hour or day, or with interval=raw each stored read. ${LIMITS}`,
    answer: liquidationCoverageHistoryEnvelopeSchema,
    answered: 'Rows by time.',
    query: coverageOfLiquidationQuerySchema,
  },
});
