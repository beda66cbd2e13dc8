import { DAY_MS, HOUR_MS } from '@tidemark/core';
import {
  dropPricePartitions,
  ensurePartitions,
  getDatabaseTime,
  isMoveAllowed,
  type MonthlyTable,
  moveHistory,
  purgeAudits,
  purgeLiquidityBatches,
  purgePollBatches,
  purgePriceBatches,
  sealHistory,
  type Sql,
} from '@tidemark/schema';
import type { AuditReport } from '../audit/run-audit.ts';
import type { IndexerConfig } from '../config.ts';
import type { DiscoverReport } from '../pipeline/discover.ts';
import type { RollupReport } from '../rollup/run-rollup.ts';
import { type JobFacts, keepFinished, type ScheduledJob, scheduled, tickOf, TRY_AGAIN } from './job.ts';

export const DISCOVER_JOB = 'discover';
export const ROLLUP_JOB = 'rollup';
export const AUDIT_JOB = 'audit';
export const MAINTAIN_JOB = 'maintain';
export const PRICES_JOB = 'prices';
export const PRICE_ROLLUP_JOB = 'price-rollup';
export const HTTP_PRICES_JOB = 'prices-http';
export const LIQUIDITY_JOB = 'liquidity';
export const LIQUIDITY_SEARCH_JOB = 'liquidity-search';
export const LIQUIDITY_ROLLUP_JOB = 'liquidity-rollup';

/** The work of the jobs that no poll waits for. Reports are one per protocol; null: another process is doing that work. */
export interface UpkeepWork {
  /** Finds lending markets and reserves. */
  readonly discover: (id: string) => Promise<readonly DiscoverReport[]>;
  /** Brings gaps, hours and days up to date with what was committed. */
  readonly rollUp: () => Promise<readonly (RollupReport | null)[]>;
  /** Checks what is stored: whether it has the shape that it should have, and not only whether it came. */
  readonly audit: () => Promise<readonly (AuditReport | null)[]>;
  /** Keeps the database ready for the rows to come, and removes those that are past their retention. */
  readonly maintain: MaintainSteps;
  /** Null where prices are not read. */
  readonly prices: {
    readonly poll: (tick: number) => Promise<JobFacts>;
    readonly rollUp: () => Promise<JobFacts>;
    readonly pollHttp: (tick: number) => Promise<JobFacts>;
  } | null;
  /** Null where pools are not read. */
  readonly liquidity: {
    readonly poll: (tick: number) => Promise<JobFacts>;
    readonly search: () => Promise<JobFacts & { readonly isReadDue: boolean }>;
    readonly rollUp: () => Promise<JobFacts>;
  } | null;
}

/**
 * The jobs of prices: none where they are not read. A batch that fails is not tried again: the next one asks for the same. Services
 * behind HTTP have a job of their own, so that one that is slow delays no batch of the chain.
 */
export function createPriceJobs(
  config: Pick<IndexerConfig, 'priceIntervalMs' | 'rollupIntervalMs' | 'httpPrices'>,
  { prices }: Pick<UpkeepWork, 'prices'>,
): readonly ScheduledJob[] {
  if (prices === null) return [];
  const frequent = { options: keepFinished(50), logLevel: 'debug' } as const;
  return [
    scheduled({ ...frequent, name: PRICES_JOB, everyMs: config.priceIntervalMs }, (job) => prices.poll(tickOf(job))),
    scheduled({ ...frequent, name: PRICE_ROLLUP_JOB, everyMs: config.rollupIntervalMs }, () => prices.rollUp()),
    scheduled({ ...frequent, name: HTTP_PRICES_JOB, everyMs: config.httpPrices.intervalMs }, (job) =>
      prices.pollHttp(tickOf(job)),
    ),
  ];
}

/** Time between two checks for due searches: a stack that starts has reserves after some seconds. */
const SEARCH_CHECK_MS = 5_000;

/**
 * The jobs of liquidity: none where pools are not read. Searches have a job of their own: they take minutes of calls. `requestRead` puts a
 * read of pools on the queue before its time; while `isSearchDue` says no, a search does nothing.
 */
export function createLiquidityJobs(
  config: Pick<IndexerConfig, 'liquidity' | 'rollupIntervalMs'>,
  { liquidity }: Pick<UpkeepWork, 'liquidity'>,
  { requestRead, isSearchDue }: { readonly requestRead: () => Promise<void>; readonly isSearchDue: () => boolean },
): readonly ScheduledJob[] {
  if (liquidity === null) return [];
  const { intervalMs, searchIntervalMs } = config.liquidity;
  const frequent = { options: keepFinished(50), logLevel: 'debug' } as const;
  const searchEveryMs = Math.min(searchIntervalMs, SEARCH_CHECK_MS);
  return [
    scheduled({ ...frequent, name: LIQUIDITY_SEARCH_JOB, everyMs: searchEveryMs }, async () => {
      if (!isSearchDue()) return { skipped: true };
      const report = await liquidity.search();
      if (report.isReadDue) await requestRead();
      return report;
    }),
    scheduled({ ...frequent, name: LIQUIDITY_JOB, everyMs: intervalMs }, (job) => liquidity.poll(tickOf(job))),
    scheduled({ ...frequent, name: LIQUIDITY_ROLLUP_JOB, everyMs: config.rollupIntervalMs }, () => liquidity.rollUp()),
  ];
}

/** Rollups and audits are not tried again by the queue: the next run does what this one did not. */
export function createUpkeepJobs(
  config: Pick<IndexerConfig, 'discoverIntervalMs' | 'rollupIntervalMs' | 'auditIntervalMs'>,
  work: UpkeepWork,
): Readonly<Record<'discover' | 'rollup' | 'audit' | 'maintain', ScheduledJob>> {
  const patient = { options: { ...keepFinished(20), ...TRY_AGAIN }, logLevel: 'info' } as const;
  const frequent = { options: keepFinished(50), logLevel: 'debug' } as const;
  return {
    discover: scheduled({ ...patient, name: DISCOVER_JOB, everyMs: config.discoverIntervalMs }, async (job) =>
      factsOf(await work.discover(`discover-${tickOf(job)}`)),
    ),
    rollup: scheduled({ ...frequent, name: ROLLUP_JOB, everyMs: config.rollupIntervalMs }, async () =>
      factsOf((await work.rollUp()).map((report) => report ?? { skipped: true })),
    ),
    audit: scheduled({ ...frequent, name: AUDIT_JOB, everyMs: config.auditIntervalMs }, async () => {
      const reports = await work.audit();
      return factsOf(
        reports.map((one) => (one === null ? { skipped: true } : { ...one, commitSeq: `${one.commitSeq}` })),
      );
    }),
    maintain: scheduled({ ...patient, name: MAINTAIN_JOB, everyMs: HOUR_MS }, () => maintain(work.maintain)),
  };
}

/** Facts of the same work for several protocols: those of the only one as they are, else a list. */
function factsOf(reports: readonly object[]): JobFacts {
  const [first, ...others] = reports;
  return others.length === 0 ? { ...first } : { protocols: reports };
}

/** Facts about each step, by name. */
export type MaintainSteps = Readonly<Record<string, () => Promise<unknown>>>;

/** Takes every step: one that fails, as partitions do while a dump reads the table, does not keep the others back. */
export async function maintain(steps: MaintainSteps): Promise<JobFacts> {
  const failures: unknown[] = [];
  const facts: Record<string, unknown> = {};
  for (const [name, step] of Object.entries(steps)) {
    facts[name] = await step().catch((error: unknown) => {
      failures.push(error);
      return null;
    });
  }
  const [first, ...others] = failures;
  if (others.length > 0) {
    const messages = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
    // The code of the whole is that of the first one, its cause.
    const message = `${failures.length} steps failed: ${messages.join('; ')}`;
    throw new AggregateError(failures, message, { cause: first });
  }
  if (failures.length > 0) throw first;
  return facts;
}

/** Partitions are made for this month and so many after it. */
const PARTITION_MONTHS_AHEAD = 2;
const MONTHLY_TABLES: readonly MonthlyTable[] = [
  'reserve_snapshots',
  'price_observations',
  'price_aggregates',
  'liquidity_pool_history',
  'liquidity_depth',
  'liquidity_coverage',
];

/** Makes the partitions of the coming months; names those that were made now. */
export async function makePartitions(sql: Sql): Promise<readonly string[]> {
  const now = await getDatabaseTime(sql);
  const made: string[] = [];
  for (const table of MONTHLY_TABLES) {
    made.push(...(await ensurePartitions(sql, { now, monthsAhead: PARTITION_MONTHS_AHEAD, table })).created);
  }
  return made;
}

/** Removes rows about batches that are old enough. Null where they are kept for ever. */
export async function purgeOldBatches(
  sql: Sql,
  { pollBatchRetentionDays: days }: Pick<IndexerConfig, 'pollBatchRetentionDays'>,
): Promise<number | null> {
  return days === 0 ? null : (await purgePollBatches(sql, { before: await daysAgo(sql, days) })).pollBatches;
}

/** Removes rows about batches of prices that are old enough. Null where they are kept for ever. */
export async function purgeOldPriceBatches(
  sql: Sql,
  { pollBatchRetentionDays: days }: Pick<IndexerConfig, 'pollBatchRetentionDays'>,
): Promise<number | null> {
  return days === 0 ? null : await purgePriceBatches(sql, { before: await daysAgo(sql, days) });
}

/** Removes rows about reads of pools that are old enough. Null where they are kept for ever. */
export async function purgeOldLiquidityBatches(
  sql: Sql,
  { pollBatchRetentionDays: days }: Pick<IndexerConfig, 'pollBatchRetentionDays'>,
): Promise<number | null> {
  return days === 0 ? null : await purgeLiquidityBatches(sql, { before: await daysAgo(sql, days) });
}

/** Drops months of prices and of liquidity that are old enough. Null where they are kept for ever. */
export async function dropOldPrices(
  sql: Sql,
  { priceRetentionMonths: months }: Pick<IndexerConfig, 'priceRetentionMonths'>,
): Promise<readonly string[] | null> {
  return months === 0 ? null : await dropPricePartitions(sql, { before: await daysAgo(sql, 31 * months) });
}

/** Removes audits that are old enough, and findings that no longer hold since then. Null where they are kept for ever. */
export async function purgeOldAudits(
  sql: Sql,
  { auditRetentionDays: days }: Pick<IndexerConfig, 'auditRetentionDays'>,
): Promise<number | null> {
  return days === 0 ? null : (await purgeAudits(sql, { before: await daysAgo(sql, days) })).runs;
}

/** Observations that a run moves, and copies, at most but for the last portion: a minute or two of work for the database. */
const ROWS_A_RUN = 1_000_000;
/** Days after its end in which a month may still get late rows before it is sealed. */
const SEAL_AFTER_DAYS = 3;

/** Moves observations of days before yesterday into narrow rows. Null where an earlier version may still be at work. */
export async function moveOldHistory(sql: Sql, signal: AbortSignal): Promise<object | null> {
  if (!(await isMoveAllowed(sql))) return null;
  return moveHistory(sql, { before: await daysAgo(sql, 1), maxRows: ROWS_A_RUN, signal });
}

/** Puts the narrow rows of months that are over into the order of (reserve, time). */
export async function sealOldHistory(sql: Sql, signal: AbortSignal): Promise<object> {
  return sealHistory(sql, { before: await daysAgo(sql, SEAL_AFTER_DAYS), maxRows: ROWS_A_RUN, signal });
}

/** By the clock of the database: that of a machine may be weeks ahead, and what is deleted does not come back. */
async function daysAgo(sql: Sql, days: number): Promise<Date> {
  return new Date((await getDatabaseTime(sql)).getTime() - days * DAY_MS);
}
