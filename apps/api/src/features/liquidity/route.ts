import {
  isAddress,
  type LiquidationCoverageEnvelope,
  type LiquidityMeta,
  type LiquidityPoolsEnvelope,
  noQuerySchema,
  type PoolDepthEnvelope,
  poolsQuerySchema,
  type TokenDepthEnvelope,
} from '@tidemark/contract';
import { LIQUIDITY_METHOD } from '@tidemark/core';
import { ApiError, type Handlers, preparedJson } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import { readMint } from '../aggregates/route.ts';
import { findReserve } from '../info/query.ts';
import type { ProtocolLookup } from '../services.ts';
import type { LiquidityReads } from './reads.ts';
import {
  COVERAGE_CAVEATS,
  DEPTH_CAVEATS,
  statusOf,
  toLiquidationCoverage,
  toLiquidityPool,
  toPoolDepth,
  toTokenDepth,
  toUnreadToken,
} from './rows.ts';

/** Pools are read every few minutes. */
const CACHE_CONTROL = 'public, max-age=10';

type LiquidityRoutes = 'tokenDepth' | 'liquidityPools' | 'poolDepth' | 'allLiquidationCoverage' | 'liquidationCoverage';

/** What can be sold of tokens, where, and whether it is enough to liquidate. */
export function liquidityHandlers(
  lookup: ProtocolLookup,
  reads: LiquidityReads,
  policy: AnswerPolicy,
  gate: Gate,
): Handlers<LiquidityRoutes> {
  const prepare = (body: object) => ({ resource: preparedJson(body, CACHE_CONTROL, policy) });
  return {
    tokenDepth: async ({ params, query, signal }) => {
      readQuery(noQuerySchema, query);
      const mint = readMint(params);
      const [token, levels] = await gate(() => Promise.all([reads.token(mint), reads.levels(mint)]), signal);
      const data = token === null ? toUnreadToken(mint) : toTokenDepth(token, levels);
      return prepare({ data, meta: { methodology: LIQUIDITY_METHOD }, status: 200 } satisfies TokenDepthEnvelope);
    },
    liquidityPools: async ({ query, signal }) => {
      const { mint } = readQuery(poolsQuerySchema, query);
      if (mint !== undefined && !isAddress(mint)) throw new ApiError('INVALID_TOKEN_ADDRESS');
      const data = (await gate(() => reads.pools(mint ?? null), signal)).map(toLiquidityPool);
      const meta = metaOf(data, ({ slot }) => slot, DEPTH_CAVEATS);
      return prepare({ data, meta, status: 200 } satisfies LiquidityPoolsEnvelope);
    },
    poolDepth: async ({ params, query, signal }) => {
      readQuery(noQuerySchema, query);
      const address = params['pool'] ?? '';
      if (!isAddress(address)) throw new ApiError('INVALID_POOL_ADDRESS');
      const pool = await gate(() => reads.pool(address), signal);
      if (pool === null) throw new ApiError('POOL_NOT_FOUND');
      const data = toPoolDepth(pool);
      const meta = {
        count: data.length,
        methodology: LIQUIDITY_METHOD,
        ...statusOf(pool.status, pool.detail),
        lower_bound_reasons: [...pool.lowerBound],
        one_bank_b: pool.oneBank,
        caveats: [...DEPTH_CAVEATS],
      };
      return prepare({ data, meta, status: 200 } satisfies PoolDepthEnvelope);
    },
    allLiquidationCoverage: async ({ params, query, signal }) => {
      readQuery(noQuerySchema, query);
      const { name: protocol } = lookup(params);
      return prepare(toCoverage(await gate(() => reads.coverage({ protocol }), signal)));
    },
    liquidationCoverage: async ({ params, query, signal }) => {
      readQuery(noQuerySchema, query);
      const services = lookup(params);
      const reserve = readReserve(params);
      await findReserve(services, reserve);
      return prepare(toCoverage(await gate(() => reads.coverage({ protocol: services.name, reserve }), signal)));
    },
  };
}

function toCoverage(rows: Awaited<ReturnType<LiquidityReads['coverage']>>): LiquidationCoverageEnvelope {
  const data = rows.map(toLiquidationCoverage);
  return { data, meta: metaOf(data, ({ slot_max }) => slot_max, COVERAGE_CAVEATS), status: 200 };
}

function metaOf<Row extends { readonly timestamp: number | null }>(
  rows: readonly Row[],
  slotOf: (row: Row) => number | null,
  caveats: readonly string[],
): LiquidityMeta {
  const newest = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((most, value) => Math.max(most, value));
  };
  return {
    as_of: newest(rows.map(({ timestamp }) => timestamp)),
    slot: newest(rows.map(slotOf)),
    count: rows.length,
    methodology: LIQUIDITY_METHOD,
    caveats: [...caveats],
  };
}
