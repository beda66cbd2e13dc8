import type { Sql } from 'postgres';
import type { StoredAttempt } from './stored-facts.ts';

/** A read of pools. */
export interface StoredLiquidityBatch extends StoredAttempt {
  readonly slotMax: number | null;
  /** To nodes, of the attempt that was stored. */
  readonly calls: number;
}

/** What was found of a pool. */
export interface StoredPoolRow {
  readonly pool: string;
  readonly source: string;
  readonly slot: number;
  readonly observedAt: Date;
  readonly status: string;
  readonly price: string | null;
  /** What can be sold of each token until the price of the pool has fallen by 2 %. */
  readonly sellA: string | null;
  readonly sellB: string | null;
  readonly batchId: string;
}

interface StoredTokenRow {
  readonly mint: string;
  readonly slotMax: number;
  readonly observedAt: Date;
  readonly batchId: string;
}

export interface StoredDepthRow extends StoredTokenRow {
  readonly side: string;
  readonly bps: number;
  readonly marginal: string | null;
  readonly average: string | null;
  readonly lowerBound: boolean;
  readonly reason: string | null;
}

export interface StoredCoverageRow extends StoredTokenRow {
  readonly reserve: string;
  readonly collateral: string | null;
  readonly sellable: string | null;
  readonly coverage: number | null;
}

/** The smallest of an hour or a day. */
export interface StoredDepthBucket
  extends Pick<StoredDepthRow, 'mint' | 'side' | 'bps' | 'marginal' | 'average' | 'lowerBound'> {
  readonly seconds: number;
  readonly start: Date;
  readonly observations: number;
  readonly known: number;
  readonly observed: number;
}

/** Everything about liquidity that the auditor compares with the truth. */
export interface LiquidityFacts {
  /** In the order in which they were recorded. */
  readonly batches: readonly StoredLiquidityBatch[];
  /** By pool, slot and time. */
  readonly pools: readonly StoredPoolRow[];
  readonly depth: readonly StoredDepthRow[];
  readonly coverage: readonly StoredCoverageRow[];
  readonly buckets: readonly StoredDepthBucket[];
}

/** Reads it all in one transaction. */
export async function readLiquidityFacts(admin: Sql): Promise<LiquidityFacts> {
  return admin.begin('isolation level repeatable read read only', async (tx) => {
    const row = tx`slot_max::float8 AS "slotMax", observed_at AS "observedAt", batch_id AS "batchId"`;
    return {
      batches: await tx<StoredLiquidityBatch[]>`
        SELECT id, outcome, slot_max::float8 AS "slotMax", observed_at AS "observedAt", started_at AS "startedAt",
          recorded_at AS "recordedAt", gap_after_ms AS "gapAfterMs", calls
          FROM lend.liquidity_batches ORDER BY attempt_id`,
      pools: await tx<StoredPoolRow[]>`
        SELECT h.pool, p.source, h.slot::float8 AS slot, h.observed_at AS "observedAt", h.status, h.price::text AS price,
          h.sell_a_raw::text AS "sellA", h.sell_b_raw::text AS "sellB", h.batch_id AS "batchId"
        FROM lend.liquidity_pool_history AS h JOIN lend.liquidity_pools AS p USING (pool) ORDER BY h.pool, h.slot, h.observed_at`,
      depth: await tx<StoredDepthRow[]>`
        SELECT token_mint AS mint, side, bps, marginal_raw::text AS marginal, average_raw::text AS average, lower_bound AS "lowerBound",
          reason, ${row} FROM lend.liquidity_depth ORDER BY token_mint, side, observed_at, slot_max, bps`,
      coverage: await tx<StoredCoverageRow[]>`
        SELECT reserve, token_mint AS mint, collateral_raw::text AS collateral, sellable_at_min_bonus_raw::text AS sellable,
          coverage_at_min_bonus AS coverage, ${row} FROM lend.liquidity_coverage ORDER BY reserve, observed_at, slot_max`,
      buckets: await tx<StoredDepthBucket[]>`
        SELECT token_mint AS mint, side, bps, width_seconds AS seconds, bucket_start AS start, min_marginal_raw::text AS marginal,
          min_average_raw::text AS average, lower_bound AS "lowerBound", observations, known, observed_seconds AS observed
        FROM lend.liquidity_depth_buckets ORDER BY token_mint, side, bps, width_seconds, bucket_start`,
    };
  });
}
