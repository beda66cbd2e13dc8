import { HOUR_MS } from '@tidemark/core';
import type { Sql } from '../create-database.ts';
import { lockSpans, refreshSpansInTransaction } from './refresh-observation-spans.ts';

export interface PurgeResult {
  readonly pollBatches: number;
  readonly failedAttempts: number;
  readonly batchCommits: number;
}

/** Rows a statement deletes, so that none runs for long. */
const CHUNK = 5_000;

/**
 * Deletes the poll batches observed before `before`, their places in the order of the commits, and the attempts that failed
 * before: whole hours (UTC), and only what the rollups have taken in (`rollup_state`). The time that they cover stays: their observation spans are made first, and
 * `purged_before` keeps them from being made again. May be broken off at any time; the next call goes on.
 */
export async function purgePollBatches(sql: Sql, { before }: { readonly before: Date }): Promise<PurgeResult> {
  const states = await sql<{ protocol: string; commitSeq: bigint }[]>`
    SELECT protocol, commit_seq AS "commitSeq" FROM lend.rollup_state ORDER BY protocol`;
  let pollBatches = 0;
  let failedAttempts = 0;
  let batchCommits = 0;
  for (const { protocol, commitSeq } of states) {
    const end = await findPurgeEnd(sql, protocol, before);
    await keepSpans(sql, protocol, end);
    pollBatches += await deleteBatches(sql, protocol, end);
    failedAttempts += await deleteAttempts(sql, protocol, end);
    batchCommits += await deleteCommits(sql, { protocol, end, commitSeq });
  }
  return { pollBatches, failedAttempts, batchCommits };
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

/** Makes the spans of what is about to go, an hour at a time, and moves the mark behind each. */
async function keepSpans(sql: Sql, protocol: string, end: Date): Promise<void> {
  for (;;) {
    const [next] = await sql<{ from: Date | null }[]>`
      SELECT date_trunc('hour', min(p.observed_at), 'UTC') AS "from" FROM lend.poll_batches AS p
      WHERE p.protocol = ${protocol} AND p.observed_at >= coalesce(
        (SELECT s.purged_before FROM lend.rollup_state AS s WHERE s.protocol = ${protocol}), '-infinity')`;
    const from = next?.from ?? end;
    if (from >= end) return;
    const to = new Date(from.getTime() + HOUR_MS);
    await sql.begin('isolation level read committed', async (tx) => {
      await lockSpans(tx, protocol);
      await refreshSpansInTransaction(tx, { protocol, from, to });
      await tx`
        UPDATE lend.rollup_state SET purged_before = greatest(purged_before, ${to}::timestamptz), updated_at = now()
        WHERE protocol = ${protocol}`;
    });
  }
}

/** Named by their place: a join by id may read the whole table. */
function deleteBatches(sql: Sql, protocol: string, end: Date): Promise<number> {
  return deleteInChunks(
    async () =>
      (
        await sql`
          DELETE FROM lend.poll_batches WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM lend.poll_batches WHERE protocol = ${protocol} AND observed_at < ${end}::timestamptz
            ORDER BY observed_at LIMIT ${CHUNK}))`
      ).count,
  );
}

/** The attempts that failed before the moment, but for those that the reason of a gap rests on, or may rest on yet. */
function deleteAttempts(sql: Sql, protocol: string, end: Date): Promise<number> {
  return deleteInChunks(async () => {
    const [row] = await sql<{ deleted: number }[]>`
      SELECT lend.purge_failed_attempts(${protocol}, ${end}::timestamptz, ${CHUNK})::int AS deleted`;
    return row?.deleted ?? 0;
  });
}

async function deleteInChunks(deleteChunk: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteChunk();
    deleted += count;
    if (count < CHUNK) return deleted;
  }
}

/**
 * Reads the order of the commits from its oldest end, a piece at a time, up to the first piece in which nothing is old enough:
 * it is that of time but for a few places, and no index knows the time. A straggler beyond that piece waits for a later purge.
 * Pieces are of all protocols, or the commits of one that writes no more would be searched for among those of the others.
 */
async function deleteCommits(
  sql: Sql,
  { protocol, end, commitSeq }: { readonly protocol: string; readonly end: Date; readonly commitSeq: bigint },
): Promise<number> {
  let deleted = 0;
  let after = 0n;
  for (;;) {
    const [piece] = await sql<{ last: bigint | null; isOldEnough: boolean | null }[]>`
      SELECT max(commit_seq) AS last, bool_or(observed_at < ${end}::timestamptz) AS "isOldEnough"
      FROM (
        SELECT commit_seq, observed_at FROM lend.batch_commits
        WHERE commit_seq > ${after}::bigint AND commit_seq <= ${commitSeq}::bigint
        ORDER BY commit_seq LIMIT ${CHUNK}
      ) AS oldest`;
    const last = piece?.last ?? null;
    if (last === null || piece?.isOldEnough !== true) return deleted;
    const { count } = await sql`
      DELETE FROM lend.batch_commits
      WHERE commit_seq > ${after}::bigint AND commit_seq <= ${last}::bigint
        AND protocol = ${protocol} AND observed_at < ${end}::timestamptz`;
    deleted += count;
    after = last;
  }
}
