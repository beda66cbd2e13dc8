import { DAY_MS } from '@tidemark/core';
import { getDatabaseTime, purgeAudits, purgePollBatches, type Sql } from '@tidemark/schema';
import type { IndexerConfig } from './config.ts';

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
