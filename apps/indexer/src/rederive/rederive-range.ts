import { earlier, later, splitByDay, type TimeRange } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import {
  countObservations,
  endCorrection,
  frozenWithin,
  getObservedRange,
  listArchivedMonths,
  listReservesWithTerms,
  retryConflicts,
  SchemaError,
  type Sql,
} from '@tidemark/schema';
import { chunk } from '../pipeline/fetch-batch.ts';
import { rebuildRange } from '../rollup/run-rollup.ts';
import { type Batch, bucketDays, type BatchReport, rederiveBatch } from './rederive-day.ts';

export interface RederiveOptions {
  readonly sql: Sql;
  readonly protocol: string;
  /** Whole UTC days. */
  readonly range: TimeRange;
  /** Null: all. */
  readonly reserves: readonly string[] | null;
  /** Null: only tells what differs. */
  readonly reason: string | null;
  readonly signal: AbortSignal;
  /** How long to wait while another process rolls up. */
  readonly lockTimeoutMs: number;
  readonly onDay?: (day: Date, soFar: RederiveReport) => void;
  readonly onRebuild?: () => void;
  readonly onWait?: () => void;
}

export interface RederiveReport {
  observations: number;
  differing: number;
  readonly values: Map<string, number>;
  readonly refused: Map<string, string>;
  /** Values of buckets that were replaced; null where buckets were not made again. */
  readonly bucketValues: number | null;
  /** False where it was stopped before its end: the same command does the rest. */
  readonly isComplete: boolean;
}

/** Observations that are read, compared and replaced together, where one reserve does not have more in a day. */
const ROWS_A_BATCH = 5_000;
/** Reserves that are counted together. */
const RESERVES_A_COUNT = 100;

/**
 * Derives the values of stored observations again, day by day, and then makes the buckets of these days again through the rollup. Each batch
 * of observations is a transaction, and so is each group of buckets: what was replaced is in `lend.corrections` with it. Ended
 * anywhere and begun again it comes to the same state. Polls, rollups and upkeep go on meanwhile.
 *
 * `isComplete` is false, too, where another process held the lock of the rollup all the time.
 */
export async function rederiveRange(options: RederiveOptions): Promise<RederiveReport> {
  const { sql, protocol, reason, signal } = options;
  const report: RederiveReport = {
    observations: 0,
    differing: 0,
    values: new Map(),
    refused: new Map(),
    bucketValues: null,
    isComplete: false,
  };
  await refuseArchived(sql, options.range);
  const rules = protocolOf(protocol);
  const chosen = options.reserves === null ? {} : { reserves: options.reserves };
  const known = (await listReservesWithTerms(sql, { protocol: rules, ...chosen })).map(({ reserve }) => reserve);
  for (const day of await daysOf(options)) {
    for await (const reserves of batchesOf(sql, known, day)) {
      if (signal.aborted) return report;
      add(report, await runBatch(sql, { protocol: rules, reserves, range: day, reason }));
    }
    options.onDay?.(day.from, report);
  }
  if (reason === null) return { ...report, isComplete: true };
  options.onRebuild?.();
  const range = bucketDays(options.range);
  const rebuilt = await rebuildRange({ ...options, range });
  for (const { reserve, code } of rebuilt?.refused ?? []) report.refused.set(reserve, code);
  if (rebuilt?.isComplete !== true) return report;
  const bucketValues = await endCorrection(sql, { protocol, reserves: options.reserves, range });
  return { ...report, bucketValues, isComplete: true };
}

/**
 * What lies in files is not derived again, and a month that is done in part would not be told from one that is whole. Of the day after, observations
 * would be corrected and their buckets not.
 */
async function refuseArchived(sql: Sql, range: TimeRange): Promise<void> {
  const months = frozenWithin(await listArchivedMonths(sql), range).map(({ from }) => from.toISOString().slice(0, 7));
  if (months.length === 0) return;
  const message = `observations of ${months.join(', ')} are archived: leave these months out, and the day after each`;
  throw new SchemaError('HISTORY_ARCHIVED', message);
}

/** In a snapshot of its own: a move of the rows at the same moment makes it begin again. */
function runBatch(sql: Sql, batch: Batch): Promise<BatchReport> {
  const mode = batch.reason === null ? 'isolation level repeatable read read only' : 'isolation level repeatable read';
  return retryConflicts(() => sql.begin(mode, (tx) => rederiveBatch(tx, batch)));
}

/** The days of the range in which anything was observed at all. */
async function daysOf({ sql, protocol, range }: RederiveOptions): Promise<TimeRange[]> {
  const observed = await getObservedRange(sql, { protocol });
  if (observed === null) return [];
  return splitByDay({
    from: later(range.from, observed.first),
    to: earlier(range.to, new Date(observed.last.getTime() + 1)),
  });
}

/** Reserves that have observations in a day, so many together as are not too much for one transaction. */
async function* batchesOf(sql: Sql, known: readonly string[], day: TimeRange): AsyncGenerator<string[]> {
  for (const reserves of chunk(known, RESERVES_A_COUNT)) {
    let batch: string[] = [];
    let rows = 0;
    for (const { reserve, count } of await countObservations(sql, { reserves, ...day })) {
      if (batch.length > 0 && rows + count > ROWS_A_BATCH) {
        yield batch;
        [batch, rows] = [[], 0];
      }
      batch.push(reserve);
      rows += count;
    }
    if (batch.length > 0) yield batch;
  }
}

function add(report: RederiveReport, { observations, differing, values, refused }: BatchReport): void {
  report.observations += observations;
  report.differing += differing;
  for (const [column, count] of values) report.values.set(column, (report.values.get(column) ?? 0) + count);
  for (const [reserve, code] of refused) report.refused.set(reserve, code);
}
