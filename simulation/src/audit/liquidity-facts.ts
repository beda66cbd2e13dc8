import type { Sql, TransactionSql } from 'postgres';
import { readAsUser } from './read-as-user.ts';
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
  /** Null where no list of pools has it. */
  readonly source: string | null;
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

const WIDTHS = [
  ['hourly', 3_600],
  ['daily', 86_400],
] as const;

/** Reads it all as of one moment. */
export function readLiquidityFacts(admin: Sql): Promise<LiquidityFacts> {
  return readAsUser(admin, async (tx) => {
    const row = tx`slot_max::float8 AS "slotMax", observed_at AS "observedAt", liquidity_batch_id AS "batchId"`;
    return {
      batches: await tx<StoredLiquidityBatch[]>`
        SELECT liquidity_batch_id AS id, outcome_str AS outcome, slot_max::float8 AS "slotMax", observed_at AS "observedAt",
          started_at AS "startedAt", recorded_at AS "recordedAt", gap_after_ms AS "gapAfterMs", calls
        FROM lend_v1.liquidity_batches ORDER BY attempt_id`,
      pools: await tx<StoredPoolRow[]>`
        SELECT h.pool, p.source, h.slot::float8 AS slot, h.observed_at AS "observedAt", h.pool_status_str AS status,
          h.pool_price_raw::text AS price, h.sell_a_raw::text AS "sellA", h.sell_b_raw::text AS "sellB",
          h.liquidity_batch_id AS "batchId"
        FROM lend_v1.liquidity_pool_history AS h
        LEFT JOIN (SELECT DISTINCT pool, source_str AS source FROM lend_v1.liquidity_pools) AS p USING (pool)
        ORDER BY h.pool, h.slot, h.observed_at`,
      depth: await tx<StoredDepthRow[]>`
        SELECT token_address AS mint, side_str AS side, fall_bps AS bps, marginal_amount_raw::text AS marginal,
          average_amount_raw::text AS average, lower_bound_b AS "lowerBound", depth_gap_str AS reason, ${row}
        FROM lend_v1.liquidity_depth ORDER BY token_address, side_str, observed_at, slot_max, fall_bps`,
      coverage: await tx<StoredCoverageRow[]>`
        SELECT reserve, token_address AS mint, collateral_raw::text AS collateral, sellable_at_min_bonus_raw::text AS sellable,
          coverage_at_min_bonus_f AS coverage, ${row}
        FROM lend_v1.liquidation_coverage ORDER BY reserve, observed_at, slot_max`,
      buckets: await readBuckets(tx),
    };
  });
}

async function readBuckets(tx: TransactionSql): Promise<StoredDepthBucket[]> {
  const buckets: StoredDepthBucket[] = [];
  for (const [name, seconds] of WIDTHS) {
    const rows = await tx<StoredDepthBucket[]>`
      SELECT token_address AS mint, side_str AS side, fall_bps AS bps, ${seconds}::int AS seconds, bucket_start AS start,
        min_marginal_amount_raw::text AS marginal, min_average_amount_raw::text AS average, lower_bound_b AS "lowerBound",
        observations, known_observations AS known, observed_seconds AS observed
      FROM ${tx(`lend_v1.liquidity_depth_${name}`)} ORDER BY token_address, side_str, fall_bps, bucket_start`;
    buckets.push(...rows);
  }
  return buckets;
}
