import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { Sql } from '../../create-database.ts';

/** Reserves that one transaction copies: of a busy month about a hundred thousand observations, a second or two of work. */
const RESERVES_A_STEP = 16;

/** Who reads for long keeps partitions from being put in place; the attempts leave others room in between. */
const ATTEMPTS = 5;
const PAUSE_MS = 300;
const LOCK_NOT_AVAILABLE = '55P03';

export interface SealedHistory {
  /** First days of the months that are sealed now. */
  readonly sealed: readonly string[];
  /** Observations that were copied. */
  readonly copied: number;
}

/**
 * Seals months that ended at or before `before` and have nothing left in `reserve_snapshots`: their narrow rows are copied in the
 * order of (reserve, time), so that a page of a reserve's history lies in a few blocks, compared by count and checksum, and put in
 * place in one transaction, see `lend.seal_history_step`. The oldest month first, until at least `maxRows` are copied; the next call
 * goes on. Readers find the rows at every moment. Rows that come later are taken in, and the month is sealed again.
 */
export async function sealHistory(
  sql: Sql,
  { before, maxRows, signal }: { readonly before: Date; readonly maxRows: number; readonly signal?: AbortSignal },
): Promise<SealedHistory> {
  const months = await sql<{ month: string }[]>`
    SELECT m.month::text FROM lend.history_months AS m
    WHERE m.sealed_at IS NULL AND (m.month + interval '1 month') AT TIME ZONE 'UTC' <= ${before}::timestamptz
      AND NOT EXISTS (
        SELECT FROM lend.reserve_snapshots AS h
        WHERE h.observed_at >= m.month::timestamp AT TIME ZONE 'UTC'
          AND h.observed_at < (m.month + interval '1 month') AT TIME ZONE 'UTC')
    ORDER BY m.month`;
  const sealed: string[] = [];
  let copied = 0;
  for (const { month } of months) {
    for (;;) {
      if (copied >= maxRows || signal?.aborted === true) return { sealed, copied };
      const rows = await step(sql, month);
      if (rows === null) break;
      copied += Number(rows);
    }
    sealed.push(month);
  }
  return { sealed, copied };
}

/** Observations copied; null when the month is sealed. */
async function step(sql: Sql, month: string): Promise<bigint | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await sql.begin(
        'isolation level read committed',
        (tx) => tx<{ copied: bigint | null }[]>`
          SELECT lend.seal_history_step(${month}::date, ${RESERVES_A_STEP}::integer) AS copied`,
      );
      return row?.copied ?? null;
    } catch (error) {
      const isAgain = error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE;
      if (!isAgain || attempt === ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}
