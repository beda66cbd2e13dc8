import {
  type Database,
  getPoolDepth,
  getTokenDepth,
  listCoverageBuckets,
  listCoverageReads,
  listDepthBuckets,
  listDepthReads,
  listLiquidationCoverage,
  listLiquidityPools,
  listTokenDepth,
} from '@tidemark/schema';

export type LiquidityReads = ReturnType<typeof createLiquidityReads>;

/** What the endpoints of liquidity answer from. */
export function createLiquidityReads({ sql }: Database) {
  return {
    token: (mint: string) => getTokenDepth(sql, mint),
    levels: (mint: string) => listTokenDepth(sql, mint),
    pools: (mint: string | null) => listLiquidityPools(sql, mint),
    pool: (address: string) => getPoolDepth(sql, address),
    coverage: (filter: Parameters<typeof listLiquidationCoverage>[1]) => listLiquidationCoverage(sql, filter),
    depthBuckets: (range: Parameters<typeof listDepthBuckets>[1]) => listDepthBuckets(sql, range),
    depthReads: (range: Parameters<typeof listDepthReads>[1]) => listDepthReads(sql, range),
    coverageBuckets: (range: Parameters<typeof listCoverageBuckets>[1]) => listCoverageBuckets(sql, range),
    coverageReads: (range: Parameters<typeof listCoverageReads>[1]) => listCoverageReads(sql, range),
  };
}
