import { waitFor } from '@tidemark/testing';
import type { Sql } from 'postgres';
import { GAP_AFTER_MS } from './load-stack.ts';

/** Stretches in which a reserve was not observed, by the observations and by the ledger. */
export interface GapCheck {
  /** Of all reserves together. */
  readonly holes: number;
  /** Different stretches of time: a stop is one for each batch of reserves. */
  readonly stops: number;
  readonly longestSeconds: number;
  readonly missing: number;
  readonly unfounded: number;
}

const CAUGHT_UP_WITHIN_MS = 120_000;

/** Compares both, once everything was observed again and the ledger holds what ended before. Null where it never was. */
export async function checkGaps(sql: Sql): Promise<GapCheck | null> {
  const until = await lookedAtAgain(sql).catch(() => null);
  if (until === null) return null;
  let last: GapCheck | undefined;
  return waitFor(
    async () => {
      last = await compare(sql, until);
      return last.missing === 0 && last.unfounded === 0 ? last : null;
    },
    { timeoutMs: CAUGHT_UP_WITHIN_MS, intervalMs: 1_000, description: 'the gap ledger to be complete' },
  ).catch((error: unknown) => {
    if (last === undefined) throw error;
    return last;
  });
}

/** The time of the oldest of the newest observations, when every batch of the polls has been read once more. */
async function lookedAtAgain(sql: Sql): Promise<Date> {
  const askedAt = new Date();
  return waitFor(
    async () => {
      const [row] = await sql<{ until: Date; fresh: boolean }[]>`
        SELECT min(observed_at) AS until, bool_and(started_at > ${askedAt}) AS fresh
        FROM (SELECT DISTINCT ON (batch_index) observed_at, started_at FROM lend.poll_batches
              WHERE outcome = 'committed' AND kind = 'poll' ORDER BY batch_index, observed_at DESC) AS newest`;
      return row?.fresh === true ? row.until : null;
    },
    { timeoutMs: CAUGHT_UP_WITHIN_MS, intervalMs: 500, description: 'all reserves to be polled after the load' },
  );
}

async function compare(sql: Sql, until: Date): Promise<GapCheck> {
  const [row] = await sql<GapCheck[]>`
    WITH observations AS (
      SELECT r.address AS reserve, b.observed_at AS at,
             lag(b.observed_at) OVER (PARTITION BY r.address ORDER BY b.observed_at) AS before_at
      FROM lend.reserves r
      JOIN lend.poll_batches b
        ON b.outcome = 'committed' AND b.observed_at <= ${until}
       AND r.address COLLATE "C" >= b.first_reserve AND r.address COLLATE "C" <= b.last_reserve
       AND r.address <> ALL (b.not_observed)
    ), holes AS (
      SELECT reserve, before_at AS from_at, at AS to_at FROM observations
      WHERE at - before_at > ${GAP_AFTER_MS / 1000} * interval '1 second'
    ), ledger AS (
      SELECT reserve, from_at, to_at FROM lend.ingest_gaps WHERE reserve IS NOT NULL AND to_at <= ${until}
    )
    SELECT (SELECT count(*)::int FROM holes) AS holes,
           (SELECT count(DISTINCT (from_at, to_at))::int FROM holes) AS stops,
           (SELECT coalesce(max(extract(epoch FROM to_at - from_at)), 0)::float8 FROM holes) AS "longestSeconds",
           (SELECT count(*)::int FROM (SELECT * FROM holes EXCEPT SELECT * FROM ledger) AS x) AS missing,
           (SELECT count(*)::int FROM (SELECT * FROM ledger EXCEPT SELECT * FROM holes) AS x) AS unfounded`;
  if (row === undefined) throw new Error('the comparison gave no row');
  return row;
}
