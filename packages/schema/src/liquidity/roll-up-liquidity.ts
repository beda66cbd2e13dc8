import type { Queryable, Sql } from '../create-database.ts';
import { type RecordedNews, type RecordedRollup, rollUpRecorded, writtenBy } from '../roll-up-recorded.ts';
import {
  BUCKETS_OF_LIQUIDITY,
  DAYS_OF_COVERAGE_SQL,
  DAYS_OF_DEPTH_SQL,
  HOURS_OF_COVERAGE_SQL,
  HOURS_OF_DEPTH_SQL,
} from './buckets-sql.ts';

/** What a run did: buckets that are new or came out differently. Null: another process is rolling up. */
export interface LiquidityRollupReport {
  readonly batches: number;
  readonly depth: number;
  readonly coverage: number;
}

const ROLLUP: RecordedRollup<LiquidityRollupReport> = {
  state: 'lend.liquidity_rollup',
  batches: 'lend.liquidity_batches',
  where: "outcome = 'committed'",
  kinds: BUCKETS_OF_LIQUIDITY.map((kind) => ({ ...kind, widthSeconds: 3_600 })),
  // Some days of reads.
  batchesAStep: 500,
  none: { batches: 0, depth: 0, coverage: 0 },
  add: (left, right) => ({
    batches: left.batches + right.batches,
    depth: left.depth + right.depth,
    coverage: left.coverage + right.coverage,
  }),
  write: writeBuckets,
};

/** Brings hours and days up to date with the reads that were recorded since the last run. May be repeated, or end in the middle. */
export async function rollUpLiquidity(sql: Sql): Promise<LiquidityRollupReport | null> {
  return rollUpRecorded(sql, ROLLUP);
}

/** Makes the buckets of a range again from what is stored of it. The same rows give the same buckets. */
export async function rebuildLiquidityBuckets(
  sql: Sql,
  range: { readonly from: Date; readonly to: Date },
): Promise<Omit<LiquidityRollupReport, 'batches'>> {
  const report = await sql.begin('isolation level read committed', (tx) => writeBuckets(tx, { ...range, batches: 0 }));
  return { depth: report.depth, coverage: report.coverage };
}

async function writeBuckets(tx: Queryable, { batches, from, to }: RecordedNews): Promise<LiquidityRollupReport> {
  const written = (statement: string) => writtenBy(tx, statement, [from, to]);
  const depth = (await written(HOURS_OF_DEPTH_SQL)) + (await written(DAYS_OF_DEPTH_SQL));
  const coverage = (await written(HOURS_OF_COVERAGE_SQL)) + (await written(DAYS_OF_COVERAGE_SQL));
  return { batches, depth, coverage };
}
