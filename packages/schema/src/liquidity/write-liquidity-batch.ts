import type { Queryable, Sql } from '../create-database.ts';
import { retryConflicts } from '../queries/retry-conflicts.ts';
import { encodeBytes, toJson } from '../rows/encode-record.ts';
import type { JsonObject } from '../tables/index.ts';
import {
  FIRST_SEEN_SQL,
  WRITE_COVERAGE_SQL,
  WRITE_DEPTH_SQL,
  WRITE_POOLS_SQL,
  WRITE_TOKENS_SQL,
  WRITE_VERDICTS_SQL,
} from './write-liquidity-batch-sql.ts';

/** What the newest read of a pool gave. Prices are exact decimals; `depth` as `lend.liquidity_pools` keeps it. */
export interface PoolReadInput {
  readonly pool: string;
  readonly mintA: string | null;
  readonly mintB: string | null;
  readonly status: 'ok' | 'halted' | 'unknown' | 'refused' | 'missing';
  readonly detail: string | null;
  readonly lowerBound: readonly string[];
  readonly price: string | null;
  readonly depth: readonly JsonObject[];
  /** Marginal depth at a fall of 2 %, base units of the token that is sold. */
  readonly sellARaw: bigint | null;
  readonly sellBRaw: bigint | null;
  readonly lastUsedAt: Date | null;
  readonly oneBank: boolean;
  /** Of the account's bytes; null where there is none. */
  readonly dataSha256: Uint8Array | null;
  readonly decoderVersion: number;
  readonly slot: bigint;
  readonly observedAt: Date;
}

/** Whether a pool counts for a token; `reason` is null where it does. */
export interface PoolVerdictInput {
  readonly tokenMint: string;
  readonly pool: string;
  readonly route: 'direct' | 'via_sol' | null;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly priceGapBps: number | null;
  readonly depthUsd: number | null;
}

/** Depth at one side and fall, of all sources or of one. Amounts in base units, US dollars as exact decimals. */
export interface DepthInput {
  readonly tokenMint: string;
  readonly side: 'sell' | 'buy';
  readonly bps: number;
  /** `all`, or a source. */
  readonly source: string;
  readonly marginalRaw: bigint | null;
  readonly marginalUsd: string | null;
  readonly averageRaw: bigint | null;
  readonly averageUsd: string | null;
  readonly largestPoolShare: number | null;
  readonly viaSolShare: number | null;
  readonly solLegShare: number | null;
  readonly lowerBound: boolean;
  readonly evidence: string | null;
  /** Why the amounts are null; null where they are not. */
  readonly reason: string | null;
}

/** A token at one read. */
export interface TokenDepthInput {
  readonly tokenMint: string;
  /** Lowest slot of what the numbers are of: pools that were not due are of an earlier read. */
  readonly slotMin: bigint;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number | null;
  readonly price: string | null;
  readonly priceAt: Date | null;
  readonly counted: number;
  readonly excluded: number;
  readonly unknown: number;
  readonly evidence: string | null;
  readonly lowerBound: boolean;
  readonly reason: string | null;
  readonly quotes: readonly JsonObject[];
}

/** A reserve at one read. `reason` says why coverage is null. */
export interface CoverageInput {
  readonly reserve: string;
  readonly tokenMint: string;
  /** As of its token. */
  readonly slotMin: bigint;
  readonly collateralRaw: bigint | null;
  readonly tokenCollateralRaw: bigint | null;
  readonly tokenReserves: number;
  readonly tokenReservesUnknown: number;
  readonly minNetBonusBps: number;
  readonly maxNetBonusBps: number;
  readonly sellableAtMinBonusRaw: bigint | null;
  readonly sellableAtMaxBonusRaw: bigint | null;
  readonly coverageAtMinBonus: number | null;
  readonly coverageAtMaxBonus: number | null;
  readonly tokenCoverageAtMinBonus: number | null;
  readonly tokenCoverageAtMaxBonus: number | null;
  readonly coverageAt100Bps: number | null;
  readonly coverageAt200Bps: number | null;
  readonly coverageAt500Bps: number | null;
  readonly coverageAt1000Bps: number | null;
  readonly lowerBound: boolean;
  readonly reason: string | null;
}

export interface LiquidityBatchFacts {
  /** The same work has the same id, and is written once. */
  readonly id: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly gapAfterMs: number;
  readonly calls: number;
}

export interface LiquidityBatch extends LiquidityBatchFacts {
  readonly slotMin: bigint;
  readonly slotMax: bigint;
  /** Chain time of the newest bank. */
  readonly observedAt: Date;
  /** An unchanged pool is stored again when its last row is at least this old. */
  readonly heartbeatMs: number;
  readonly pools: readonly PoolReadInput[];
  readonly verdicts: readonly PoolVerdictInput[];
  readonly tokens: readonly TokenDepthInput[];
  readonly depth: readonly DepthInput[];
  readonly coverage: readonly CoverageInput[];
}

/** What writing a batch did. `alreadyWritten`: nothing, because this id was committed before. */
export interface LiquidityBatchResult {
  readonly alreadyWritten: boolean;
  readonly poolsStored: number;
}

/**
 * Stores one read of pools in one transaction: the newest of pools, tokens and reserves, their history, and the batch itself. A batch id is
 * written once; what is older than what is stored stays out of the newest rows. Throws `WRITE_CONFLICT` (retryable), and then nothing was
 * written.
 */
export async function writeLiquidityBatch(sql: Sql, batch: LiquidityBatch): Promise<LiquidityBatchResult> {
  return retryConflicts(() => sql.begin('isolation level read committed', (tx) => writeInTransaction(tx, batch)));
}

async function writeInTransaction(tx: Queryable, batch: LiquidityBatch): Promise<LiquidityBatchResult> {
  const { id, observedAt, slotMin, slotMax } = batch;
  const found = await tx`SELECT FROM lend.liquidity_batches WHERE id = ${id} AND outcome = 'committed'`;
  if (found.count > 0) return { alreadyWritten: true, poolsStored: 0 };
  const run = async (statement: string, rows: readonly object[], ...more: (string | bigint | Date | number)[]) => {
    const [counts] = await tx.unsafe<{ stored: number }[]>(statement, [toJson(rows.map(toRecord)), id, ...more], {
      prepare: true,
    });
    return counts?.stored ?? 0;
  };
  const poolsStored = await run(WRITE_POOLS_SQL, batch.pools, batch.heartbeatMs);
  await run(WRITE_VERDICTS_SQL, batch.verdicts, observedAt);
  await run(WRITE_TOKENS_SQL, batch.tokens, observedAt, slotMax);
  await run(WRITE_DEPTH_SQL, batch.depth, observedAt, slotMax);
  await run(WRITE_COVERAGE_SQL, batch.coverage, observedAt, slotMax);
  const reserves = batch.coverage.map(({ reserve }) => reserve);
  const tokens = batch.tokens.map(({ tokenMint }) => tokenMint);
  await tx.unsafe(FIRST_SEEN_SQL, [reserves, tokens, observedAt], { prepare: true });
  const statuses = (status: string): number => batch.pools.filter((pool) => pool.status === status).length;
  await tx`
    INSERT INTO lend.liquidity_batches (id, slot_min, slot_max, observed_at, calls, tokens, pools, torn, missing, refused, reserves,
      started_at, duration_ms, outcome, gap_after_ms)
    VALUES (${id}, ${slotMin}, ${slotMax}, ${observedAt}, ${batch.calls}, ${batch.tokens.length}, ${batch.pools.length},
      ${batch.pools.filter(({ oneBank }) => !oneBank).length}, ${statuses('missing')}, ${statuses('refused')},
      ${batch.coverage.length}, ${batch.startedAt}, ${Math.round(batch.durationMs)}, 'committed', ${batch.gapAfterMs})`;
  return { alreadyWritten: false, poolsStored };
}

/** Keeps a row of an attempt that failed. */
export async function recordFailedLiquidityBatch(
  sql: Sql,
  facts: LiquidityBatchFacts & { readonly errorCode: string },
): Promise<void> {
  await sql`
    INSERT INTO lend.liquidity_batches (id, calls, tokens, pools, torn, missing, refused, reserves, started_at, duration_ms, outcome,
      error_code, gap_after_ms)
    VALUES (${facts.id}, ${facts.calls}, 0, 0, 0, 0, 0, 0, ${facts.startedAt}, ${Math.round(facts.durationMs)}, 'failed',
      ${facts.errorCode}, ${facts.gapAfterMs})`;
}

/** Names of columns are those of the properties. */
function toRecord(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]: [string, unknown]) => [
      key.replaceAll(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`),
      value instanceof Uint8Array ? encodeBytes(value) : value,
    ]),
  );
}
