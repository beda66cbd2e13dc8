import type { Sql } from '../create-database.ts';
import { lockSpans, refreshSpansInTransaction } from './refresh-observation-spans.ts';

export interface PurgeResult {
  readonly pollBatches: number;
  readonly batchCommits: number;
}

/** Rows a statement deletes, so that none runs for long. */
const CHUNK = 5_000;

/** Hours of spans that are made in one transaction before their batches go. */
const HOURS_AT_ONCE = 24;

/**
 * Deletes the poll batches observed before `before`, and their places in the order of the commits: whole hours (UTC), and
 * only what the rollups have taken in (`rollup_state`). What they vouch for stays: their observation spans are made first, and
 * `purged_before` keeps them from being made again. May be broken off at any time; the next call goes on.
 */
export async function purgePollBatches(sql: Sql, { before }: { readonly before: Date }): Promise<PurgeResult> {
  const states = await sql<{ protocol: string }[]>`SELECT protocol FROM lend.rollup_state ORDER BY protocol`;
  let pollBatches = 0;
  let batchCommits = 0;
  for (const { protocol } of states) {
    const end = await findPurgeEnd(sql, protocol, before);
    await keepSpans(sql, protocol, end);
    pollBatches += await deleteInChunks(
      () => sql`
        DELETE FROM lend.poll_batches WHERE id IN (
          SELECT id FROM lend.poll_batches
          WHERE protocol = ${protocol} AND (observed_at < ${end}::timestamptz
            OR (observed_at IS NULL AND started_at < ${end}::timestamptz))
          LIMIT ${CHUNK})`,
    );
    batchCommits += await deleteInChunks(
      () => sql`
        DELETE FROM lend.batch_commits WHERE commit_seq IN (
          SELECT commit_seq FROM lend.batch_commits
          WHERE protocol = ${protocol} AND observed_at < ${end}::timestamptz
            AND commit_seq <= (SELECT s.commit_seq FROM lend.rollup_state AS s WHERE s.protocol = ${protocol})
          ORDER BY commit_seq LIMIT ${CHUNK})`,
    );
  }
  return { pollBatches, batchCommits };
}

/** The start of the hour before which everything may go: the rollups have seen all of it. */
async function findPurgeEnd(sql: Sql, protocol: string, before: Date): Promise<Date> {
  const [row] = await sql<{ end: Date }[]>`
    SELECT date_trunc('hour', least(${before}::timestamptz, (
      SELECT min(c.observed_at) FROM lend.batch_commits AS c
      WHERE c.protocol = ${protocol}
        AND c.commit_seq > (SELECT s.commit_seq FROM lend.rollup_state AS s WHERE s.protocol = ${protocol})
    )), 'UTC') AS "end"`;
  return row?.end ?? new Date(0);
}

/** Makes the spans of what is about to go, a day at a time, and moves the mark behind each. */
async function keepSpans(sql: Sql, protocol: string, end: Date): Promise<void> {
  for (;;) {
    const [next] = await sql<{ from: Date | null }[]>`
      SELECT date_trunc('hour', min(p.observed_at), 'UTC') AS "from" FROM lend.poll_batches AS p
      WHERE p.protocol = ${protocol} AND p.observed_at >= coalesce(
        (SELECT s.purged_before FROM lend.rollup_state AS s WHERE s.protocol = ${protocol}), '-infinity')`;
    const from = next?.from ?? end;
    if (from >= end) return;
    const to = new Date(Math.min(end.getTime(), from.getTime() + HOURS_AT_ONCE * 3_600_000));
    await sql.begin('isolation level read committed', async (tx) => {
      await lockSpans(tx, protocol);
      await refreshSpansInTransaction(tx, { protocol, from, to });
      await tx`
        UPDATE lend.rollup_state SET purged_before = greatest(purged_before, ${to}::timestamptz), updated_at = now()
        WHERE protocol = ${protocol}`;
    });
  }
}

async function deleteInChunks(deleteChunk: () => PromiseLike<{ readonly count: number }>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { count } = await deleteChunk();
    deleted += count;
    if (count < CHUNK) return deleted;
  }
}
