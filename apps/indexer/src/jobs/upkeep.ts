import { DAY_MS } from '@tidemark/core';
import { getDatabaseTime, purgeAudits, purgePollBatches, type Sql } from '@tidemark/schema';
import { z } from 'zod';
import type { AuditReport } from '../audit/run-audit.ts';
import type { IndexerConfig } from '../config.ts';
import type { DiscoverReport } from '../pipeline/discover.ts';
import type { RollupReport } from '../rollup/tally.ts';
import { factsOf, type JobDefinition, keepFinished, tickOf, TRY_AGAIN } from './job-definition.ts';

const noPayload = z.object({});

export const DISCOVER_JOB = 'discover';

export interface DiscoverJobDeps {
  /** One report per protocol. */
  readonly discover: (id: string) => Promise<readonly DiscoverReport[]>;
}

/** Looks for lending markets and reserves, slowly. */
export function createDiscoverJob(deps: DiscoverJobDeps): JobDefinition<z.output<typeof noPayload>> {
  return {
    name: DISCOVER_JOB,
    concurrency: 1,
    options: { ...keepFinished(20), ...TRY_AGAIN },
    payload: noPayload,
    logLevel: 'info',
    async run(_payload, job) {
      return factsOf(await deps.discover(`discover-${tickOf(job)}`));
    },
  };
}

export const ROLLUP_JOB = 'rollup';

export interface RollupJobDeps {
  /** One report per protocol; null: another process is at it. */
  readonly rollUp: () => Promise<readonly (RollupReport | null)[]>;
}

/** Brings gaps, hours and days up to date with what was committed. */
export function createRollupJob(deps: RollupJobDeps): JobDefinition<z.output<typeof noPayload>> {
  return {
    name: ROLLUP_JOB,
    concurrency: 1,
    // Not tried again by the queue: the next run does what this one did not.
    options: keepFinished(50),
    payload: noPayload,
    // A run that wrote something says so itself.
    logLevel: 'debug',
    async run() {
      const reports = await deps.rollUp();
      return factsOf(reports.map((report) => report ?? { skipped: true }));
    },
  };
}

export const AUDIT_JOB = 'audit';

export interface AuditJobDeps {
  /** One report per protocol; null: another process is at it. */
  readonly audit: () => Promise<readonly (AuditReport | null)[]>;
}

/** Looks at what is stored: whether it has the shape that it should have, and not only whether it came. */
export function createAuditJob(deps: AuditJobDeps): JobDefinition<z.output<typeof noPayload>> {
  return {
    name: AUDIT_JOB,
    concurrency: 1,
    // Not tried again by the queue: the next run looks at the same.
    options: keepFinished(50),
    payload: noPayload,
    logLevel: 'debug',
    async run() {
      const reports = await deps.audit();
      return factsOf(
        reports.map((report) =>
          report === null ? { skipped: true } : { ...report, commitSeq: report.commitSeq.toString() },
        ),
      );
    },
  };
}

export const MAINTAIN_JOB = 'maintain';
export const MAINTAIN_INTERVAL_MS = DAY_MS;

export interface MaintainJobDeps {
  /** Makes the partitions of the coming months; names those that were made now. */
  readonly makePartitions: () => Promise<readonly string[]>;
  /** Removes the rows about batches that are old enough; null where they are kept for ever. */
  readonly purgeBatches: () => Promise<number | null>;
  /** Removes audits that are old enough, and findings that no longer hold since then; null where they are kept for ever. */
  readonly purgeAudits: () => Promise<number | null>;
}

/** Keeps the database ready for the rows to come, and rid of those that have served. */
export function createMaintainJob(deps: MaintainJobDeps): JobDefinition<z.output<typeof noPayload>> {
  return {
    name: MAINTAIN_JOB,
    concurrency: 1,
    options: { ...keepFinished(20), ...TRY_AGAIN },
    payload: noPayload,
    logLevel: 'info',
    async run() {
      const failures: unknown[] = [];
      // A step that fails, as partitions do for as long as somebody reads the table, must not keep the others back.
      const attempt = async <Result>(step: () => Promise<Result>): Promise<Result | null> =>
        step().catch((error: unknown) => {
          failures.push(error);
          return null;
        });
      const facts = {
        partitionsMade: await attempt(deps.makePartitions),
        batchesPurged: await attempt(deps.purgeBatches),
        auditsPurged: await attempt(deps.purgeAudits),
      };
      const [first, ...others] = failures;
      if (others.length > 0) throw new AggregateError(failures, wordsOf(failures), { cause: first });
      if (failures.length > 0) throw first;
      return facts;
    },
  };
}

/** The code of the whole is that of the first one, its cause. */
function wordsOf(failures: readonly unknown[]): string {
  const messages = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  return `${failures.length} steps failed: ${messages.join('; ')}`;
}

/** Removes rows about batches that are old enough. Null where they are kept for ever. */
export async function purgeOldBatches(
  sql: Sql,
  { pollBatchRetentionDays: days }: Pick<IndexerConfig, 'pollBatchRetentionDays'>,
): Promise<number | null> {
  if (days === 0) return null;
  const { pollBatches } = await purgePollBatches(sql, { before: await daysAgo(sql, days) });
  return pollBatches;
}

/** Removes audits that are old enough, and findings that no longer hold since then. Null where they are kept for ever. */
export async function purgeOldAudits(
  sql: Sql,
  { auditRetentionDays: days }: Pick<IndexerConfig, 'auditRetentionDays'>,
): Promise<number | null> {
  if (days === 0) return null;
  const { runs } = await purgeAudits(sql, { before: await daysAgo(sql, days) });
  return runs;
}

/** By the clock of the database: that of a machine may be weeks ahead, and what is deleted does not come back. */
async function daysAgo(sql: Sql, days: number): Promise<Date> {
  return new Date((await getDatabaseTime(sql)).getTime() - days * DAY_MS);
}
